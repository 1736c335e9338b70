"""Rounds, tables, results and rulings of events, by the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from events.api import event_answers as answers
from events.api import event_inputs as inputs
from events.api import event_serializers as serializers
from events.api.event_base import REFUSED, EventChange
from events.results.recorded import attach_game
from events.results.rulings import give_penalty, lift_penalty, rule_absent, rule_result
from events.results.slips import Slip, confirm_result, dispute_result, report_slip
from events.round_tables.tables import dissolve_table, seat_by_hand
from events.rounds.opening import open_round
from web.errors import Invalid
from web.priorities import heavy


@heavy
class EventRounds(EventChange):
    serializer_class = serializers.EventRoundRow

    @extend_schema(
        operation_id="event_round_open",
        request=inputs.RoundInput,
        responses={201: serializers.EventRoundRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Open the next round. The site seats everybody, but for your own `tables` and `byes`."""
        body = self.read(inputs.RoundInput)
        round_ = open_round(
            event_id,
            self.account,
            deadline=body.get("deadline"),
            on_site=body["on_site"],
            fixed_tables=body["tables"],
            fixed_byes=body["byes"],
            reason=body["reason"],
        )
        event = self.event(event_id)
        return Response(answers.round_of_reader(event, self.account, round_), 201)


class EventTables(EventChange):
    serializer_class = serializers.EventTableRow

    @extend_schema(
        operation_id="event_table_seat",
        request=inputs.HandTableInput,
        responses={201: serializers.EventTableRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter makes a table of people who are free."""
        table = seat_by_hand(event_id, self.account, self.read(inputs.HandTableInput)["entrants"])
        return self.table_response(event_id, table.pk, 201)


class TableSlip(EventChange):
    serializer_class = serializers.EventTableRow

    @extend_schema(
        operation_id="event_table_report",
        request=inputs.SlipInput,
        responses={200: serializers.EventTableRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int, event_table: int) -> Response:
        """A player of the table or an arbiter writes its points down. The same points from a
        second player, or from an arbiter who plays elsewhere, confirm them."""
        report_slip(event_id, event_table, self.account, _slip(self.read(inputs.SlipInput)))
        return self.table_response(event_id, event_table)


class TableConfirmation(EventChange):
    serializer_class = serializers.EventTableRow

    @extend_schema(
        operation_id="event_table_confirm",
        request=None,
        responses={200: serializers.EventTableRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int, event_table: int) -> Response:
        """Another player of the table, or an arbiter, confirms its points."""
        confirm_result(event_id, event_table, self.account)
        return self.table_response(event_id, event_table)


class TableDispute(EventChange):
    serializer_class = serializers.EventTableRow

    @extend_schema(
        operation_id="event_table_dispute",
        request=inputs.PublicReasonInput,
        responses={200: serializers.EventTableRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int, event_table: int) -> Response:
        """A player of the table says that its result is wrong. An arbiter decides."""
        text = self.read(inputs.PublicReasonInput)["reason"]
        dispute_result(event_id, event_table, self.account, text)
        return self.table_response(event_id, event_table)


class EventTableGame(EventChange):
    serializer_class = serializers.EventTableRow

    @extend_schema(
        operation_id="event_table_attach",
        request=inputs.GameInput,
        responses={200: serializers.EventTableRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int, event_table: int) -> Response:
        """A player of the table or an arbiter names a game on record as its result."""
        self.event(event_id)
        game = self.read(inputs.GameInput)["game"]
        attach_game(event_id, event_table, self.account, game)
        return self.table_response(event_id, event_table)


class TableRuling(EventChange):
    serializer_class = serializers.RulingRow

    @extend_schema(
        operation_id="event_table_rule",
        request=inputs.RulingInput,
        responses={201: serializers.RulingRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int, event_table: int) -> Response:
        """An arbiter corrects or decides a table: by `scores`, or by naming the `absent`.
        `moved` lists the changes in the standings."""
        body = self.read(inputs.RulingInput)
        account, reason = self.account, body["reason"]
        if body.get("absent") is None:
            ruling = rule_result(event_id, event_table, account, _slip(body), reason)
        elif body["scores"] or body["places"]:
            raise Invalid("Send `scores` or `absent`, not both.")
        else:
            ruling = rule_absent(event_id, event_table, account, set(body["absent"]), reason)
        return self.ruling_response(ruling)


class TableDissolution(EventChange):
    serializer_class = serializers.RulingRow

    @extend_schema(
        operation_id="event_table_dissolve",
        request=inputs.PublicReasonInput,
        responses={201: serializers.RulingRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int, event_table: int) -> Response:
        """An arbiter removes a table that nobody has played at."""
        reason = self.read(inputs.PublicReasonInput)["reason"]
        return self.ruling_response(dissolve_table(event_id, self.account, event_table, reason))


class EventPenalties(EventChange):
    serializer_class = serializers.RulingRow

    @extend_schema(
        operation_id="event_penalise",
        request=inputs.PenaltyInput,
        responses={201: serializers.RulingRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter takes points from an entrant."""
        body = self.read(inputs.PenaltyInput)
        words = (body["points"], body["reason"])
        return self.ruling_response(give_penalty(event_id, self.account, body["entrant"], *words))


class PenaltyLifting(EventChange):
    serializer_class = serializers.RulingRow

    @extend_schema(
        operation_id="event_penalty_lift",
        request=inputs.PublicReasonInput,
        responses={201: serializers.RulingRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int, ruling: int) -> Response:
        """An arbiter withdraws a penalty. Both stay visible."""
        reason = self.read(inputs.PublicReasonInput)["reason"]
        return self.ruling_response(lift_penalty(event_id, self.account, ruling, reason))


# --- inside -------------------------------------------------------------------


def _slip(body: Mapping[str, Sequence[int]]) -> Slip:
    return Slip(tuple(body["scores"]), tuple(body["places"]))
