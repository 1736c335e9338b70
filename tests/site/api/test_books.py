"""The books by the API: entries that are elsewhere than their games, and closings."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Standing
from games.ports import Cause, ChangeReason
from games.standing.standing import announce_changes as games_changed
from ratings.closing import closing_digest
from ratings.lines import closing_line, entry_line
from ratings.models import Closing, Entry
from ratings.services import closings
from ratings.services.fold import fold_pending
from tests.fake_clock import set_clock
from tests.site.api.test_games import Asker, follow
from tests.worlds.league import games, played, players, stand

pytestmark = pytest.mark.django_db

TODAY = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(monkeypatch, settings):
    settings.BOOKS_CLOSE_AFTER_DAYS = 30
    clock = [TODAY]
    set_clock(monkeypatch, lambda: clock[0])

    def later(**delay: int) -> None:
        clock[0] += timedelta(**delay)

    return later


def every_kind(clock) -> tuple[Game, Game]:
    """A late game; one that is taken back and rated again, then taken back by an entry that is
    retired. Two closings."""
    ana, ben = players("ana", "ben")
    waits = games([([ana, ben], [1, 2])], days=[0], standing=Standing.WAITING)[0]
    game = played(ben, ana, day=1)
    closings.close_books()
    stand(waits, Standing.COUNTED)
    for standing, cause in (
        (Standing.VOID, ChangeReason(Cause.UPHELD, "dispute:7")),
        (Standing.COUNTED, ChangeReason(Cause.RESTORED)),
    ):
        Game.objects.filter(pk=game.pk).update(standing=standing)
        games_changed([game.pk], cause)
        fold_pending()
        clock(days=31)
        closings.close_books()
    for standing in (Standing.VOID, Standing.COUNTED):
        stand(game, standing)
        fold_pending()
    return waits, game


def test_entries_are_shown_as_the_dump_has_them(clock):
    waits, game = every_kind(clock)
    rows = follow("books/entries")
    assert [(row["game"], row["kind"]) for row in rows] == [
        (game.pk, "again"),
        (game.pk, "reversal"),
        (waits.pk, "late"),
    ]
    for row in rows:
        line = entry_line(Entry.objects.get(pk=row["id"]))
        for name in ("game", "nth", "kind", "day", "cause", "ref", "reverses", "retired"):
            assert row[name] == line[name], name
    back = rows[1]
    sat = [[seat["player"], seat["place"]] for seat in back["seats"]]
    assert sat == Entry.objects.get(kind="reversal", retired_by=None).seats
    assert back["page"] == f"http://testserver/games/{game.pk}/#dispute-7"
    assert [row["page"] for row in (rows[0], rows[2])] == [None, None]
    assert rows[0]["seats"] is None
    assert Asker().ask("GET", back["game_url"].removeprefix("http://testserver")).status_code == 200


def test_what_no_longer_holds_is_shown_if_asked(clock):
    _, game = every_kind(clock)
    holds, every = follow("books/entries"), follow("books/entries?include=retired&page_size=1")
    assert len(every) == Entry.objects.count() > len(holds)
    assert {row["retired"] for row in holds} == {False}
    assert [row["id"] for row in every] == sorted((row["id"] for row in every), reverse=True)
    assert {row["kind"] for row in follow("books/entries?kind=late")} == {"late"}
    assert {row["game"] for row in follow(f"books/entries?game={game.pk}")} == {game.pk}
    assert follow(f"books/entries?game={'0' * 12}") == []


def test_closings_have_the_digests_by_which_they_can_be_checked(clock):
    every_kind(clock)
    rows = follow("books/closings?page_size=1")
    assert len(rows) == Closing.objects.count() == 3
    before, digest = None, ""
    for row in reversed(rows):
        line = closing_line(Closing.objects.get(pk=row["id"]))
        for name in ("id", "through", "changes", "digest", "previous"):
            assert row[name] == line[name], name
        through = datetime.fromisoformat(row["through"]).date()
        assert row["previous"] == (digest or None)
        digest = closing_digest(digest, closings.changes_of_days(before, through))
        assert row["digest"] == digest
        before = through


@pytest.mark.parametrize(
    "query", ["game=nonsense", "game=%00", "include=all", "kind=", "kind=x", "after=%00"]
)
def test_filters_that_make_no_sense(query):
    answer = Asker().ask("GET", f"books/entries?{query}")
    if query == "kind=":
        assert answer.status_code == 200
    else:
        assert answer.status_code == 400
        assert list(answer.json()["errors"]) == [query.partition("=")[0]]


def test_a_page_takes_as_many_queries_for_many_rows_as_for_few(clock):
    ana, ben = players("ana", "ben")
    stored_games = games([([ana, ben], [1, 2])] * 12, days=[0], standing=Standing.WAITING)
    played(ana, ben, day=1)
    closings.close_books()
    counts = []
    for some in (stored_games[:2], stored_games[2:]):
        Game.objects.filter(pk__in=[game.pk for game in some]).update(standing=Standing.COUNTED)
        games_changed([game.pk for game in some], ChangeReason(Cause.MERGED, "merge:1"))
        fold_pending()
        with CaptureQueriesContext(connection) as caught:
            assert Asker().ask("GET", "books/entries").status_code == 200
        counts.append(len(caught))
    assert counts == [2, 2]
