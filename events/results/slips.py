"""Results by slip: points of a table written down, confirmed by another, disputed.

They count for the standings of the event, never for ratings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from events.acts.writing import table_act, write_acts
from events.models import EventAct, EventSeat, EventTable, ResultState
from events.organising.arbiters import is_arbiter, lock_event, must_run, sits_at
from events.organising.reasons import checked_public_reason
from events.round_tables.tables import lock_event_table, refuse_closed_table
from games.models import Account
from ratings.standings import places_by_score
from web.database_clock import database_time
from web.errors import Conflict, Invalid, NotAllowed

Kind = EventAct.Kind

SCORES: Final = range(-99, 500)


@dataclass(frozen=True)
class Slip:
    """The points of each seat in turn order. `places` only where a tie was broken, by stones on the
    sled; empty: by the points alone."""

    scores: tuple[int, ...]
    places: tuple[int, ...] = ()

    def checked(self, seats: int) -> Slip:
        """With its places. Raises ``Invalid`` for a slip that contradicts itself or the table."""
        if len(self.scores) != seats or any(score not in SCORES for score in self.scores):
            raise Invalid(_("Enter the points of all %d players.") % seats)
        usual = places_by_score(self.scores)
        places = self.places or usual
        if len(places) != seats:
            raise Invalid(_("Enter a place for every player, or leave all places empty."))
        for score, place, other in zip(self.scores, places, usual, strict=True):
            tied = self.scores.count(score)
            if not other <= place < other + tied:
                raise Invalid(_("The places do not match the points."))
        if list(places) != [1 + sum(other < place for other in places) for place in places]:
            raise Invalid(_("If two players share a place, skip the next place: 1, 1, 3."))
        return Slip(self.scores, tuple(places))


def report_slip(event_id: int, table_id: int, account: Account, slip: Slip) -> EventTable:
    """A player of the table or an arbiter writes its points down.

    An arbiter who does not play there confirms them at once. The same points again, by another
    player, confirm them too. Raises ``NotAllowed``, ``Invalid``, ``Conflict`` for a table with
    another result.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        must_run(event)
        table = lock_event_table(event_id, table_id)
        sits, rules = sits_at(table, account), is_arbiter(event, account)
        if not (sits or rules):
            raise NotAllowed(_("Only a player of this table or an arbiter can do that."))
        refuse_closed_table(table)
        seats = list(table.seats.all())
        slip = slip.checked(len(seats))
        if table.has_result and not _agrees(seats, slip):
            raise Conflict(
                _("This table has a result already: %(points)s. If it is wrong, dispute it.")
                % {"points": " – ".join(str(seat.score) for seat in seats)}
            )
        before, kind = table.state, Kind.CONFIRMED
        if not table.has_result:
            write_scores(table, seats, slip)
            table.state, table.reported_by = ResultState.REPORTED, account
            kind = Kind.REPORTED
        if table.state == ResultState.REPORTED and (
            (rules and not sits) or account.pk != table.reported_by_id
        ):
            table.state, table.confirmed_by = ResultState.CONFIRMED, account
        table.changed_at = database_time()
        table.save()
        if table.state != before:
            write_acts(event, [table_act(kind, table, account, {}, as_arbiter=rules)])
    return table


def confirm_result(event_id: int, table_id: int, account: Account) -> EventTable:
    """Another player of the table, or an arbiter, says that a reported result is right."""
    with transaction.atomic():
        event = lock_event(event_id)
        must_run(event)
        table = lock_event_table(event_id, table_id)
        sits, rules = sits_at(table, account), is_arbiter(event, account)
        if not (sits or rules):
            raise NotAllowed(_("Only a player of this table or an arbiter can do that."))
        if table.state == ResultState.CONFIRMED:
            return table
        if table.state != ResultState.REPORTED:
            raise Conflict(_("There is no result to confirm."))
        if table.disputed_by_id:
            raise Conflict(_("This result is disputed: an arbiter has to decide."))
        if account.pk == table.reported_by_id:
            raise NotAllowed(
                _("You reported this result. Another player or an arbiter has to confirm it.")
            )
        table.state, table.confirmed_by = ResultState.CONFIRMED, account
        table.changed_at = database_time()
        table.save()
        write_acts(event, [table_act(Kind.CONFIRMED, table, account, {}, as_arbiter=rules)])
    return table


def dispute_result(event_id: int, table_id: int, account: Account, text: str) -> EventTable:
    """A player of the table says that its result is wrong, and how. An arbiter who does not play
    there decides. Twice is no fault."""
    text = checked_public_reason(text)
    with transaction.atomic():
        event = lock_event(event_id)
        must_run(event)
        table = lock_event_table(event_id, table_id)
        if not sits_at(table, account):
            raise NotAllowed(_("Only a player of this table can dispute its result."))
        if not table.has_result:
            raise Conflict(_("There is no result to dispute."))
        if table.state == ResultState.RULED and not _is_ruled_by_player(table):
            raise Conflict(_("An arbiter has decided this table."))
        if table.disputed_by_id is None:
            table.disputed_by, table.dispute = account, text
            table.changed_at = database_time()
            table.save()
            write_acts(event, [table_act(Kind.DISPUTED, table, account, {}, text)])
    return table


def write_scores(table: EventTable, seats: Sequence[EventSeat], slip: Slip) -> None:
    """Points and places of a checked slip, by seat."""
    for seat, score, place in zip(seats, slip.scores, slip.places, strict=True):
        seat.score, seat.place, seat.came = score, place, True
    EventSeat.objects.bulk_update(seats, ["score", "place", "came"])


# --- inside -------------------------------------------------------------------


def _agrees(seats: Sequence[EventSeat], slip: Slip) -> bool:
    return [(seat.score, seat.place) for seat in seats] == list(
        zip(slip.scores, slip.places, strict=True)
    )


def _is_ruled_by_player(table: EventTable) -> bool:
    """True if the last ruling about the table was that of an arbiter who plays there."""
    ruling = table.rulings.order_by("-ruled_at", "-pk").first()
    return ruling is not None and ruling.at_own_table
