"""Deals of duplicate events, by the API: begun, dealt, listed, compared."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from events.api import event_serializers
from events.api.event_base import REFUSED, EventChange, EventView
from events.deals.compare import compare_event_deal, revealed_deal
from events.deals.page import DEAL_STATES, deal_cards
from events.deals.rounds import promise_event_deal, stop_promises
from web.api.schema import OPEN_TO_ALL, problems
from web.priorities import heavy


class PromisedShareRow(serializers.Serializer[Any]):
    """A promise, and the share that opens it."""

    promise = serializers.CharField()
    share = serializers.CharField(help_text="empty: not final yet, or withheld")
    has_share = serializers.BooleanField(help_text="the share has arrived")


class DealRow(serializers.Serializer[Any]):
    """A deal for all tables of a round."""

    number = serializers.IntegerField(source="row.number")
    state = serializers.ChoiceField(list(DEAL_STATES))
    commitment = serializers.CharField(help_text="digest of the secret")
    promises = PromisedShareRow(many=True)
    share = serializers.CharField(help_text="all shares together; empty before the deal is final")
    secret = serializers.CharField(help_text="empty until the last table has ended")
    withheld_until = serializers.DateTimeField(allow_null=True)


class ComparedSeatRow(serializers.Serializer[Any]):
    """A seat at one table."""

    table = serializers.IntegerField(help_text="number of the table in its round")
    game = serializers.CharField(help_text="id of the game")
    name = serializers.CharField()
    points = serializers.IntegerField()
    lead = serializers.CharField(help_text="over the best opponent, as in `+3`")
    part = serializers.CharField(help_text="of all possible matchpoints, in per cent")
    scored = serializers.ListField(
        child=serializers.IntegerField(), help_text="points by source, as `sources` names them"
    )


class ComparedSeatsRow(serializers.Serializer[Any]):
    """The same seat at all tables, the best result first."""

    turn = serializers.IntegerField(help_text="from 1")
    colour = serializers.CharField()
    rows = ComparedSeatRow(many=True)


class TableGroupRow(serializers.Serializer[Any]):
    """Tables at which the same was done."""

    words = serializers.CharField()
    tables = serializers.ListField(child=serializers.IntegerField())


class ComparedStepRow(serializers.Serializer[Any]):
    """The same place of the game at all tables that have it."""

    turn = serializers.IntegerField()
    colour = serializers.CharField(help_text="empty: the bank")
    groups = TableGroupRow(many=True)
    is_equal = serializers.BooleanField()


class ComparedRoundRow(serializers.Serializer[Any]):
    """A round of the game; 0 is the set-up."""

    number = serializers.IntegerField()
    steps = ComparedStepRow(many=True)
    differ = serializers.IntegerField(help_text="steps of the bank that differ")


class DealComparisonFull(serializers.Serializer[Any]):
    """The tables of a deal compared, as the page does."""

    tables = serializers.ListField(child=serializers.IntegerField())
    sources = serializers.ListField(child=serializers.CharField())
    seats = ComparedSeatsRow(many=True)
    rounds = ComparedRoundRow(many=True)


@heavy
class EventDeals(EventView):
    serializer_class = DealRow

    @extend_schema(
        operation_id="event_deals",
        auth=OPEN_TO_ALL,
        responses={200: DealRow(many=True), **problems(404)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The deals of a duplicate event, the last one first, with their proofs."""
        account = self.viewing_account()
        cards = deal_cards(self.event(event_id), account)
        return self.read_by(account, DealRow(cards, many=True).data)

    @extend_schema(
        operation_id="event_deal_begin",
        request=None,
        responses={201: event_serializers.EventFull, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter begins the next deal of a duplicate event: browsers of its entrants promise
        shares of the shuffle on its page."""
        promise_event_deal(event_id, self.account)
        return self.event_response(event_id, 201)


@heavy
class EventDealTables(EventChange):
    @extend_schema(
        operation_id="event_deal_tables",
        request=None,
        responses={200: event_serializers.EventFull, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """No more promises are taken. The tables open when the shares are here, or late."""
        stop_promises(event_id, self.account)
        return self.event_response(event_id)


@heavy
class EventDealComparison(EventView):
    serializer_class = DealComparisonFull

    @extend_schema(
        operation_id="event_deal_compare",
        auth=OPEN_TO_ALL,
        responses={200: DealComparisonFull, **problems(403, 404)},
    )
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """The tables of a deal, entry by entry, once its last table has ended."""
        comparison = compare_event_deal(revealed_deal(event_id, number))
        return Response(DealComparisonFull(comparison).data)
