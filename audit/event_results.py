"""Acts about the result of a table of an event: set, confirmed, disputed, decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from audit import fields
from audit.event_acts import AuditedAct
from audit.event_state import EventFault, EventSeatResult, EventState, EventTableState, Faults
from audit.fields import Line, WrongField
from ratings.standings import places_by_score

RULINGS: Final = {"corrected": "corrected", "ruled": "ruled", "absent": "ruled as absent"}
"""Kinds of rulings about a result, with words."""


def set_result(state: EventState, act: AuditedAct, content: Line) -> Faults:
    """A table's result is set, confirmed, disputed, or decided."""
    table = state.tables[act.round, fields.number_field(content, "table")]
    table_result = fields.object_or_none(content, "result")
    before, sits = table.by_entrant, state.seats_of(act)
    if not (sits or act.as_arbiter or act.actor is None):
        yield EventFault("by", act.actor, "a player of the table, or an arbiter")
    seats = _seats(table_result["seats"]) if table_result else []
    word = str(table_result["state"]) if table_result else ""
    entrants = [seat.entrant for seat in seats]
    if seats and sorted(entrants) != sorted(table.entrants):
        yield EventFault("seats", sorted(entrants), sorted(table.entrants))
    changed = before != {seat.entrant: seat for seat in seats}
    if before and changed and not _may_change(act.kind, table, seats):
        yield EventFault("result", _points(seats), _points(table.seats))
    if changed and act.kind in ("confirmed", "disputed"):
        yield EventFault("result", _points(seats), _points(table.seats))
    if act.kind == "reported" and before:
        yield EventFault("result", _points(seats), "a table without a result")
    follows = _words_after(act, table, sits=sits)
    if word not in follows:
        yield EventFault("state", word, " or ".join(follows))
    game = table_result["game"] if table_result else None
    game_id = content.get("brought") if content.get("outcome") == "taken" else None
    if game not in (table.game, game_id):
        yield EventFault("game", game, table.game)
    if game is None:
        yield from _place_faults(seats)
    if label := _hand(act, table, seats, word, sits=sits):
        state.hands.append((label, act))
    if seats:
        state.first_result_at = state.first_result_at or act.moment
    table.reporter = act.actor if act.kind == "reported" else table.reporter
    table.state, table.seats = word, seats
    table.game = None if game is None else str(game)
    table.by_site = act.actor is None if act.kind == "game" else table.by_site
    table.ruled = table.ruled or act.kind in RULINGS
    table.entrants = entrants or table.entrants
    replaced = table_result.get("replaced", []) if table_result else []
    table.replaced = tuple(replaced) if isinstance(replaced, list) else ()


# --- inside -------------------------------------------------------------------


def _words_after(act: AuditedAct, table: EventTableState, *, sits: bool) -> tuple[str, ...]:
    """States that a table may have after an act."""
    alone = act.as_arbiter and not sits
    by_other = act.actor != table.reporter or alone
    return {
        "reported": ("confirmed",) if alone else ("reported",),
        "confirmed": ("confirmed",) if by_other else ("reported",),
        "disputed": (table.state or "a result",),
        "game": (table.state, "confirmed") if table.state != "ruled" else ("ruled",),
    }.get(act.kind, ("ruled",))


def _hand(
    act: AuditedAct,
    table: EventTableState,
    seats: Sequence[EventSeatResult],
    word: str,
    *,
    sits: bool,
) -> str:
    """Words for an act of an arbiter that readers should know; empty for others."""
    label, place_words = "", " at the own table" if sits else ""
    if act.kind in RULINGS:
        change = f"{_points(table.seats)} → {_points(seats)}" if table.seats else _points(seats)
        label = f"{RULINGS[act.kind]} {change}{place_words}"
    elif act.as_arbiter and sits and act.kind in ("reported", "confirmed"):
        label = f"{act.kind} {_points(seats)}{place_words}"
    elif act.as_arbiter and act.kind == "reported" and word == "confirmed":
        label = f"wrote down and confirmed alone {_points(seats)}"
    return label


def _seats(rows: object) -> list[EventSeatResult]:
    """Raises ``WrongField``."""
    lists = [row for row in rows if isinstance(row, list)] if isinstance(rows, list) else []
    seats = [EventSeatResult(*row) for row in lists if len(row) == 4]
    if not seats or len(seats) != len(lists) or not all(map(_is_seat, seats)):
        raise WrongField("seats: expected entrant, points, place and whether they came")
    return seats


def _is_seat(seat: EventSeatResult) -> bool:
    numbers = (seat.score, seat.place)
    return type(seat.entrant) is int and all(
        number is None or type(number) is int for number in numbers
    )


def _may_change(kind: str, table: EventTableState, seats: Sequence[EventSeatResult]) -> bool:
    """True if an act may give a table that has a result another one: a ruling; a game after a slip
    that nobody confirmed, or one with the same points."""
    scores = {seat.entrant: seat.score for seat in seats}
    has_same_scores = scores == {seat.entrant: seat.score for seat in table.seats}
    by_game = kind == "game" and (
        table.state == "reported" or (has_same_scores and table.state != "ruled")
    )
    return kind in ("corrected", "ruled") or by_game


def _place_faults(seats: Sequence[EventSeatResult]) -> Faults:
    """Places of a slip follow from its points; of those who tie stones may decide."""
    scores = [seat.score for seat in seats if seat.score is not None]
    places = [seat.place for seat in seats if seat.place is not None]
    is_complete = seats and len(scores) == len(places) == len(seats)
    usual = places_by_score(scores) if is_complete else ()
    fits = all(
        first <= place < first + scores.count(score)
        for score, place, first in zip(scores, places, usual, strict=False)
    )
    if is_complete and not (
        fits and places == [1 + sum(other < place for other in places) for place in places]
    ):
        yield EventFault("places", places, list(usual))


def _points(seats: Sequence[EventSeatResult]) -> str:
    return " – ".join(
        str(seat.score) if seat.score is not None else "here" if seat.came else "absent"
        for seat in seats
    )
