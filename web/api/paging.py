"""Keyset pagination of the API, with links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rest_framework import exceptions
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from web.paging import AFTER, BEFORE, BadCursor, Page, page_of_rows

SIZE: Final = "page_size"
MAX_SIZE: Final = 100
CURSOR: Final = "A cursor, as in the links `next` and `previous` of a page."


class KeysetPagination(BasePagination):
    """`keys` as in ``web.paging.page_of_rows``. Answers ``{next, previous, results}``."""

    keys: ClassVar[Sequence[str]] = ("id",)
    usual = 25
    page: Page[Any]

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any]:
        self.request = request
        try:
            self.page = self.read_page(queryset, request, self._size(request))
        except BadCursor:
            name = AFTER if request.query_params.get(AFTER) else BEFORE
            raise exceptions.ValidationError(
                {name: ["This is not a cursor of this list."]}
            ) from None
        return self.page.rows

    def read_page(self, queryset: Any, request: Request, size: int) -> Page[Any]:
        """The page that the request asks for. Raises ``BadCursor``."""
        return page_of_rows(queryset, self.keys, request.query_params, size)

    def get_paginated_response(self, data: object) -> Response:
        return Response(
            {
                "next": self._link(AFTER, self.page.next),
                "previous": self._link(BEFORE, self.page.previous),
                "results": data,
            }
        )

    def _size(self, request: Request) -> int:
        text = request.query_params.get(SIZE, str(self.usual))
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MAX_SIZE):
            raise exceptions.ValidationError({SIZE: [f"A number from 1 to {MAX_SIZE}."]})
        return int(text)

    def _link(self, name: str, cursor: str) -> str | None:
        if not cursor:
            return None
        query = self.request.query_params.copy()
        query.pop(AFTER, None)
        query.pop(BEFORE, None)
        query[name] = cursor
        return f"{self.request.build_absolute_uri(self.request.path)}?{query.urlencode()}"

    # --- for the schema ---------------------------------------------------------

    def get_schema_operation_parameters(self, view: object) -> list[dict[str, object]]:
        cursor = {"type": "string", "maxLength": 300}
        size = {"type": "integer", "minimum": 1, "maximum": MAX_SIZE, "default": self.usual}
        return [
            _parameter(AFTER, CURSOR, cursor),
            _parameter(BEFORE, CURSOR, cursor),
            _parameter(SIZE, "Items on a page.", size),
        ]

    def get_paginated_response_schema(self, schema: dict[str, object]) -> dict[str, object]:
        link = {"type": "string", "format": "uri", "nullable": True}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }


def _parameter(name: str, description: str, schema: dict[str, object]) -> dict[str, object]:
    return {
        "name": name,
        "required": False,
        "in": "query",
        "description": description,
        "schema": schema,
    }
