"""The short form of ``make chaos``, and what its check finds where something was lost."""

from __future__ import annotations

import subprocess
import sys
from uuid import uuid4

import pytest

from games.models import Submission
from tests.cast import account, finished_log, game_of, submit
from tests.chaos.check import check_once
from tests.chaos.load import Acknowledged
from tests.pipeline.players import Played
from tests.services.processes import ROOT
from tests.worlds.tables import dealt, people

QUICK = "kill -9 worker child|FLUSHALL|kill -9 the queue"
"""Faults of which no player has to wait."""


@pytest.mark.postgres  # once: it has a store of its own
@pytest.mark.timeout(0)
def test_a_site_that_is_broken_three_times_loses_nothing() -> None:
    command = [sys.executable, "-m", "tests.chaos", "--store", "embedded", "--only", QUICK]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr[-2000:]
    assert run.stdout.count("| 1 | 0 | 0 | 0 | 0 | 0 |") == 3


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
    row = Submission.objects.get(upload=upload)
    row.verifications.model.objects.create(submission=row, verdict="verified", duration=1)
    findings = check_once(noted)
    assert [line.partition(" ")[0] for line in findings.lost] == [
        *("log", "entry", "table", "the", "what")
    ]
    assert findings.doubled == [f"submission {row.pk} was judged 2 times"]
    assert f"log 3, upload {upload.pk}: verified" in findings.wrong
    assert set(findings.late) == {f"table {table.pk}"}
