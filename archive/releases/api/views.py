"""Releases, impacts, and one game as the engine of today plays it."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from archive.releases import queries
from archive.releases.api.serializers import (
    ImpactFull,
    ImpactGame,
    ImpactRatingRow,
    JudgedGame,
    ReleaseFull,
    ReleaseShort,
)
from archive.releases.impact_words import mismatch_sentence
from archive.releases.models import DifferenceKind, Impact, Release
from archive.releases.services import builds
from engine.build import engine_version
from games.models import Verification
from games.queries import games_with_seats
from web.api.base import ApiView
from web.api.paging import KeysetPagination
from web.api.schema import problems

MAX_IMPACTS = 50


class ReleasePages(KeysetPagination):
    keys = ("-id",)


class DifferencePages(KeysetPagination):
    keys = ("id",)


class RatingPages(KeysetPagination):
    keys = ("-size", "-id")


class Releases(ApiView):
    queryset = Release.objects.none()
    serializer_class = ReleaseShort
    pagination_class = ReleasePages

    @extend_schema(operation_id="releases_list", responses={200: ReleaseShort(many=True)})
    def get(self, request: Request) -> Response:
        """Builds of the engine that this site has run, the newest first."""
        return self.page_of(Release.objects.all())


class ReleaseDetail(ApiView):
    serializer_class = ReleaseFull

    @extend_schema(operation_id="release_show", responses={200: ReleaseFull, **problems(404)})
    def get(self, request: Request, release_id: int) -> Response:
        """A build: its changes, and which stored games would differ under it."""
        release = get_object_or_404(Release, pk=release_id)
        before = builds.previous_release(release)
        changed = (
            builds.compare_releases(before, release) if before else builds.ReleaseComparison([], [])
        )
        impacts = queries.impacts().filter(release=release)[:MAX_IMPACTS]
        return Response(
            {
                **ReleaseShort(release).data,
                "files": changed.files,
                "numbers": [number._asdict() for number in changed.numbers],
                "impacts": ImpactFull(impacts, many=True).data,
            }
        )


class ImpactDetail(ApiView):
    serializer_class = ImpactFull

    @extend_schema(operation_id="impact_show", responses={200: ImpactFull, **problems(404)})
    def get(self, request: Request, impact_id: int) -> Response:
        """How many verdicts, places, points, digests and ratings would change; the decision."""
        return Response(ImpactFull(get_object_or_404(queries.impacts(), pk=impact_id)).data)


class Differences(ApiView):
    queryset = Impact.objects.none()
    serializer_class = ImpactGame
    pagination_class = DifferencePages

    @extend_schema(
        operation_id="impact_differences",
        parameters=[OpenApiParameter("kind", str, enum=DifferenceKind.values)],
        responses={200: ImpactGame(many=True), **problems(400, 404)},
    )
    def get(self, request: Request, impact_id: int) -> Response:
        """Games that would be judged differently."""
        kind = request.query_params.get("kind", "")
        if kind and kind not in DifferenceKind.values:
            raise ValidationError({"kind": ["There is no such kind."]})
        rows = get_object_or_404(Impact, pk=impact_id).differences.all()
        return self.page_of(rows.filter(kind=kind) if kind else rows)


class Ratings(ApiView):
    queryset = Impact.objects.none()
    serializer_class = ImpactRatingRow
    pagination_class = RatingPages

    @extend_schema(
        operation_id="impact_ratings",
        responses={200: ImpactRatingRow(many=True), **problems(400, 404)},
    )
    def get(self, request: Request, impact_id: int) -> Response:
        """Ratings that would change, largest changes first."""
        return self.page_of(get_object_or_404(Impact, pk=impact_id).rating_changes.all())


class GameJudged(ApiView):
    serializer_class = JudgedGame

    @extend_schema(operation_id="game_judged", responses={200: JudgedGame, **problems(404)})
    def get(self, request: Request, game_id: str) -> Response:
        """The game compared with the current engine's replay."""
        game = get_object_or_404(games_with_seats(), pk=game_id)
        seats = list(game.seats.all())
        runs = Verification.objects.filter(submission=game.submission_id).order_by("-at", "-pk")
        mismatch = queries.find_mismatch(game, seats)
        record = [seat.points for seat in seats]
        answer: dict[str, object] = {
            "agrees": mismatch is None,
            "sentence": mismatch_sentence(mismatch, seats) if mismatch else "",
            "record": record,
            "now": mismatch.current_points if mismatch else record,
            "engine": runs.values_list("engine", flat=True).first() or "",
            "present": engine_version(),
            "pinned": bool(mismatch and mismatch.pin),
            "impact": mismatch.impact.pk if mismatch and mismatch.impact else None,
        }
        return Response(answer)
