"""Divisions of a league: promotion, relegation, and free places in the next season."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

DIVISION_MOVES: Final = ("stays", "up", "down", "fills", "new")
"""How a person comes to a division. ``fills``: in the place of a person who does not go on."""


class DivisionEnd(NamedTuple):
    """A division at the end of a season: its persons from the first to the last, and how many of
    the last change places with as many of the first of the next division."""

    persons: tuple[int, ...]
    exchanged: int = 0


class DivisionPlace(NamedTuple):
    """A person's place in the next season. `before`: the division from 1; None: in none."""

    person: int
    move: str
    before: int | None


def next_divisions(
    divisions: Sequence[DivisionEnd],
    leaving: Collection[int] = (),
    joining: Sequence[int] = (),
) -> list[list[DivisionPlace]]:
    """The divisions of the next season, from the highest; each keeps its size, and the last one
    takes everybody who is over.

    The last `exchanged` of a division go down, and as many of the first of the next go up. A person
    of `leaving` plays no more; each free place goes to the best of the next division who is not to
    go down, then to those who were to go down, the best first, then to the best below. `joining`
    come to the last division, in that order, after everybody else. Raises ``ValueError`` for a
    person who is named twice, or where a division is too small for those who go up and down.
    """
    everybody = [person for division in divisions for person in division.persons]
    if len({*everybody, *joining}) < len(everybody) + len(joining):
        raise ValueError("a person is named twice")
    above = 0
    for number, division in enumerate(divisions, 1):
        below = division.exchanged if number < len(divisions) else 0
        if above + below > len(division.persons):
            raise ValueError(f"division {number} is too small for those who go up and down")
        above = below
    numbers = {key: n for n, part in enumerate(divisions, 1) for key in part.persons}
    waiting = [person for person in everybody if person not in leaving]
    places: list[list[DivisionPlace]] = []
    relegated: list[int] = []
    for number, division in enumerate(divisions, 1):
        if number == len(divisions):
            chosen = waiting
        else:
            chosen = _chosen(divisions, number, waiting, relegated)
        relegated = _relegated(division) if number < len(divisions) else []
        places.append([_place(person, numbers[person], number, divisions) for person in chosen])
        seated = set(chosen)
        waiting = [person for person in waiting if person not in seated]
    if places:
        places[-1] += [DivisionPlace(person, "new", None) for person in joining]
    return places


def _relegated(division: DivisionEnd) -> list[int]:
    return list(division.persons[len(division.persons) - division.exchanged :])


def _chosen(
    divisions: Sequence[DivisionEnd], number: int, waiting: Sequence[int], from_above: Sequence[int]
) -> list[int]:
    """Persons of a division that is not the last. Those from above come first."""
    division, lower = divisions[number - 1], divisions[number]
    zone, first = set(_relegated(division)), lower.persons[: division.exchanged]
    lower_zone = set(_relegated(lower)) if number + 1 < len(divisions) else set()
    stays = [key for key in waiting if key in from_above or key in division.persons]
    ranking = [
        *(key for key in stays if key not in zone or key in from_above),
        *(key for key in waiting if key in first),
        *(key for key in waiting if key in lower.persons[len(first) :] and key not in lower_zone),
        *(key for key in waiting if key in zone),
        *waiting,
    ]
    return list(dict.fromkeys(ranking))[: len(division.persons)]


def _place(
    person: int, before: int, number: int, divisions: Sequence[DivisionEnd]
) -> DivisionPlace:
    if before == number:
        return DivisionPlace(person, "stays", before)
    if before < number:
        return DivisionPlace(person, "down", before)
    promoted = divisions[before - 1].persons[: divisions[number - 1].exchanged]
    move = "up" if before == number + 1 and person in promoted else "fills"
    return DivisionPlace(person, move, before)
