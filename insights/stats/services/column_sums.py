"""Sums of very many games, added up by columns: the same rows as ``tally`` makes a game at a time.

A labelling of games or seats is a column of codes; ``numpy.bincount`` adds up each column of
numbers by them. Doubles hold whole numbers exactly up to 2**53, and sums of a batch are far below;
those of a piece are whole numbers of 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from insights.stats.contrasts import DONE
from insights.stats.services.game_columns import MISSING, Columns, GameColumns, Numbers
from insights.stats.services.opening_rows import OpeningKey, add_numbers, opening_keys
from insights.stats.services.reading import BIN, SITES, SKILL, THOUSAND, Labels, band_of
from insights.stats.sums import CELL, LENGTH

TallyKey = tuple[str, str, int, str, bool]
"""As ``tally.Key``."""

PlayerKey = tuple[int, int, bool]
"""As ``tally.PlayerKey``."""

Kind = tuple[int, str, bool]
"""Of a game: its number of players, the band of its mean rating or ``-``, and whether all are
people."""

Flags = npt.NDArray[np.bool_]
AnyKey = TypeVar("AnyKey", bound=Hashable)

LEADER: Final = 7
"""Numbers of ``leader_row``."""

LABELS: Final = 32
"""Labels of cells for which there is room at first."""


class KeyedSums(Generic[AnyKey]):
    """Rows of whole numbers by key, in one array that grows."""

    def __init__(self, width: int) -> None:
        self._places: dict[AnyKey, int] = {}
        self._numbers: Numbers = np.zeros((64, width), dtype=np.int64)

    def __len__(self) -> int:
        return len(self._places)

    def add(self, keys: Sequence[AnyKey], rows: Numbers) -> list[int]:
        """Add to the row under each key a row. Gives the places of the keys."""
        places = [self._places.setdefault(key, len(self._places)) for key in keys]
        have, width = self._numbers.shape
        if len(self._places) > have:
            grown = np.zeros((max(len(self._places), 2 * have), width), dtype=np.int64)
            grown[:have] = self._numbers
            self._numbers = grown
        if len(set(places)) == len(places):
            self._numbers[places] += rows
        else:
            np.add.at(self._numbers, places, rows)
        return places

    def rows(self) -> Iterator[tuple[AnyKey, list[int]]]:
        """All keys with their rows."""
        for key, place in self._places.items():
            yield key, self._numbers[place].tolist()


class Codes(Generic[AnyKey]):
    """Labels as numbers from 0. `labels`: by number; `numbers`: of each game or seat."""

    def __init__(self, labels: Iterable[AnyKey]) -> None:
        places: dict[AnyKey, int] = {}
        self.numbers = np.array([places.setdefault(label, len(places)) for label in labels])
        self.labels = list(places)


class PieceSums:
    """Sums of a piece: `tallies`, `leaders` and `skills` are rows of ``Tally``, `people` of
    ``PlayerTally``, `openings` of ``OpeningTally``."""

    def __init__(self) -> None:
        self.tallies = KeyedSums[TallyKey](LENGTH)
        self.leaders = KeyedSums[TallyKey](LEADER)
        self.skills = KeyedSums[TallyKey](2 + 2 * len(DONE))
        self.people = PeopleSums()
        self.openings: dict[OpeningKey, list[int]] = {}

    def add(self, columns: GameColumns) -> None:
        """Add these games."""
        games = columns.games
        kinds = Codes(_kind(game.players, game.state.mean, game.state.people) for game in games)
        _add_games(self.tallies, columns, kinds)
        _add_seats(self.tallies, columns, kinds)
        _add_leaders(self.leaders, columns, kinds)
        _add_skills(self.skills, columns, kinds)
        self.people.add(columns)
        for game in games:
            numbers = [1, *game.twelfths]
            for key in opening_keys(game.opening, *game.population):
                add_numbers(self.openings, key, numbers)

    def take_people(self) -> Iterator[tuple[PlayerKey, list[int], dict[str, list[int]]]]:
        """The rows of players; from now on there are none."""
        people, self.people = self.people, PeopleSums()
        return people.rows()

    def take_openings(self) -> dict[OpeningKey, list[int]]:
        """The rows of openings; from now on there are none."""
        openings, self.openings = self.openings, {}
        return openings

    def tally_rows(self) -> dict[TallyKey, list[int]]:
        """By band; of games without one under ``-``."""
        sums = (self.tallies, self.leaders, self.skills)
        return {key: row for of_width in sums for key, row in of_width.rows()}


# --- tallies ------------------------------------------------------------------


def _kind(players: int, mean: int | None, people: bool) -> Kind:
    return players, "-" if mean is None else band_of(mean), people


def _add_games(sums: KeyedSums[TallyKey], columns: GameColumns, kinds: Codes[Kind]) -> None:
    """Labels of all seats of a game (``reading.game_labels``)."""
    together = np.add.reduceat(columns.seats, columns.first, axis=1)
    together[0] = 1
    games = columns.games

    def add(labels: Iterable[AnyKey], keys: Callable[[Kind, AnyKey], Labels]) -> None:
        _add(sums, kinds, kinds.numbers, Codes(labels), together, keys)

    add((0 for _ in games), lambda kind, _: [("players", str(kind[0]))])
    add((game.year for game in games), lambda _, year: [("year", str(year))])
    add((game.edition for game in games), lambda _, edition: [("edition", edition)])
    add((game.sides for game in games), lambda _, sides: [("mix", sides)])
    add((game.modules for game in games), lambda _, modules: _module_labels(modules))
    sides = [[f"{site.word} {game.sides[n]}" for game in games] for n, site in enumerate(SITES)]
    for of_site in sides:
        add(of_site, lambda _, side: [("side", side)])
    for first_sides, second_sides in combinations(sides, 2):
        add(
            zip(first_sides, second_sides, strict=True),
            lambda _, pair: [("pair", f"{pair[0]} {pair[1]}")],
        )


def _module_labels(modules: Sequence[str]) -> Labels:
    return [("module", module) for module in dict.fromkeys(modules or ("none",))]


def _add_seats(sums: KeyedSums[TallyKey], columns: GameColumns, kinds: Codes[Kind]) -> None:
    """Labels of one seat (``reading.of_seat``)."""
    game = columns.game
    number = np.arange(len(game)) - columns.first[game]

    def add(dimension: str, labels: Codes[str], seats: Flags | None = None) -> None:
        rows, of_game = columns.seats, game
        if seats is not None:
            rows, of_game = rows[:, seats], game[seats]
        kind = kinds.numbers[of_game]
        keys: Callable[[Kind, str], Labels] = lambda _, label: [(dimension, label)]  # noqa: E731
        _add(sums, kinds, kind, labels, rows, keys, of_game)

    add("seat", Codes(str(n + 1) for n in number.tolist()))
    points = columns.seats[4].astype(np.int64) // BIN * BIN
    add("points", Codes(map(str, points.tolist())))
    if columns.rated_before.any():
        before = columns.before[columns.rated_before]
        ratings = map(band_of, (before // THOUSAND).tolist())
        add("rating", Codes(ratings), columns.rated_before)
    places = list(zip(number.tolist(), game.tolist(), strict=True))
    for place, site in enumerate(SITES):
        letters = [of_game.sides[place] for of_game in columns.games]
        add("seat-side", Codes(f"{n + 1} {site.word} {letters[g]}" for n, g in places))


def _add_leaders(sums: KeyedSums[TallyKey], columns: GameColumns, kinds: Codes[Kind]) -> None:
    """``contrasts.leader_row`` by habit, and by round of games that had it."""
    every = np.ones(len(columns.games), dtype=bool)
    for fact, values in zip(DONE, columns.done, strict=True):
        _add_leader(sums, columns, kinds, ("habit", fact.name), values, every)
    for number, points in enumerate(columns.rounds, 1):
        played = ~np.logical_or.reduceat(points == MISSING, columns.first)
        if played.any():
            label = "round", str(number)
            _add_leader(sums, columns, kinds, label, points.astype(np.float64), played)


def _add_leader(
    sums: KeyedSums[TallyKey],
    columns: GameColumns,
    kinds: Codes[Kind],
    label: tuple[str, str],
    values: Columns,
    games: Flags,
) -> None:
    """The leaders in `values` of these games."""
    highest = np.maximum.reduceat(values, columns.first)
    leads = values == highest[columns.game]
    alone = games & (np.add.reduceat(leads.astype(np.int64), columns.first) == 1)
    leader = np.flatnonzero(leads & alone[columns.game])
    rows = np.zeros((LEADER, len(columns.games)))
    rows[0] = 1
    rows[1, alone] = 1
    rows[2, alone] = columns.seats[2, leader]
    rows[3:, alone] = columns.seats[-4:, leader]
    keys: Callable[[Kind, int], Labels] = lambda _kind, _code: [label]  # noqa: E731
    labels = Codes(0 for _ in range(int(games.sum())))
    _add(sums, kinds, kinds.numbers[games], labels, rows[:, games], keys)


def _add_skills(sums: KeyedSums[TallyKey], columns: GameColumns, kinds: Codes[Kind]) -> None:
    """``contrasts.skill_row`` by bins of ratings."""
    seats = columns.rated_before
    if not seats.any():
        return
    done, game = columns.done[:, seats], columns.game[seats]
    rows = np.zeros((2 + 2 * len(DONE), len(game)))
    rows[1], rows[2::2], rows[3::2] = 1, done, done * done
    bins = columns.before[seats] // THOUSAND // SKILL * SKILL
    keys: Callable[[Kind, str], Labels] = lambda _, label: [("skill", label)]  # noqa: E731
    _add(sums, kinds, kinds.numbers[game], Codes(map(str, bins.tolist())), rows, keys, game)


# --- players ------------------------------------------------------------------


class PeopleSums:
    """Rows of players, with first places as rated, and their cells (``reading.of_player``)."""

    def __init__(self) -> None:
        self._rows = KeyedSums[PlayerKey](LENGTH)
        self._labels: dict[str, int] = {}
        self._cells: Numbers = np.zeros((64, LABELS, CELL), dtype=np.int64)

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, columns: GameColumns) -> None:
        """Add the seats of these games."""
        seats = np.flatnonzero(columns.players >= 0)
        if not len(seats):
            return
        games, game = columns.games, columns.game[seats].tolist()
        players = zip(columns.players[seats].tolist(), game, strict=True)
        codes = Codes((player, games[g].players, games[g].state.people) for player, g in players)
        rows = columns.seats[:, seats]
        rows[0], rows[2] = 1, columns.rated[seats]
        places = self._rows.add(codes.labels, totals(rows, codes.numbers, len(codes.labels)))
        person = np.array(places)[codes.numbers]
        of_cell = np.vstack([rows[1:3], rows[4:6], rows[LENGTH - 4 :]])  # as ``player_cell``
        number = (seats - columns.first[columns.game[seats]]).tolist()
        everyone = range(len(seats))
        self._add_cells(person, of_cell, everyone, (f"seat {n + 1}" for n in number))
        modules = [dict.fromkeys(of_game.modules or ("none",)) for of_game in games]
        some = [(seat, name) for seat, g in enumerate(game) for name in modules[g]]
        of_modules = (f"module {name}" for _, name in some)
        self._add_cells(person, of_cell, [seat for seat, _ in some], of_modules)
        for place, site in enumerate(SITES):
            sides = [f"side {site.word} {of_game.sides[place]}" for of_game in games]
            self._add_cells(person, of_cell, everyone, (sides[g] for g in game))

    def _add_cells(
        self, person: Numbers, rows: Columns, seats: Sequence[int], labels: Iterable[str]
    ) -> None:
        """Add the rows of `seats`, by person and label."""
        places_of_labels = self._labels
        label = np.array(
            [places_of_labels.setdefault(text, len(places_of_labels)) for text in labels]
        )
        have, width, _ = self._cells.shape
        if len(self._rows) > have or len(places_of_labels) > width:
            shape = (max(len(self._rows), 2 * have), max(len(places_of_labels), width), CELL)
            grown = np.zeros(shape, dtype=np.int64)
            grown[:have, :width] = self._cells
            self._cells, width = grown, shape[1]
        places = np.asarray(seats)
        unique, inverse = np.unique(person[places] * width + label, return_inverse=True)
        flat = self._cells.reshape(-1, CELL)
        flat[unique] += totals(rows[:, places], inverse, len(unique))

    def rows(self) -> Iterator[tuple[PlayerKey, list[int], dict[str, list[int]]]]:
        """All players, with their numbers and cells."""
        for place, (key, numbers) in enumerate(self._rows.rows()):
            cells = self._cells[place, : len(self._labels)].tolist()
            yield key, numbers, {text: cells[n] for text, n in self._labels.items() if cells[n][0]}


# --- arithmetic ---------------------------------------------------------------


def _add(
    sums: KeyedSums[TallyKey],
    kinds: Codes[Kind],
    kind: Numbers,
    labels: Codes[AnyKey],
    rows: Columns,
    keys: Callable[[Kind, AnyKey], Labels],
    game: Numbers | None = None,
) -> None:
    """Add `rows` under the keys of their labels. `game`: of each seat, where rows are of seats: a
    game with several such seats is one game."""
    code = kind * len(labels.labels) + labels.numbers
    unique, inverse = np.unique(code, return_inverse=True)
    added = totals(rows, inverse, len(unique))
    if game is not None:
        pairs = np.unique(game * len(unique) + inverse)
        added[:, 0] = np.bincount(pairs % len(unique), minlength=len(unique))
    tally_keys, places = [], []
    for place, number in enumerate(unique.tolist()):
        of_kind, of_label = divmod(number, len(labels.labels))
        players, band, people = kinds.labels[of_kind]
        for dimension, key in keys(kinds.labels[of_kind], labels.labels[of_label]):
            tally_keys.append((dimension, key, players, band, people))
            places.append(place)
    sums.add(tally_keys, added[places])


def totals(rows: Columns, codes: Numbers, number: int) -> Numbers:
    """Sums of the columns of `rows` that have one code; a row for each of so many codes."""
    sums = np.empty((len(rows), number))
    for place, row in enumerate(rows):
        sums[place] = np.bincount(codes, row, number)
    return np.ascontiguousarray(sums.T.astype(np.int64))
