"""The short form of ``make chaos``, and what its check finds where something was lost."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from games.models import Submission
from tests.cast import account, finished_log, game_of, submit
from tests.chaos.check import check_once
from tests.chaos.load import Acknowledged, Request
from tests.chaos.results import Outcome, append_outcome, read_outcomes, table_of
from tests.pipeline.players import Played
from tests.services.processes import ROOT
from tests.worlds.tables import dealt, people

QUICK = "kill -9 worker child|FLUSHALL|kill -9 the queue"
"""Faults of which no player has to wait."""


@pytest.mark.long
@pytest.mark.postgres  # once: it has a store of its own
@pytest.mark.timeout(0)
def test_a_site_that_is_broken_three_times_loses_nothing() -> None:
    command = [sys.executable, "-m", "tests.chaos", "--store", "embedded", "--only", QUICK]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr[-2000:]
    assert run.stdout.count("| nothing |") == 3


@pytest.mark.django_db
def test_what_is_lost_or_wrong_is_named() -> None:
    ana, ben = people("ana", "ben")
    upload = submit(account("cat"), finished_log())
    table = dealt([ana, ben])
    noted = Acknowledged(uploads=[(1, str(upload.pk), False)])
    before = check_once(noted)
    assert (before.lost, before.doubled, before.late) == ([], [], [])

    noted.uploads += [(2, str(uuid4()), False), (3, str(upload.pk), True)]
    noted.confirmations.add((game_of(upload).pk, "ben"))
    noted.standings[game_of(upload).pk] = True
    noted.tables.append(Played(str(table.pk), accepted={1: "never written"}))
    table.places.update(replaced_at=1, replaced_why="time")
    noted.begun += timedelta(days=1)
    row = Submission.objects.get(upload=upload)
    row.verifications.model.objects.create(submission=row, verdict="verified", duration=1)
    findings = check_once(noted)
    assert [line.partition(" ")[0] for line in findings.lost] == [
        *("log", "entry", "table", "the", "what")
    ]
    assert findings.doubled == [f"submission {row.pk} was judged 2 times"]
    assert f"log 3, upload {upload.pk}: verified" in findings.wrong
    assert any("was accepted at" in sentence for sentence in findings.wrong)
    assert set(findings.late) == {f"table {table.pk}"}


def test_a_request_to_a_paused_process_is_not_the_site_being_slow() -> None:
    pauses = [(10.0, 55.0), (70.0, 100.0)]
    assert Request("", 0, 60).seconds_outside(pauses) == 15
    assert Request("", 20, 110).seconds_outside(pauses) == 25
    assert Request("", 100, 140).seconds_outside(pauses) == 40


def test_the_table_comes_of_several_runs(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    append_outcome(files[0], Outcome("embedded", 7, "abc", "FLUSHALL", busy=2, recovered=3.4))
    append_outcome(files[1], Outcome("embedded", 8, "abd", "FLUSHALL", lost=1, stalled=4))
    append_outcome(files[1], Outcome("postgresql", 9, "abd", "disk full", errors=2, long=1))
    lines = table_of(read_outcomes(files)).splitlines()
    assert lines[2] == "| FLUSHALL | 2, 3 s, 2 | – | 1 lost |"
    assert lines[3] == "| disk full | – | 1, 0 s, 0 | 2 answered 500, 1 over 30 s |"
    assert lines[5:7] == ["embedded: seeds 7 (abc), 8 (abd).", "PostgreSQL: seeds 9 (abd)."]
    assert lines[7].endswith("stopped: 4.")
