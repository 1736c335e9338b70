"""Queries of releases, for pages and API."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from time import monotonic
from typing import Final, NamedTuple

from django.db.models import Count, Max, Min, QuerySet

from archive.releases.models import (
    LOST,
    DifferenceKind,
    Impact,
    ImpactDifference,
    ImpactGroup,
    Pin,
    Release,
)
from drawing.replay.replay import cached_replay
from engine import EngineError
from engine.build import engine_version
from games.models import Game, Seat, Verification

MAX_GROUPS: Final = 200
FRESH_SECONDS: Final = 60


class Engine(NamedTuple):
    """A build, and what it judged of the record. `release`: none, if it ran before releases were
    written down."""

    build: str
    runs: int
    since: datetime
    until: datetime
    release: Release | None


def engines() -> list[Engine]:
    """Builds with their numbers of verifications, the latest first; a minute old at most."""
    releases = {release.build: release for release in Release.objects.only("pk", "build")}
    engines = [
        Engine(*row, releases.get(row[0])) for row in _runs(int(monotonic() / FRESH_SECONDS))
    ]
    return sorted(engines, key=lambda engine: engine.until, reverse=True)


@lru_cache(maxsize=1)
def _runs(_minute: int) -> list[tuple[str, int, datetime, datetime]]:
    """Verifications of games by build: their number, the first and the last."""
    rows = Verification.objects.filter(game__isnull=False).order_by().values_list("engine")
    return list(rows.annotate(Count("pk"), Min("at"), Max("at")))


def impacts() -> QuerySet[Impact]:
    rows = Impact.objects.select_related("release", "by", "decision__by", "candidate")
    return rows.defer("candidate__toml").order_by("-pk")


def of_release(release: Release) -> Impact | None:
    """The release's newest impact on all games that is done or under way."""
    public_impacts = impacts().filter(release=release, edition="", chosen__isnull=True)
    return public_impacts.exclude(state__in=LOST).first()


# --- what an impact found -------------------------------------------------------


def difference_groups(impact: Impact) -> list[ImpactGroup]:
    """Games that differ in the same, the largest group first. One statement, however many games."""
    return list(impact.groups.order_by("-games", "edition", "where")[:MAX_GROUPS])


def impact_differences(impact: Impact, kind: str = "") -> QuerySet[ImpactDifference]:
    """Differences of an impact by id, of one kind or of all."""
    rows = impact.differences.select_related("game").defer("game__log")
    rows = rows.prefetch_related("game__seats__player__account")
    return rows.filter(kind=kind) if kind in DifferenceKind.values else rows


# --- one game -------------------------------------------------------------------


class EngineMismatch(NamedTuple):
    """Difference between a game's record and its replay by the current engine. `current_points`: by
    seat; None, if the engine refuses an entry. `pin`: the decision that the game keeps its verdict;
    `engine`: that judged it; `release`, `impact`: of the current engine."""

    record: list[int]
    current_points: list[int] | None
    pin: Pin | None
    engine: str
    release: Release | None
    impact: Impact | None


def find_mismatch(game: Game, seats: Sequence[Seat]) -> EngineMismatch | None:
    """Mismatch of the replay with the record of `game`; None, without a query, if they agree."""
    record = [seat.points for seat in seats]
    points = replayed(game.log)
    if points == record:
        return None
    pins = Pin.objects.filter(game=game.pk, ended_by=None)
    pin = pins.select_related("decision__by", "decision__impact").first()
    runs = Verification.objects.filter(submission=game.submission_id).order_by("-at", "-pk")
    release = Release.objects.filter(build=engine_version()).first()
    impact = of_release(release) if release else None
    engine = runs.values_list("engine", flat=True).first() or ""
    return EngineMismatch(record, points, pin, engine, release, impact)


def replayed(log: str) -> list[int] | None:
    """The points with which the replay of `log` ends; None if the current engine refuses it."""
    try:
        replay = cached_replay(log)
    except EngineError:
        return None
    return None if replay.error else list(replay.score(replay.plies).points)
