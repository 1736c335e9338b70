"""Base classes of the API of events: account, event, refusals, answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from events.api import event_answers as answers
from events.api import event_serializers as serializers
from events.limits import EVENT_CHANGES, too_often
from events.models import Entrant, Event, EventRuling
from games.accounts import MayPlay, TokenScope, account_with, requesting_account
from games.models import Account
from tables.api import ActThrottle, LookThrottle
from web.api.base import SAFE, ApiView
from web.api.schema import problems
from web.errors import TooBusy

if TYPE_CHECKING:
    from rest_framework.permissions import BasePermission
    from rest_framework.throttling import BaseThrottle

REFUSED: dict[Any, Any] = problems(404, 409, 413, 415)


class EventView(ApiView):
    """Everybody may read an event. Changes need the scope `play`, and so do results that
    only its arbiters and players see: a token without it reads as a stranger does."""

    serializer_class: Any = serializers.EventFull

    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny() if self.request.method in SAFE else MayPlay()]

    def get_throttles(self) -> list[BaseThrottle]:
        return [LookThrottle() if self.request.method in SAFE else ActThrottle()]

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE and not EVENT_CHANGES.allows(str(request.user.pk)):
            raise TooBusy(too_often())

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, ObjectDoesNotExist):
            exc = Http404()
        return super().handle_exception(exc)

    @property
    def account(self) -> Account:
        """The account that asks for a change."""
        return requesting_account(self.request)

    def viewing_account(self) -> Account | None:
        return account_with(self.request, TokenScope.PLAY)

    def event(self, event_id: int) -> Event:
        """Raises ``Event.DoesNotExist``."""
        return Event.objects.select_related("club").get(pk=event_id)

    def event_response(self, event_id: int, status: int = 200) -> Response:
        """The whole event, as the asking account may see it now."""
        event, account = self.event(event_id), self.viewing_account()
        return self.read_by(account, answers.event_answer(self.request, event, account), status)

    def read_by(self, account: Account | None, answer: object, status: int = 200) -> Response:
        """An answer; what an account reads no cache of others keeps, and no change any."""
        looks = account is not None and self.request.method in SAFE
        headers = {"Cache-Control": "private, no-cache"} if looks else None
        return Response(answer, status, headers=headers)

    def table_response(self, event_id: int, table_id: int, status: int = 200) -> Response:
        event = self.event(event_id)
        return Response(answers.table_of_reader(event, self.account, table_id), status)

    def entrants_response(self, entrants: Iterable[Entrant], status: int = 200) -> Response:
        numbers = [entrant.pk for entrant in entrants]
        rows = Entrant.objects.filter(pk__in=numbers).select_related("account__player")
        return Response(answers.entrants_answer(rows.order_by("number")), status)

    def entrant_response(self, entrant: Entrant, status: int = 200) -> Response:
        rows = Entrant.objects.filter(pk=entrant.pk).select_related("account__player")
        return Response(answers.entrants_answer(rows)[0], status)

    def ruling_response(self, ruling: EventRuling, status: int = 201) -> Response:
        return Response(answers.ruling_answer(ruling), status)


class EventChange(EventView):
    """Something that is done in an event; there is nothing to look at."""

    public = False
    has_etag = False
