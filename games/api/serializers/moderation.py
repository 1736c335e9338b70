from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from games.api.base import link
from games.api.serializers.games import LINK, PlayerShort
from games.deeds import Holder
from games.models import ModeratorAction
from games.services.former import under_numbers

ROLES = ("superuser", "moderator", "arbiter")
MODERATOR_ROLES = ModeratorAction.Office.choices


@extend_schema_serializer(deprecate_fields=["office"])
class DeedRow(serializers.ModelSerializer[ModeratorAction]):
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
        help_text="what came of it, where `kind` does not say so",
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

    def get_why(self, deed: ModeratorAction) -> str:
        return under_numbers(deed.public_why)

    @extend_schema_field({**LINK, "nullable": True})
    def get_game_url(self, deed: ModeratorAction) -> str | None:
        return link(self.context["request"], "api-game", deed.game_id) if deed.game_id else None


@extend_schema_serializer(deprecate_fields=["office"])
class HolderRow(serializers.Serializer[Holder]):
    """An account with a role."""

    role = serializers.ChoiceField(ROLES, source="office")
    office: Any = serializers.ChoiceField(
        ROLES, help_text="the former name of `role`, kept in version 1"
    )
    handle = serializers.CharField(source="account.username")
