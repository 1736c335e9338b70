"""Acts of a series, applied to its state one by one; the faults of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from audit import fields
from audit.event_acts import AuditedAct
from audit.event_state import EventFault, Faults, order_faults
from audit.fields import Line, WrongField
from audit.series_state import GuestState, HiddenGuest, PlaceState, SeriesState
from ratings.standings import DivisionEnd, guest_form, next_divisions

COUNTING: Final = ("best", "least", "rank_points", "tie_breaks")
"""Terms that stand once an event of the series has a result."""

BEFORE_NEXT_SEASON: Final = frozenset(
    {"division", "placed", "removed", "leaving", "staying", "season"}
)
"""Kinds of acts that nobody does once the next season has begun."""


def add_series_act(state: SeriesState, act: AuditedAct) -> Faults:
    """The next act. Content that contradicts itself is a fault."""
    yield from order_faults(state, act, "a series is made once, at first")
    if state.next_season is not None and act.kind in BEFORE_NEXT_SEASON:
        yield EventFault("kind", act.kind, "nothing: the next season had begun")
    content = act.content or {}
    try:
        yield from STEPS.get(act.kind, _unknown)(state, act, content)
        yield from _rights(state, act, content)
    except (WrongField, ValueError, LookupError) as error:
        yield EventFault("content", act.content, f"an act: {error}")


# --- inside -------------------------------------------------------------------


def _rights(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    """Faults of an act of somebody who may not do that. The site wrote down what there was at an
    upgrade, at the moment of its first act."""
    if act.actor is None:
        if not state.by_site or act.moment != state.created_at:
            yield EventFault("by", None, "an organiser of the series")
        return
    player: int | None = None
    if act.kind in ("agreed", "declined"):
        player = state.guests[fields.number_field(content, "guest")].player
        if act.actor != player:
            yield EventFault("by", act.actor, player)
        return
    if act.kind in ("leaving", "staying"):
        player = state.places[fields.number_field(content, "place")].player
    if act.actor != player and not state.organises(act.actor, act.moment):
        yield EventFault("by", act.actor, "an organiser of the series")


def _unknown(_state: SeriesState, act: AuditedAct, _content: Line) -> Faults:
    yield EventFault("kind", act.kind, "a kind that this program knows")


def _create_series(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    state.name, state.created_at, state.by_site = act.text, act.moment, act.actor is None
    state.terms = dict(fields.object_or_none(content, "terms") or {})
    state.club = fields.number_or_none(content, "club")
    state.founder = fields.number_field(content, "founder")
    state.before = fields.number_or_none(content, "before")
    if act.actor not in (None, state.founder):
        yield EventFault("by", act.actor, state.founder)


def _changed(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    before, state.name = state.terms, act.text
    state.terms = dict(fields.object_or_none(content, "terms") or {})
    events = [state.all_events.get(event) for event in state.counting()]
    results = [event.first_result_at for event in events if event]
    if any(moment and moment <= act.moment for moment in results):
        for name in COUNTING:
            if before.get(name) != state.terms.get(name):
                yield EventFault(name, state.terms.get(name), before.get(name))


def _division(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    number = fields.number_field(content, "division")
    if number != len(state.divisions) + 1:
        yield EventFault("division", number, len(state.divisions) + 1)
    state.divisions[number] = act.text or "", fields.number_field(content, "exchanged")


def _placed(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    division, player = (
        fields.number_field(content, "division"),
        fields.number_or_none(content, "player"),
    )
    place, move = fields.number_field(content, "place"), fields.text_field(content, "move")
    row = PlaceState(division, player, None if player else act.text, move, act.moment)
    places = state.places.values()
    is_twice = any(player and person.player == player for person in places) or any(
        row.guest and person.guest and guest_form(person.guest) == guest_form(row.guest)
        for person in places
    )
    if is_twice or place in state.places:
        yield EventFault("place", player or act.text, "a person without a division")
    if division not in state.divisions:
        yield EventFault("division", division, sorted(state.divisions))
    if move != "new" and not (state.before and act.moment == state.created_at):
        yield EventFault("move", move, "new")
    state.places[place] = row
    state.placed_at_first.append(row)


def _removed(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    del state.places[fields.number_field(content, "place")]
    yield from ()


def _leaving(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    state.places[fields.number_field(content, "place")].leaving = act.kind == "leaving"
    yield from ()


def _event(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    event, division = (
        fields.number_field(content, "event"),
        fields.number_or_none(content, "division"),
    )
    if event in state.counting():
        yield EventFault("event", event, "an event that is not in the series")
    if (division in state.divisions) != bool(state.divisions):
        yield EventFault("division", division, sorted(state.divisions))
    club = state.all_events[event].club if event in state.all_events else None
    if club is not None and state.club not in (None, club):
        yield EventFault("event", event, "an event of this club")
    state.events[event] = division, False


def _no_event(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    event = fields.number_field(content, "event")
    if event not in state.counting():
        yield EventFault("event", event, "an event of the series")
    state.events[event] = state.events[event][0], True
    state.hands.append((f"took event {event} out", act))


def _guest(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    key, player = fields.number_field(content, "guest"), fields.number_field(content, "player")
    if player == act.actor:
        yield EventFault("by", act.actor, "another organiser")
    named_before = [
        row
        for row in state.guests.values()
        if row.agrees is not False
        and row.guest
        and act.text
        and guest_form(row.guest) == guest_form(act.text)
    ]
    if named_before:
        yield EventFault("guest", act.text, "a guest for whom nobody is named")
    state.guests[key] = GuestState(act.text, player)


def _answered(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    row = state.guests[fields.number_field(content, "guest")]
    if row.agrees is not None:
        yield EventFault("kind", act.kind, "nothing: it was answered")
    row.agrees = act.kind == "agreed"
    if row.agrees:
        state.hands.append((f"agreed to be the guest {row.guest or 'whose name is hidden'}", act))


def _season(state: SeriesState, act: AuditedAct, content: Line) -> Faults:
    """Divisions of the next season follow from the boards, and from those who leave."""
    state.next_season = fields.number_field(content, "season")
    stated = _parts(content["divisions"])
    state.next_places = stated
    leaving = _numbers(content["leaving"])
    leaving_places = sorted(place for place, row in state.places.items() if row.leaving)
    if not set(leaving_places) <= set(leaving):
        yield EventFault("leaving", leaving, leaving_places)
    if silent := sorted(set(leaving) - set(leaving_places)):
        state.hands.append((f"left out without their word {silent}", act))
    unknown = [event for event in state.counting() if event not in state.all_events]
    finished = [] if unknown else state.finished_at(act.moment)
    if isinstance(finished, int):
        yield EventFault("season", f"event {finished}", "an event that has ended")
        return
    try:
        boards = state.boards(finished)
    except HiddenGuest:
        unknown = [0]
    if unknown:
        state.hands.append(("began the next season, which was not worked out", act))
        state.not_worked_out.append(state.next_season)
        return
    keys = {place: boards.key_of(row) for place, row in sorted(state.places.items())}
    numbers = boards.persons.numbers
    places = {numbers[key]: place for place, key in reversed(keys.items())}
    newcomers = sum(place is None for part in stated for place, _move in part)
    ends = [
        DivisionEnd(tuple(row.person for row in boards.rows(number)), exchanged)
        for number, (_name, exchanged) in sorted(state.divisions.items())
    ]
    joining = range(len(numbers), len(numbers) + newcomers)
    parts = next_divisions(ends, {numbers[keys[place]] for place in leaving}, joining)
    follows = [[(places.get(row.person), row.move) for row in part] for part in parts]
    if stated != follows:
        yield EventFault("divisions", stated, follows)
    state.next_persons = [
        [None if place is None else keys[place] for place, _move in part] for part in stated
    ]


def _parts(rows: object) -> list[list[tuple[int | None, str]]]:
    """Raises ``WrongField``."""
    parts = [part for part in rows if isinstance(part, list)] if isinstance(rows, list) else []
    if not parts or not all(
        isinstance(row, list) and len(row) == 2 for part in parts for row in part
    ):
        raise WrongField("divisions: expected places and moves")
    return [[(place, str(move)) for place, move in part] for part in parts]


def _numbers(rows: object) -> Sequence[int]:
    """Raises ``WrongField``."""
    if not isinstance(rows, list) or not all(type(number) is int for number in rows):
        raise WrongField("expected a list of numbers")
    return rows


Step = Callable[[SeriesState, AuditedAct, Line], Faults]

STEPS: Final[dict[str, Step]] = {
    "made": _create_series,
    "changed": _changed,
    "division": _division,
    "placed": _placed,
    "removed": _removed,
    "leaving": _leaving,
    "staying": _leaving,
    "event": _event,
    "no-event": _no_event,
    "guest": _guest,
    "agreed": _answered,
    "declined": _answered,
    "season": _season,
}
