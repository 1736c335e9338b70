"""Pages of games in the API: a search in them has a time limit."""

from __future__ import annotations

from typing import Any

from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.views import APIView

from games.queries import GAME_ORDER
from games.search.time_limit import TooLong, bounded
from web.api.paging import KeysetPagination


class GamePages(KeysetPagination):
    keys = GAME_ORDER

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any]:
        if not request.query_params.get("q"):
            return super().paginate_queryset(queryset, request, view)
        try:
            with bounded():
                return super().paginate_queryset(queryset, request, view)
        except TooLong:
            raise exceptions.ValidationError({"q": ["This search takes too long."]}) from None
