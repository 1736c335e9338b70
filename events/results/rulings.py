"""Rulings of arbiters about results: each is written once, with a public reason and what moved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from django.db import transaction
from django.utils.translation import gettext as _

from events.acts.writing import new_act, table_act, write_acts
from events.entrants.entering import entrant_numbered
from events.models import (
    Event,
    EventAct,
    EventRuling,
    EventSeat,
    EventTable,
    ResultState,
)
from events.organising.arbiters import arbitrated, lock_event, sits_at
from events.organising.reasons import checked_public_reason
from events.results.series_moves import note_series_moves, read_boards_of_event
from events.results.slips import Slip, write_scores
from events.results.standings import move_sentence, moves_as_json, read_book
from events.round_tables.tables import lock_event_table, refuse_closed_table
from games.models import Account
from ratings.standings import format_points, parse_point_number
from web.database_clock import database_time
from web.errors import Conflict, Invalid, NotAllowed

Kind = EventRuling.Kind

StoredMove = tuple[int, int | None, int | None, str | None, str | None]
"""A line of ``EventRuling.moved``."""


def rule_result(
    event_id: int, table_id: int, arbiter: Account, slip: Slip, reason: str
) -> EventRuling:
    """An arbiter corrects the result of a table, or decides one that has none.

    Raises ``NotAllowed`` for a disputed result of the arbiter's own table, where another arbiter
    decides; ``Invalid``, ``Conflict``.
    """
    reason = checked_public_reason(reason)
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        table, is_player = _table_to_rule(event, table_id, arbiter)
        refuse_closed_table(table)
        seats = list(table.seats.select_related("entrant"))
        slip = slip.checked(len(seats))
        kind = Kind.CORRECTED if table.has_result else Kind.RULED
        if kind is Kind.CORRECTED and _seats_as_json(seats) == [
            [seat.entrant.number, score, place]
            for seat, score, place in zip(seats, slip.scores, slip.places, strict=True)
        ]:
            if not (table.disputed_by_id or table.lost_its_game):
                raise Conflict(_("The table already has this result."))
            kind = Kind.RULED
        before, rows = _seats_as_json(seats), read_book(event, everything=True).rows()
        boards = read_boards_of_event(event)
        write_scores(table, seats, slip)
        _close(table)
        ruling: EventRuling = EventRuling.objects.create(
            event=event,
            table=table,
            kind=kind,
            reason=reason,
            arbiter=arbiter,
            at_own_table=is_player,
            before=before,
            after=_seats_as_json(seats),
            moved=moves_as_json(rows, read_book(event, everything=True).rows()),
            ruled_at=database_time(),
        )
        note_series_moves(ruling, boards)
        _write_act(event, ruling, table=table)
    return ruling


def rule_absent(
    event_id: int,
    table_id: int,
    arbiter: Account | None,
    absent: Collection[int],
    reason: str,
) -> EventRuling:
    """A table is decided without a game: the `absent`, by their numbers, get nothing and leave the
    event until they come back; the others get the points of a bye.

    `arbiter` is None where a deadline passed. Raises as ``rule_result``.
    """
    reason = checked_public_reason(reason)
    with transaction.atomic():
        if arbiter is None:
            event, is_player = lock_event(event_id), False
            table = lock_event_table(event_id, table_id)
        else:
            event = arbitrated(event_id, arbiter)
            table, is_player = _table_to_rule(event, table_id, arbiter)
        if table.has_result:
            raise Conflict(_("This table already has a result."))
        refuse_closed_table(table)
        seats = list(table.seats.select_related("entrant"))
        if not set(absent) <= {seat.entrant.number for seat in seats}:
            raise Invalid(_("Choose players of this table."))
        rows, moment = read_book(event, everything=True).rows(), database_time()
        boards = read_boards_of_event(event)
        left = []
        for seat in seats:
            seat.came = seat.entrant.number not in absent
            if not seat.came and seat.entrant.is_present:
                left.append(seat.entrant.number)
                seat.entrant.withdrawn_at = moment
                seat.entrant.save(update_fields=["withdrawn_at"])
        EventSeat.objects.bulk_update(seats, ["came"])
        _close(table)
        ruling: EventRuling = EventRuling.objects.create(
            event=event,
            table=table,
            kind=Kind.ABSENT,
            reason=reason,
            arbiter=arbiter,
            at_own_table=is_player,
            after=[[seat.entrant.number, None, int(seat.came)] for seat in seats],
            moved=moves_as_json(rows, read_book(event, everything=True).rows()),
            ruled_at=moment,
        )
        note_series_moves(ruling, boards)
        _write_act(event, ruling, table=table)
        rules = arbiter is not None
        write_acts(
            event,
            [
                new_act(EventAct.Kind.LEFT, arbiter, {"entrant": number}, as_arbiter=rules)
                for number in left
            ],
        )
    return ruling


def give_penalty(
    event_id: int, arbiter: Account, number: int, points: str, reason: str
) -> EventRuling:
    """Points are taken from an entrant, with a public reason."""
    reason = checked_public_reason(reason)
    try:
        amount = parse_point_number(points.strip())
    except ValueError:
        amount = Fraction()
    if amount <= 0:
        raise Invalid(_("Enter the number of points, such as 1 or 0.5."))
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        entrant = entrant_numbered(event, number)
        if entrant.account_id == arbiter.pk:
            raise NotAllowed(_("You can’t decide about yourself. Ask another arbiter."))
        ruling = EventRuling(
            event=event,
            kind=Kind.PENALTY,
            entrant=entrant,
            points=str(amount),
            reason=reason,
            arbiter=arbiter,
            ruled_at=database_time(),
        )
        book = read_book(event, everything=True)
        rows, boards = book.rows(), read_boards_of_event(event)
        book.penalties.append(ruling)
        ruling.moved = moves_as_json(rows, book.rows())
        ruling.save()
        note_series_moves(ruling, boards)
        _write_act(event, ruling, {"entrant": number, "points": ruling.points})
    return ruling


def lift_penalty(event_id: int, arbiter: Account, ruling_id: int, reason: str) -> EventRuling:
    """A penalty counts no longer; both stay to be read."""
    reason = checked_public_reason(reason)
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        rows = event.rulings.select_related("entrant")
        penalty = rows.filter(pk=ruling_id, kind=Kind.PENALTY, lifted_by=None).first()
        if penalty is None:
            raise Conflict(_("This penalty no longer exists."))
        assert penalty.entrant is not None
        if penalty.entrant.account_id == arbiter.pk:
            raise NotAllowed(_("You can’t decide about yourself. Ask another arbiter."))
        book = read_book(event, everything=True)
        before, boards = book.rows(), read_boards_of_event(event)
        book.penalties = [row for row in book.penalties if row.pk != penalty.pk]
        ruling: EventRuling = EventRuling.objects.create(
            event=event,
            kind=Kind.LIFTED,
            entrant=penalty.entrant,
            lifts=penalty,
            points=penalty.points,
            reason=reason,
            arbiter=arbiter,
            moved=moves_as_json(before, book.rows()),
            ruled_at=database_time(),
        )
        note_series_moves(ruling, boards)
        number = penalty.entrant.number
        _write_act(event, ruling, {"entrant": number, "lifts": penalty.pk})
    return ruling


def moved_sentences(moves: Iterable[StoredMove], names: dict[int, str]) -> list[str]:
    """Entrants that a ruling moved, in sentences. `moves`: of the ruling; `names`: of entrants, by
    number."""
    return [
        move_sentence(names.get(number, f"{number}"), rank, new_rank, points, new_points)
        for number, rank, new_rank, points, new_points in moves
    ]


def penalty_words(ruling: EventRuling) -> str:
    """Points of a penalty, for a page."""
    return format_points(parse_point_number(ruling.points)) if ruling.points else ""


# --- inside -------------------------------------------------------------------


def _table_to_rule(event: Event, table_id: int, arbiter: Account) -> tuple[EventTable, bool]:
    """The table, and whether `arbiter` plays there."""
    table = lock_event_table(event.pk, table_id)
    is_player = sits_at(table, arbiter)
    if is_player and table.disputed_by_id:
        raise NotAllowed(_("You play at this table, so another arbiter has to decide the dispute."))
    return table, is_player


def _write_act(
    event: Event,
    ruling: EventRuling,
    content: Mapping[str, object] = MappingProxyType({}),
    table: EventTable | None = None,
) -> None:
    kind, content = EventAct.Kind(ruling.kind), {"ruling": ruling.pk, **content}
    arbiter, rules = ruling.arbiter, ruling.arbiter is not None
    act = (
        table_act(kind, table, arbiter, content, ruling.reason, as_arbiter=rules)
        if table
        else new_act(kind, arbiter, content, ruling.reason, as_arbiter=rules)
    )
    write_acts(event, [act])


def _close(table: EventTable) -> None:
    table.state, table.disputed_by, table.dispute = ResultState.RULED, None, ""
    table.changed_at = database_time()
    table.save()


def _seats_as_json(seats: Sequence[EventSeat]) -> list[object]:
    return [[seat.entrant.number, seat.score, seat.place] for seat in seats]
