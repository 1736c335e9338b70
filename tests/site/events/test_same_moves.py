"""Two tables of one deal at which the very same moves are made: one game, two results."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from archive.dumps.services.publish import dump
from audit.runner import Audit
from events.deals.rounds import promise_event_deal
from events.models import ResultState
from events.results.standings import read_book
from games.models import Game
from ratings.models import RatingChange
from ratings.services.fold import fold_pending
from tests.audit.conftest import Copy
from tests.worlds.duplicates import Duplicate, bound

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(scope="module")
def module_world(keep: Callable[..., Duplicate]) -> Duplicate:
    return keep(show_deal)


@pytest.fixture
def alike(module_world: Duplicate, db: None) -> Duplicate:
    return deepcopy(module_world)


def show_deal() -> Duplicate:
    """A shown deal: of three tables the first two made the same moves."""
    world = bound("ana", "ben", "cat", "dan", "eva", "fay")
    for (row, _table), seed in zip(world.tables(), (5, 5, 6), strict=True):
        world.play(row, seed=seed)
    world.show()
    return world


def test_both_tables_have_the_result_of_their_one_game(alike: Duplicate, client: Client) -> None:
    first, second, third = (row for row, _table in alike.tables())
    assert Game.objects.count() == 2
    assert first.game_id == second.game_id != third.game_id
    assert {row.state for row in (first, second, third)} == {ResultState.CONFIRMED}
    seats = [
        list(row.seats.order_by("turn").values_list("score", "place")) for row in (first, second)
    ]
    assert seats[0] == seats[1]
    points = {line.entrant.in_logs: line.points for line in read_book(alike.evening.event).lines()}
    for first_seat, twin_seat in zip(
        first.seats.order_by("turn"), second.seats.order_by("turn"), strict=True
    ):
        assert points[first_seat.entrant.in_logs] == points[twin_seat.entrant.in_logs]
    page = client.get(reverse("event", args=[alike.event_id])).content.decode()
    assert page.count("made the same moves") == 2
    assert client.get(reverse("event-deal", args=[alike.event_id, 1])).status_code == 200
    promise_event_deal(alike.event_id, alike.arbiter)  # nothing keeps the next deal back


def test_the_game_is_rated_once(alike: Duplicate) -> None:
    fold_pending()
    game = alike.tables()[0][0].game
    assert game is not None
    rated = set(
        RatingChange.objects.filter(game=game).values_list("player__account__username", flat=True)
    )
    assert rated == {
        seat.player.account.username for seat in game.seats.select_related("player__account")
    }
    assert len(rated) == 2


def test_an_auditor_finds_no_difference_and_is_told(alike: Duplicate, tmp_path: Path) -> None:
    fold_pending()
    dump(tmp_path / "dump")
    audit = Audit(tmp_path / "dump")
    assert [str(row) for row in audit.differences()] == []
    assert audit.events is not None
    assert any("played the same moves" in note for note in audit.events.notes)


def test_a_second_table_without_a_deal_of_its_own_is_named(
    alike: Duplicate, tmp_path: Path
) -> None:
    """Whoever gives a table the result of another one has no deal for it."""
    fold_pending()
    dump(tmp_path / "dump")
    copy = Copy(tmp_path / "dump")
    deals = [line for line in copy.lines("deals") if line["record"] == "deal"]
    games = [line["game"] for line in deals]
    second = next(line for line in reversed(deals) if games.count(line["game"]) > 1)
    copy.change("deals", lambda line: None if line == second else line)
    assert any("one table only" in str(row) for row in Audit(copy.folder).differences())
