"""The facts of a game in the form in which rows have them."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine import Setup
from engine.facts import FACTS, GAME, SEAT, FactValue, GameFacts
from games.facts.tokens import seat_tokens

LENGTHS: Final = {
    subject: 1 + max(fact.number for fact in FACTS.values() if fact.of == subject)
    for subject in (GAME, SEAT)
}
NUMBERS: Final = {fact.name: fact.number for fact in FACTS.values()}
SMALL: Final = 32767


class FactRow(NamedTuple):
    """The facts of a game as rows have them: `game` and `seats` by number of the fact."""

    game: list[int | None]
    seats: list[list[int | None]]
    tokens: list[list[int]]


def fact_row(setup: Setup, facts: GameFacts) -> FactRow:
    """`facts` of a game with this `setup`."""
    return FactRow(
        _values(facts.game, GAME),
        [_values(seat, SEAT) for seat in facts.seats],
        seat_tokens(setup, facts),
    )


# --- inside -------------------------------------------------------------------


def _values(facts: dict[str, FactValue], subject: str) -> list[int | None]:
    values: list[int | None] = [None] * LENGTHS[subject]
    for name, fact in facts.items():
        if (value := fact.value) is not None:
            values[NUMBERS[name]] = value if -SMALL < value < SMALL else _small(value)
    return values


def _small(value: int) -> int:
    return max(-SMALL, min(SMALL, value))
