"""Tokens: the numbers by which an index finds a seat.

A token stands for one value of one fact, of the seat, of its game, or of the game's set-up. Who
searches for *five obelisks or more* asks for one of the tokens for 5, 6, 7 ... An inverted index
over the tokens of all seats (GIN) answers several such questions at once.

A count or a yes of 0 has no token: most seats have most facts at 0, and who asks for 0 asks for
none of the other tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Final

from engine import Setup
from engine.facts import FACTS, GAME, SEAT, Fact
from engine.vocabulary import Profile, Site

Values = Sequence[int | None]

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


def seat_tokens(setup: Setup, game: Values, seats: Iterable[Values]) -> list[list[int]]:
    """By seat its tokens, ascending, from the values by number of the facts of the game and of its
    seats."""
    shared = [*_of_setup(setup), *FACT_TOKENS[GAME].tokens_of(game)]
    return [sorted(shared + FACT_TOKENS[SEAT].tokens_of(seat)) for seat in seats]


# --- inside -------------------------------------------------------------------


class StepTable(dict[int, int]):
    """Steps by value; those of values that are seldom are worked out."""

    def __missing__(self, number: int) -> int:
        if number < 0:
            return 0
        return number if number < EXACT else min(EXACT + (number - EXACT) // STEP, STEPS - 1)


STEP_TABLE: Final = StepTable()
STEP_TABLE.update({number: STEP_TABLE[number] for number in range(EXACT + STEP * STEPS)})


def _step(value: int) -> int:
    return STEP_TABLE[value]


class FactTokens:
    """Tokens of the values of one subject's facts, by their numbers."""

    def __init__(self, subject: str) -> None:
        facts = [fact for fact in FACTS.values() if fact.of == subject]
        measures = [fact for fact in facts if fact.kind == "measure"]
        self.begins = [0] * (1 + max(fact.number for fact in facts))
        for fact in facts:
            self.begins[fact.number] = number_of(fact) * STEPS
        self.measured = itemgetter(*[fact.number for fact in measures])
        self.zeros = self.measured(self.begins)

    def tokens_of(self, values: Values) -> list[int]:
        tokens = [
            begin + STEP_TABLE[number]
            for begin, number in zip(self.begins, values, strict=True)
            if number
        ]
        measured = zip(self.zeros, self.measured(values), strict=True)
        return tokens + [zero for zero, number in measured if number == 0]


FACT_TOKENS: Final = {GAME: FactTokens(GAME), SEAT: FactTokens(SEAT)}


def _of_setup(setup: Setup) -> Iterable[int]:
    yield token(PLAYERS, len(setup.seats))
    for site in Site:
        yield token(SIDES[site], setup.sides[site])
    for module in setup.modules:
        yield token(MODULE, module)
    yield token(PROFILE, PROFILES.index(setup.profile))
