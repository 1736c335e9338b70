"""Fields of an event's line, compared with its acts."""

from __future__ import annotations

from collections.abc import Iterator

from audit.event_plans import plan_rows
from audit.event_state import EventState, first_difference
from audit.fields import Line
from ratings.standings import standings_as_json


def event_fields(line: Line, state: EventState) -> Iterator[tuple[str, object, object]]:
    """Fields of an event's line that do not follow from its acts."""
    entrants = [
        {
            "number": number,
            "player": entrant.player,
            "guest": entrant.guest,
            "present": entrant.present,
            "team": entrant.team,
            "seed": entrant.seed,
            "group": entrant.group,
        }
        for number, entrant in sorted(state.entrants.items())
    ]
    if "teams" not in line:  # from before there were acts of teams, seeds and plans
        entrants = [
            {name: row[name] for name in ("number", "player", "guest", "present")}
            for row in entrants
        ]
    arbiters = line.get("arbiters")
    follows: dict[str, object] = {
        "club": state.club,
        "terms": state.terms,
        "visible_rounds": state.visible_rounds,
        "entrants": entrants,
        "acts": state.acts,
    }
    if "teams" in line:
        follows["plan"] = plan_rows(state.plan)
    stated = {name: line.get(name) for name in follows}
    terms = stated["terms"]
    if isinstance(terms, dict):  # a term that is newer than the event's acts is in no act
        stated["terms"] = {name: terms[name] for name in terms if name in state.terms}
    for name, rule in follows.items():
        if stated[name] != rule:
            yield (name, *_first_or_all(stated[name], rule))
    if (line.get("ended_at") is not None) != state.ended:
        yield "ended_at", line.get("ended_at"), "ended" if state.ended else None
    listed = {row.get("player") for row in arbiters} if isinstance(arbiters, list) else set()
    if listed != state.arbiters:
        yield "arbiters", sorted(map(str, listed)), sorted(map(str, state.arbiters))
    try:
        standings: object = standings_as_json(state.standings())
        teams: object = _teams_as_json(state)
    except (ValueError, LookupError) as error:
        standings = teams = str(error)
    if line.get("standings") != standings:
        yield ("standings", *_first_or_all(line.get("standings"), standings))
    if line.get("teams", teams) != teams:
        yield ("teams", *_first_or_all(line.get("teams"), teams))


# --- inside -------------------------------------------------------------------


def _teams_as_json(state: EventState) -> list[Line]:
    return [
        {
            "rank": row.rank,
            "team": row.team,
            "name": state.team_names.get(row.team),
            "points": str(row.points),
            "members": list(row.members),
        }
        for row in state.teams()
    ]


def _first_or_all(stated: object, follows: object) -> tuple[object, object]:
    return first_difference(stated, follows) if isinstance(follows, list) else (stated, follows)
