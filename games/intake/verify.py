"""Judges queued logs and writes down the verdicts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

from django.db import OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.editions import refresh_editions
from games.intake.store_verdicts import FAILED, store_verdicts
from games.judging.judge import JudgedLog, judge_log, wrong_day
from games.judging.pending_result import verification_row
from games.judging.queue import (
    Lease,
    LeasedLog,
    batches,
    leasable,
    lease_logs,
    queue_is_empty,
    return_logs,
    wake_singly,
    wake_workers,
)
from games.limits import BATCH_SECONDS, MAX_ATTEMPTS, MAX_RESENT, WAITING_SECONDS
from games.models import Game, Status, Submission, Verdict, Verification
from games.notices import notify_uploaders
from games.ports import Cause, ChangeReason
from games.standing.standing import settle
from web.errors import Conflict
from web.gc_tuning import fewer_collections

PATIENCE: Final = 3
"""How often results are written, when the database makes two writers stand back."""


def verify_submissions(ids: Sequence[int]) -> None:
    """Judge those of the submissions `ids` that wait, and store what they became.

    May be called any number of times, by several workers at once: each log is judged by
    the worker that leases it, and its results are written once.
    """
    with fewer_collections():
        for batch in batches(list(ids)):
            _judge_all(lease_logs(batch))


def _judge_all(leased: Lease) -> None:
    """Simulated outside of any transaction, written in one."""
    refresh_editions()
    until = time.monotonic() + BATCH_SECONDS
    verdicts: list[tuple[LeasedLog, JudgedLog]] = []
    for case in leased.cases:
        if time.monotonic() > until:
            break
        verdicts.append((case, _judge_case(case)))
    postponed = [case.submission.pk for case in leased.cases[len(verdicts) :]]
    if verdicts:
        _write(leased, verdicts)
    if postponed:
        return_logs(leased.claimed_at, postponed)
        wake_singly(postponed)


def _judge_case(case: LeasedLog) -> JudgedLog:
    begins = case.submission.begins
    verdict = judge_log(case.source, begins)
    if verdict.header and (
        refusal := wrong_day(verdict.header, case.source, begins, timezone.now().date())
    ):
        return verdict.refused(refusal)
    return verdict


def _write(leased: Lease, verdicts: list[tuple[LeasedLog, JudgedLog]]) -> None:
    for attempt in range(1, PATIENCE + 1):
        try:
            retried = store_verdicts(leased.claimed_at, verdicts)
            break
        except OperationalError:  # a deadlock, a database locked for too long
            if attempt == PATIENCE:
                raise
    wake_singly(retried)
    notify_uploaders({case.submission.upload_id for case, _verdict in verdicts})


def reverify(submission: Submission) -> Verification:
    """Judge a log again with the engine of today, which agrees with the record: the run is added.

    Raises ``Conflict`` if the engine fails, which says nothing about the log, and if it judges a
    game differently: that is decided about all games together (``releases``), and nothing is
    written.
    """
    refresh_editions()
    game = submission.game
    source, begins = (game.log.encode(), 1) if game else (submission.text, submission.begins)
    verdict = judge_log(source, begins)
    if verdict.crash:
        raise Conflict(f"the engine failed: {verdict.crash}")
    if game is not None and not _agrees(verdict, game):
        raise Conflict(
            _(
                "The engine of today judges this game otherwise. Nothing was written: begin an "
                "impact, and decide by what it finds."
            )
        )
    with transaction.atomic():
        run = verification_row(submission, verdict, game.pk if game else None)
        run.save(force_insert=True)
        settle([game] if game is not None else [], runs=[run.pk], reason=ChangeReason(Cause.JUDGED))
    return run


def _agrees(verdict: JudgedLog, game: Game) -> bool:
    """The verdict is the one on record, and so is the result that the entries give."""
    runs = Verification.objects.filter(submission=game.submission_id).order_by("-at", "-pk")
    refuted = runs.values_list("verdict", flat=True).first() == Verdict.REFUSED
    if verdict.header is None or refuted:
        return refuted and verdict.header is None
    points = verdict.fields["points"]
    on_record = {seat.colour: seat.points for seat in game.seats.all()}
    return points == on_record and verdict.fields["fingerprint"] == game.fingerprint


def sweep_queue() -> int:
    """Send a message again for every log that has been queued or running for too long; one that
    has been tried too often is failed. Gives how many logs it found."""
    current_time = timezone.now()
    lost = Submission.objects.filter(leasable(current_time)).order_by("queued_at", "pk")
    refusal = {"kind": "failed", "message": FAILED, "line": 0}
    hopeless = lost.filter(attempts__gte=MAX_ATTEMPTS).order_by()
    failed = hopeless.update(status=Status.FAILED, judged_at=current_time, refusal=refusal)
    waited = current_time - timedelta(seconds=WAITING_SECONDS)
    fresh = lost.filter(status=Status.QUEUED, attempts=0, queued_at__lt=waited)
    tried = lost.exclude(status=Status.QUEUED, attempts=0)
    return failed + _resend(fresh, wake_workers) + _resend(tried, wake_singly)


def _resend(rows: QuerySet[Submission], send: Callable[[Sequence[int]], object]) -> int:
    """All of them if no message is left; else those that have waited longest, for a long queue is
    no lost one."""
    limit = None if queue_is_empty() else MAX_RESENT
    ids = list(rows.values_list("pk", flat=True)[:limit])
    send(ids)
    return len(ids)
