"""Pictures of a step: the table as SVG, the card of a link as PNG."""

import re
from struct import unpack
from xml.etree import ElementTree

import pytest
from django.test import Client

from drawing.export import paint
from drawing.export.card import card, points_at
from drawing.export.picture import picture
from drawing.export.style import light_rules, sheet_for
from drawing.replay.page import narration_at
from drawing.replay.replay import cached_replay
from games.models import Game
from games.replays.views import pictures as kept
from tests.cast import finished_log
from tests.drawing.dealt import EVERYTHING_ADDED
from web.rate_limits import PICTURES


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return unpack(">II", png[16:24])


def pixels(svg: str) -> bytes:
    return paint.png(svg, 400)


@pytest.mark.parametrize("sites", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
@pytest.mark.parametrize("seats", ["black white", "black white brown gray"])
def test_every_board_makes_a_picture_that_stands_alone(sites: str, seats: str):
    replay = cached_replay(finished_log(seats, sites, EVERYTHING_ADDED))
    for ply in (0, replay.plies // 2, replay.plies):
        for svg in (picture(replay, ply), card(replay, ply)):
            ElementTree.fromstring(svg)
            assert "var(" not in svg
            assert not re.search(r'(?:href|src)="(?!#)', svg)
            used = set(re.findall(r'href="#([^"]+)"', svg))
            assert used <= set(re.findall(r' id="([^"]+)"', svg))


def test_the_picture_has_every_piece_of_the_step():
    replay = cached_replay(finished_log("black white brown", "BCADB"))
    for ply in (0, 33, replay.plies):
        keys = re.findall(r'data-key="([^"]+)"', picture(replay, ply))
        assert sorted(keys) == sorted(replay.table(ply))


def test_colours_are_those_of_the_light_theme():
    sheet = sheet_for('<rect class="rug s-k"/><text class="name"/>')
    assert ".s-k{fill:#151211}" in sheet
    assert "#fbf1da" in sheet
    assert "#1f1a33" not in sheet
    assert ":hover" not in sheet
    assert "font-size:16px" in sheet
    assert "hull" not in sheet
    assert all("var(" not in value for rule in light_rules() for _, value in rule.declarations)


def test_the_card_is_painted_large_enough_and_shows_something():
    replay = cached_replay(finished_log())
    early, late = paint.png(card(replay, 0), 1200), paint.png(card(replay, 60), 1200)
    assert size(early) == size(late) == (1200, 630)
    assert early != late
    empty = paint.png('<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>', 1200)
    assert len(late) > 5 * len(empty)


def test_text_is_painted_without_fonts_of_the_machine():
    start = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60">'
    words = pixels(f'{start}<text x="9" y="40" font-family="system-ui">Sled ∞ ×</text></svg>')
    assert words != pixels(f"{start}</svg>")
    bold = pixels(f'{start}<text x="9" y="40" font-weight="700">Sled ∞ ×</text></svg>')
    assert bold != words


def test_a_hostile_name_is_text():
    replay = cached_replay(finished_log("black=<script>x()</script> white='\"&"))
    for svg in (picture(replay, 3), card(replay, 3)):
        tree = ElementTree.fromstring(svg)
        assert not [element for element in tree.iter() if element.tag.endswith("script")]
        assert "<script>x()</script>" in "".join(tree.itertext())


def test_points_are_those_of_the_step():
    replay = cached_replay(finished_log())
    assert points_at(replay, 0) == [0, 0]
    assert sum(points_at(replay, replay.plies)) > 20


def test_the_addresses(game: Game):
    client = Client()
    svg = client.get(f"/games/{game.pk}/12/table.svg")
    assert svg["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert narration_at(cached_replay(game.log), 12) in "".join(
        ElementTree.fromstring(svg.content).itertext()
    )
    assert "script-src 'none'" in svg["Content-Security-Policy"]
    assert "style-src 'unsafe-inline'" in svg["Content-Security-Policy"]
    png = client.get(f"/games/{game.pk}/12/table.png")
    assert png["Content-Type"] == "image/png"
    assert size(png.content) == (1200, 630)


@pytest.mark.parametrize("name", ["table.svg", "table.png"])
def test_what_has_not_changed_is_not_sent_again(game: Game, name: str):
    address = f"/games/{game.pk}/7/{name}"
    first = Client().get(address)
    assert "max-age=86400" in first["Cache-Control"]
    repeated = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert (repeated.status_code, repeated.content) == (304, b"")
    other = Client().get(f"/games/{game.pk}/8/{name}", headers={"If-None-Match": first["ETag"]})
    assert other.status_code == 200


@pytest.mark.parametrize("name", ["table.svg", "table.png", "embed/"])
def test_a_step_past_the_end_is_not_there(game: Game, name: str):
    last = game.entries
    assert Client().get(f"/games/{game.pk}/{last}/{name}").status_code == 200
    for ply in (last + 1, "9" * 400, "-1", "x"):
        assert Client().get(f"/games/{game.pk}/{ply}/{name}").status_code == 404, ply
    assert Client().get(f"/games/{'a' * len(game.pk)}/1/{name}").status_code == 404


def test_a_card_is_painted_once(game: Game, monkeypatch: pytest.MonkeyPatch):
    address = f"/games/{game.pk}/9/table.png"
    first = Client().get(address).content
    monkeypatch.setattr(kept, "png", lambda svg, width: pytest.fail("painted again"))
    assert Client().get(address).content == first


def test_who_asks_for_too_many_waits_but_gets_what_is_there(game: Game):
    address = f"/games/{game.pk}/9/table.png"
    Client().get(address)
    for _ in range(PICTURES.most):
        PICTURES.count("127.0.0.1")
    refused = Client().get(f"/games/{game.pk}/10/table.png")
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert refused["Cache-Control"] == "no-store"
    assert Client().get(address).status_code == 200


def test_a_busy_painter_says_so(game: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(paint, "PATIENCE", 0.01)
    with paint.PAINT_SLOT:
        answer = Client().get(f"/games/{game.pk}/10/table.png")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer["Cache-Control"] == "no-store"
