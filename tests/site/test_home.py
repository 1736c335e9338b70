"""The first page: what this is, to a visitor; what waits for them, to an account."""

import re
from dataclasses import dataclass

import pytest
from django.test import Client

from games import queries as games_queries
from games.intake.receive import receive
from games.intake.verify import verify_submissions
from games.models import Account, Game
from games.replays.views import pictures
from ratings.services.fold import fold_pending
from tables.models import FirstGame, Table
from tests.cast import account, broken_log, client_of, finished_log
from tests.worlds.tables import awaited, dealt, people

pytestmark = pytest.mark.django_db


def page(viewer: Account | None = None, address: str = "/") -> str:
    client = Client()
    if viewer:
        client.force_login(viewer)
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def bring(account: Account, log: str) -> None:
    upload = receive(account, log.encode(), "evening.imh", "page")
    verify_submissions([submission.pk for submission in upload.submissions.all()])


@dataclass
class Turn:
    """A table, who is to act there, and the other one."""

    table: Table
    mover: Account
    other: Account


@pytest.fixture
def turn() -> Turn:
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    mover = awaited(table).account
    return Turn(table, mover, ben if mover == ana else ana)


def test_a_visitor_sees_the_picture_and_the_ways_in():
    html = page()
    assert 'src="/quay.svg?look=day"' in html
    words = ("board game", "2 to 4 players", "thirty minutes", "Free", "no account")
    ways = ('action="/learn/game/begin/"', 'href="/learn/"', "/accounts/signup/?next=/play/new/")
    for part in (*words, *ways):
        assert part in html
    assert "own__" not in html
    answer = Client().get("/quay.svg", headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < 12_000
    repeat = Client().get("/quay.svg", headers={"If-None-Match": answer["ETag"]})
    assert repeat.status_code == 304


def test_whose_turn_it_is_finds_the_table_first_with_its_picture(turn: Turn):
    html = page(turn.mover)
    assert "It is your turn" in html
    assert f'src="/tables/{turn.table.pk}/small.svg?p={turn.table.plies}&amp;look=day"' in html
    assert "Waiting for you: " in html
    assert 'src="/quay.svg' not in html
    other = page(turn.other)
    assert "It is your turn" not in other
    assert "Your games" in other


def test_the_last_game_with_its_verdict_and_what_it_did_to_the_rating(ana, ben):
    assert "Your last game" not in page(ana)
    bring(ben, finished_log("black=@ana white=@ben"))
    html = page(ana)
    assert "1 game to confirm" in html
    assert "not rated yet" in html
    game = Game.objects.get()
    client = client_of(ana)
    client.post(f"/games/{game.pk}/attest/")
    fold_pending()
    html = page(ana)
    assert "game to confirm" not in html
    assert f'href="/games/{game.pk}/0/"' in html
    assert "<strong>+" in html or "<strong>\N{MINUS SIGN}" in html
    assert "own__points" in html


def test_of_the_games_of_one_day_the_last_one_accepted_is_shown(ana, ben):
    day = "2026-05-01"
    games = []
    for seed in range(1, 6):
        bring(ben, finished_log("black=@ana white=@ben", seed=seed, played=day))
        games.append(Game.objects.exclude(pk__in=games).get().pk)
    assert f'href="/games/{games[-1]}/0/"' in page(ana)
    last = games_queries.last_seat_of(ana)
    assert last is not None
    assert last.game_id == games[-1]


def test_the_latest_games_stand_with_their_days(ana, ben):
    for seed, day in ((1, "2026-05-03"), (2, "2026-05-09"), (3, "2026-05-06")):
        bring(ben, finished_log("black=@ana white=@ben", seed=seed, played=day))
    html = page()
    days = re.findall(r'<span class="latest__about"><time datetime="([^"]+)"', html)
    assert days == ["2026-05-09", "2026-05-06", "2026-05-03"]


def test_a_game_that_may_be_watched_is_on_the_first_page(turn: Turn):
    assert f'href="/tables/{turn.table.pk}/"' in page()
    Table.objects.filter(pk=turn.table.pk).update(watchable=False)
    assert f'href="/tables/{turn.table.pk}/"' not in page()


def test_play_now_goes_on_with_a_game_that_is_not_over():
    client = Client()
    client.post("/learn/game/begin/", {"go_on": "1"})
    (begun,) = FirstGame.objects.all()
    client.post("/learn/game/begin/", {"go_on": "1"})
    assert FirstGame.objects.get() == begun
    client.post("/learn/game/begin/")
    assert FirstGame.objects.count() == 2


def test_a_refused_upload_is_told(ana):
    bring(ana, broken_log(seed=4)[0])
    html = page(ana)
    assert "Your last upload" in html
    assert "refused" in html


def test_a_newcomer_is_told_how_to_begin():
    html = page(account("ana"))
    assert "Find an opponent" in html
    assert "No game yet" in html


def test_a_small_picture_is_drawn_once_and_asked_for_with_its_tag(monkeypatch: pytest.MonkeyPatch):
    ana = account("ana")
    bring(ana, finished_log("black=@ana white=Ben"))
    address = f"/games/{Game.objects.get().pk}/small.svg"
    drawings: list[str] = []
    draw = pictures.log_picture
    monkeypatch.setattr(
        pictures, "log_picture", lambda log, step=None: drawings.append(log) or draw(log, step)
    )
    monkeypatch.setattr(pictures, "THUMBNAILS", pictures.ThumbnailCache())
    first, second = Client().get(address), Client().get(address)
    assert first.content == second.content
    assert first.content.startswith(b"<svg")
    assert len(drawings) == 1
    repeat = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert repeat.status_code == 304
    assert Client().get("/games/zzzzzzzzzzzz/small.svg").status_code == 404


def test_all_games_that_wait_can_be_reached(ana, ben):
    for seed in range(1, 12):
        bring(ben, finished_log("black=@ana white=@ben", seed=seed))
    client = client_of(ana)
    first = client.get("/accounts/me/").context["waiting"]
    second = client.get("/accounts/me/", {"after": first.next}).context["waiting"]
    assert [len(first.rows), len(second.rows)] == [10, 1]
    assert client.get("/accounts/me/?after=nonsense").status_code == 404
