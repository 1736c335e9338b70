"""The plan of an event: seatings of rounds to come, known before they are opened."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from events.models import Event
from events.seating import SeatedRound

BYE_SIGN: Final = "-"
"""A line of a plan that begins with this has the players without a table."""


def planned_rounds(event: Event) -> dict[int, SeatedRound]:
    """The plan, by the number of the round."""
    return {
        number: SeatedRound(tuple(map(tuple, tables)), tuple(byes))
        for number, tables, byes in event.plan
    }


def plan_as_json(rounds: Iterable[tuple[int, SeatedRound]]) -> list[object]:
    return [[number, list(map(list, row.tables)), list(row.byes)] for number, row in rounds]


def plan_text(rounds: Iterable[SeatedRound]) -> str:
    """A plan as an arbiter types it."""
    blocks = []
    for seated in rounds:
        lines = [" ".join(map(str, table)) for table in seated.tables]
        if seated.byes:
            lines.append(f"{BYE_SIGN} " + " ".join(map(str, seated.byes)))
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def without_absent(seated: SeatedRound, present: Collection[int], smallest: int) -> SeatedRound:
    """A planned round without entrants who are not here. Tables that are too small then are left
    out, with their entrants."""
    tables = [tuple(key for key in table if key in present) for table in seated.tables]
    byes = tuple(key for key in seated.byes if key in present)
    return SeatedRound(tuple(table for table in tables if len(table) >= smallest), byes)
