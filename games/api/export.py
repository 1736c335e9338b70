"""All games as NDJSON, streamed: what is needed to work the ratings out again, elsewhere.

A block of games is read in one short query, and the connection given back before the block is
sent: a slow client holds no connection, and no more than one block is in memory. A query that would
take too long is ended, and the rest is read in parts: see ``ExportWalk``.
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

from games.models import Game
from games.queries import games_list
from games.search.filters import RENAMED, GameFilter
from games.search.time_limit import TooLong, bounded
from web.api.base import ApiView, release_connection
from web.api.negotiation import LinesOfJson
from web.api.problems import problem
from web.api.schema import renamed_filters
from web.priorities import heavy

BLOCK: Final = 200
PART: Final = 2_000
"""Games that are looked at by their keys at once."""
RATING_ORDER: Final = ("played_on", "accepted_at", "id")


@heavy
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
                "after",
                str,
                description="Continue after this game: the `id` of the last line read.",
            ),
        ],
        responses={
            (200, LinesOfJson.media_type): OpenApiResponse(OpenApiTypes.STR, "One line per game.")
        },
    )
    def get(self, request: Request) -> HttpResponse | StreamingHttpResponse:
        """Every game as a line of JSON, with its log, in the order of rating. Takes the filters of
        the list of games. A broken download goes on with `after`. A search for what is rare is
        slower, and complete. Should it have to be stopped, the last line is a problem
        (`too-slow`), whose `after` says where to go on."""
        rows = self.filter_queryset(games_list().defer(None))
        last = self._last(request.query_params.get("after", ""))
        if request.method == "HEAD":
            return HttpResponse(content_type=LinesOfJson.media_type)
        asynchronous = isinstance(request._request, ASGIRequest)
        in_turn = getattr(request._request, "in_turn", in_thread)
        walk = ExportWalk(rows, last, lambda after: _stopped(request, after))
        lines = lines_async(walk, in_turn) if asynchronous else export_lines(walk)
        return StreamingHttpResponse(
            lines,
            content_type=LinesOfJson.media_type,
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    def _last(self, after: str) -> Game | None:
        if not after:
            return None
        game = None if "\0" in after else Game.objects.filter(pk=after).only(*RATING_ORDER).first()
        if game is None:
            raise exceptions.ValidationError({"after": ["There is no such game."]})
        return game


class ExportWalk:
    """Through `rows` in the order of rating, after `last`: a block at a time.

    No statement takes longer than a search may. When one would, for what is wanted is rare, the
    rest is gone through by the keys of all games, ``PART`` at a time. `stopped` has the last line
    for the unlikely case that this is too long as well.
    """

    def __init__(
        self, rows: QuerySet[Game], last: Game | None, stopped: Callable[[str], bytes]
    ) -> None:
        self.rows, self.last, self.stopped = rows, last, stopped
        self.in_parts = False

    def next(self) -> bytes | None:
        """The next lines, which may be none; ``None`` at the end."""
        try:
            with bounded():
                lines, last = (part if self.in_parts else block)(self.rows, self.last)
        except TooLong:
            if self.in_parts:
                return self._stop()
            self.in_parts, lines, last = True, b"", self.last
        else:
            if last is None:
                return None
        finally:
            release_connection()
        self.last = last
        return lines

    def _stop(self) -> bytes:
        self.rows = self.rows.none()
        return self.stopped(self.last.pk if self.last else "")


def export_lines(walk: ExportWalk) -> Iterator[bytes]:
    """Lines of the games on `walk`."""
    while (lines := walk.next()) is not None:
        if lines:
            yield lines


InTurn = Callable[[Callable[[], bytes | None]], Awaitable[bytes | None]]


async def in_thread(read: Callable[[], bytes | None]) -> bytes | None:
    """`read` in the request's own thread."""
    return await sync_to_async(read)()


async def lines_async(walk: ExportWalk, in_turn: InTurn = in_thread) -> AsyncIterator[bytes]:
    """As ``export_lines``; `in_turn` reads in the request's own thread, when it is the request's
    turn: each block stands in the queue like any other request."""
    while (lines := await in_turn(walk.next)) is not None:
        if lines:
            yield lines


def block(rows: QuerySet[Game], last: Game | None) -> tuple[bytes, Game | None]:
    """The next ``BLOCK`` games as lines, and the last of them; nothing and ``None`` at the end."""
    games = list(_after(rows, last)[:BLOCK])
    return b"".join(map(export_line, games)), games[-1] if games else None


def part(rows: QuerySet[Game], last: Game | None) -> tuple[bytes, Game | None]:
    """Those of the next ``PART`` games, whatever they are, that are among `rows`, ``BLOCK`` at
    most, and the game after which to go on; nothing and ``None`` at the end."""
    block = list(_after(Game.objects.only(*RATING_ORDER), last)[:PART])
    games = list(_after(rows.filter(pk__in=[game.pk for game in block]), None)[:BLOCK])
    lines = b"".join(map(export_line, games))
    if len(games) == BLOCK:
        return lines, games[-1]
    return lines, block[-1] if block else None


def _after(rows: QuerySet[Game], last: Game | None) -> QuerySet[Game]:
    if last is not None:
        position = tuple(getattr(last, name) for name in RATING_ORDER)
        rows = rows.filter(TupleGreaterThan(tuple(map(F, RATING_ORDER)), position))
    return rows.order_by(*RATING_ORDER)


def _stopped(request: Request, after: str) -> bytes:
    message = "This search takes too long. Go on after this game, or search for less."
    return problem(request, 503, message, "too-slow", after=after).content + b"\n"


def export_line(game: Game) -> bytes:
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
