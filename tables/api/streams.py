"""Streams of server-sent events: a table, the lobby."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.request import Request

from games.accounts import Credential, by_session, by_token, ended
from games.models import Account, ApiToken
from tables.api.base import StreamThrottle, TableView, number_after, number_in
from tables.api.entries import AFTER
from tables.lobby.guests import guest_of
from tables.locks import read_table
from tables.play.reading import viewer_of
from tables.stream.events import (
    Cursor,
    hints_once,
    lobby_events,
    table_events,
    table_events_once,
    turns_events,
)
from tables.stream.hub import StreamOwner
from tables.stream.snapshots import seat_states, table_progress
from web.api.base import release_connection
from web.api.negotiation import EventStream
from web.api.schema import problems
from web.errors import NotAllowed
from web.rate_limits import client_key

if TYPE_CHECKING:
    from rest_framework.throttling import BaseThrottle


LAST: Any = OpenApiParameter(
    "Last-Event-ID",
    {"type": "integer", "minimum": 0, "maximum": 10**14},
    OpenApiParameter.HEADER,
    description="Continue after this event; takes precedence over `after`. Browsers send it.",
)
ONLY = OpenApiParameter(
    "only",
    {"type": "string", "enum": ["look"]},
    description="`look`: `look` instead of `entry` and `state`, for clients that read elsewhere.",
)
EVENT: Any = {
    "type": "object",
    "description": "One event.",
    "required": ["event", "data"],
    "properties": {
        "event": {
            "type": "string",
            "enum": ["entry", "state", "look", "talk", "lobby", "turns", "bye"],
        },
        "data": {"type": "string", "description": "JSON"},
        "id": {"type": "string", "description": "for an entry: its number"},
    },
}
EVENTS: Any = {(200, EventStream.media_type): OpenApiResponse(EVENT, "Events.")}


class _Stream(TableView):
    renderer_classes = [EventStream]

    def get_throttles(self) -> list[BaseThrottle]:
        return [StreamThrottle()]

    def streamed(
        self,
        request: Request,
        events: Callable[[], AsyncIterator[bytes]],
        events_once: Callable[[], Iterator[bytes]],
    ) -> HttpResponse | StreamingHttpResponse:
        """`events`, where the server can keep a stream open; the connection is given back first."""
        if request.method == "HEAD":
            return HttpResponse(content_type=EventStream.media_type)
        asynchronous = isinstance(request._request, ASGIRequest)
        release_connection()
        return StreamingHttpResponse(
            events() if asynchronous else events_once(),
            content_type=EventStream.media_type,
            headers={"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"},
        )

    def stream_owner(self) -> StreamOwner:
        """Whose number of open streams it counts for."""
        if isinstance(self.request.user, Account) and not self.request.user.guest:
            return StreamOwner(str(self.request.user.pk), is_account=True)
        return StreamOwner(client_key(self.request._request))

    def came_in_by(self) -> Credential | None:
        """The credential of the request; None for one without an account, and for that of a guest
        (``viewer_check``)."""
        request = self.request
        if not isinstance(request.user, Account) or request.user.guest:
            return None
        if isinstance(request.auth, ApiToken):
            return by_token(request.auth)
        return by_session(request.user, request._request.session.session_key or "")


class TableStream(_Stream):
    @extend_schema(
        operation_id="table_stream",
        parameters=[AFTER, LAST, ONLY],
        responses={**EVENTS, **problems(404)},
    )
    def get(self, request: Request, table_id: str) -> HttpResponse | StreamingHttpResponse:
        """Events of a table, as they happen: `entry` (its `id` is the number), `state`
        (the table as everybody may see it), `talk` (a new line in the chat), `bye`. With `only`,
        `look` stands for the first two: something is to be read, entries up to `plies` if that is
        all; and `turns` comes too, as in the stream of your turns."""
        after = number_after(request)
        last_event = request.headers.get("Last-Event-ID", "")
        if last_event:
            after = number_in("Last-Event-ID", last_event)
        only = request.query_params.get("only", "")
        if only not in ("", "look"):
            raise exceptions.ValidationError({"only": ["`look`, or absent."]})
        table, viewer = self.looked_at(table_id)
        credential = self.came_in_by()
        cursor = Cursor(
            viewer_check(table_id, self.viewing_account(), credential, request.COOKIES),
            after,
            viewer,
            seat_states(table),
            credential,
            table_progress(table),
            only_look=only == "look",
            take_back_count=table.take_back_count,
        )
        owner = self.stream_owner()
        return self.streamed(
            request,
            lambda: table_events(table_id, cursor, owner),
            lambda: table_events_once(table_id, cursor),
        )


class LobbyStream(_Stream):
    @extend_schema(operation_id="lobby_stream", responses=EVENTS)
    def get(self, request: Request) -> HttpResponse | StreamingHttpResponse:
        """`lobby`, whenever the lists of tables may have changed; and `turns`, as in the stream of
        your turns."""
        credential, owner = self.came_in_by(), self.stream_owner()
        return self.streamed(request, lambda: lobby_events(credential, owner), hints_once)


class TurnsStream(_Stream):
    looks = False

    @extend_schema(operation_id="turns_stream", responses={**EVENTS, **problems()})
    def get(self, request: Request) -> HttpResponse | StreamingHttpResponse:
        """`turns`, whenever it may have become your turn at a table, or ceased to be: ask
        `/tables` for the lists."""
        credential, owner = self.came_in_by(), self.stream_owner()
        assert credential is not None, "a permission has let only accounts through"
        return self.streamed(request, lambda: turns_events(credential, owner), hints_once)


def viewer_check(
    table_id: str,
    account: Account | None,
    credential: Credential | None,
    cookies: Mapping[str, str],
) -> Callable[[], int | None]:
    """A function that gives the seat in which `account`, with `credential`, or as a guest with
    `cookies`, looks at the table now (None: a spectator). It raises ``NotAllowed``."""

    def look() -> int | None:
        if account is not None and account.guest and guest_of(cookies, table_id) != account:
            raise NotAllowed("another browser holds this seat")
        if credential is not None and ended([credential]):
            raise NotAllowed("this login has ended")
        return viewer_of(read_table(table_id), account)

    return look
