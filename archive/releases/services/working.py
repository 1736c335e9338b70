"""A worker's stint: chunks of games, then the ratings, then decisions to be carried out.

The rows are the truth, a message only a wake-up. Of several workers the first that changes the row
of a chunk has it; who is first to write that it is done has judged it, so that a chunk that was
delivered twice counts once.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from time import monotonic, process_time
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from archive.releases.limits import IDLE_SECONDS, MAX_ATTEMPTS, STINT_SECONDS
from archive.releases.models import (
    UNDER_WAY,
    Decision,
    Impact,
    ImpactChunk,
    ImpactDifference,
    ImpactRating,
    ImpactState,
    Release,
)
from archive.releases.services import builds, decisions, groups, ratings
from archive.releases.services.impact import begin_impact, end_impact, wake_release_worker
from archive.releases.services.judging import Crashed, GameDifference, OnRecord, judge_difference
from engine.build import engine_version
from games.editions import refresh_editions
from games.models import Game, Seat, Verdict, Verification
from web.database_clock import database_time

BATCH: Final = 500

logger = logging.getLogger(__name__)


def work_on_impacts(seconds: float = STINT_SECONDS) -> int:
    """Work for so long at what is due, then leave the rest to another message. How many games were
    judged."""
    ends, games = monotonic() + seconds, 0
    while chunk := _lease():
        if chunk.number == 0 or ImpactChunk.objects.filter(_free(database_time())).exists():
            _spread()
        games += _judge(chunk)
        if monotonic() > ends:
            break
    for impact in Impact.objects.filter(state__in=UNDER_WAY, release__build=engine_version()):
        _finish(impact)
    for decision in Decision.objects.filter(done_at=None).order_by("pk"):
        decisions.carry_out_decision(decision)
    if ImpactChunk.objects.filter(_free(database_time())).exists():
        wake_release_worker()
    return games


def notice_engine() -> bool:
    """Notice a new engine, and have an impact of it begin; end what no engine is left for; send a
    message if anything is to be done. Whether one was sent."""
    _notice()
    idle = database_time() - timedelta(seconds=IDLE_SECONDS)
    left = Impact.objects.filter(state__in=UNDER_WAY, worked_at__lt=idle)
    for impact in left.exclude(release__build=engine_version()):
        end_impact(impact, ImpactState.OUTDATED)
    waits = Impact.objects.filter(state__in=UNDER_WAY).exists()
    return (waits or Decision.objects.filter(done_at=None).exists()) and wake_release_worker()


# --- new engines ----------------------------------------------------------------


def _notice() -> None:
    """An engine that this site has not run before is written down. Where games were judged by
    another one, its impact begins by itself."""
    build = engine_version()
    if Release.objects.filter(build=build).exists():
        return
    builds.present()
    verifications = Verification.objects.exclude(engine=build)
    if settings.RELEASE_IMPACTS and verifications.exists():
        begin_impact(None)


# --- chunks ---------------------------------------------------------------------


def _lease_ends(current_time: datetime) -> datetime:
    return current_time - timedelta(seconds=settings.JUDGING_LEASE_SECONDS)


def _free(current_time: datetime) -> Q:
    """Chunks of the current engine that are not done and not leased."""
    leased = Q(claimed_at__gte=_lease_ends(current_time))
    ours = Q(impact__state=ImpactState.JUDGING, impact__release__build=engine_version())
    return Q(done_at=None) & ours & ~leased


def _lease() -> ImpactChunk | None:
    """The next chunk, taken by a conditional UPDATE; one over which workers died ends it all."""
    while True:
        current_time = database_time()
        chunk = (
            ImpactChunk.objects.filter(_free(current_time))
            .select_related("impact")
            .order_by("impact_id", "number")
            .first()
        )
        if chunk is None:
            return None
        if chunk.attempts >= MAX_ATTEMPTS:
            end_impact(chunk.impact, ImpactState.FAILED)
            continue
        impact_chunks = ImpactChunk.objects.filter(
            pk=chunk.pk, attempts=chunk.attempts, done_at=None
        )
        if impact_chunks.update(claimed_at=current_time, attempts=chunk.attempts + 1):
            chunk.attempts += 1
            return chunk


def _spread() -> None:
    """Wake another worker, up to ``IMPACT_WORKERS``."""
    impact_chunks = ImpactChunk.objects.filter(
        done_at=None,
        claimed_at__gte=_lease_ends(database_time()),
        impact__state=ImpactState.JUDGING,
    )
    if impact_chunks.count() < settings.IMPACT_WORKERS:
        wake_release_worker()


def _judge(chunk: ImpactChunk) -> int:
    """Judge its games, outside any transaction; what was found is written in one."""
    refresh_editions()
    began, impact = process_time(), chunk.impact
    difference_rows, games, crashes = list[ImpactDifference](), 0, 0
    for record in _records(chunk):
        games += 1
        try:
            differs = judge_difference(record, impact.edition)
        except Crashed as crash:
            logger.warning("the engine failed at game %s: %s", record.game, crash)
            crashes += 1
            continue
        if differs is not None:
            difference_rows.append(_row(impact, record, differs))
    return games if _write(chunk, difference_rows, games, crashes, process_time() - began) else 0


def _row(impact: Impact, record: OnRecord, differs: GameDifference) -> ImpactDifference:
    return ImpactDifference(
        impact=impact,
        game_id=record.game,
        kind=differs.kind,
        edition=record.edition,
        where=differs.place[:40],
        entry=differs.entry,
        before=record.facts,
        after=differs.after,
    )


@transaction.atomic
def _write(
    chunk: ImpactChunk,
    impact_differences: list[ImpactDifference],
    games: int,
    crashes: int,
    seconds: float,
) -> bool:
    """False if another worker was first, or the impact has ended."""
    current_time = database_time()
    under_way = Impact.objects.filter(pk=chunk.impact_id, state=ImpactState.JUDGING)
    impact_chunks = ImpactChunk.objects.filter(pk=chunk.pk, done_at=None)
    if not under_way.update(worked_at=current_time) or not impact_chunks.update(
        done_at=current_time
    ):
        return False
    ImpactDifference.objects.bulk_create(impact_differences, batch_size=BATCH)
    groups.add_differences(chunk.impact, impact_differences)
    under_way.update(
        games=F("games") + games, crashes=F("crashes") + crashes, seconds=F("seconds") + seconds
    )
    return True


def _records(chunk: ImpactChunk) -> Iterable[OnRecord]:
    """Stored games of a chunk. Three queries."""
    rows = Game.objects.filter(pk__gte=chunk.first)
    if chunk.until:
        rows = rows.filter(pk__lt=chunk.until)
    if chunk.impact.chosen is not None:
        rows = rows.filter(pk__in=chunk.impact.chosen)
    games = list(rows.order_by("pk").values_list("pk", "submission", "log", "edition", "digest"))
    seats: dict[str, list[Seat]] = {}
    for seat in Seat.objects.filter(game__in=[row[0] for row in games]).order_by("number"):
        seats.setdefault(seat.game_id, []).append(seat)
    runs = Verification.objects.filter(submission__in=[row[1] for row in games])
    latest = dict(runs.order_by("at", "pk").values_list("submission", "verdict"))
    for pk, submission, log, edition, digest in games:
        sits = seats.get(pk, [])
        yield OnRecord(
            pk,
            log,
            edition,
            latest.get(submission, Verdict.VERIFIED.value),
            digest,
            [seat.points for seat in sits],
            [seat.place for seat in sits],
            [seat.breakdown for seat in sits],
        )


# --- the end --------------------------------------------------------------------


def _finish(impact: Impact) -> None:
    """Work out the ratings once all chunks are judged; one worker at a time."""
    if ImpactChunk.objects.filter(impact=impact, done_at=None).exists():
        return
    current_time = database_time()
    dead = Q(state=ImpactState.RATING, worked_at__lt=current_time - timedelta(seconds=IDLE_SECONDS))
    impacts = Impact.objects.filter(Q(state=ImpactState.JUDGING) | dead, pk=impact.pk)
    if impact.attempts >= MAX_ATTEMPTS:
        if impacts.exists():
            end_impact(impact, ImpactState.FAILED)
        return
    if not impacts.update(
        state=ImpactState.RATING, worked_at=current_time, attempts=F("attempts") + 1
    ):
        return
    moved = [] if impact.edition else ratings.moved_ratings(impact)
    with transaction.atomic():
        impacts = Impact.objects.filter(
            pk=impact.pk, state=ImpactState.RATING, worked_at=current_time
        )
        done = {"state": ImpactState.DONE, "ended_at": database_time(), "ratings": len(moved)}
        if impacts.update(**done, **groups.differences_by_kind(impact)):
            rows = [ImpactRating(impact=impact, **move._asdict()) for move in moved]
            ImpactRating.objects.bulk_create(rows, batch_size=BATCH)
            ImpactChunk.objects.filter(impact=impact).delete()
