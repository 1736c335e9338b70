"""Acts before rounds: teams, seeds, groups, and rounds that are prescribed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final

from audit import fields
from audit.event_acts import AuditedAct
from audit.event_state import EventFault, EventState, Faults
from audit.fields import Line, WrongField
from audit.seed_ratings import SeedingRatings
from ratings.standings import SeatedRound, deal_seeds, draw_lots, pair_of

LATER_KINDS: Final = frozenset({"team", "seeded", "grouped", "planned", "announced"})
"""Kinds that older events have no acts of. At an upgrade the site writes down what there was."""

GROUPS: Final = "groups"


def numbers_of(row: object) -> list[int]:
    """Raises ``WrongField``."""
    numbers = [number for number in row if type(number) is int] if isinstance(row, list) else []
    if not isinstance(row, list) or len(numbers) != len(row):
        raise WrongField("expected a list of numbers")
    return numbers


def tables_of(rows: object) -> list[tuple[int, ...]]:
    """Raises ``WrongField``."""
    return [tuple(numbers_of(row)) for row in (rows if isinstance(rows, list) else [rows])]


def check_announcement(_state: EventState, _act: AuditedAct, content: Line) -> Faults:
    fields.number_field(content, "announcement")
    yield from ()


def check_team(state: EventState, act: AuditedAct, content: Line) -> Faults:
    """An entrant comes to a team, or to none. A team has one number and one name."""
    entrant = state.entrants[fields.number_field(content, "entrant")]
    team = fields.number_or_none(content, "team")
    if team is not None:
        name, names = act.text, state.team_names
        if team not in names and team != len(names) + 1:
            yield EventFault("team", team, len(names) + 1)
        numbers_of_name = [number for number, other in names.items() if name and other == name]
        if (name and (names.get(team) or name) != name) or numbers_of_name not in ([], [team]):
            yield EventFault("team", name, names.get(team) or numbers_of_name[0])
        names[team] = names.get(team) or name
    entrant.team = team
    yield from _by_site(state, act, "wrote down a team from before there were acts of teams")


def check_seeds(state: EventState, act: AuditedAct, content: Line) -> Faults:
    """Seeds of everybody who is here, as they follow from the order."""
    seeds = numbers_of(content["seeds"])
    yield from _before_first_round(state, act)
    if act.actor is not None and seeds != (follows := _seed_order(state, act, content)):
        yield EventFault("seeds", seeds, follows)
    _write_seeds(state, seeds)
    yield from _by_site(state, act, "wrote down seeds from before there were acts of seeds")


def check_groups(state: EventState, act: AuditedAct, content: Line) -> Faults:
    """Groups are dealt in a snake from seeds, or written by hand; all rounds are planned."""
    groups = [list(group) for group in tables_of(content["groups"])]
    plan = _plan(content["rounds"])
    yield from _before_first_round(state, act)
    if act.actor is not None:
        yield from _group_faults(state, act, content, groups)
        yield from _plan_faults(groups, plan)
    _write_seeds(state, [key for group in groups for key in group])
    for number, group in enumerate(groups, 1):
        for key in group:
            state.entrants[key].group = number
    state.plan = plan
    yield from _by_site(state, act, "wrote down groups from before there were acts of groups")


def check_plan(state: EventState, act: AuditedAct, content: Line) -> Faults:
    """Rounds to come as an arbiter prescribes them; the plan of rounds that are open stays."""
    plan, opened = _plan(content["rounds"]), len(state.byes)
    if act.actor is not None:
        if list(plan) != list(range(opened + 1, opened + 1 + len(plan))):
            yield EventFault("rounds", list(plan), f"rounds from {opened + 1} on")
        state.hands.append((f"prescribed {len(plan)} rounds", act))
        past = {number: row for number, row in state.plan.items() if number <= opened}
        plan = past | plan
    state.plan = plan
    yield from _by_site(state, act, "wrote down a plan from before there were acts of plans")


def clear_deal(state: EventState) -> None:
    """Groups were dealt to other people."""
    if state.terms.get("format") == GROUPS and state.plan and not state.byes:
        state.plan = {}
        _write_seeds(state, [])


def planned_faults(
    state: EventState, number: int, present: Collection[int], seated: SeatedRound
) -> Faults:
    """A round that has a plan is seated by it, without those who are not here."""
    plan = state.plan.get(number)
    if plan is None or number == state.final_number:
        return
    smallest = min(state.scoring().points)
    if state.terms.get("format") == "knockout":
        smallest = max(smallest, min(3, max(state.scoring().points)))
    rows = [tuple(key for key in table if key in present) for table in plan.tables]
    tables = [table for table in rows if len(table) >= smallest]
    byes = [key for key in plan.byes if key in present]
    has_all_tables = state.terms.get("format") == GROUPS
    stated = list(seated.tables if has_all_tables else seated.tables[: len(tables)])
    if stated != tables or not set(byes) <= set(seated.byes):
        yield EventFault("plan", (stated, list(seated.byes)), (tables, byes))


def plan_rows(plan: dict[int, SeatedRound]) -> list[object]:
    return [[number, list(map(list, row.tables)), list(row.byes)] for number, row in plan.items()]


# --- inside -------------------------------------------------------------------


def _plan(rows: object) -> dict[int, SeatedRound]:
    """Raises ``WrongField``."""
    plan: dict[int, SeatedRound] = {}
    for row in rows if isinstance(rows, list) else ():
        if not isinstance(row, list) or len(row) != 3 or type(row[0]) is not int:
            raise WrongField("rounds: expected number, tables and byes")
        plan[row[0]] = SeatedRound(tuple(tables_of(row[1])), tuple(numbers_of(row[2])))
    return plan


def _write_seeds(state: EventState, seeds: Sequence[int]) -> None:
    for entrant in state.entrants.values():
        entrant.seed = entrant.group = None
    for number, key in enumerate(seeds, 1):
        state.entrants[key].seed = number


def _seed_order(state: EventState, act: AuditedAct, content: Line) -> list[int]:
    """Raises ``WrongField``, ``ValueError``."""
    present = [key for key, entrant in state.entrants.items() if entrant.present]
    lots = draw_lots(present, f"event {state.event}")
    order = fields.text_field(content, "order")
    if order == "rating":
        ratings = {row[0]: row[1] for row in tables_of(content["ratings"])}
        people = {key: state.entrants[key].player for key in present}
        players = {key: player for key, player in people.items() if player is not None}
        state.seedings.append(SeedingRatings(act, ratings, players))
        return sorted(lots, key=lambda key: -ratings.get(key, -(10**9)))
    named = numbers_of(content["named"])
    if order == "hand":
        state.hands.append((f"set the seeds {named}", act))
        return [*named, *(key for key in lots if key not in named)]
    return lots


def _group_faults(
    state: EventState, act: AuditedAct, content: Line, groups: list[list[int]]
) -> Faults:
    present = [key for key, entrant in state.entrants.items() if entrant.present]
    if fields.text_field(content, "order") == "hand":
        state.hands.append((f"made the groups {groups}", act))
        if sorted(key for group in groups for key in group) != sorted(present):
            yield EventFault("groups", groups, f"everybody of {sorted(present)} once")
        return
    teams = {key: entrant.team for key, entrant in state.entrants.items() if entrant.team}
    pairs = (pair_of(*pair) for pair in combinations(teams, 2))
    teammates = {pair: 1 for pair in pairs if teams[pair[0]] == teams[pair[1]]}
    follows = deal_seeds(_seed_order(state, act, content), len(groups), teammates)
    if groups != follows:
        yield EventFault("groups", groups, follows)


def _plan_faults(groups: list[list[int]], plan: dict[int, SeatedRound]) -> Faults:
    """In each round everybody has one table or bye, and a table has players of one group."""
    everybody = sorted(key for group in groups for key in group)
    group_of = {key: number for number, group in enumerate(groups) for key in group}
    for number, row in plan.items():
        if sorted([key for table in row.tables for key in table] + list(row.byes)) != everybody:
            yield EventFault("rounds", f"round {number}", "everybody once")
        if any(len({group_of.get(key) for key in table}) > 1 for table in row.tables):
            yield EventFault("rounds", f"round {number}", "tables of one group each")


def _before_first_round(state: EventState, act: AuditedAct) -> Faults:
    if state.byes and act.actor is not None:
        yield EventFault("kind", act.kind, "nothing: a round was opened")


def _by_site(state: EventState, act: AuditedAct, words: str) -> Faults:
    """The site writes down what there was at an upgrade, and never after an act of an arbiter."""
    if act.actor is not None:
        state.has_later_kinds = True
    elif state.has_later_kinds:
        yield EventFault("by", None, "an arbiter")
    else:
        state.hands.append((words, act))
