"""Whether everything that was acknowledged is there once: asked with queries of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter, defaultdict
from datetime import timedelta
from typing import NamedTuple

from django.db import Error, connection
from django.db.models import Count

from games.models import Attestation, Game, Seat, Standing, Status, Submission, Verification
from games.models.upload import OPEN
from ratings.models import GENERAL_POOLS, Pending, RatingChange
from tables.models import Place, TableEntry
from tests.chaos.load import Acknowledged
from tests.chaos.site import Site
from tests.services.processes import ROOT
from web.database_clock import database_time

PATIENCE = 240.0
"""Seconds until nothing waits any more."""
CALM = 60.0
"""Seconds for which something has to be wrong."""
MINUTE = timedelta(minutes=1)


class Findings(NamedTuple):
    """A sentence each."""

    lost: list[str]
    doubled: list[str]
    wrong: list[str]
    late: list[str]


def wait_until_done() -> bool:
    """True when every log is judged and every game rated, or has stopped to wait for it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if not (
                Submission.objects.filter(status__in=OPEN).exists() or Pending.objects.exists()
            ):
                return True
        except Error:
            connection.close()
        time.sleep(0.5)
    return False


def check(noted: Acknowledged) -> Findings:
    """What is found for a minute (a game that ends just now is not rated yet), and was not found
    after an earlier fault."""
    end = time.monotonic() + CALM
    while True:
        sentences = check_once(noted)
        findings = Findings(
            *([row for row in rows if row not in noted.findings] for rows in sentences)
        )
        if not any(findings) or time.monotonic() > end:
            noted.findings.update(*findings)
            return findings
        time.sleep(2)


def check_once(noted: Acknowledged) -> Findings:
    findings = Findings([], [], [], [])
    check_uploads(noted, findings)
    check_tables(noted, findings)
    for game, handle in noted.confirmations:
        if not Attestation.objects.filter(game=game, account__username=handle).exists():
            findings.lost.append(f"the word of {handle} on {game}")
    for key, is_void in noted.standings.items():
        if Game.objects.filter(pk=key, standing=Standing.VOID).exists() != is_void:
            findings.lost.append(f"what a moderator did with {key}")
    check_ratings(findings)
    check_times(noted, findings)
    rows = Place.objects.filter(replaced_why=Place.ReplacementCause.TIME)
    findings.late.extend(f"table {key}" for key in rows.values_list("table", flat=True))
    return findings


def check_uploads(noted: Acknowledged, findings: Findings) -> None:
    rows = defaultdict(list)
    for upload, status, game in Submission.objects.values_list("upload", "status", "game"):
        rows[str(upload)].append((status, game))
    games = defaultdict(set)
    for number, upload, spoiled in noted.uploads:
        submissions = rows[upload]
        if not submissions:
            findings.lost.append(f"log {number}, upload {upload}")
        for status, game in submissions:
            expected = {Status.REFUSED} if spoiled else {Status.VERIFIED, Status.DUPLICATE}
            if status not in expected:
                findings.wrong.append(f"log {number}, upload {upload}: {status}")
            games[number].add(game)
    for number, keys in games.items():
        if len(keys) > 1:
            findings.doubled.append(f"log {number}: {sorted(map(str, keys))}")
    runs = Verification.objects.order_by().values("submission").annotate(n=Count("pk"))
    for row in runs.filter(n__gt=1):
        findings.doubled.append(f"submission {row['submission']} was judged {row['n']} times")


def check_tables(noted: Acknowledged, findings: Findings) -> None:
    entries: defaultdict[str, dict[int, str]] = defaultdict(dict)
    rows = TableEntry.objects.values_list("table", "ply", "text")
    for table, ply, text in rows:
        if ply in entries[table]:
            findings.doubled.append(f"entry {ply} of table {table}")
        entries[table][ply] = text.partition(" ")[2]
    for played in noted.tables:
        for ply, text in played.accepted.items():
            if entries[played.table].get(ply) != text:
                findings.lost.append(f"entry {ply} of table {played.table}: {text}")
        games = Submission.objects.filter(upload__table=played.table).exclude(game=None)
        numbers = games.values("game").distinct().count()
        if numbers != 1:
            kind = findings.doubled if numbers else findings.lost
            kind.append(f"table {played.table} became {numbers} games")


def check_ratings(findings: Findings) -> None:
    """Each seat of a game that counts has one row in force, and no other game has any."""
    seats = Counter(Seat.objects.filter(game__standing=Standing.COUNTED).values_list("game"))
    in_force = RatingChange.objects.filter(retired_by=None, pool__in=GENERAL_POOLS)
    rated = Counter(in_force.values_list("game"))
    for (key,) in seats.keys() | rated.keys():
        if seats[key,] != rated[key,]:
            findings.wrong.append(f"game {key}: {seats[key,]} seats, {rated[key,]} rated")


def check_times(noted: Acknowledged, findings: Findings) -> None:
    """No game is of a time before the first fault, or still to come."""
    earliest, latest = noted.begun - MINUTE, database_time() + MINUTE
    games = Game.objects.exclude(accepted_at__range=(earliest, latest))
    for key, moment in games.values_list("pk", "accepted_at"):
        findings.wrong.append(f"game {key} was accepted at {moment}")


def run_own_checks(site: Site) -> list[str]:
    """The site's own checks, and the audit of a dump: what they refuse."""
    folder = site.data.parent / "last-dump"
    commands = (
        ["manage.py", "check_ledger"],
        ["manage.py", "rebuild_ratings", "--dry-run"],
        ["manage.py", "dump", str(folder)],
        ["-m", "audit", str(folder)],
    )
    refusals = []
    for command in commands:
        run = subprocess.run(
            [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=900
        )
        differs = "rebuild_ratings" in command and "No differences." not in run.stdout
        if run.returncode or differs:
            refusals.append(f"{' '.join(command)}: {run.stdout[:3000]}{run.stderr[-500:]}")
    return refusals
