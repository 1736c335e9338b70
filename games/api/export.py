"""All games as NDJSON, streamed: what is needed to work the ratings out again, elsewhere.

A block of games is read in one short query, and the connection given back before the block is
sent: a slow client holds no connection, and no more than one block is in memory.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Final

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db.models import F, QuerySet
from django.db.models.fields.tuple_lookups import TupleGreaterThan
from django.http import HttpResponse, StreamingHttpResponse
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.request import Request

from games.api.base import ApiView, give_back
from games.api.negotiation import LinesOfJson
from games.api.schema import renamed_filters
from games.filters import RENAMED, GameFilter
from games.models import Game
from games.queries import games_list

BLOCK: Final = 200
RATING_ORDER: Final = ("played_on", "accepted_at", "id")


class Export(ApiView):
    queryset = Game.objects.none()
    renderer_classes = [LinesOfJson]
    filter_backends = [DjangoFilterBackend]
    filterset_class = GameFilter
    has_etag = False

    @extend_schema(
        operation_id="games_export",
        filters=True,
        parameters=[
            *renamed_filters(RENAMED),
            OpenApiParameter(
                "after", str, description="Go on after this game: the `id` of the last line read."
            ),
        ],
        responses={
            (200, LinesOfJson.media_type): OpenApiResponse(OpenApiTypes.STR, "A line a game.")
        },
    )
    def get(self, request: Request) -> HttpResponse | StreamingHttpResponse:
        """Every game as a line of JSON, with its log, in the order of rating. Takes the filters of
        the list of games. A broken download goes on with `after`."""
        rows = self.filter_queryset(games_list().defer(None))
        last = self._last(request.query_params.get("after", ""))
        if request.method == "HEAD":
            return HttpResponse(content_type=LinesOfJson.media_type)
        asynchronous = isinstance(request._request, ASGIRequest)
        in_turn = getattr(request._request, "in_turn", in_thread)
        lines = lines_async(rows, last, in_turn) if asynchronous else lines_of(rows, last)
        return StreamingHttpResponse(
            lines,
            content_type=LinesOfJson.media_type,
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    def _last(self, after: str) -> Game | None:
        if not after:
            return None
        found = None if "\0" in after else Game.objects.filter(pk=after).only(*RATING_ORDER).first()
        if found is None:
            raise exceptions.ValidationError({"after": ["There is no such game."]})
        return found


def lines_of(rows: QuerySet[Game], last: Game | None) -> Iterator[bytes]:
    """The lines of `rows` after `last`, some games at a time."""
    while True:
        lines, last = block(rows, last)
        if last is None:
            return
        yield lines


Block = tuple[bytes, Game | None]
InTurn = Callable[[Callable[..., Block], QuerySet[Game], Game | None], Awaitable[Block]]


async def in_thread(read: Callable[..., Block], rows: QuerySet[Game], last: Game | None) -> Block:
    """`read` in the request's own thread."""
    return await sync_to_async(read)(rows, last)


async def lines_async(
    rows: QuerySet[Game], last: Game | None, in_turn: InTurn = in_thread
) -> AsyncIterator[bytes]:
    """As ``lines_of``; `in_turn` reads in the request's own thread, when it is the request's turn:
    each block stands in the queue like any other request."""
    while True:
        lines, last = await in_turn(block, rows, last)
        if last is None:
            return
        yield lines


def block(rows: QuerySet[Game], last: Game | None) -> tuple[bytes, Game | None]:
    """The next ``BLOCK`` games as lines, and the last of them; nothing and ``None`` at the end."""
    if last is not None:
        here = tuple(getattr(last, name) for name in RATING_ORDER)
        rows = rows.filter(TupleGreaterThan(tuple(map(F, RATING_ORDER)), here))
    games = list(rows.order_by(*RATING_ORDER)[:BLOCK])
    give_back()
    return b"".join(map(line_of, games)), games[-1] if games else None


def line_of(game: Game) -> bytes:
    text = json.dumps(record_of(game), ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def record_of(game: Game) -> dict[str, object]:
    """A game of the export: docs/api.md names the fields."""
    return {
        "id": game.id,
        "fingerprint": game.fingerprint,
        "played_on": game.played_on.isoformat(),
        "accepted_at": game.accepted_at.isoformat(),
        "standing": game.standing,
        "played_here": game.played_here,
        "unrated": game.unrated,
        "edition": game.edition,
        "profile": game.profile,
        "sites": game.sides,
        "modules": game.module_words,
        "seats": [
            {
                "colour": seat.colour,
                "player": seat.player_id,
                "name": seat.name,
                "points": seat.points,
                "place": seat.place,
                "rated_place": seat.rated_place,
                "replaced_at": seat.replaced_at,
            }
            for seat in game.seats.all()
        ],
        "log": game.log,
    }
