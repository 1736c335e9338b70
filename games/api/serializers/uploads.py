from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers.games import LinkField
from games.intake.dry_run import DryVerdict
from games.intake.refusal_page import with_rule
from games.judging.diff import LogDifference, difference_sentence
from games.models import Submission, Upload
from games.models.upload import OCCASION_CHARACTERS
from games.queries import tallies, verdicts_of_upload


class GameHere(serializers.Serializer[Any]):
    """The game that a log became, or the one that was here."""

    id = serializers.CharField()
    standing = serializers.CharField()
    url = LinkField("api-game")
    page = LinkField("game")


class DifferenceRow(serializers.Serializer[Any]):
    """A difference of a log from the stored game; other members go with the `kind`."""

    kind = serializers.CharField()
    sentence = serializers.CharField(help_text="in words")

    def to_representation(self, difference: LogDifference) -> dict[str, object]:
        return {**difference, "sentence": difference_sentence(difference)}


class RefusalField(serializers.DictField):
    """A refusal as it is stored, with the address of the ruling."""

    def to_representation(self, fields: dict[str, Any]) -> dict[str, Any]:
        return super().to_representation(with_rule(fields))


class SubmissionRow(serializers.ModelSerializer[Submission]):
    """One log of an upload, and its verdict."""

    refusal = RefusalField(
        allow_null=True, help_text="the fault and its place; the members of the problem `refused`"
    )
    game = GameHere(allow_null=True)
    differs = DifferenceRow(
        many=True, allow_null=True, help_text="what a duplicate says otherwise than the game here"
    )

    class Meta:
        model = Submission
        fields = [
            "number",
            "member",
            "begins",
            "status",
            "queued_at",
            "judged_at",
            "refusal",
            "differs",
            "game",
        ]


class SubmissionCounts(TypedDict):
    logs: int
    waiting: int
    verified: int
    duplicate: int
    refused: int
    failed: int


class UploadShort(serializers.ModelSerializer[Upload]):
    """An upload in a list. The context has the ``tallies`` of all that are shown."""

    url = LinkField("api-upload")
    raw = LinkField("api-upload-raw", help_text="the bytes as received")
    dropped_at = serializers.DateTimeField(
        help_text="when the bytes were dropped, because logs of it were refused long ago",
        allow_null=True,
        read_only=True,
    )
    counts = serializers.SerializerMethodField(help_text="logs, all and by verdict")

    class Meta:
        model = Upload
        fields = ["id", "url", "raw", "channel", "name", "size", "sha256", "received_at"]
        fields += ["dropped_at", "counts"]

    def get_counts(self, upload: Upload) -> SubmissionCounts:
        tally: SubmissionCounts = self.context["tallies"][upload.pk]
        return tally


class UploadFull(UploadShort):
    """An upload with every log in it. ``of`` makes one."""

    submissions = serializers.SerializerMethodField()

    class Meta(UploadShort.Meta):
        fields = [*UploadShort.Meta.fields, "submissions"]

    @classmethod
    def of(cls, upload: Upload, context: Mapping[str, object]) -> dict[str, Any]:
        return dict(cls(upload, context={**context, "tallies": tallies([upload])}).data)

    @extend_schema_field(SubmissionRow(many=True))
    def get_submissions(self, upload: Upload) -> object:
        return SubmissionRow(verdicts_of_upload(upload), many=True, context=self.context).data


class UploadQuery(serializers.Serializer[Any]):
    dry_run = serializers.BooleanField(default=False, help_text="check only, store nothing")
    name = serializers.CharField(
        default="", allow_blank=True, max_length=255, help_text="the name of the file"
    )
    club = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=50,
        help_text="same as `occasion=club:…`: the last part of the address of your club",
    )
    occasion = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=OCCASION_CHARACTERS,
        help_text="the upload's purpose, from `GET occasions`: a club or a table",
    )

    def marks(self) -> str:
        """Marks of the club and the table that it is brought for."""
        query: dict[str, str] = self.validated_data
        club = f"club:{query['club']}" if query["club"] else ""
        return f"{club} {query['occasion']}".strip()


class OccasionRow(serializers.Serializer[Any]):
    """Something for which you may bring games now: a club, your table at an event."""

    mark = serializers.CharField(help_text="what an upload or a draft names as its `occasion`")
    words = serializers.CharField(help_text="in words")


class UploadFile(serializers.Serializer[Any]):
    file = serializers.FileField(help_text="a log, several logs, or an archive of them")


class DryVerdictRow(serializers.Serializer[Any]):
    """The verdict on one log of a dry run."""

    number = serializers.IntegerField(help_text="of the log in the file, from 1")
    member = serializers.CharField(help_text="the file in the archive")
    begins = serializers.IntegerField(help_text="the line at which the log begins")
    verdict = serializers.ChoiceField(["ok", "refused", "unreadable"])
    game = serializers.DictField(
        allow_null=True, help_text="of a legal log: points, places, fingerprint, and more"
    )
    refusal = serializers.DictField(
        allow_null=True, help_text="the fault and its place; the members of the problem `refused`"
    )
    log = serializers.CharField(help_text="the canonical log; empty if refused")

    def to_representation(self, dry_verdict: DryVerdict) -> dict[str, object]:
        legal = dry_verdict.verdict == "ok"
        refusal = {"kind": dry_verdict.verdict, "line": 0, **with_rule(dry_verdict.fields)}
        return {
            "number": dry_verdict.number,
            "member": dry_verdict.member,
            "begins": dry_verdict.begins,
            "verdict": dry_verdict.verdict,
            "game": dry_verdict.fields if legal else None,
            "refusal": None if legal else refusal,
            "log": dry_verdict.log,
        }


class DryRunAnswer(serializers.Serializer[Any]):
    verdicts = DryVerdictRow(many=True)
