"""Judges queued logs and writes down the verdicts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from django.db import OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from games.editions import refresh_editions
from games.intake.store_verdicts import store_verdicts
from games.judging.judge import JudgedLog, judge_log, wrong_day
from games.judging.pending_result import verification_row
from games.judging.queue import (
    AS_QUEUED,
    FAILED,
    Lease,
    LeasedLog,
    batches,
    failed_without_engine,
    leasable,
    lease_logs,
    pause_over,
    pause_remembered_logs,
    pausing_on_failure,
    queue_is_empty,
    return_logs,
    wake_singly,
    wake_workers,
)
from games.limits import (
    BATCH_SECONDS,
    CLOCK_TOLERANCE,
    FIRST_RETRY,
    LONGEST_RETRY,
    MAX_ATTEMPTS,
    MAX_RESENT,
    PAUSED_TOGETHER,
    WAITING_SECONDS,
)
from games.models import Game, Status, Submission, Verdict, Verification
from games.notices import notify_uploaders
from games.ports import Cause, ChangeReason
from games.standing.decisions import SYSTEM_DECISION, PendingDecision
from games.standing.standing import settle
from web.database_clock import database_time
from web.database_connection import drop_broken_connection
from web.errors import Conflict
from web.gc_tuning import fewer_collections

PATIENCE: Final = 3
"""How often results are written, when the database makes two writers stand back."""


def verify_submissions(ids: Sequence[int]) -> None:
    """Judge those of the submissions `ids` that wait, and store what they became.

    May be called any number of times, by several workers at once: each log is judged by
    the worker that leases it, and its results are written once.
    """
    pause_remembered_logs()
    with fewer_collections():
        for batch in batches(list(ids)):
            leased = lease_logs(batch)
            with pausing_on_failure(leased.claimed_at, batch):
                _judge_all(leased)


def _judge_all(leased: Lease) -> None:
    """Simulated outside of any transaction, written in one."""
    refreshed = False
    today = leased.claimed_at.date()
    until = time.monotonic() + BATCH_SECONDS
    verdicts: list[tuple[LeasedLog, JudgedLog]] = []
    for case in leased.cases:
        if time.monotonic() > until:
            break
        verdict = _judge_case(case, today)
        if verdict.refusal and not refreshed:  # it may name an edition that is new
            refresh_editions()
            refreshed, verdict = True, _judge_case(case, today)
        verdicts.append((case, verdict))
    postponed = [case.submission.pk for case in leased.cases[len(verdicts) :]]
    if verdicts:
        _write(leased, verdicts)
    if postponed:
        return_logs(leased.claimed_at, postponed)
        wake_singly(postponed)


def _judge_case(case: LeasedLog, today: date) -> JudgedLog:
    begins = case.submission.begins
    verdict = judge_log(case.source, begins)
    if verdict.header and (refusal := wrong_day(verdict.header, case.source, begins, today)):
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
            drop_broken_connection()
    wake_singly(retried)
    notify_uploaders({case.submission.upload_id for case, _verdict in verdicts})


def reverify(submission: Submission, decision: PendingDecision = SYSTEM_DECISION) -> Verification:
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
                "The current engine gets a different result for this game. Nothing was "
                "changed. Check all games with this engine before you decide."
            )
        )
    with transaction.atomic():
        run = verification_row(submission, verdict, game.pk if game else None, database_time())
        run.save(force_insert=True)
        games = [game] if game is not None else []
        reason = ChangeReason(Cause.JUDGED)
        settle(games, runs=[run.pk], reason=reason, decision=decision)
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
    """Send a message again for every log that has been queued or running for too long, or has
    paused; one that has been tried too often is failed, and tried again after a longer pause if
    the engine did not fail. Gives how many logs it found."""
    pause_remembered_logs()
    current_time = database_time()
    failed = _fail_hopeless(current_time)
    lost = Submission.objects.filter(leasable(current_time)).order_by("queued_at", "pk")
    waited = current_time - timedelta(seconds=WAITING_SECONDS)
    untried = Q(status=Status.QUEUED, attempts=0, pauses__lte=PAUSED_TOGETHER)
    ahead = current_time + CLOCK_TOLERANCE
    fresh = lost.filter(untried, Q(queued_at__lt=waited) | Q(queued_at__gt=ahead))
    tried = lost.exclude(untried)
    resent = _resend(fresh, wake_workers) + _resend(tried, wake_singly)
    return failed + resent + _retry_failed(current_time)


def _fail_hopeless(moment: datetime) -> int:
    hopeless = Submission.objects.filter(leasable(moment), attempts__gte=MAX_ATTEMPTS).order_by()
    refusal = {"kind": "failed", "message": FAILED, "line": 0}
    number = 0
    for pauses in list(hopeless.values_list("pauses", flat=True).distinct()):
        next_try = moment + min(LONGEST_RETRY, FIRST_RETRY * 4 ** min(pauses, 10))
        number += hopeless.filter(pauses=pauses).update(
            status=Status.FAILED, judged_at=moment, refusal=refusal, resumes_at=next_try
        )
    return number


def _retry_failed(moment: datetime) -> int:
    """Queue again the logs at which only workers failed; those from before there were pauses at
    once."""
    due = failed_without_engine().filter(pause_over(moment)).order_by("pk")
    ids = list(due.values_list("pk", flat=True)[:MAX_RESENT])
    failed_without_engine().filter(pk__in=ids).update(
        **AS_QUEUED, queued_at=moment, pauses=F("pauses") + 1
    )
    wake_singly(ids)
    return len(ids)


def _resend(rows: QuerySet[Submission], send: Callable[[Sequence[int]], object]) -> int:
    """All of them if no message is left; else those that have waited longest, for a long queue is
    no lost one."""
    limit = None if queue_is_empty() else MAX_RESENT
    ids = list(rows.values_list("pk", flat=True)[:limit])
    send(ids)
    return len(ids)
