"""A link, a picture, a frame and a file through the eyes of a seat: with what it may not know
left out, and leading on with the same eyes."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from drawing.replay.replay import cached_replay
from games.models import Game
from tests.cast import account, finished_log, game_of, submit
from tests.worlds.modules import module_world
from web.rate_limits import DRY_RUNS

LOG = finished_log("black=@ana white=Ben", "BDACD", "hidden_market_cards")


stored_world, game = module_world(lambda: game_of(submit(account("ana"), LOG)), "game")


@pytest.fixture
def ply(game: Game) -> int:
    """A step after which black does not know a card of white."""
    replay = cached_replay(game.log, 0)
    return next(ply for ply in range(game.entries) if "1.dx" in replay.table(ply))


def test_the_addresses_of_a_page_for_a_seat_are_for_that_seat(game: Game, ply: int):
    text = unescape(Client().get(f"/games/{game.pk}/{ply}/?seat=black").content.decode())
    address = f"http://testserver/games/{game.pk}"
    for end in ("/", "/table.png", "/table.svg", "/embed/"):
        assert f"{address}/{ply}{end}?seat=black" in text, end
    assert f"{address}/offline.html?seat=black" in text
    assert f'<link rel="canonical" href="{address}/{ply}/">' in text
    assert f"{address}/{{ply}}/embed/{{seat}}" in text
    plain = unescape(Client().get(f"/games/{game.pk}/{ply}/").content.decode())
    assert "?seat=" not in plain


def test_a_picture_for_a_seat_shows_backs(game: Game, ply: int):
    address = f"/games/{game.pk}/{ply}/table.svg"
    seat_answer, all_seen = Client().get(f"{address}?seat=black"), Client().get(address)
    back = re.compile(r'data-key="1\.dx"')
    assert back.search(seat_answer.content.decode())
    assert not back.search(all_seen.content.decode())
    assert seat_answer["ETag"] != all_seen["ETag"]


def test_a_card_is_painted_and_kept_for_each_pair_of_eyes(game: Game, ply: int):
    address = f"/games/{game.pk}/{ply}/table.png"
    first = [Client().get(f"{address}?seat={seat}").content for seat in ("black", "white")]
    contents = [Client().get(f"{address}?seat={seat}").content for seat in ("black", "white")]
    assert first[0] != first[1]
    assert contents == first


@pytest.mark.parametrize("path", ["{}/embed/", "offline.html"])
def test_a_frame_and_a_file_hold_nothing_that_the_seat_may_not_know(
    game: Game, ply: int, path: str
):
    text = Client().get(f"/games/{game.pk}/{path.format(ply)}?seat=black").content.decode()
    data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)
    assert data
    received = json.loads(data[1])
    assert received["seat"] == "black"
    assert received["steps"][ply - 1]["s"] == cached_replay(game.log, 0).frames[ply - 1].words
    assert f"/games/{game.pk}/" in text
    assert "?seat=black" in text


def test_oembed_of_an_address_for_a_seat_is_a_frame_for_it(game: Game, ply: int):
    url = f"http://testserver/games/{game.pk}/{ply}/?seat=black"
    received = Client().get("/oembed", {"url": url}).json()
    assert f"/games/{game.pk}/{ply}/embed/?seat=black" in unescape(received["html"])
    assert received["thumbnail_url"].endswith(f"/{ply}/table.png?seat=black")


@pytest.mark.parametrize(
    "path", ["3/table.svg", "3/table.png", "3/embed/", "offline.html", "graph.json", "", "3/"]
)
def test_nobody_sits_there(game: Game, path: str):
    assert Client().get(f"/games/{game.pk}/{path}?seat=gray").status_code == 404
    url = f"http://testserver/games/{game.pk}/?seat=gray"
    assert Client().get("/oembed", {"url": url}).status_code == 404


def test_the_graph_for_a_seat_has_no_prospects_where_cards_are_hidden(game: Game):
    every = Client().get(f"/games/{game.pk}/graph.json")
    graph = Client().get(f"/games/{game.pk}/graph.json?seat=black")
    ended = '<g class="plot-ended"><path'
    assert ended in every.json()["html"]
    assert ended not in graph.json()["html"]
    assert f'href="/games/{game.pk}/' in every.json()["html"]
    assert "public" in every["Cache-Control"]
    repeated = Client().get(
        f"/games/{game.pk}/graph.json", headers={"If-None-Match": every["ETag"]}
    )
    assert repeated.status_code == 304


def test_a_dry_run_can_be_seen_through_other_eyes(db: None):
    page = Client().post("/upload/dry-run/", {"log": LOG}).content.decode()
    assert '<template data-look="/upload/dry-run/replay.json"' in page
    assert "data-seat>" in page
    received = Client().post("/upload/dry-run/replay.json", {"log": LOG, "seat": "black"}).json()
    assert received["seat"] == "black"
    assert len(received["steps"]) == cached_replay(LOG).plies


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"log": "rubbish"}, 400),
        ({}, 400),
        ({"log": LOG, "seat": "gray"}, 400),
        ({"log": LOG + "#" * (1 << 20)}, 413),
    ],
)
def test_what_cannot_be_looked_at_is_refused(db: None, sent: dict[str, str], status: int):
    answer = Client().post("/upload/dry-run/replay.json", sent)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_to_look_is_not_for_the_impatient(db: None):
    for _ in range(DRY_RUNS.most):
        DRY_RUNS.count("127.0.0.1")
    assert Client().post("/upload/dry-run/replay.json", {"log": LOG}).status_code == 429
