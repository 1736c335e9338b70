"""Acts of an event, applied to its state one by one; the faults of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from audit import fields
from audit.event_acts import ABOUT_RESULTS, AuditedAct
from audit.event_plans import (
    LATER_KINDS,
    check_announcement,
    check_groups,
    check_plan,
    check_seeds,
    check_team,
    clear_deal,
    numbers_of,
    planned_faults,
    tables_of,
)
from audit.event_results import RULINGS, set_result
from audit.event_state import (
    EntrantState,
    EventEnding,
    EventFault,
    EventState,
    EventTableState,
    Faults,
    first_difference,
    order_faults,
)
from audit.fields import Line, WrongField
from ratings.standings import (
    SEATING_ERRORS,
    Penalty,
    SeatedRound,
    check_seating,
    parse_point_number,
    standings_as_json,
)

FIXED: Final = ("format", "points4", "points3", "points2", "bye_points", "tie_breaks")
"""Terms that stand once a table has a result."""

OF_ARBITERS: Final = frozenset(
    {"made", "changed", "arbiter", "withdrawn", "round", "table", "remade", "penalty", "lifted"}
    | {"ended", "reopened", *RULINGS, *LATER_KINDS}
)
"""Kinds of acts that only arbiters do; the site itself decides tables whose players are absent."""

AFTER_THE_END: Final = ("reopened", "left", "no-arbiter", "game")


def add_act(state: EventState, act: AuditedAct) -> Faults:
    """The next act. Content that contradicts itself is a fault."""
    yield from order_faults(state, act, "an event is made once, at first")
    by_upgrade = act.actor is None and act.kind in LATER_KINDS
    if state.ended and act.kind not in AFTER_THE_END and not by_upgrade:
        yield EventFault("kind", act.kind, "nothing: the event had ended")
    try:
        if act.content is None:
            state.hidden.append(act)
        else:
            step = STEPS.get(act.kind, _unknown)
            yield from step(state, act, act.content)
        yield from _rights(state, act)
    except (WrongField, ValueError, LookupError) as error:
        yield EventFault("content", act.content, f"an act: {error}")


# --- inside -------------------------------------------------------------------


def _rights(state: EventState, act: AuditedAct) -> Faults:
    """Faults of an act of somebody who may not do that."""
    arbiters = state.arbiters | state.officers(state.club or 0, act.moment)
    if act.as_arbiter and act.actor not in arbiters and act.kind != "no-arbiter":
        yield EventFault("by", act.actor, "an arbiter of the event")
    kinds_of_site = {"absent", "left", "game", *LATER_KINDS} - {"announced"}
    if state.is_duplicate:
        kinds_of_site |= {"round", "ruled"}
    by_site = act.actor is None and act.kind in kinds_of_site
    if act.kind in OF_ARBITERS and not (act.as_arbiter or by_site):
        yield EventFault("as_arbiter", act.as_arbiter, True)


def _unknown(_state: EventState, act: AuditedAct, _content: Line) -> Faults:
    yield EventFault("kind", act.kind, "a kind that this program knows")


def _create_event(state: EventState, act: AuditedAct, content: Line) -> Faults:
    state.name, state.terms = act.text or "", dict(fields.object_or_none(content, "terms") or {})
    state.club = fields.number_or_none(content, "club")
    if act.actor is not None:
        state.arbiters.add(act.actor)
    yield from _scoring_faults(state)


def _changed(state: EventState, act: AuditedAct, content: Line) -> Faults:
    before, state.name = state.terms, act.text or ""
    state.terms = dict(fields.object_or_none(content, "terms") or {})
    state.hands.append((_changes(before, state.terms), act))
    if any(table.state for table in state.tables.values()):
        for name in FIXED:
            if before.get(name) != state.terms.get(name):
                yield EventFault(name, state.terms.get(name), before.get(name))
    yield from _scoring_faults(state)


def _scoring_faults(state: EventState) -> Faults:
    try:
        state.scoring()
    except ValueError as error:
        yield EventFault("terms", state.terms, error)


def _arbiter(state: EventState, act: AuditedAct, content: Line) -> Faults:
    state.arbiters.add(fields.number_field(content, "player"))
    state.hands.append(("named an arbiter", act))
    yield from ()


def _no_arbiter(state: EventState, act: AuditedAct, content: Line) -> Faults:
    player = fields.number_field(content, "player")
    if player not in state.arbiters or not (act.as_arbiter or act.actor == player):
        yield EventFault("by", act.actor, "an arbiter")
    yield from _arbiter_takes(state, act)
    state.arbiters.discard(player)
    state.hands.append(("took the role of an arbiter away", act))


def _arbiter_takes(state: EventState, act: AuditedAct) -> Faults:
    arbiters = state.arbiters | state.officers(state.club or 0, act.moment)
    if act.actor not in arbiters:
        yield EventFault("by", act.actor, "an arbiter of the event")


def _entered(state: EventState, act: AuditedAct, content: Line) -> Faults:
    number = fields.number_field(content, "entrant")
    player = fields.number_or_none(content, "player")
    if number != len(state.entrants) + 1:
        yield EventFault("entrant", number, len(state.entrants) + 1)
    players = {entrant.player for entrant in state.entrants.values()} - {None}
    if player in players or (player is None and act.text == ""):
        yield EventFault("player", player, "somebody who is not in the event")
    if not act.as_arbiter and act.actor != player:
        yield EventFault("by", act.actor, player)
    state.entrants[number] = EntrantState(player, None if player else act.text)
    clear_deal(state)


def _present(state: EventState, act: AuditedAct, content: Line) -> Faults:
    """Left, was taken out or came back."""
    entrant, returns = (
        state.entrants[fields.number_field(content, "entrant")],
        act.kind == "returned",
    )
    by_site = act.actor is None and act.kind == "left"
    if not (act.as_arbiter or by_site) and act.actor != entrant.player:
        yield EventFault("by", act.actor, entrant.player)
    if entrant.present == returns:
        yield EventFault("entrant", act.kind, "the opposite")
    entrant.present = returns
    if not returns:
        clear_deal(state)
    if act.as_arbiter:
        state.hands.append(("let in again" if returns else "took out", act))


def _round(state: EventState, act: AuditedAct, content: Line) -> Faults:
    if act.round != len(state.byes) + 1:
        yield EventFault("round", act.round, len(state.byes) + 1)
    tables, byes = tables_of(content["tables"]), tuple(numbers_of(content["byes"]))
    arbiter_tables, arbiter_byes = tables_of(content["own_tables"]), numbers_of(content["own_byes"])
    history = state.history()
    state.byes[act.round], state.opened_at[act.round] = list(byes), act.moment
    for number, table in enumerate(tables, 1):
        state.tables[act.round, number] = EventTableState(list(table), act.moment)
    if arbiter_tables or arbiter_byes:
        state.hands.append((f"made own pairings {list(map(list, arbiter_tables))}", act))
    if tables[: len(arbiter_tables)] != arbiter_tables:
        yield EventFault("own_tables", arbiter_tables, tables[: len(arbiter_tables)])
    if content["present"] is not None:
        present = set(numbers_of(content["present"]))
        yield from _present_faults(state, act, present)
        if not (arbiter_tables or arbiter_byes):
            yield from planned_faults(state, act.round, present, SeatedRound(tuple(tables), byes))
        for problem in check_seating(SeatedRound(tuple(tables), byes), present, history):
            state.problems[problem.kind] += 1
            if problem.kind in SEATING_ERRORS:
                yield EventFault(f"seating: {problem.kind}", problem.entrants, "none")


def _present_faults(state: EventState, act: AuditedAct, present: set[int]) -> Faults:
    """Everybody who is here is seated or has a bye; at an evening those who do not play."""
    attending = {number for number, entrant in state.entrants.items() if entrant.present}
    rounds = {number for number, _table in state.tables} - {act.round}
    playing = {
        entrant
        for (number, _table), table in state.tables.items()
        for entrant in table.entrants
        if number in rounds and not table.state
    }
    form = state.terms.get("format")
    is_for_all = form == "swiss" and act.round != state.final_number
    expected = attending if is_for_all else attending - playing if form == "evening" else present
    if present != expected and not (form == "evening" and state.hidden):
        yield EventFault("present", sorted(present), sorted(expected))
    if not present <= attending:
        yield EventFault("present", sorted(present), f"of {sorted(attending)}")


def _table(state: EventState, act: AuditedAct, content: Line) -> Faults:
    entrants = numbers_of(content["seats"])
    for key in entrants:
        if entrants.count(key) > 1 or key not in state.entrants or key in _seated(state, act):
            yield EventFault("seats", entrants, "entrants who are free in this round")
    opened_at = state.opened_at[act.round]
    state.tables[act.round, fields.number_field(content, "table")] = EventTableState(
        entrants, opened_at
    )
    state.hands.append(("seated a table by hand", act))


def _seated(state: EventState, act: AuditedAct) -> set[int]:
    tables = (table for (number, _), table in state.tables.items() if number == act.round)
    return {key for table in tables for key in table.entrants}.union(state.byes[act.round])


def _remade(state: EventState, act: AuditedAct, content: Line) -> Faults:
    table = state.tables.pop((act.round, fields.number_field(content, "table")))
    if table.state:
        yield EventFault("table", table.state, "a table without a result")
    state.hands.append(("took a table apart", act))


def _penalty(state: EventState, act: AuditedAct, content: Line) -> Faults:
    entrant, points = (
        fields.number_field(content, "entrant"),
        parse_point_number(fields.text_field(content, "points")),
    )
    if state.entrants[entrant].player == act.actor:
        yield EventFault("by", act.actor, "another arbiter")
    state.penalties[fields.number_field(content, "ruling")] = Penalty(entrant, points)
    state.hands.append((f"gave a penalty of {points} points", act))


def _lifted(state: EventState, act: AuditedAct, content: Line) -> Faults:
    penalty = state.penalties.pop(fields.number_field(content, "lifts"))
    if state.entrants[penalty.entrant].player == act.actor:
        yield EventFault("by", act.actor, "another arbiter")
    state.hands.append((f"took a penalty of {penalty.points} points back", act))


def _ended(state: EventState, act: AuditedAct, content: Line) -> Faults:
    state.ended = True
    standings = state.standings()
    state.endings.append(EventEnding(act.moment, str(state.terms["starts_at"]), standings))
    follows = standings_as_json(standings)
    if content["standings"] != follows:
        yield EventFault("standings", *first_difference(content["standings"], follows))


def _reopened(state: EventState, act: AuditedAct, _content: Line) -> Faults:
    if not state.ended:
        yield EventFault("kind", act.kind, "nothing: the event had not ended")
    state.ended = False
    state.endings.append(EventEnding(act.moment, "", None))
    state.hands.append(("reopened the event", act))


def _changes(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    names = sorted(name for name in after if before.get(name) != after[name])
    return "changed " + ", ".join(f"{name} {before.get(name)} → {after[name]}" for name in names)


Step = Callable[[EventState, AuditedAct, Line], Faults]

STEPS: Final[dict[str, Step]] = {
    "made": _create_event,
    "changed": _changed,
    "arbiter": _arbiter,
    "no-arbiter": _no_arbiter,
    "entered": _entered,
    "left": _present,
    "withdrawn": _present,
    "returned": _present,
    "round": _round,
    "table": _table,
    "remade": _remade,
    "penalty": _penalty,
    "lifted": _lifted,
    "announced": check_announcement,
    "team": check_team,
    "seeded": check_seeds,
    "grouped": check_groups,
    "planned": check_plan,
    "ended": _ended,
    "reopened": _reopened,
    **dict.fromkeys(ABOUT_RESULTS, set_result),
}
