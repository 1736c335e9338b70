"""Games played here that were written faster than people play."""

from datetime import date, datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Game, Standing
from games.moderation.fraud_detectors import Suspicion
from games.standing.resolve_players import ensure_player
from tables.models import Table, TableEntry
from tables.queries import FAST_ENTRIES, FAST_SECONDS, fast_games
from tests.cast import account, finished_log, game_of, submit
from tests.worlds.tables import dealt

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
ENDED = timezone.now()
YESTERDAY = ENDED.date() - timedelta(days=1)


@pytest.fixture
def table() -> Table:
    """A table of ana and ben with a game that counts, and no entries of theirs yet."""
    ana, ben = account("ana"), account("ben")
    table = dealt([ana, ben])
    upload = submit(ana, finished_log())
    Game.objects.filter(pk=game_of(upload).pk).update(standing=Standing.COUNTED)
    Table.objects.filter(pk=table.pk).update(ended_at=ENDED, upload=upload)
    table.refresh_from_db()
    return table


def write(table: Table, entries: int, seconds: float) -> None:
    """So many entries of people, the last one so long after the first."""
    begun: datetime = ENDED - timedelta(seconds=seconds)
    step = timedelta(seconds=seconds) / (entries - 1)
    sitting = [place.account for place in table.places.order_by("turn")]
    TableEntry.objects.bulk_create(
        TableEntry(
            table=table,
            ply=1000 + n,
            seat=n % 2,
            text="take",
            by=sitting[n % 2],
            at=begun + n * step,
        )
        for n in range(entries)
    )


def found(since: date = YESTERDAY) -> list[Suspicion]:
    return [*fast_games(since)]


def test_a_game_that_was_written_too_fast(table: Table) -> None:
    write(table, FAST_ENTRIES, 0.9 * FAST_SECONDS * FAST_ENTRIES)
    game = Game.objects.get()
    (suspicion,) = found()
    assert (suspicion.kind, suspicion.key, suspicion.games) == ("pace", game.pk, [game.pk])
    sitting = [ensure_player(place.account).pk for place in table.places.order_by("turn")]
    assert sorted(suspicion.facts.pop("players")) == sorted(sitting)  # type: ignore[type-var]
    assert suspicion.facts == {"seconds": "0.9"}
    assert found(ENDED.date() + timedelta(days=1)) == []  # it ended before
    Game.objects.update(standing=Standing.WAITING)
    assert found() == []  # it changes no rating


def test_a_second_an_entry_is_not_too_fast(table: Table) -> None:
    write(table, FAST_ENTRIES, FAST_SECONDS * FAST_ENTRIES)
    assert found() == []


def test_a_few_entries_say_nothing(table: Table) -> None:
    write(table, FAST_ENTRIES - 1, 1)
    assert found() == []


def test_computer_players_may_be_quick(table: Table) -> None:
    computer = account("hal")
    computer.computer = "greedy"
    computer.save()
    write(table, FAST_ENTRIES - 1, 1)
    TableEntry.objects.bulk_create(
        TableEntry(table=table, ply=2000 + n, seat=1, text="take", by=computer, at=ENDED)
        for n in range(FAST_ENTRIES)
    )
    assert found() == []
