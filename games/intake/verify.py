"""Judges queued logs and writes down the verdicts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from django.db import OperationalError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.causes import Cause, Why
from games.editions import refresh_editions
from games.intake.store_verdicts import store_verdicts
from games.intake.verdict_rows import verification_row
from games.judging.judge import JudgedLog, judge, too_late
from games.judging.queue import Case, Lease, batches, give_back, lease, wake_singly
from games.limits import BATCH_SECONDS
from games.models import Game, Submission, Verdict, Verification
from games.notices import tell_of_verdicts
from games.standing.standing import settle
from web.errors import Conflict
from web.gc_tuning import collecting_seldom

PATIENCE: Final = 3
"""How often results are written, when the database makes two writers stand back."""


def verify(ids: Sequence[int]) -> None:
    """Judge those of the submissions `ids` that wait, and store what they became.

    May be called any number of times, by several workers at once: each log is judged by
    the worker that leases it, and its results are written once.
    """
    with collecting_seldom():
        for batch in batches(list(ids)):
            _judge_all(lease(batch))


def _judge_all(leased: Lease) -> None:
    """Simulated outside of any transaction, written in one."""
    refresh_editions()
    until = time.monotonic() + BATCH_SECONDS
    judged: list[tuple[Case, JudgedLog]] = []
    for case in leased.cases:
        if time.monotonic() > until:
            break
        judged.append((case, _judged(case)))
    rest = [case.submission.pk for case in leased.cases[len(judged) :]]
    if judged:
        _write(leased, judged)
    if rest:
        give_back(leased.at, rest)
        wake_singly(rest)


def _judged(case: Case) -> JudgedLog:
    begins = case.submission.begins
    judged = judge(case.source, begins)
    if judged.header and (
        late := too_late(judged.header, case.source, begins, timezone.now().date())
    ):
        return judged.refused(late)
    return judged


def _write(leased: Lease, judged: list[tuple[Case, JudgedLog]]) -> None:
    for attempt in range(1, PATIENCE + 1):
        try:
            again = store_verdicts(leased.at, judged)
            break
        except OperationalError:  # a deadlock, a database locked for too long
            if attempt == PATIENCE:
                raise
    wake_singly(again)
    tell_of_verdicts({case.submission.upload_id for case, _verdict in judged})


def reverify(submission: Submission) -> Verification:
    """Judge a log again with the engine of today, which agrees with the record: the run is added.

    Raises ``Conflict`` if the engine fails, which says nothing about the log, and if it judges a
    game otherwise: that is decided about all games together (``releases``), and nothing is written.
    """
    refresh_editions()
    game = submission.game
    source, begins = (game.log.encode(), 1) if game else (submission.text, submission.begins)
    judged = judge(source, begins)
    if judged.crash:
        raise Conflict(f"the engine failed: {judged.crash}")
    if game is not None and not _agrees(judged, game):
        raise Conflict(
            _(
                "The engine of today judges this game otherwise. Nothing was written: begin an "
                "impact, and decide by what it finds."
            )
        )
    with transaction.atomic():
        run = verification_row(submission, judged, game.pk if game else None)
        run.save(force_insert=True)
        settle([game] if game is not None else [], runs=[run.pk], reason=Why(Cause.JUDGED))
    return run


def _agrees(judged: JudgedLog, game: Game) -> bool:
    """The verdict is the one on record, and so is the result that the entries give."""
    runs = Verification.objects.filter(submission=game.submission_id).order_by("-at", "-pk")
    refuted = runs.values_list("verdict", flat=True).first() == Verdict.REFUSED
    if judged.header is None or refuted:
        return refuted and judged.header is None
    now = judged.fields["points"]
    on_record = {seat.colour: seat.points for seat in game.seats.all()}
    return now == on_record and judged.fields["fingerprint"] == game.fingerprint
