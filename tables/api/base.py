"""Base classes of the tables' views: account, table, refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404, HttpResponse
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts import (
    MayPlay,
    SessionAuthentication,
    TokenScope,
    account_with,
)
from games.models import Account
from tables.api.answers import table_answer
from tables.errors import IllegalEntry, NotYourTurn, Stale, TimeOver
from tables.lobby.guests import guest_of
from tables.locks import read_table
from tables.models import Table
from tables.play.reading import viewer_of
from tables.presence import note_host
from web.api.base import SAFE, ApiView
from web.api.problems import problem
from web.api.throttles import WindowThrottle
from web.errors import ServiceError

if TYPE_CHECKING:
    from rest_framework.permissions import BasePermission
    from rest_framework.throttling import BaseThrottle


class GuestAuthentication(BaseAuthentication):
    """The cookie by which a browser holds a guest's seat, at its table alone; changes need the CSRF
    token too."""

    def authenticate(self, request: Request) -> tuple[Account, None] | None:
        table_id = request.parser_context["kwargs"].get("table_id", "")
        guest = guest_of(request.COOKIES, table_id) if table_id else None
        if guest is None:
            return None
        SessionAuthentication().enforce_csrf(request)
        return guest, None


class GuestScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = GuestAuthentication
    name = "guest"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "seat-…",
            "description": "The seat of a guest, for pages of the site. With the header "
            "X-CSRFToken.",
        }


class TableView(ApiView):
    """Anyone who may look at the table may read it. Changes need the scope `play`, and so does what
    only a seat may see: a token without it sees what a spectator sees."""

    public = False
    has_etag = False
    looks: ClassVar[bool] = True
    """True if spectators may ask."""

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [*super().get_authenticators(), GuestAuthentication()]

    def get_permissions(self) -> list[BasePermission]:
        is_open = self.looks and self.request.method in SAFE
        return [AllowAny() if is_open else MayPlay()]

    def get_throttles(self) -> list[BaseThrottle]:
        return [LookThrottle() if self.request.method in SAFE else ActThrottle()]

    def handle_exception(self, exc: Exception) -> Any:
        if isinstance(exc, Table.DoesNotExist):
            exc = Http404()
        if isinstance(exc, ServiceError) and (answer := table_problem(self.request, exc)):
            return answer
        return super().handle_exception(exc)

    def viewing_account(self) -> Account | None:
        """The requesting account as a viewer of tables; None without one, and for a token without
        the scope `play`."""
        return account_with(self.request, TokenScope.PLAY)

    def looked_at(self, table_id: str) -> tuple[Table, int | None]:
        """The table, and its viewer: a seat, or None for a spectator.

        Raises ``Http404``, ``NotAllowed``.
        """
        table, account = read_table(table_id), self.viewing_account()
        note_host(table, account)
        return table, viewer_of(table, account)

    def table_response(self, table_id: str, status: int = 200) -> Response:
        """The table as the asking account may see it now."""
        return Response(table_answer(self.request, *self.looked_at(table_id)), status)


def number_after(request: Request) -> int:
    """The number after which to go on, from the query; 0 if there is none."""
    return number_in("after", request.query_params.get("after", "0"))


def number_in(name: str, text: str) -> int:
    """The number that `text`, the value of `name`, is; raises ``ValidationError``."""
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise exceptions.ValidationError({name: ["A number, 0 or more."]})
    return int(text)


def table_problem(request: Request, error: ServiceError) -> HttpResponse | None:
    """The problem for what only tables know of; None for what every part of the site knows."""
    match error:
        case Stale():
            return problem(request, 409, error.message, "stale", plies=error.plies)
        case TimeOver():
            return problem(request, 409, error.message, "time-over")
        case NotYourTurn():
            return problem(request, 403, error.message, "not-your-turn")
        case IllegalEntry():
            return problem(
                request,
                422,
                error.message,
                "illegal-entry",
                rule=error.rule,
                sentence=error.sentence,
                place=error.place,
                rule_url=error.rule_url,
                legal=error.legal,
            )
    return None


# --- how often ----------------------------------------------------------------


class ActThrottle(WindowThrottle):
    """Limit for requests that change a table."""

    name = "act"


class LookThrottle(WindowThrottle):
    """Limit for the repeated requests of pages and bots."""

    name = "look"


class StreamThrottle(WindowThrottle):
    """Opening a stream; however long it stays, it counts once."""

    name = "stream"
