"""The burial chamber: areas, rows, a barrow, a crypt; assessed at the end of the game (R8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from engine.actions import Action, ChooseSpace, ChooseTile, RevealCrypt
from engine.agenda import Chance, Decision, ask
from engine.errors import IllegalAction, Rule
from engine.events import CryptCleared, CryptRevealed, StonePlaced
from engine.pile import check_count
from engine.sites.board import Board, Stones
from engine.sites.places import shared_places
from engine.state import Facts, State
from engine.stones import score
from engine.vocabulary import EMPTY, Site, Source

if TYPE_CHECKING:
    from engine.profiles import ProfileRules

Cell = tuple[int, int]


def areas(
    owners: dict[Cell, int], neighbours: Callable[[Cell], Iterable[Cell]]
) -> list[tuple[int, list[Cell]]]:
    """The maximal sets of joined cells of one owner, each with that owner (R8.1)."""
    left = dict(owners)
    found = []
    while left:
        start, owner = left.popitem()
        area, edge = [start], [start]
        while edge:
            for cell in neighbours(edge.pop()):
                if left.get(cell) == owner:
                    del left[cell]
                    area.append(cell)
                    edge.append(cell)
        found.append((owner, area))
    return found


def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells that share an edge with `cell` on a square grid."""
    column, row = cell
    return (column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)


def score_areas(
    s: State, owners: dict[Cell, int], points: Sequence[int], further: int
) -> None:
    """Score every area by its number of stones (R8.1)."""
    for seat, area in areas(owners, beside):
        size, known = len(area), len(points)
        value = points[size - 1] if size <= known else points[-1] + further * (size - known)
        score(s, seat, value, Source.BURIAL_CHAMBER)


class BurialChamberA(Board[Stones]):
    """A: three rows, column by column; joined stones of a colour form areas (R8.1)."""

    site = Site.BURIAL_CHAMBER
    source = Source.BURIAL_CHAMBER

    def __init__(self, table: dict[str, Any], players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.rows: int = table["rows"]
        self.area_points: list[int] = table.get("area_points", [])
        self.area_further: int = table.get("area_further", 0)

    def storage(self) -> Stones:
        return Stones()

    def deliver(self, s: State, seat: int) -> None:
        stones = s.sites[Site.BURIAL_CHAMBER].stones
        stones.append(seat)
        if s.events is not None:
            s.events.append(StonePlaced(seat, Site.BURIAL_CHAMBER, len(stones), 0))

    def end_of_game(self, s: State) -> None:
        stones = s.sites[Site.BURIAL_CHAMBER].stones
        owners = {divmod(index, self.rows): seat for index, seat in enumerate(stones)}
        score_areas(s, owners, self.area_points, self.area_further)

    def stones(self, storage: Stones) -> Iterable[int]:
        return storage.stones


class BurialChamberB(BurialChamberA):
    """B: each row by itself, places by number of stones (R8.2)."""

    def __init__(self, table: dict[str, Any], players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.row_points: list[int] = table["row_points"][str(players)]

    def end_of_game(self, s: State) -> None:
        stones = s.sites[Site.BURIAL_CHAMBER].stones
        for row in range(self.rows):
            in_row = stones[row :: self.rows]
            counts = {seat: in_row.count(seat) for seat in sorted(set(in_row))}
            for seat, points in shared_places(counts, self.row_points).items():
                score(s, seat, points, Source.BURIAL_CHAMBER)


class Barrow(Facts):
    """Side C: `levels` from the ground, a seat or ``EMPTY`` by position."""

    __slots__ = ("further", "levels")

    def __init__(self, base: int) -> None:
        self.levels = [[EMPTY] * width for width in range(base, 0, -1)]
        self.further: list[int] = []


class BurialChamberC(Board[Barrow]):
    """C: a barrow; areas count stones times levels (R8.3)."""

    site = Site.BURIAL_CHAMBER
    source = Source.BURIAL_CHAMBER

    def __init__(self, table: dict[str, Any], players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.base: int = table["base"]
        self.most: int = table["most_points_per_stone"]

    def storage(self) -> Barrow:
        return Barrow(self.base)

    def deliver(self, s: State, seat: int) -> None:
        barrow = s.sites[Site.BURIAL_CHAMBER]
        options = tuple(ChooseSpace(level + 1, position + 1) for level, position in _free(barrow))
        if options:
            ask(s, Decision(seat, Site.BURIAL_CHAMBER, options))
        else:
            barrow.further.append(seat)
            self._placed(s, seat, 0, 0)
            score(s, seat, self.further, Source.BURIAL_CHAMBER)

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        space = cast(ChooseSpace, action)
        s.sites[Site.BURIAL_CHAMBER].levels[space.level - 1][space.position - 1] = decision.seat
        self._placed(s, decision.seat, space.position, space.level)

    def _placed(self, s: State, seat: int, position: int, level: int) -> None:
        if s.events is not None:
            s.events.append(StonePlaced(seat, Site.BURIAL_CHAMBER, position, level))

    def end_of_game(self, s: State) -> None:
        levels = s.sites[Site.BURIAL_CHAMBER].levels
        owners = {
            (level, position): seat
            for level, seats in enumerate(levels)
            for position, seat in enumerate(seats)
            if seat != EMPTY
        }
        for seat, area in areas(owners, _touching):
            spanned = len({level for level, _ in area})
            score(s, seat, len(area) * min(spanned, self.most), Source.BURIAL_CHAMBER)

    def stones(self, storage: Barrow) -> Iterable[int]:
        return chain((i for level in storage.levels for i in level if i != EMPTY), storage.further)


def _free(barrow: Barrow) -> list[Cell]:
    """Free spaces on the ground, or on two neighbouring stones (R8.3)."""
    free = []
    for level, seats in enumerate(barrow.levels):
        below = barrow.levels[level - 1] if level else None
        for position, seat in enumerate(seats):
            rests = below is None or EMPTY not in below[position : position + 2]
            if seat == EMPTY and rests:
                free.append((level, position))
    return free


def _touching(cell: Cell) -> tuple[Cell, ...]:
    """Neighbours on the level, the two stones below, the two above (R8.3)."""
    level, position = cell
    return (
        (level, position - 1),
        (level, position + 1),
        (level - 1, position),
        (level - 1, position + 1),
        (level + 1, position - 1),
        (level + 1, position),
    )


class Crypt(Facts):
    """Side D: `spaces` by tile number less 1; tiles `revealed` this round and not taken; `gone`:
    every tile revealed so far."""

    __slots__ = ("further", "gone", "revealed", "spaces")

    def __init__(self, tiles: int) -> None:
        self.spaces = [EMPTY] * tiles
        self.revealed: list[int] = []
        self.gone: list[int] = []
        self.further: list[int] = []


class BurialChamberD(Board[Crypt]):
    """D: a stone takes one of the round's tiles and its space (R8.4)."""

    site = Site.BURIAL_CHAMBER
    source = Source.BURIAL_CHAMBER

    def __init__(self, table: dict[str, Any], players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.rows: int = table["rows"]
        self.columns: int = table["columns"]
        self.per_round: int = table["revealed"]
        self.area_points: list[int] = table["area_points"]
        self.area_further: int = table["area_further"]
        self.nothing_delivered: int = table["nothing_delivered"]

    @property
    def tiles(self) -> int:
        return self.rows * self.columns

    def storage(self) -> Crypt:
        return Crypt(self.tiles)

    def start_of_round(self, s: State) -> None:
        count = min(self.per_round, len(self.tiles_left(s)))
        s.agenda.append(Chance(RevealCrypt, count, Site.BURIAL_CHAMBER))

    def tiles_left(self, s: State) -> list[int]:
        """The numbers of the tiles not yet revealed."""
        gone = s.sites[Site.BURIAL_CHAMBER].gone
        return [tile for tile in range(1, self.tiles + 1) if tile not in gone]

    def outcome(self, s: State, chance: Chance, action: Action) -> None:
        tiles = cast(RevealCrypt, action).tiles
        crypt = s.sites[Site.BURIAL_CHAMBER]
        check_count(chance.count, len(tiles))
        left = self.tiles_left(s)
        for tile in tiles:
            if tile not in left or tiles.count(tile) > 1:
                raise IllegalAction(Rule.TILE_IMPOSSIBLE, str(tile))
        s.agenda.pop()
        crypt.revealed = list(tiles)
        crypt.gone = sorted([*crypt.gone, *tiles])
        if s.events is not None:
            s.events.append(CryptRevealed(tiles))

    def deliver(self, s: State, seat: int) -> None:
        crypt = s.sites[Site.BURIAL_CHAMBER]
        if crypt.revealed:
            options = tuple(ChooseTile(tile) for tile in crypt.revealed)
            ask(s, Decision(seat, Site.BURIAL_CHAMBER, options))
            return
        crypt.further.append(seat)
        if s.events is not None:
            s.events.append(StonePlaced(seat, Site.BURIAL_CHAMBER, 0, 0))
        score(s, seat, self.further, Source.BURIAL_CHAMBER)

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        crypt = s.sites[Site.BURIAL_CHAMBER]
        tile = cast(ChooseTile, action).tile
        crypt.revealed.remove(tile)
        crypt.spaces[tile - 1] = decision.seat
        if s.events is not None:
            s.events.append(StonePlaced(decision.seat, Site.BURIAL_CHAMBER, tile, 0))

    def end_of_round(self, s: State) -> None:
        crypt = s.sites[Site.BURIAL_CHAMBER]
        if crypt.revealed and s.events is not None:
            s.events.append(CryptCleared(tuple(crypt.revealed)))
        crypt.revealed = []

    def end_of_game(self, s: State) -> None:
        crypt = s.sites[Site.BURIAL_CHAMBER]
        owners = {
            divmod(index, self.columns): seat
            for index, seat in enumerate(crypt.spaces)
            if seat != EMPTY
        }
        score_areas(s, owners, self.area_points, self.area_further)
        delivered = set(self.stones(crypt))
        for seat in range(self.players):
            if seat not in delivered:
                score(s, seat, self.nothing_delivered, Source.BURIAL_CHAMBER)

    def stones(self, storage: Crypt) -> Iterable[int]:
        return chain((seat for seat in storage.spaces if seat != EMPTY), storage.further)
