"""Rows of openings: what games add to them, and how they are stored."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from operator import add
from typing import Final, TypeVar

from insights.stats.models import OpeningGame, OpeningTally
from insights.stats.opening_path import pack_path, path_of
from insights.stats.services.reading import CountedState, GameReading
from web.bulk_insert import insert

SUMMED: Final = 5
"""Steps of which results are summed: the ships, and four entries. From there on the games
themselves are read."""

BATCH: Final = 5000
"""Values of a statement."""

OpeningKey = tuple[str, int, str, bool, str]
"""As the fields of an ``OpeningTally`` up to its step."""

AnyKey = TypeVar("AnyKey", bound=Hashable)


def opening_rows(game: GameReading, state: CountedState) -> Iterator[tuple[OpeningKey, list[int]]]:
    """Additions of a game: for its own sides, and for all."""
    numbers = [1, *(outcome.twelfths for outcome in game.seats)]
    setting = game.setting
    for key in opening_keys(game.opening, setting.players, setting.sides, state.people):
        yield key, numbers


def opening_keys(
    opening: Sequence[str], players: int, sides: str, people: bool
) -> Iterator[OpeningKey]:
    """Keys of the steps of an opening that are summed: for these sides, and for all."""
    before = ""
    for step in opening[:SUMMED]:
        yield before, players, "", people, step
        yield before, players, sides, people, step
        before += path_of([step])


def opening_game(
    pk: str, opening: Sequence[str], key: tuple[int, str, bool], twelfths: Iterable[int]
) -> OpeningGame:
    """The row of a game. `key`: its number of players, its sides, and whether all are people."""
    players, sides, people = key
    return OpeningGame(
        game_id=pk,
        players=players,
        sides=sides,
        people=people,
        path=pack_path(opening),
        twelfths="".join(f"{part:x}" for part in twelfths),
    )


def store_openings(deltas: dict[OpeningKey, list[int]], version: str) -> None:
    """Add to the stored rows."""
    old = []
    places = sorted({before for before, *_ in deltas})
    for begin in range(0, len(places), BATCH):
        rows = OpeningTally.objects.filter(
            before__in=places[begin : begin + BATCH],
            players__in={players for _, players, *_ in deltas},
            sides__in={sides for _, _, sides, *_ in deltas},
        )
        for row in rows:
            key = row.before, row.players, row.sides, row.people, row.step
            if key in deltas:
                add_numbers(deltas, key, row.numbers)
                old.append(row.pk)
    for begin in range(0, len(old), BATCH):
        OpeningTally.objects.filter(pk__in=old[begin : begin + BATCH]).delete()
    insert(
        OpeningTally(
            before=before,
            players=players,
            sides=sides,
            people=people,
            step=step,
            version=version,
            numbers=numbers,
        )
        for (before, players, sides, people, step), numbers in deltas.items()
        if numbers[0]
    )


def add_numbers(sums: dict[AnyKey, list[int]], key: AnyKey, numbers: Sequence[int]) -> None:
    """Add numbers to those under a key."""
    old = sums.get(key)
    if old is None:
        sums[key] = list(numbers)
    else:
        old[:] = map(add, old, numbers)
