"""Events by the API: listed, read, made, entered, ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from events.announcing import announce
from events.api import event_answers as answers
from events.api import event_inputs as inputs
from events.api import event_serializers as serializers
from events.api.event_base import REFUSED, EventChange, EventView
from events.clubs.locks import find_club
from events.entrants.entering import (
    enter_oneself,
    enter_people,
    leave_event,
    readmit_entrant,
    withdraw_entrant,
)
from events.models import Event
from events.organising.arbiters import add_arbiter, must_arbitrate, remove_arbiter
from events.organising.making import EventTerms, change_event, make_event
from events.queries import EVENT_ORDER, EventTime, public_events
from events.results.ending import end_event, reopen_event
from games.accounts import MayPlay
from games.models import Account
from web.api.base import absolute_link
from web.api.paging import KeysetPagination
from web.api.schema import OPEN_TO_ALL, problems
from web.errors import Invalid, NotThere
from web.priorities import heavy

if TYPE_CHECKING:
    from rest_framework.permissions import BasePermission

LOCATION = OpenApiParameter(
    "Location", OpenApiTypes.URI, OpenApiParameter.HEADER, response=[201], description="The event."
)


class EventPages(KeysetPagination):
    keys = EVENT_ORDER


@heavy
class Events(EventView):
    queryset = Event.objects.none()
    serializer_class = serializers.EventRow
    pagination_class = EventPages

    @extend_schema(
        operation_id="events_list",
        parameters=[
            OpenApiParameter("club", str, description="the last part of a club's address"),
            OpenApiParameter(
                "when", str, enum=EventTime.values, description="upcoming, running or over"
            ),
        ],
        responses={200: serializers.EventRow(many=True), **problems(404)},
    )
    def get(self, request: Request) -> Response:
        """Events, latest beginning first."""
        when = request.query_params.get("when", "")
        if when and when not in EventTime.values:
            raise Invalid(f"`when` is one of {', '.join(EventTime.values)}.")
        slug = request.query_params.get("club", "").replace("\0", "")
        return self.page_of(public_events(find_club(slug) if slug else None, when))

    @extend_schema(
        operation_id="event_make",
        parameters=[LOCATION],
        request=inputs.EventInput,
        responses={201: serializers.EventFull, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Make an event. You are its first arbiter."""
        body = self.read(inputs.EventInput)
        slug = body.pop("club", "")
        club = find_club(slug) if slug else None
        terms: Any = inputs.terms_columns(body)
        event = make_event(self.account, EventTerms(**terms), club)
        response = self.event_response(event.pk, 201)
        response["Location"] = absolute_link(request, "api-event", event.pk)
        return response


@heavy
class EventDetail(EventView):
    @extend_schema(
        operation_id="event_show",
        auth=OPEN_TO_ALL,
        responses={200: serializers.EventFull, **problems(404)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """An event as you may see it. Its arbiters, with the scope `play`, see hidden results."""
        return self.event_response(event_id)

    @extend_schema(
        operation_id="event_change",
        request=inputs.EventChangeInput,
        responses={200: serializers.EventFull, **REFUSED},
    )
    def patch(self, request: Request, event_id: int) -> Response:
        """An arbiter changes terms. Once a table has a result, the way to count stays."""
        changes = inputs.terms_columns(self.read(inputs.EventChangeInput))
        event = self.event(event_id)
        must_arbitrate(event, self.account)
        change_event(event_id, self.account, EventTerms.of_event(event, changes))
        return self.event_response(event_id)


@heavy
class EventStandings(EventView):
    serializer_class = serializers.Standings

    @extend_schema(
        operation_id="event_standings",
        auth=OPEN_TO_ALL,
        responses={200: serializers.Standings, **problems(404)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The standings with their tie-breaks, without results that are hidden from you."""
        account = self.viewing_account()
        return self.read_by(account, answers.standings_of_reader(self.event(event_id), account))


class EventEntry(EventChange):
    serializer_class = serializers.EntrantRow

    @extend_schema(
        operation_id="event_enter",
        request=None,
        responses={201: serializers.EntrantRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter an event yourself, where its organiser lets accounts enter; or come back."""
        return self.entrant_response(enter_oneself(event_id, self.account), 201)

    @extend_schema(
        operation_id="event_leave",
        request=None,
        responses={200: serializers.EntrantRow, **REFUSED},
    )
    def delete(self, request: Request, event_id: int) -> Response:
        """Leave the event. Your results stay."""
        return self.entrant_response(leave_event(event_id, self.account))


class EventEntrants(EventChange):
    serializer_class = serializers.EntrantRow

    @extend_schema(
        operation_id="event_entrants_add",
        request=inputs.NamesInput,
        responses={201: serializers.EntrantRow(many=True), **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter adds people, also late: all of them, or none."""
        names = self.read(inputs.NamesInput)["names"]
        return self.entrants_response(enter_people(event_id, self.account, names), 201)


class EntrantWithdrawal(EventChange):
    serializer_class = serializers.EntrantRow

    @extend_schema(
        operation_id="event_entrant_withdraw",
        request=inputs.WithdrawalInput,
        responses={200: serializers.EntrantRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int, number: int) -> Response:
        """An arbiter takes an entrant out of the rounds to come. Results stay."""
        reason = self.read(inputs.WithdrawalInput)["reason"]
        return self.entrant_response(withdraw_entrant(event_id, self.account, number, reason))

    @extend_schema(
        operation_id="event_entrant_readmit",
        request=None,
        responses={200: serializers.EntrantRow, **REFUSED},
    )
    def delete(self, request: Request, event_id: int, number: int) -> Response:
        """An arbiter lets an entrant who left play again."""
        return self.entrant_response(readmit_entrant(event_id, self.account, number))


@heavy
class EventEnd(EventChange):
    @extend_schema(
        operation_id="event_end", request=None, responses={200: serializers.EventFull, **REFUSED}
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter ends the event. Nothing is hidden any more."""
        end_event(event_id, self.account)
        return self.event_response(event_id)

    @extend_schema(
        operation_id="event_reopen", request=None, responses={200: serializers.EventFull, **REFUSED}
    )
    def delete(self, request: Request, event_id: int) -> Response:
        """An event that was ended too early goes on."""
        reopen_event(event_id, self.account)
        return self.event_response(event_id)


class EventArbiters(EventChange):
    @extend_schema(
        operation_id="event_arbiter_add",
        request=inputs.ArbiterInput,
        responses={200: serializers.EventFull, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter names another one."""
        add_arbiter(event_id, self.account, self.read(inputs.ArbiterInput)["handle"])
        return self.event_response(event_id)


class EventArbiterDetail(EventChange):
    @extend_schema(
        operation_id="event_arbiter_remove",
        request=None,
        responses={200: serializers.EventFull, **REFUSED},
    )
    def delete(self, request: Request, event_id: int, handle: str) -> Response:
        """An arbiter removes another arbiter, or resigns the role."""
        must_arbitrate(self.event(event_id), self.account)
        username = handle.removeprefix("@").lower()
        arbiters = Account.objects.filter(events_ruled__event=event_id)
        arbiter = arbiters.filter(username=username).first() if username.isprintable() else None
        if arbiter is None:
            raise NotThere(f"@{username[:40]} is not an arbiter of this event.")
        remove_arbiter(event_id, self.account, arbiter)
        return self.event_response(event_id)


class EventAnnouncements(EventChange):
    serializer_class = serializers.AnnouncementRow

    @extend_schema(
        operation_id="event_announce",
        request=inputs.AnnouncementInput,
        responses={201: serializers.AnnouncementRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter says something to everybody: on the wall and the pages of the event."""
        row = announce(event_id, self.account, self.read(inputs.AnnouncementInput)["text"])
        return Response(answers.announcement_answer(row), 201)


class EventCodes(EventView):
    public = False
    has_etag = False
    serializer_class = serializers.TableCode

    def get_permissions(self) -> list[BasePermission]:
        return [MayPlay()]

    @extend_schema(
        operation_id="event_codes",
        responses={200: serializers.TableCode(many=True), **problems(404)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The codes of the tables without a result, for arbiters."""
        event = self.event(event_id)
        must_arbitrate(event, self.account)
        return Response(answers.codes_answer(request, event))
