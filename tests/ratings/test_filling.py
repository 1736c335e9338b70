"""A rebuild of an empty ledger with the database to itself: the same rows, and the same tables."""

import re
import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from games.models import Game
from ratings.models import Fold, Rating, RatingChange
from ratings.services.books import EntryKey
from ratings.services.bulk_load import BackgroundInsert, bulk_load
from ratings.services.rebuild import rebuild_ledger
from ratings.services.walk import Addition, ComputedChange
from tests.tampering import tampering
from tests.worlds.league import NOON, games, ledger, players, present

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

CASTS = re.compile(r"::[a-z ]+(?:\[\])?|[()]")


def league(number: int = 60) -> None:
    sitting = players("ana", "ben", "cleo", "dan")
    games(
        [(sitting[at % 3 : at % 3 + 2], [1, 2]) for at in range(number)]
        + [(sitting, [1, 2, 2, 4])],
        days=[7, 1, 4, 2],
    )


def tables() -> list[tuple[str, str]]:
    """Every index, constraint and trigger of the tables that a rebuild writes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY (%(tables)s)"
            " UNION SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE conrelid = ANY (%(tables)s::regclass[])"
            " UNION SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger"
            " WHERE tgrelid = ANY (%(tables)s::regclass[]) AND NOT tgisinternal ORDER BY 1, 2",
            {"tables": ["ratings_ratingchange", "games_game"]},
        )
        return list(cursor.fetchall())


def without_casts(definitions: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """PostgreSQL places the casts of a definition otherwise once it has read its own text."""
    return [(name, CASTS.sub("", text)) for name, text in definitions]


def strengths() -> list[tuple[str, int | None]]:
    return list(Game.objects.order_by("pk").values_list("pk", "strength"))


def test_alone_it_writes_the_same_and_the_tables_are_as_before():
    league()
    before = tables()
    rebuild_ledger(alone=True)
    alone = ledger(), present(), strengths()
    after = tables()
    assert without_casts(after) == without_casts(before)
    assert len(alone[0]) == 60 * 4 + 8
    assert all(strength for _, strength in alone[2])
    assert rebuild_ledger(dry_run=True).nothing_differs
    call_command("check_ledger")
    rebuild_ledger(alone=True)
    assert tables() == after


def test_beside_others_it_writes_the_same():
    league()
    rebuild_ledger(alone=True)
    alone = ledger(), present(), strengths()
    with tampering(RatingChange) as rows:
        rows.delete()
    Rating.objects.all().delete()
    Game.objects.update(strength=None)
    rebuild_ledger()
    assert (ledger(), present(), strengths()) == alone


def test_who_reads_the_ledger_meanwhile_is_not_kicked_out():
    league()
    reading, read = threading.Event(), threading.Event()

    def read_it() -> None:
        with transaction.atomic():
            RatingChange.objects.exists()
            reading.set()
            read.wait(60)
        connection.close()

    reader = threading.Thread(target=read_it)
    reader.start()
    assert reading.wait(60)
    before = tables()
    with pytest.raises(CommandError, match="ratings_ratingchange"):
        call_command("rebuild_ratings", alone=True)
    assert not ledger()
    assert not Fold.objects.exists()
    read.set()
    reader.join(60)
    after = tables()
    assert without_casts(after) == without_casts(before)
    rebuild_ledger(alone=True)
    assert ledger()


def test_a_row_that_the_database_refuses_ends_it_and_nothing_is_left():
    league(2)
    fold = Fold.objects.create(cause=Fold.Cause.REBUILD)
    key = EntryKey(NOON.date(), NOON, "nogamehere12")
    change = ComputedChange(1_500_000, 1_520_000, 0, "[]", None, None, None)
    with (
        pytest.raises(IntegrityError),
        transaction.atomic(),
        bulk_load(alone=False),
        BackgroundInsert() as behind,
    ):
        behind.insert([Addition(1, "2", key, "", change)], fold)
    assert not RatingChange.objects.exists()


def test_a_walk_that_fails_leaves_the_connection_usable(monkeypatch: pytest.MonkeyPatch):
    league(600)
    monkeypatch.setattr("ratings.services.rebuild.STRETCH", 64)
    passed: list[int] = []

    def fail(done: int, _total: int) -> None:
        passed.append(done)
        if len(passed) == 4:
            raise KeyboardInterrupt

    for alone in (True, False):
        passed.clear()
        with pytest.raises(KeyboardInterrupt):
            rebuild_ledger(alone=alone, progress=fail)
        assert not RatingChange.objects.exists()
    assert rebuild_ledger().games == 601
    assert rebuild_ledger(dry_run=True).nothing_differs
