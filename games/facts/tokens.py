"""Tokens: the numbers by which an index finds a seat.

A token stands for one value of one fact, of the seat, of its game, or of the game's set-up. Who
searches for *five obelisks or more* asks for one of the tokens for 5, 6, 7 ... An inverted index
over the tokens of all seats (GIN) answers several such questions at once.

A count or a yes of 0 has no token: most seats have most facts at 0, and who asks for 0 asks for
none of the other tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine import Setup
from engine.facts import FACTS, GAME, Fact, FactValue, GameFacts
from engine.vocabulary import Profile, Site

EXACT: Final = 16
"""Values below have a token each; above, eight share one. So a range is a short list, which is
compared quickly where no index is used."""
STEP: Final = 8
STEPS: Final = 32

OF_GAME: Final = 500
SETUP: Final = 900
PLAYERS: Final = SETUP
SIDES: Final = {site: SETUP + 1 + site for site in Site}
MODULE: Final = SETUP + 6
PROFILE: Final = SETUP + 7
PROFILES: Final = tuple(Profile)


def token(number: int, value: int) -> int:
    """The token of a value of the fact, or the part of the set-up, with this number."""
    return number * STEPS + _step(value)


def number_of(fact: Fact) -> int:
    """The number of a fact among those of seats, games and set-ups."""
    return OF_GAME + fact.number if fact.of == GAME else fact.number


def range_of(number: int, least: int, highest: int) -> list[int]:
    """The tokens of all values from `least` to `highest`."""
    steps = range(_step(least), _step(highest) + 1) if highest >= max(least, 0) else ()
    return [number * STEPS + step for step in steps]


def begins_at(value: int) -> bool:
    """True if no smaller value shares the token of `value`."""
    return value == 0 or (value > 0 and _step(value - 1) < _step(value))


def seat_tokens(setup: Setup, facts: GameFacts) -> list[list[int]]:
    """By seat its tokens, ascending."""
    shared = [*_of_setup(setup), *_of_facts(facts.game)]
    return [sorted([*shared, *_of_facts(seat)]) for seat in facts.seats]


# --- inside -------------------------------------------------------------------


STEP_OF: Final = tuple(
    value if value < EXACT else min(EXACT + (value - EXACT) // STEP, STEPS - 1)
    for value in range(EXACT + STEP * (STEPS - EXACT))
)


def _step(value: int) -> int:
    return STEP_OF[max(0, min(value, len(STEP_OF) - 1))]


def _of_facts(facts: dict[str, FactValue]) -> Iterator[int]:
    for name, fact in facts.items():
        if (value := fact.value) is not None:
            begin, measured = _BEGINS[name]
            if value or measured:
                yield begin + _step(value)


_BEGINS: Final = {
    fact.name: (number_of(fact) * STEPS, fact.kind == "measure") for fact in FACTS.values()
}


def _of_setup(setup: Setup) -> Iterable[int]:
    yield token(PLAYERS, len(setup.seats))
    for site in Site:
        yield token(SIDES[site], setup.sides[site])
    for module in setup.modules:
        yield token(MODULE, module)
    yield token(PROFILE, PROFILES.index(setup.profile))
