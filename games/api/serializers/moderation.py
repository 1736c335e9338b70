from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from games.api.serializers.games import LINK, PlayerShort
from games.models import ModeratorAction, Report
from games.moderation.queries import Holder
from games.pseudonyms import pseudonymise
from games.standing.attest import LONGEST_REASON
from web.api.base import absolute_link

ROLES = ("superuser", "moderator", "arbiter")
MODERATOR_ROLES = ModeratorAction.Role.choices


@extend_schema_serializer(component_name="DeedRow", deprecate_fields=["office"])
class ModeratorActionRow(serializers.ModelSerializer[ModeratorAction]):
    """A moderator action."""

    moderator = serializers.CharField(source="moderator.username", help_text="a handle")
    role = serializers.ChoiceField(
        source="office",
        choices=MODERATOR_ROLES,
        allow_null=True,
        help_text="the moderator's role; null before 0.2.0",
    )
    office = serializers.ChoiceField(
        choices=MODERATOR_ROLES,
        allow_null=True,
        help_text="the former name of `role`, kept in version 1",
    )
    outcome = serializers.ChoiceField(
        choices=ModeratorAction.Outcome.choices,
        allow_null=True,
        help_text="the outcome, if `kind` does not say it",
    )
    game = serializers.CharField(source="game_id", allow_null=True)
    game_url = serializers.SerializerMethodField(help_text="null without a game")
    player = PlayerShort(
        source="public_player",
        allow_null=True,
        help_text="the player it was about, where that is public",
    )
    why = serializers.SerializerMethodField(
        help_text="the public reason; empty where it was not public"
    )

    class Meta:
        model = ModeratorAction
        fields = [
            "id",
            "at",
            "moderator",
            "role",
            "office",
            "kind",
            "outcome",
            "game",
            "game_url",
            "player",
            "why",
        ]

    def get_why(self, action: ModeratorAction) -> str:
        return pseudonymise(action.public_why)

    @extend_schema_field({**LINK, "nullable": True})
    def get_game_url(self, action: ModeratorAction) -> str | None:
        if not action.game_id:
            return None
        return absolute_link(self.context["request"], "api-game", action.game_id)


@extend_schema_serializer(deprecate_fields=["office"])
class HolderRow(serializers.Serializer[Holder]):
    """An account with a role."""

    role = serializers.ChoiceField(ROLES)
    office: Any = serializers.ChoiceField(
        ROLES, source="role", help_text="the former name of `role`, kept in version 1"
    )
    handle = serializers.CharField(source="account.username")


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
