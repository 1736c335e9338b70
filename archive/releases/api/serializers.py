from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from archive.releases.models import (
    Decision,
    DifferenceKind,
    Impact,
    ImpactDifference,
    ImpactRating,
    ImpactState,
    Release,
)
from archive.releases.services.groups import games_by_kind
from archive.releases.services.impact import progress_percent


class DecisionShort(serializers.ModelSerializer[Decision]):
    by = serializers.CharField(source="by.username")

    class Meta:
        model = Decision
        fields = ["what", "by", "reason", "at", "done_at"]


class ImpactFull(serializers.ModelSerializer[Impact]):
    """Impact of a build of the engine, or of an edition, on the record. Each game that
    differs is counted once: by the first of verdict, places, points, digest that does."""

    build = serializers.CharField(source="release.build")
    release = serializers.IntegerField(source="release_id")
    by = serializers.CharField(
        source="by.username", default=None, allow_null=True, help_text="null: the site itself"
    )
    state = serializers.ChoiceField(ImpactState.choices)
    progress = serializers.SerializerMethodField(help_text="judged, of a hundred games")
    edition = serializers.CharField(
        allow_blank=True, help_text="by whose numbers games were counted; empty: each by its own"
    )
    candidate = serializers.SerializerMethodField(
        help_text="true: by numbers that were no edition when it began"
    )
    all_games = serializers.SerializerMethodField(help_text="false: of games that were chosen")
    verdicts = serializers.IntegerField(read_only=True)
    places = serializers.IntegerField(read_only=True)
    points = serializers.IntegerField(read_only=True)
    digests = serializers.IntegerField(read_only=True)
    decision = serializers.SerializerMethodField()

    class Meta:
        model = Impact
        fields = [
            *(
                "id",
                "release",
                "build",
                "edition",
                "candidate",
                "all_games",
                "by",
                "begun_at",
                "ended_at",
            ),
            *("state", "progress", "expected", "games", "verdicts", "places", "points"),
            *("digests", "crashes", "ratings", "decision"),
        ]

    def to_representation(self, row: Impact) -> dict[str, Any]:
        return super().to_representation(row) | games_by_kind(row)

    def get_progress(self, row: Impact) -> int:
        return progress_percent(row)

    def get_candidate(self, row: Impact) -> bool:
        return hasattr(row, "candidate")

    def get_all_games(self, row: Impact) -> bool:
        return row.chosen is None

    @extend_schema_field(DecisionShort(allow_null=True))
    def get_decision(self, row: Impact) -> object:
        decision = getattr(row, "decision", None)
        return DecisionShort(decision).data if decision else None


class ReleaseShort(serializers.ModelSerializer[Release]):
    """A build of the engine that this site has run."""

    class Meta:
        model = Release
        fields = ["id", "build", "noticed_at"]


class ChangedNumber(serializers.Serializer[Any]):
    edition = serializers.CharField()
    key = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class ReleaseFull(ReleaseShort):
    """A build, its differences from the build before, and its impacts."""

    files = serializers.ListField(
        child=serializers.CharField(), help_text="of the engine's source, that changed"
    )
    numbers = ChangedNumber(many=True, help_text="printed numbers that changed")
    impacts = ImpactFull(many=True, help_text="newest first")

    class Meta(ReleaseShort.Meta):
        fields = [*ReleaseShort.Meta.fields, "files", "numbers", "impacts"]


class ImpactGame(serializers.ModelSerializer[ImpactDifference]):
    """A game that would be judged differently."""

    game = serializers.CharField(source="game_id")
    kind = serializers.ChoiceField(DifferenceKind.choices)
    where = serializers.CharField(help_text="a ruling, or a source of points; empty: unknown")
    entry = serializers.IntegerField(
        allow_null=True, help_text="the first that differs, as far as that can be known"
    )
    before = serializers.JSONField(help_text="as on record; lists are by seat, in turn order")
    after = serializers.SerializerMethodField(help_text="as it would be")

    class Meta:
        model = ImpactDifference
        fields = ["game", "kind", "edition", "where", "entry", "before", "after"]

    @extend_schema_field({"type": "object", "additionalProperties": {}})
    def get_after(self, row: ImpactDifference) -> dict[str, object]:
        """Not what it took, nor what a refused entry could have been instead."""
        verdict = {key: value for key, value in row.after.items() if key != "duration"}
        refusal = verdict.get("refusal")
        if isinstance(refusal, dict):
            verdict["refusal"] = {key: refusal[key] for key in refusal if key not in PRIVATE}
        return verdict


PRIVATE = ("legal", "tried")


class ImpactRatingRow(serializers.ModelSerializer[ImpactRating]):
    """A rating that would be another one, in thousandths of a point; null: there is none."""

    player = serializers.IntegerField(source="player_id")

    class Meta:
        model = ImpactRating
        fields = ["player", "pool", "before", "after"]


class JudgedGame(serializers.Serializer[Any]):
    """A game compared with the current engine's replay. Where they differ, the
    record stays."""

    agrees = serializers.BooleanField()
    sentence = serializers.CharField(help_text="kind of difference; empty: none")
    record = serializers.ListField(child=serializers.IntegerField(), help_text="points by seat")
    now = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="points by seat; null: today's engine refuses it",
    )
    engine = serializers.CharField(help_text="that gave the verdict in force")
    present = serializers.CharField(help_text="that runs now")
    pinned = serializers.BooleanField(help_text="a moderator decided that it keeps its verdict")
    impact = serializers.IntegerField(
        allow_null=True, help_text="page with the changes by the current engine"
    )
