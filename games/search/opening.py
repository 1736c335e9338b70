"""At which entry a hit opens: the game is played once more, and asked."""

from __future__ import annotations

from typing import Final

from engine import EngineError, read_log, verify
from engine.facts import FACTS, GAME, FactValue, GameFacts, facts_of
from games.models import Game
from games.search.query import PEOPLE, Query, Term, handle_in

LAST: Final = 0


def opens_at(game: Game, handles: list[str], query: Query) -> int:
    """The entry of `game` at which `query` is fulfilled by the first seat that fulfils it; 0 if no
    one entry did it. `handles` by seat, without ``@``; empty for guests."""
    term = query.opening
    if term is None:
        return LAST
    try:
        facts = facts_of(verify(read_log(game.log.encode()), keep_events=True))
    except EngineError:
        return LAST
    if FACTS[term.name].of == GAME:
        return facts.game[term.name].reached(_times(term))
    seats = [
        seat
        for seat in range(len(facts.seats))
        if all(
            _holds(condition, facts, seat, handles)
            for condition in query.terms
            if condition.of_seat and not condition.other
        )
    ]
    reached = [facts.seats[seat][term.name].reached(_times(term)) for seat in seats]
    return min((ply for ply in reached if ply), default=LAST)


# --- inside -------------------------------------------------------------------


def _times(term: Term) -> int:
    """At which time it opens: ``obelisks>=5`` at the fifth."""
    return max(1, term.number + (term.op == ">")) if term.op in ("=", ">", ">=") else 1


def _holds(term: Term, facts: GameFacts, seat: int, handles: list[str]) -> bool:
    seat_facts = facts.seats[seat]
    if term.name in PEOPLE:
        fits = handles[seat] == handle_in(term)
        fits = fits and (term.name != "winner" or bool(seat_facts["won"].value))
    else:
        fits = _compared(seat_facts[term.name], term)
    return fits != term.negated


def _compared(fact: FactValue, term: Term) -> bool:
    value, number = fact.value, term.number
    if value is None:
        return term.op == "!="
    return {
        "=": value == number,
        "!=": value != number,
        "<": value < number,
        "<=": value <= number,
        ">": value > number,
        ">=": value >= number,
    }[term.op]
