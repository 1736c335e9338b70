"""Forecasts that the ratings made of games, judged by what happened; with nothing but this file and
``elo.py``.

    python -m ratings.forecasts ledger.ndjson > forecasts.json

A player's chance to win is 10^(rating / 400), divided by the sum of these of all players, with the
ratings before the game. The loss of a game is the logarithm of the winner's chance, below zero; of
several who share the first place, of their mean chance. Sums are whole millionths, so that no order
of the games changes them. ``docs/ratings.md`` explains them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final, NamedTuple, TextIO, TypedDict

from ratings.elo import POINT

MILLION: Final = 1_000_000
TENTHS: Final = 10
TWELVE: Final = 12
"""A first place is twelve twelfths, a shared one its part of them."""

GENERAL: Final = ("overall", "computer")


class ForecastSeat(NamedTuple):
    """A player of a game: the rating before it, in thousandths, and whether nobody was better."""

    before: int
    won: bool


class Calibration(NamedTuple):
    """Seats whose chance was in one tenth: how many, the sum of their chances in millionths, and
    of their first places in twelfths."""

    seats: int = 0
    chances: int = 0
    twelfths: int = 0

    def plus(self, other: Calibration) -> Calibration:
        return Calibration(*(ours + theirs for ours, theirs in zip(self, other, strict=True)))


@dataclass
class ForecastSums:
    """Sums over games. `loss`: in millionths, and `even_loss` that of an even forecast."""

    games: int = 0
    loss: int = 0
    even_loss: int = 0
    tenths: list[Calibration] = field(default_factory=lambda: [Calibration()] * TENTHS)

    def add_game(self, seats: Sequence[ForecastSeat]) -> None:
        chances = win_chances([seat.before for seat in seats])
        winners = [number for number, seat in enumerate(seats) if seat.won]
        mean_chance = sum(chances[number] for number in winners) / len(winners)
        self.games += 1
        self.loss += round(-log(mean_chance) * MILLION)
        self.even_loss += round(log(len(seats)) * MILLION)
        for seat, chance in zip(seats, chances, strict=True):
            tenth = min(TENTHS - 1, int(chance * TENTHS))
            twelfths = TWELVE // len(winners) if seat.won else 0
            addition = Calibration(1, round(chance * MILLION), twelfths)
            self.tenths[tenth] = self.tenths[tenth].plus(addition)

    def add_sums(self, other: ForecastSums) -> None:
        self.games += other.games
        self.loss += other.loss
        self.even_loss += other.even_loss
        pairs = zip(self.tenths, other.tenths, strict=True)
        self.tenths = [ours.plus(theirs) for ours, theirs in pairs]


def win_chances(ratings: Sequence[int]) -> list[float]:
    """Each player's chance to win, by the ratings before the game in thousandths.

    >>> [round(chance, 3) for chance in win_chances([1_500_000, 1_500_000, 1_900_000])]
    [0.083, 0.083, 0.833]
    """
    best = max(ratings)
    weights = [10 ** ((rating - best) / (400 * POINT)) for rating in ratings]
    return [weight / sum(weights) for weight in weights]


def seat_of_change(before: int, pairs: Iterable[Mapping[str, int]]) -> ForecastSeat:
    """The player of a change of the ledger: won, if no pair was lost."""
    return ForecastSeat(before, all(pair["score"] > 0 for pair in pairs))


class LedgerLine(TypedDict):
    """A line of the file `ledger` of a dump, as far as it is read here."""

    game: str
    nth: int
    kind: str
    day: str
    pool: str
    before: int
    pairs: list[dict[str, int]]
    retired: dict[str, object] | None


SumsByMonth = dict[tuple[str, str, int], ForecastSums]
"""By month (``2026-11``), pool and number of players."""


def sums_of_ledger(lines: Iterable[LedgerLine]) -> SumsByMonth:
    """The same from the file `ledger` of a dump: of each game the entry by which it counts, in the
    month of its day."""
    entries: dict[str, list[LedgerLine]] = {}
    for line in lines:
        if line["retired"] is not None or line["pool"] not in GENERAL:
            continue
        rows = entries.setdefault(line["game"], [])
        if rows and rows[0]["nth"] < line["nth"]:
            rows.clear()
        if not rows or rows[0]["nth"] == line["nth"]:
            rows.append(line)
    sums: SumsByMonth = defaultdict(ForecastSums)
    for rows in entries.values():
        if rows[0]["kind"] != "reversal":
            key = rows[0]["day"][:7], rows[0]["pool"], len(rows)
            sums[key].add_game([seat_of_change(row["before"], row["pairs"]) for row in rows])
    return sums


def main(arguments: list[str] | None = None, out: TextIO | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ratings.forecasts", description=__doc__)
    file = argparse.FileType("r", encoding="utf-8")
    parser.add_argument("ledger", type=file, help="of a dump; - for stdin")
    with parser.parse_args(arguments).ledger as lines:
        sums = sums_of_ledger(json.loads(line) for line in lines if line.strip())
    for line in _as_lines(sums):
        print(json.dumps(line), file=out or sys.stdout)
    return 0


def _as_lines(sums: SumsByMonth) -> Iterator[dict[str, object]]:
    for (month, pool, players), row in sorted(sums.items()):
        tenths = [list(tenth) for tenth in row.tenths]
        losses = {"games": row.games, "loss": row.loss, "even_loss": row.even_loss}
        yield {"month": month, "pool": pool, "players": players, **losses, "tenths": tenths}


if __name__ == "__main__":
    sys.exit(main())
