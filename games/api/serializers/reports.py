from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import Report
from games.pseudonyms import pseudonymise
from games.standing.attest import LONGEST_REASON


class ReportRow(serializers.ModelSerializer[Report]):
    """A report of yours, and its answer."""

    game = serializers.CharField(source="game_id", allow_null=True, help_text="an id, or null")
    player = serializers.IntegerField(source="player_id", allow_null=True, help_text="or null")
    upheld = serializers.SerializerMethodField(
        help_text="whether a moderator found something in it; null while it waits"
    )
    answer = serializers.SerializerMethodField(help_text="of the moderator; empty while it waits")

    class Meta:
        model = Report
        fields = ["id", "game", "player", "reason", "at", "upheld", "answer"]

    @extend_schema_field(serializers.BooleanField(allow_null=True))
    def get_upheld(self, row: Report) -> bool | None:
        report_answer = getattr(row, "answered", None)
        return report_answer.upheld if report_answer else None

    def get_answer(self, row: Report) -> str:
        report_answer = getattr(row, "answered", None)
        return pseudonymise(report_answer.answer) if report_answer else ""


class ReasonInput(serializers.Serializer[Any]):
    reason = serializers.CharField(
        max_length=LONGEST_REASON, help_text="for moderators, who alone read it"
    )
