"""Somebody who got at the models, or at a connection, tries to rewrite what happened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, NotSupportedError, connection, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.models import ProtectedError
from django.db.models.deletion import Collector
from django.db.models.sql import DeleteQuery, UpdateQuery

from archive.log.models import Checkpoint, Leaf, Tile
from archive.log.services.append import append
from archive.releases.models import Candidate, Decision, ImpactDifference, ImpactRating, Pin
from archive.releases.services import impact
from events.models import (
    BroughtGame,
    ClubWord,
    Event,
    EventAct,
    EventAnnouncement,
    EventRuling,
    EventTable,
    GuestAccount,
    Round,
    Series,
    SeriesAct,
    SeriesMove,
)
from games.duplicates import decide
from games.models import Account, Attestation, GameDecision, ModeratorAction, Seating, Verification
from games.models.append_only import AppendOnly, AppendOnlyError, append_only_models, locks
from games.moderation import actions, reporting
from games.standing import attest, correct_seats
from games.written_once import lock, statements
from imhotep_site.settings.databases import SQLITE_OPTIONS
from insights.puzzles.admin import withdraw_puzzle
from insights.puzzles.models import Ruling
from ratings.models import Closing, Entry, Fold, Move, RatingChange, RatingTerms, Reason
from ratings.services.fold import fold_pending
from tables.lobby.opening import open_table
from tables.models import (
    DealShare,
    Opening,
    Promise,
    SharedDeal,
    Table,
    TableEntry,
    TakeBack,
)
from tables.terms import Terms
from tests.cast import account, finished_log, game_of, slips, submit
from tests.worlds.clubs import club_of
from tests.worlds.owners import agreed, made_by, owner
from tests.worlds.puzzles import puzzle_of

pytestmark = pytest.mark.both_databases

MODELS = {RatingChange, Attestation, Verification, ModeratorAction, Seating, TableEntry}
MODELS |= {Opening, Promise, Closing, Entry, Reason, Move, RatingTerms}
MODELS |= {Leaf, Tile, Checkpoint, Ruling}

Attack = Callable[[type[AppendOnly], Any], object]

THROUGH_THE_ORM: dict[str, Attack] = {
    "save": lambda model, row: row.save(),
    "save, saying that it is there": lambda model, row: row.save(force_update=True),
    "save one column": lambda model, row: row.save(update_fields=["id"]),
    "save_base": lambda model, row: row.save_base(raw=True),
    "delete": lambda model, row: row.delete(),
    "update": lambda model, row: model.objects.update(id=row.pk),
    "update by the base manager": lambda model, row: model._base_manager.update(id=row.pk),
    "update by the default manager": lambda model, row: model._default_manager.update(id=row.pk),
    "update what is filtered": lambda model, row: model.objects.filter(pk=row.pk).update(id=row.pk),
    "update without Python's part": lambda model, row: model.objects.all()._update([]),
    "delete all": lambda model, row: model.objects.all().delete(),
    "delete by the base manager": lambda model, row: model._base_manager.all().delete(),
    "delete without collecting": lambda model, row: model.objects.all()._raw_delete("default"),
    "update in bulk": lambda model, row: model.objects.bulk_update([row], _field(model)),
    "update or create": lambda model, row: model.objects.update_or_create(pk=row.pk),
    "create, updating what is in the way": lambda model, row: model.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["id"], update_fields=_field(model)
    ),
    "the same by position": lambda model, row: model.objects.bulk_create(
        [row], None, False, True, _field(model), ["id"]
    ),
    "update, asynchronously": lambda model, row: _run(model.objects.aupdate(id=row.pk)),
    "delete, asynchronously": lambda model, row: _run(model.objects.all().adelete()),
    "save, asynchronously": lambda model, row: _run(row.asave()),
    "update in bulk, asynchronously": lambda model, row: _run(
        model.objects.abulk_update([row], _field(model))
    ),
    "update or create, asynchronously": lambda model, row: _run(
        model.objects.aupdate_or_create(pk=row.pk)
    ),
}
"""Ways that the code refuses, with the name of what was tried."""

PAST_THE_CODE: dict[str, Attack] = {
    "an old row's key for a new row": lambda model, row: _as_new(model, row).save(),
    "collected and deleted": lambda model, row: _collected(row).delete(),
    "a query of deletion": lambda model, row: DeleteQuery(model).delete_batch([row.pk], "default"),
    "a query of update": lambda model, row: UpdateQuery(model).update_batch(
        [row.pk], {_field(model)[0]: getattr(row, _field(model)[0])}, "default"
    ),
    "DELETE": lambda model, row: _sql("DELETE FROM {t} WHERE id = {id}", model, row),
    "DELETE of all": lambda model, row: _sql("DELETE FROM {t}", model, row),
    "ON CONFLICT DO UPDATE": lambda model, row: _sql(
        "INSERT INTO {t} SELECT * FROM {t} WHERE id = {id} "
        "ON CONFLICT (id) DO UPDATE SET id = excluded.id",
        model,
        row,
    ),
}
"""Ways that only the database can refuse."""

OF_POSTGRESQL = (
    "TRUNCATE {t}",
    "TRUNCATE {t} CASCADE",
    "TRUNCATE games_account CASCADE",
    "WITH gone AS (DELETE FROM {t} RETURNING *) SELECT * FROM gone",
    "MERGE INTO {t} USING (SELECT {id} AS one) AS it ON {t}.id = it.one WHEN MATCHED THEN DELETE",
)
OF_SQLITE = (
    "INSERT OR REPLACE INTO {t} SELECT * FROM {t} WHERE id = {id}",
    "REPLACE INTO {t} SELECT * FROM {t} WHERE id = {id}",
    "UPDATE OR REPLACE {t} SET id = id",
    "UPDATE OR IGNORE {t} SET id = id",
)


def write_all() -> dict[type[AppendOnly], Any]:
    """A row of everything that is written once."""
    ana, ben = account("ana"), account("ben")
    judge = account("judge", moderator=True)
    game = game_of(submit(ana, finished_log()))
    attest.attest(ben, game)
    fold_pending()
    actions.verify_again(judge, [game], "to see it run")
    correct_seats.reseat_by_moderator(judge, game, ["@ana", "Cat"], "It was Cat.")
    submit(ana, slips(finished_log())[0])
    (slip,) = game.discrepancies.all()
    decide.choose_right_log(ana, slip, "first")
    decide.decide_discrepancy(judge, slip, "first", "A slip.")
    reporting.answer_report(judge, reporting.report_game(ben, game, "Odd."), False, "It is not.")
    open_table(ana, Terms(computers=("random",)), key="asked-once")
    open_table(ana, Terms(promise="ab" * 32))
    deal = SharedDeal.objects.create(seats=2, sites="AAAAA", edition="2026.1")
    DealShare.objects.create(deal=deal, account=ana, promise="cd" * 32)
    TakeBack.objects.create(table=Table.objects.all()[0], number=1, first=3, last=3, asker=ana)
    _books(game)
    _releases(game, judge)
    GameDecision.objects.create(game=game, kind="shared-mailbox")
    withdraw_puzzle(judge, puzzle_of(game), "Too easy.")
    _event(ana, game)
    made_by(judge, agreed(owner("olga"), owner("otto")))
    append()
    Tile.objects.create(level=63, number=0, hashes=bytes(32))  # else 256 leaves fill one
    connection.check_constraints()  # PostgreSQL truncates nothing that has checks to come
    return {model: _first(model) for model in append_only_models()}


def _event(arbiter: Account, game: Any) -> None:
    """A ruling, what it moved, a game that was brought to a table, a guest's account, and the word
    of a club, whatever they say."""
    club = club_of(arbiter)
    word = {"game": game, "club": club, "account": arbiter, "seating": 0}
    ClubWord(fingerprint=game.fingerprint, **word).save()
    event = Event.objects.create(name="Evening", founder=arbiter, starts_at=game.accepted_at)
    first = Round.objects.create(event=event, number=1, opened_by=arbiter)
    table = EventTable.objects.create(round=first, number=1, code="00000000")
    BroughtGame(table=table, game=game, account=arbiter, outcome="taken").save()
    ruling = EventRuling(event=event, kind="penalty", reason="why", arbiter=arbiter)
    ruling.save()
    today = game.played_on
    series = Series.objects.create(name="A", founder=arbiter, first_day=today, last_day=today)
    GuestAccount(series=series, guest="A", form="a", account=arbiter, named_by=arbiter).save()
    SeriesMove(series=series, ruling=ruling).save()
    SeriesAct(series=series, number=1, kind="made", content={}).save()
    EventAnnouncement(event=event, arbiter=arbiter, text="Tea at eight.").save()
    EventAct(event=event, number=1, kind="made", content={}).save()


def _books(game: Any) -> None:
    """A row of each of their tables, whatever they say."""
    run, day = Fold.objects.latest("pk"), game.played_on
    Closing.objects.create(through=day, changes=0, digest="")
    RatingTerms.objects.create(terms=2, since=day)
    Entry(game=game, nth=1, kind="late", day=day, at=game.accepted_at, added_by=run).save()
    Reason.objects.create(fold=run, game=game, cause="void", at=game.accepted_at)
    Move.objects.create(fold=run, player=game.seats.first().player, before=1, after=2)


def _releases(game: Any, judge: Account) -> None:
    """An impact and a decision, whatever they say."""
    found = impact.begin_impact(judge)
    Candidate.objects.create(impact=found, toml="", numbers="0" * 64)
    facts = {"before": {}, "after": {}}
    ImpactDifference(impact=found, game=game, kind="points", edition="2026.1", **facts).save()
    player = game.seats.first().player
    ImpactRating(impact=found, player=player, pool="overall", before=1, after=2, size=1).save()
    decision = Decision.objects.create(impact=found, what="pin", by=judge, reason="why")
    Pin.objects.create(game=game, engine="0.2.0", decision=decision)


@pytest.fixture(scope="module")
def made(keep: Callable[..., dict[type[AppendOnly], Any]]) -> dict[type[AppendOnly], Any]:
    return keep(write_all)


@pytest.fixture
def written(made: dict[type[AppendOnly], Any], db: None) -> dict[type[AppendOnly], Any]:
    """One for the tests of this module; each finds them as they were made."""
    return deepcopy(made)


def test_the_ledger_confirmations_verifications_actions_and_entries_are_written_once():
    assert set(append_only_models()) >= MODELS


@pytest.mark.parametrize("name", THROUGH_THE_ORM)
@pytest.mark.django_db
def test_the_orm_changes_nothing(name: str, written: dict[type[AppendOnly], Any]):
    for model, row in written.items():
        before = _rows(model)
        with pytest.raises(AppendOnlyError, match=model._meta.label), transaction.atomic():
            THROUGH_THE_ORM[name](model, row)
        assert _rows(model) == before


@pytest.mark.parametrize("name", PAST_THE_CODE)
@pytest.mark.django_db
def test_what_goes_past_the_code_changes_nothing(name: str, written: dict[type[AppendOnly], Any]):
    for model, row in written.items():
        _refused(model, lambda model=model, row=row: PAST_THE_CODE[name](model, row))


@pytest.mark.django_db
def test_no_column_can_be_updated(written: dict[type[AppendOnly], Any]):
    for model, row in written.items():
        for field in model._meta.concrete_fields:
            for value in (f'"{field.column}"', "NULL"):
                sql = f'UPDATE {{t}} SET "{field.column}" = {value} WHERE id = {{id}}'
                _refused(model, lambda sql=sql, model=model, row=row: _sql(sql, model, row))


@pytest.mark.django_db
def test_the_database_has_no_other_way_round(written: dict[type[AppendOnly], Any]):
    ways = OF_POSTGRESQL if connection.vendor == "postgresql" else OF_SQLITE
    for model, row in written.items():
        for sql in ways:
            # of a table to which others refer, before its lock is asked
            more = (NotSupportedError,) if sql == "TRUNCATE {t}" else ()
            _refused(model, lambda sql=sql, model=model, row=row: _sql(sql, model, row), *more)


@pytest.mark.django_db
def test_related_managers_change_nothing(written: dict[type[AppendOnly], Any]):
    change = written[RatingChange]
    run = Fold.objects.create(cause=Fold.Cause.CHANGE)
    for attack in (
        lambda: run.changes_retired.add(change),
        lambda: run.changes_retired.add(change, bulk=False),
        lambda: run.changes_retired.set([change]),
        lambda: change.added_by.changes_added.update(after=0),
        lambda: change.added_by.changes_retired.clear(),
        lambda: change.game.attestations.update(by_playing=True),
        lambda: change.game.attestations.all().delete(),
        lambda: written[TableEntry].table.entries.update(text=""),
        lambda: Account.objects.get(username="ana").table_entries.clear(),
    ):
        with pytest.raises(AppendOnlyError), transaction.atomic():
            attack()


@pytest.mark.django_db
def test_nothing_that_they_belong_to_can_be_deleted(written: dict[type[AppendOnly], Any]):
    change = written[RatingChange]
    table = Table.objects.get(pk=written[Opening].table_id)
    for kept in (Account.objects.get(username="ana"), change.game, change.added_by, table):
        with pytest.raises(ProtectedError):
            kept.delete()


@pytest.mark.django_db
def test_a_change_is_retired_once(written: dict[type[AppendOnly], Any]):
    pk = written[RatingChange].pk
    first, second = (Fold.objects.create(cause=Fold.Cause.CHANGE) for _ in range(2))
    change = RatingChange.objects.filter(pk=pk)
    for also in ("after = after + 1", "games_before = 9", "pairs = '[]'", "game_id = NULL"):
        sql = f"UPDATE {{t}} SET retired_by_id = {first.pk}, {also} WHERE id = {{id}}"
        _refused(RatingChange, lambda sql=sql: _sql(sql, RatingChange, written[RatingChange]))
    assert (change.retire(first), change.retire(second)) == (1, 0)
    for value in (second.pk, first.pk, "NULL"):
        sql = f"UPDATE {{t}} SET retired_by_id = {value} WHERE id = {{id}}"
        _refused(RatingChange, lambda sql=sql: _sql(sql, RatingChange, written[RatingChange]))
    assert change.get().retired_by == first


# ------------------------------------------------------------------ after all migrations


@pytest.mark.django_db
def test_every_table_that_is_written_once_is_locked_after_all_migrations():
    """Fails for a migration that made such a table anew and did not end with ``locked``."""
    assert open_tables() == []


# -------------------------------------------------------------- SQLite, whatever the tests run on


@pytest.fixture
def kept(db: None, tmp_path: Path) -> Iterator[Any]:
    """A SQLite database with the site's own options, and a table with two ways to be in the way."""
    configured = connections.configure_settings(
        {
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": str(tmp_path / "kept.sqlite3"),
                "OPTIONS": SQLITE_OPTIONS,
            }
        }
    )
    connections["kept"] = made = DatabaseWrapper(configured["default"], "kept")
    with made.cursor() as cursor:
        cursor.execute("CREATE TABLE acts (id INTEGER PRIMARY KEY, game TEXT UNIQUE, ended INT)")
        cursor.execute("INSERT INTO acts VALUES (1, 'one', NULL), (2, 'two', NULL)")
    lock(made, "acts", ["ended"])
    yield made
    made.close()
    del connections["kept"]


def _acts(kept: Any) -> list[tuple[Any, ...]]:
    with kept.cursor() as cursor:
        return list(cursor.execute("SELECT * FROM acts ORDER BY id").fetchall())


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT OR REPLACE INTO acts VALUES (1, 'three', NULL)",
        "INSERT OR REPLACE INTO acts (game) VALUES ('two')",
        "REPLACE INTO acts (game) VALUES ('one')",
        "INSERT INTO acts VALUES (1, 'x', 1) ON CONFLICT (id) DO UPDATE SET game = 'x'",
        "INSERT INTO acts VALUES (3, 'one', 1) ON CONFLICT (game) DO UPDATE SET ended = 1, id = 9",
        "UPDATE acts SET game = 'three', ended = 5 WHERE id = 1",
        "UPDATE OR REPLACE acts SET game = 'two' WHERE id = 1",
        "UPDATE acts SET ended = NULL",
        "DELETE FROM acts",
    ],
)
def test_sqlite_neither_replaces_nor_updates_nor_deletes(sql: str, kept: Any):
    before = _acts(kept)
    with pytest.raises(IntegrityError, match="written once"), kept.cursor() as cursor:
        cursor.execute(sql)
    assert _acts(kept) == before


def test_sqlite_lets_a_column_be_set_once_and_rows_be_added(kept: Any):
    with kept.cursor() as cursor:
        cursor.execute("UPDATE acts SET ended = 5 WHERE id = 1")
        cursor.execute("INSERT OR IGNORE INTO acts VALUES (1, 'one', 1), (3, 'three', NULL)")
        with pytest.raises(IntegrityError, match="written once"):
            cursor.execute("UPDATE acts SET ended = 6 WHERE id = 1")
    assert _acts(kept) == [(1, "one", 5), (2, "two", None), (3, "three", None)]


def test_a_table_that_sqlite_made_anew_is_seen_to_be_open(kept: Any):
    wanted = statements(kept, "acts", ["ended"])
    assert _locked_on_sqlite(kept, "acts", wanted)
    with kept.cursor() as cursor:
        cursor.execute("ALTER TABLE acts ADD COLUMN reason TEXT")
    assert not _locked_on_sqlite(kept, "acts", statements(kept, "acts", ["ended"]))
    with kept.cursor() as cursor:
        cursor.execute("CREATE TABLE anew AS SELECT * FROM acts")
        cursor.execute("DROP TABLE acts")
        cursor.execute("ALTER TABLE anew RENAME TO acts")
    assert not _locked_on_sqlite(kept, "acts", statements(kept, "acts", ["ended"]))
    lock(kept, "acts", ["ended"])
    assert _locked_on_sqlite(kept, "acts", statements(kept, "acts", ["ended"]))


# -------------------------------------------------------------------------------- inside


def open_tables() -> list[str]:
    """Those that are written once, and that the database does not lock."""
    return [table for table, once in locks(append_only_models()).items() if _open(table, once)]


def _first(model: type[AppendOnly]) -> Any:
    row = model.objects.order_by("pk").first()
    assert row is not None, f"the scene has no row of {model.__name__}"
    return row


def _rows(model: type[AppendOnly]) -> list[Any]:
    return list(model.objects.order_by("pk").values_list())


def _field(model: type[AppendOnly]) -> list[str]:
    """A field to be written over; as good as any other."""
    return [next(f.name for f in model._meta.concrete_fields if not f.primary_key)]


def _as_new(model: type[AppendOnly], row: Any) -> Any:
    return model(**{f.attname: getattr(row, f.attname) for f in model._meta.concrete_fields})


def _collected(row: Any) -> Collector:
    collector = Collector("default", origin=row)
    collector.collect([row])
    return collector


def _run(attack: Any) -> None:
    async def run() -> None:
        await attack

    asyncio.run(run())


def _sql(sql: str, model: type[AppendOnly], row: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql.format(t=model._meta.db_table, id=row.pk))


def _refused(model: type[AppendOnly], attack: Callable[[], object], *more: type[Exception]) -> None:
    """By the lock, or by one of `more`."""
    before = _rows(model)
    with pytest.raises((IntegrityError, AppendOnlyError, *more)), transaction.atomic():
        attack()
    assert _rows(model) == before


def _open(table: str, once: list[str]) -> bool:
    """True if the lock on `table` is another than the one it should have now."""
    wanted = statements(connection, table, once)
    if connection.vendor == "postgresql":
        return not _locked_on_postgresql(table, wanted)
    return not _locked_on_sqlite(connection, table, wanted)


def _locked_on_postgresql(table: str, wanted: list[str]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, tgenabled, prosrc FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid "
            "WHERE tgrelid = %s::regclass AND NOT tgisinternal ORDER BY tgname",
            [table],
        )
        found = cursor.fetchall()
    names = [(f"{table}_never_emptied", "O"), (f"{table}_written_once", "O")]
    return [row[:2] for row in found] == names and all(row[2] in wanted[0] for row in found)


def _locked_on_sqlite(kept: Any, table: str, wanted: list[str]) -> bool:
    with kept.cursor() as cursor:
        cursor.execute(
            "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table]
        )
        return {row[0] for row in cursor.fetchall()} == set(wanted)
