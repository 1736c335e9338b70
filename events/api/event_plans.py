"""Seeds, groups, plans, teams and timers of events, by the API."""

from __future__ import annotations

from collections.abc import Iterable

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from events.api import event_inputs as inputs
from events.api import event_serializers as serializers
from events.api.event_base import REFUSED, EventChange
from events.entrants.entering import set_team
from events.formats.plan import plan_text
from events.rounds.opening import open_all_rounds
from events.rounds.planning import deal_groups, set_seeds, write_plan
from events.rounds.timers import start_timer, stop_timer
from events.seating import SeatedRound
from web.priorities import heavy


@heavy
class EventSeeds(EventChange):
    @extend_schema(
        operation_id="event_seed",
        request=inputs.SeedsInput,
        responses={200: serializers.EventFull, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter sets the seeds of a knock-out, before its first round."""
        body = self.read(inputs.SeedsInput)
        typed = _words(body["entrants"])
        set_seeds(event_id, self.account, body["order"], typed, body["reason"])
        return self.event_response(event_id)


@heavy
class EventGroups(EventChange):
    @extend_schema(
        operation_id="event_groups_deal",
        request=inputs.GroupsInput,
        responses={200: serializers.EventFull, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter deals everybody to closed groups, whose rounds are all planned then."""
        body = self.read(inputs.GroupsInput)
        deal_groups(
            event_id,
            self.account,
            body["count"],
            body["order"],
            "\n".join(map(_words, body["groups"])),
            body["reason"],
            fewest_repeats=body["fewest_repeats"],
        )
        return self.event_response(event_id)


@heavy
class EventPlan(EventChange):
    @extend_schema(
        operation_id="event_plan_write",
        request=inputs.PlanInput,
        responses={200: serializers.EventFull, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter prescribes the seating of the rounds to come; without rounds there is no plan
        any more."""
        body = self.read(inputs.PlanInput)
        typed = plan_text(SeatedRound(row["tables"], row["byes"]) for row in body["rounds"])
        write_plan(event_id, self.account, typed, body["reason"])
        return self.event_response(event_id)


@heavy
class EventAllRounds(EventChange):
    @extend_schema(
        operation_id="event_rounds_open_all",
        request=inputs.AllRoundsInput,
        responses={200: serializers.EventFull, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter opens all rounds of closed groups, each until a deadline of its own."""
        body = self.read(inputs.AllRoundsInput)
        open_all_rounds(event_id, self.account, deadline=body.get("deadline"), days=body["days"])
        return self.event_response(event_id)


class EventTimer(EventChange):
    serializer_class = serializers.EventFull

    @extend_schema(
        operation_id="event_timer_start",
        request=inputs.TimerInput,
        responses={200: serializers.EventFull, **REFUSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """An arbiter starts the timer of the last round."""
        start_timer(event_id, self.account, self.read(inputs.TimerInput)["minutes"])
        return self.event_response(event_id)

    @extend_schema(
        operation_id="event_timer_stop",
        request=None,
        responses={200: serializers.EventFull, **REFUSED},
    )
    def delete(self, request: Request, event_id: int) -> Response:
        """An arbiter stops the timer."""
        stop_timer(event_id, self.account)
        return self.event_response(event_id)


class EntrantTeam(EventChange):
    serializer_class = serializers.EntrantRow

    @extend_schema(
        operation_id="event_entrant_team",
        request=inputs.TeamInput,
        responses={200: serializers.EntrantRow, **REFUSED},
    )
    def post(self, request: Request, event_id: int, number: int) -> Response:
        """An arbiter puts an entrant into a team; an empty name: into none."""
        team = self.read(inputs.TeamInput)["team"]
        return self.entrant_response(set_team(event_id, self.account, number, team))


def _words(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
