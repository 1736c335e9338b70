"""Pages of games in the API: a search in them has a time limit."""

from __future__ import annotations

from typing import Any

from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.views import APIView

from games.models import Game
from games.queries import GAME_ORDER
from games.search.find import parse_search
from games.search.hits import search_page
from games.search.time_limit import TooLong
from web.api.paging import KeysetPagination
from web.paging import Page


class GamePages(KeysetPagination):
    keys = GAME_ORDER

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any]:
        try:
            return super().paginate_queryset(queryset, request, view)
        except TooLong:
            raise exceptions.ValidationError({"q": ["This search takes too long."]}) from None

    def read_page(self, queryset: Any, request: Request, size: int) -> Page[Game]:
        if words := request.query_params.get("q", "").strip():
            return search_page(queryset, parse_search(words), "date", request.query_params, size)
        return super().read_page(queryset, request, size)
