"""A player, with what only the tables know."""

from __future__ import annotations

from typing import Any, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from ratings.api import PlayerFull, views
from tables.queries import promise_counts
from web.api.schema import problems
from web.priorities import heavy


class Promises(TypedDict):
    deals: int
    withheld: int


class PlayerAtTables(PlayerFull):
    """A player, the ratings in each pool, and the promises at tables here."""

    promises = serializers.SerializerMethodField(
        help_text="deals in which a share of the shuffle was promised; in how many it was withheld"
    )

    class Meta(PlayerFull.Meta):
        fields = [*PlayerFull.Meta.fields, "promises"]

    def get_promises(self, player: Player) -> Promises:
        deals, withheld = promise_counts(player)
        return {"deals": deals, "withheld": withheld}


@heavy
class PlayerWithPromises(views.PlayerDetail):
    serializer_class: Any = PlayerAtTables

    @extend_schema(operation_id="player_show", responses={200: PlayerAtTables, **problems(404)})
    def get(self, request: Request, player_id: int) -> Response:
        """A player with the ratings in each pool, and how often promised shares were withheld."""
        return super().get(request, player_id)
