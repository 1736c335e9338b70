"""The facts of a game in the form in which rows have them."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine import Game
from engine.facts import FACTS, GAME, SEAT, fact_numbers
from games.facts.tokens import Values, seat_tokens

LENGTHS: Final = {
    subject: 1 + max(fact.number for fact in FACTS.values() if fact.of == subject)
    for subject in (GAME, SEAT)
}
SMALL: Final = 32767


class FactRow(NamedTuple):
    """The facts of a game as rows have them: `game` and `seats` by number of the fact."""

    game: list[int | None]
    seats: list[list[int | None]]
    tokens: list[list[int]]


def fact_row(game: Game) -> FactRow:
    """The facts of a game that was verified with ``keep_events``."""
    values: list[int | None] = [None] * LENGTHS[GAME]
    columns: list[Values] = [(None,) * len(game.result.points)] * LENGTHS[SEAT]
    for fact, numbers in zip(FACTS.values(), fact_numbers(game), strict=True):
        column = numbers if fact.kind == "yes" else [_small(number) for number in numbers]
        if fact.of == GAME:
            values[fact.number] = column[0]
        else:
            columns[fact.number] = column
    seats = [list(row) for row in zip(*columns, strict=True)]
    return FactRow(values, seats, seat_tokens(game.log.setup, values, seats))


# --- inside -------------------------------------------------------------------


def _small(value: int | None) -> int | None:
    if value is None or -SMALL < value < SMALL:
        return value
    return max(-SMALL, min(SMALL, value))
