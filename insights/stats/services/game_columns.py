"""Counted games as columns of whole numbers, a column of seats for each number of a row of sums.
Only this module and ``column_sums`` import numpy, and they are imported for large pieces only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Func, TextField
from django.db.models.sql.compiler import SQLCompiler

from engine.facts import FACTS, VERSION
from games.models import Game, SeatFacts, Standing
from insights.stats.contrasts import TWELVE
from insights.stats.opening_path import opening_of_log
from insights.stats.services.reading import (
    COLUMNS,
    DONE_NUMBERS,
    FIRST_SAIL,
    PLACE,
    POINTS,
    RESIGNED,
    ROUND_NUMBERS,
    SOURCE_NUMBERS,
    CountedState,
    among,
    states_of_games,
)
from insights.stats.sums import LENGTH

Numbers = npt.NDArray[np.int64]
Columns = npt.NDArray[np.float64]
"""A row for each number, a column for each seat or game. All are whole and below 2**53."""

MISSING: Final = -32768
"""A fact that a seat does not have."""

WIDTH: Final = 1 + max(fact.number for fact in FACTS.values())


class GameRow(NamedTuple):
    """A game as ``Counted`` and the openings have it. `twelfths`: of the first place, by seat."""

    pk: str
    players: int
    sides: str
    modules: tuple[str, ...]
    year: int
    edition: str
    entries: int
    opening: list[str]
    state: CountedState
    twelfths: Sequence[int] = ()

    @property
    def population(self) -> tuple[int, str, bool]:
        """Its number of players, its sides, and whether all are people."""
        return self.players, self.sides, self.state.people


class GameColumns(NamedTuple):
    """Games, and their seats one after another. `first`: of each game its first seat; `game`: of
    each seat its game. `seats`: the numbers of ``Sums`` by seat. `done`: the values of ``DONE``.
    `rounds`: points after each round but the last, or ``MISSING``. `players`: of a seat, or
    -1; `before`: its rating, where it is `rated_before`; `rated`: twelfths of the first place as
    rated."""

    games: list[GameRow]
    first: Numbers
    game: Numbers
    seats: Columns
    done: Columns
    rounds: Numbers
    players: Numbers
    before: Numbers
    rated_before: npt.NDArray[np.bool_]
    rated: Numbers


def read_columns(ids: Sequence[str]) -> GameColumns | None:
    """The games among `ids` that are to be counted; ``None`` if there are none."""
    rows = _fact_rows(ids)
    games = [game for game in _games(ids) if len(rows.get(game.pk, ())) == game.players]
    if not games:
        return None
    values = _matrix(list(chain.from_iterable(rows[game.pk] for game in games)))
    sizes = np.array([game.players for game in games])
    resigned = np.where(values[:, RESIGNED] == MISSING, 0, values[:, RESIGNED])
    played_to_end = np.add.reduceat(resigned, _starts(sizes)) + 1 != sizes
    games = [game for game, ended in zip(games, played_to_end.tolist(), strict=True) if ended]
    if not games:
        return None
    return _columns(games, values[np.repeat(played_to_end, sizes)])


class NumbersText(Func):
    """A list of numbers as text with commas; those that are missing as ``MISSING``."""

    output_field = TextField()

    def as_sql(  # type: ignore[override]
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_form: object
    ) -> tuple[str, tuple[str | int, ...]]:
        sql, values = compiler.compile(self.get_source_expressions()[0])
        if connection.vendor == "postgresql":
            return f"array_to_string({sql}, ',', '{MISSING}')", (*values,)
        return f"replace(trim({sql}, '[]'), 'null', '{MISSING}')", (*values,)


# --- inside -------------------------------------------------------------------


def _starts(sizes: Numbers) -> Numbers:
    return np.concatenate(([0], np.cumsum(sizes)[:-1]))


def _games(ids: Sequence[str]) -> Iterator[GameRow]:
    columns = ("pk", "players", "modules", "played_on", "edition", "entries", "log", *COLUMNS)
    games = Game.objects.filter(
        **among("pk", ids), facts_version=VERSION, standing=Standing.COUNTED
    )
    states = states_of_games(ids)
    for pk, players, modules, day, edition, entries, log, *letters in games.values_list(*columns):
        if pk in states:
            yield GameRow(
                pk,
                players,
                "".join(letters),
                tuple(modules.split()),
                day.year,
                edition,
                entries,
                opening_of_log(log),
                states[pk],
            )


def _fact_rows(ids: Sequence[str]) -> dict[str, list[str]]:
    """Facts of each seat, by game, as texts of numbers between commas."""
    facts = SeatFacts.objects.filter(**among("game", ids)).order_by("game_id", "number")
    rows: dict[str, list[str]] = {}
    for pk, text in facts.annotate(text=NumbersText(F("values"))).values_list("game_id", "text"):
        rows.setdefault(pk, []).append(text)
    return rows


def _matrix(texts: list[str]) -> Numbers:
    """A row of numbers for each text; what a text lacks is missing."""
    longest = max(text.count(",") + 1 for text in texts)
    width = max(WIDTH, longest)
    padded = (text + f",{MISSING}" * (width - 1 - text.count(",")) for text in texts)
    numbers = np.fromstring(",".join(padded), dtype=np.int64, sep=",")
    return numbers.reshape(len(texts), width)


def _columns(games: list[GameRow], values: Numbers) -> GameColumns:
    sizes = np.array([game.players for game in games])
    first, game = _starts(sizes), np.repeat(np.arange(len(games)), sizes)
    numbers = np.where(values == MISSING, 0, values)
    done = numbers[:, DONE_NUMBERS].T.astype(np.float64)
    unsailed = np.array([game.entries + 1 for game in games])[game]
    sailing = DONE_NUMBERS.index(FIRST_SAIL)
    done[sailing] = np.where(done[sailing] == 0, unsailed, done[sailing])
    sittings = list(chain.from_iterable(game.state.seats for game in games))
    before = [sitting.before for sitting in sittings]
    seats = _seat_columns(values, numbers, done, _scores(games), first, game)
    parts = seats[2].astype(np.int64).tolist()
    places = np.array([sitting.place for sitting in sittings])
    return GameColumns(
        [
            of_seats._replace(twelfths=parts[begin : begin + of_seats.players])
            for of_seats, begin in zip(games, first.tolist(), strict=True)
        ],
        first,
        game,
        seats,
        done,
        values[:, ROUND_NUMBERS].T,
        np.array([-1 if sitting.player is None else sitting.player for sitting in sittings]),
        np.array([0 if rating is None else rating for rating in before]),
        np.array([rating is not None for rating in before]),
        _twelfths(places == 1, first, game, [0, *(TWELVE // n for n in range(1, 13))]),
    )


def _scores(games: list[GameRow]) -> Columns:
    """Rows as ``score_row``: a seat with an expected score, the score, the surplus, its square."""
    sittings = chain.from_iterable(game.state.seats for game in games)
    rows = [
        (0, 0, 0) if sitting.expected is None else (1, sitting.expected, sitting.surplus or 0)
        for sitting in sittings
    ]
    scores = np.array(rows, dtype=np.float64).T
    return np.vstack([scores, scores[2:] ** 2])


def _twelfths(
    winners: npt.NDArray[np.bool_], first: Numbers, game: Numbers, shares: list[int]
) -> Numbers:
    """Of each seat, the twelfths of the first place; `shares`: by the number of winners."""
    number = np.add.reduceat(winners.astype(np.int64), first)
    return np.where(winners, np.array(shares)[number][game], 0)


def _seat_columns(
    values: Numbers, numbers: Numbers, done: Columns, scores: Columns, first: Numbers, game: Numbers
) -> Columns:
    """As ``SeatOutcome.row``."""
    winners = values[:, PLACE] == 1
    shares = [0, *(round(TWELVE * (1 / n)) for n in range(1, 13))]
    seats = np.zeros((LENGTH, len(game)))
    seats[1], seats[2], seats[3] = 1, _twelfths(winners, first, game, shares), winners
    points = numbers[:, POINTS]
    seats[4], seats[5] = points, points * points
    place = 6
    for group in (numbers[:, SOURCE_NUMBERS].T, done * winners, done * ~winners):
        end = place + 2 * len(group)
        seats[place:end:2], seats[place + 1 : end : 2] = group, group * group
        place = end
    seats[place:] = scores
    return seats
