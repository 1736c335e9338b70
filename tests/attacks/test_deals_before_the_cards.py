"""What a deal follows from is in the log before the cards: the audit names a game dealt from
something else, a deal repeated, and a proof taken away."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.db import connection
from django.test import override_settings

from archive.dumps.services.publish import dump
from archive.log.models import Waiting
from archive.log.services.append import append
from audit.runner import Audit
from audit.signed import VerifierKey
from games.intake.verify import verify_submissions
from games.log_outbox import BROKEN_OFF, DEAL, LOG, STANDING, queue_leaves
from games.models import Game, Submission
from games.models.append_only import locks
from games.written_once import lifted
from tables.ending.ending import abandon
from tables.models import Dealing, Phase, Place, Table
from tests.attacks.test_a_log_rewritten import as_if_dealt, store
from tests.site.log.conftest import OPERATOR, signer
from tests.worlds.modules import module_world
from tests.worlds.tables import act_once, dealt, people, play_out

__all__ = ["signer"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@override_settings(**OPERATOR)
def make_tables() -> list[Table]:
    """A table that was broken off, one that is played at, and one whose game is on record."""
    ana, ben, cat = people("ana", "ben", "cat")
    broken = dealt([ana, ben], shares=True, access="link")
    act_once(broken.pk)
    abandon(broken.pk)
    running = dealt([ana, ben, cat], shares=True)
    append()
    finished = play_out(dealt([ana, ben], shares=True).pk)
    append()
    submissions = Submission.objects.filter(upload=finished.upload)
    verify_submissions(list(submissions.values_list("pk", flat=True)))
    append()
    return [broken, running, finished]


stored_world, stored_tables = module_world(make_tables, "stored_tables")


@pytest.fixture
def tables(stored_tables: list[Table], signer: VerifierKey) -> list[Table]:
    return stored_tables


def audited(folder: Path) -> Audit:
    dump(folder)
    return Audit(folder)


def differences(folder: Path) -> list[str]:
    return [str(difference) for difference in audited(folder).differences()]


def test_an_honest_site_has_no_differences(tables: list[Table], tmp_path: Path) -> None:
    audit = audited(tmp_path / "dump")
    assert list(audit.differences()) == []
    assert "3 deals, 1 of them broken off" in audit.log


def test_a_committed_deal_is_passed_off_as_dealt(tables: list[Table], tmp_path: Path) -> None:
    """Log, table and record say so, each with a later leaf."""
    game, table = Game.objects.get(), tables[2]
    store(game, as_if_dealt(game.log))
    Table.objects.filter(pk=table.pk).update(upload=None)
    queue_leaves(LOG, [game.pk])
    queue_leaves(STANDING, [game.pk])
    append()
    sentences = differences(tmp_path / "dump")
    assert any(f"{game.pk} deal before its cards: written nothing" in line for line in sentences)
    assert any(f"log {game.pk}: leaf" in line for line in sentences)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_deal_is_removed(tables: list[Table], tmp_path: Path, number: int) -> None:
    """A deal that was broken off, one that is played, one of a game on record."""
    dealing = Dealing.objects.get(table=tables[number])
    with lifted(connection, locks([Dealing])), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tables_dealing WHERE id = %s", [dealing.pk])
    sentences = differences(tmp_path / "dump")
    assert any(f"deal {dealing.pk}: leaf" in line for line in sentences)
    assert any("the dump no longer has it" in line for line in sentences)
    named = any("deal before its cards" in line for line in sentences)
    assert named == (number == 2)


def test_a_table_that_was_broken_off_is_said_to_go_on(tables: list[Table], tmp_path: Path) -> None:
    dealing = Dealing.objects.get(table=tables[0])
    Table.objects.filter(pk=tables[0].pk).update(phase=Phase.PLAYING, ended_at=None)
    (sentence,) = differences(tmp_path / "dump")
    assert f"broken-off {dealing.pk}: leaf" in sentence


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_promise_is_exchanged(tables: list[Table], tmp_path: Path, number: int) -> None:
    dealing = Dealing.objects.get(table=tables[number])
    Place.objects.filter(table=tables[number], colour="black").update(promise="0" * 64)
    sentences = differences(tmp_path / "dump")
    assert any(f"deal {dealing.pk}: not what leaf" in line for line in sentences)


def test_a_secret_is_exchanged(tables: list[Table], tmp_path: Path) -> None:
    """Another digest than the table had published."""
    Table.objects.filter(pk=tables[1].pk).update(commitment="0" * 64)
    (sentence,) = differences(tmp_path / "dump")
    assert f"deal {Dealing.objects.get(table=tables[1]).pk}: not what leaf" in sentence


def test_the_leaf_comes_after_the_game(tables: list[Table], tmp_path: Path) -> None:
    """The operator deals until the cards please, and publishes the deal afterwards."""
    ana, ben = people("dora", "emil")
    table = play_out(dealt([ana, ben], shares=True).pk)
    Waiting.objects.filter(kind=DEAL).delete()
    (submission,) = Submission.objects.filter(upload=table.upload)
    verify_submissions([submission.pk])
    append()
    dealing = Dealing.objects.get(table=table)
    assert any("no leaf of the log has it" in line for line in differences(tmp_path / "one"))
    queue_leaves(DEAL, [dealing.pk])
    append()
    (sentence,) = differences(tmp_path / "two")
    assert f"deal {dealing.pk}: leaf" in sentence
    assert "of the game's verification" in sentence


def test_a_break_is_without_a_leaf(tables: list[Table], tmp_path: Path) -> None:
    abandon(tables[1].pk)
    Waiting.objects.filter(kind=BROKEN_OFF).delete()
    (sentence,) = differences(tmp_path / "dump")
    assert "broken-off" in sentence
    assert "no leaf of the log has it" in sentence


def test_nothing_of_a_private_table_is_in_it(tables: list[Table], tmp_path: Path) -> None:
    dump(tmp_path / "dump")
    lines = gzip.decompress((tmp_path / "dump" / "deals.ndjson.gz").read_bytes()).decode()
    assert tables[0].commitment in lines
    assert not any(table.pk in lines for table in tables)
    assert not any(name in lines for name in ("ana", "ben", "cat"))
