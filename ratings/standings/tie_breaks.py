"""Tie-breaks: numbers that part entrants with equal points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from types import MappingProxyType
from typing import Final

from ratings.standings.points import SIZES
from ratings.standings.results import ResultBook


def mean_or_zero(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction()) / len(numbers) if numbers else Fraction()


def _shares(book: ResultBook, entrant: int) -> Fraction:
    """1 is an average seat of a table, of whatever size."""
    shares = [
        Fraction(seat.table.scores[seat.seat] * len(seat.table.scores), sum(seat.table.scores))
        for seat in book.tables[entrant]
        if sum(seat.table.scores)
    ]
    return mean_or_zero(shares)


def _winner_shares(book: ResultBook, entrant: int) -> Fraction:
    shares = [
        Fraction(seat.table.scores[seat.seat], max(seat.table.scores))
        for seat in book.tables[entrant]
        if any(seat.table.scores)
    ]
    return mean_or_zero(shares)


def _game_points(book: ResultBook, entrant: int) -> Fraction:
    tables = book.tables[entrant]
    return Fraction(sum(seat.table.scores[seat.seat] for seat in tables if seat.table.scores))


def _places(place: int) -> Callable[[ResultBook, int], Fraction]:
    """How often an entrant took the place, alone or not."""
    return lambda book, entrant: Fraction(sum(s.place == place for s in book.tables[entrant]))


def _mean_place(book: ResultBook, entrant: int) -> Fraction:
    """Last after all others for an entrant without a table."""
    places = [Fraction(seat.place) for seat in book.tables[entrant]]
    return mean_or_zero(places) if places else Fraction(SIZES[-1] + 1)


def _best_table(book: ResultBook, entrant: int) -> Fraction:
    return max((seat.points for seat in book.tables[entrant]), default=Fraction())


def opposition(book: ResultBook, entrant: int) -> list[Fraction]:
    """Of each round the mean points of the opponents, so that a table of three is worth no less;
    a bye is a round against an equal."""
    numbers = [
        mean_or_zero([book.points[opponent] for opponent in seat.opponents])
        for seat in book.tables[entrant]
    ]
    return sorted(numbers + [book.points[entrant]] * book.byes[entrant])


TIE_BREAKS: Final[Mapping[str, Callable[[ResultBook, int], Fraction]]] = MappingProxyType(
    {
        "share": _shares,
        "winner_share": _winner_shares,
        "game_points": _game_points,
        "wins": _places(1),
        "second_places": _places(2),
        "third_places": _places(3),
        "mean_place": _mean_place,
        "best_table": _best_table,
        "opponents": lambda book, entrant: sum(opposition(book, entrant), Fraction()),
        "opponents_but_weakest": lambda book, entrant: sum(
            opposition(book, entrant)[1:], Fraction()
        ),
        "opponents_mean": lambda book, entrant: mean_or_zero(opposition(book, entrant)),
    }
)
"""Tie-breaks that look at one entrant. ``share``: the entrant's part of the game points of its
tables, times their size; ``winner_share``: its game points in parts of the winner's."""

TIE_BREAK_NAMES: Final = (*TIE_BREAKS, "direct", "lot")
"""All tie-breaks. ``direct``: results among those who are tied, where all of them have met;
``lot``: the order of ``draw_lots``."""

LOWER_IS_BETTER: Final = frozenset(("mean_place", "lot"))


def draw_lots(entrants: Iterable[int], seed: str) -> list[int]:
    """Entrants in an order that nobody chose once `seed` is published: by the SHA-256 of
    ``lot SEED ENTRANT``."""
    return sorted(entrants, key=lambda key: (sha256(f"lot {seed} {key}".encode()).digest(), key))


def direct_numbers(book: ResultBook, group: Sequence[int]) -> dict[int, Fraction] | None:
    """Of each of a tied group the mean result against each other one, added up: 1 for a better
    place, a half for the same. None if two of them have not met."""
    scores = dict.fromkeys(group, Fraction())
    for first, second in combinations(group, 2):
        duels = [
            Fraction(1 + (other > seat.place) - (other < seat.place), 2)
            for seat in book.tables[first]
            if second in seat.opponents
            for other in [seat.table.places[seat.table.entrants.index(second)]]
        ]
        if not duels:
            return None
        scores[first] += mean_or_zero(duels)
        scores[second] += 1 - mean_or_zero(duels)
    return scores
