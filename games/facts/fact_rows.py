"""The facts of a game in the form in which rows have them."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine import Setup
from engine.facts import FACTS, GAME, SEAT, Found, Told
from games.facts.tokens import of_seats

LENGTHS: Final = {
    of: 1 + max(fact.number for fact in FACTS.values() if fact.of == of) for of in (GAME, SEAT)
}
NUMBERS: Final = {fact.name: fact.number for fact in FACTS.values()}
SMALL: Final = 32767


class Kept(NamedTuple):
    """The facts of a game as rows have them: `game` and `seats` by number of the fact."""

    game: list[int | None]
    seats: list[list[int | None]]
    tokens: list[list[int]]


def kept(setup: Setup, told: Told) -> Kept:
    """`told` of a game with this `setup`."""
    return Kept(
        _values(told.game, GAME),
        [_values(found, SEAT) for found in told.seats],
        of_seats(setup, told),
    )


# --- inside -------------------------------------------------------------------


def _values(found: dict[str, Found], of: str) -> list[int | None]:
    values: list[int | None] = [None] * LENGTHS[of]
    for name, one in found.items():
        if (value := one.value) is not None:
            values[NUMBERS[name]] = value if -SMALL < value < SMALL else _small(value)
    return values


def _small(value: int) -> int:
    return max(-SMALL, min(SMALL, value))
