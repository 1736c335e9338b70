"""The burial chamber: areas, rows, a barrow, a crypt; assessed at the end of the game (R8)."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.agenda import Chance, Decision, ask_player
from engine.entries import Action, ChooseSpace, ChooseTile, RevealCrypt, interned
from engine.errors import IllegalAction, Rule
from engine.events import CryptCleared, CryptRevealed, StonePlaced, make_event
from engine.pile import check_count
from engine.sites.board import Board, Stones, StonesInOrder
from engine.sites.places import shared_places
from engine.state import Facts, State
from engine.stones import score_points
from engine.vocabulary import EMPTY, Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import AreasTable, CryptTable, NeighboursTable, RowPointsTable
    from engine.profiles import ProfileRules

POINTS: Final[int] = Source.BURIAL_CHAMBER


def joined_areas(owners: list[int], earlier: list[tuple[int, ...]]) -> list[list[int]]:
    """The maximal sets of joined spaces of one owner (R8.1).

    `owners`: a seat or ``EMPTY`` by space; `earlier`: by space its neighbours that come before
    it.
    """
    nowhere: list[int] = []
    area_of: list[list[int]] = []
    areas: list[list[int]] = []
    for space, owner in enumerate(owners):
        area = nowhere
        if owner != EMPTY:
            for other in earlier[space]:
                joined = area_of[other]
                if owners[other] != owner or joined is area:
                    continue
                if area is nowhere:
                    area = joined
                    area.append(space)
                else:
                    area += joined
                    for moved in joined:
                        area_of[moved] = area
                    areas.remove(joined)
            if area is nowhere:
                area = [space]
                areas.append(area)
        area_of.append(area)
    return areas


@cache
def earlier_neighbours(line: int, space: int) -> tuple[int, ...]:
    """The spaces that share an edge with `space` and come first, on a grid of lines this long."""
    above = (space - 1,) if space % line else ()
    return (*above, space - line) if space >= line else above


@lru_cache(maxsize=64)
def grid(line: int, spaces: int) -> list[tuple[int, ...]]:
    """By space what comes ``earlier_neighbours`` it, for so many `spaces`."""
    return [earlier_neighbours(line, space) for space in range(spaces)]


def score_areas(s: State, owners: list[int], line: int, points: list[int], further: int) -> None:
    """Score every area by its number of stones (R8.1); `owners` lie in lines this long."""
    listed = len(points)
    for area in joined_areas(owners, grid(line, len(owners))):
        size = len(area)
        value = points[size - 1] if size <= listed else points[-1] + further * (size - listed)
        score_points(s, owners[area[0]], value, POINTS)


def owned(owners: list[int], areas: list[list[int]]) -> list[tuple[int, int]]:
    """Areas as their owner and how many stones they have."""
    return [(owners[area[0]], len(area)) for area in areas]


class BurialChamberA(StonesInOrder):
    """A: three rows, column by column; joined stones of a colour form areas (R8.1)."""

    site = Site.BURIAL_CHAMBER
    source = Source.BURIAL_CHAMBER

    def __init__(self, table: AreasTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.rows: int = table["rows"]
        self.area_points: list[int] = table.get("area_points", [])
        self.area_further: int = table.get("area_further", 0)

    def end_of_game(self, s: State) -> None:
        storage: Stones = s.sites[self.index]
        stones = storage.stones
        score_areas(s, stones, self.rows, self.area_points, self.area_further)

    def areas(self, storage: Stones) -> list[tuple[int, int]] | None:
        owners = storage.stones
        return owned(owners, joined_areas(owners, grid(self.rows, len(owners))))


class BurialChamberB(BurialChamberA):
    """B: each row by itself, places by number of stones (R8.2)."""

    def __init__(self, table: RowPointsTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.row_points: list[int] = table["row_points"][str(players)]

    def end_of_game(self, s: State) -> None:
        storage: Stones = s.sites[self.index]
        stones = storage.stones
        for row in range(self.rows):
            in_row = stones[row :: self.rows]
            counts: dict[int, Any] = {seat: in_row.count(seat) for seat in sorted(set(in_row))}
            for seat, points in shared_places(counts, self.row_points).items():
                score_points(s, seat, points, self.account)

    def areas(self, storage: Stones) -> list[tuple[int, int]] | None:
        return None  # rows are counted, whatever lies beside them


class Barrow(Facts):
    """Side C: `levels` from the ground, a seat or ``EMPTY`` by position."""

    facts: ClassVar[tuple[str, ...]] = ("further", "levels")
    __slots__ = facts

    def __init__(self, base: int) -> None:
        self.levels = [[EMPTY] * width for width in range(base, 0, -1)]
        self.further: list[int] = []

    def copy(self) -> Barrow:
        new = Barrow(0)
        new.levels = [level.copy() for level in self.levels]
        new.further = self.further.copy()
        return new


class BurialChamberC(Board[Barrow]):
    """C: a barrow; areas count stones times levels (R8.3)."""

    site = Site.BURIAL_CHAMBER
    source = Source.BURIAL_CHAMBER

    def __init__(self, table: NeighboursTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.base: int = table["base"]
        self.most: int = table["most_points_per_stone"]
        spaces = [(level, i) for level in range(self.base) for i in range(self.base - level)]
        number = {space: index for index, space in enumerate(spaces)}
        self.level_of = [level for level, _ in spaces]
        self.rests_on = [
            tuple(number[touched] for touched in _touched_before(space) if touched in number)
            for space in spaces
        ]

    def storage(self) -> Barrow:
        return Barrow(self.base)

    def deliver(self, s: State, seat: int) -> None:
        barrow: Barrow = s.sites[self.index]
        options = tuple(
            interned(ChooseSpace, level + 1, position + 1) for level, position in _free(barrow)
        )
        if options:
            ask_player(s, Decision(seat, self.site, options))
        else:
            barrow.further.append(seat)
            self._placed(s, seat, 0, 0)
            score_points(s, seat, self.further, self.account)

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        assert isinstance(action, ChooseSpace)
        barrow: Barrow = s.sites[self.index]
        barrow.levels[action.level - 1][action.position - 1] = decision.seat
        self._placed(s, decision.seat, action.position, action.level)

    def _placed(self, s: State, seat: int, position: int, level: int) -> None:
        if s.events is not None:
            s.events.append(make_event(StonePlaced, (seat, self.site, position, level)))

    def end_of_game(self, s: State) -> None:
        barrow: Barrow = s.sites[self.index]
        owners = list(chain(*barrow.levels))
        for area in joined_areas(owners, self.rests_on):
            spanned = len({self.level_of[space] for space in area})
            score_points(s, owners[area[0]], len(area) * min(spanned, self.most), self.account)

    def areas(self, storage: Barrow) -> list[tuple[int, int]] | None:
        owners = list(chain(*storage.levels))
        return owned(owners, joined_areas(owners, self.rests_on))

    def stones(self, storage: Barrow) -> list[int]:
        placed = [seat for level in storage.levels for seat in level if seat != EMPTY]
        return placed + storage.further


def _free(barrow: Barrow) -> list[tuple[int, int]]:
    """Free spaces on the ground, or on two neighbouring stones (R8.3)."""
    free = []
    for level, seats in enumerate(barrow.levels):
        below = barrow.levels[level - 1] if level else None
        for position, seat in enumerate(seats):
            rests = below is None or EMPTY not in below[position : position + 2]
            if seat == EMPTY and rests:
                free.append((level, position))
    return free


def _touched_before(space: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The neighbour to the left, and the two stones on which this one rests (R8.3)."""
    level, position = space
    return (level, position - 1), (level - 1, position), (level - 1, position + 1)


class Crypt(Facts):
    """Side D: `spaces` by tile number less 1; tiles `revealed` this round and not taken; `gone`:
    every tile revealed so far."""

    facts: ClassVar[tuple[str, ...]] = ("further", "gone", "revealed", "spaces")
    __slots__ = facts

    def __init__(self, tiles: int) -> None:
        self.spaces = [EMPTY] * tiles
        self.revealed: list[int] = []
        self.gone: list[int] = []
        self.further: list[int] = []

    def copy(self) -> Crypt:
        new = Crypt(0)
        new.spaces = self.spaces.copy()
        new.revealed = self.revealed.copy()
        new.gone = self.gone.copy()
        new.further = self.further.copy()
        return new


class BurialChamberD(Board[Crypt]):
    """D: a stone takes one of the round's tiles and its space (R8.4)."""

    site = Site.BURIAL_CHAMBER
    source = Source.BURIAL_CHAMBER

    def __init__(self, table: CryptTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.rows: int = table["rows"]
        self.columns: int = table["columns"]
        self.tiles = self.rows * self.columns
        self.per_round: int = table["revealed"]
        self.area_points: list[int] = table["area_points"]
        self.area_further: int = table["area_further"]
        self.nothing_delivered: int = table["nothing_delivered"]
        self.choices = [interned(ChooseTile, tile + 1) for tile in range(self.tiles)]

    def storage(self) -> Crypt:
        return Crypt(self.tiles)

    def start_of_round(self, s: State) -> None:
        crypt: Crypt = s.sites[self.index]
        count = min(self.per_round, self.tiles - len(crypt.gone))
        s.agenda.append(Chance(RevealCrypt, count, self.site))

    def possible(self, s: State, chance: Chance) -> list[str]:
        return [str(tile) for tile in self.tiles_left(s)]

    def tiles_left(self, s: State) -> list[int]:
        """The numbers of the tiles not yet revealed."""
        crypt: Crypt = s.sites[self.index]
        gone = crypt.gone
        return [tile for tile in range(1, self.tiles + 1) if tile not in gone]

    def outcome(self, s: State, chance: Chance, action: Action) -> None:
        assert isinstance(action, RevealCrypt)
        tiles = action.tiles
        crypt: Crypt = s.sites[self.index]
        check_count(chance.count, len(tiles))
        gone = [*crypt.gone, *tiles]
        gone.sort()
        before = 0
        for tile in gone:
            if not before < tile <= self.tiles:
                raise IllegalAction(Rule.TILE_IMPOSSIBLE, str(tile))
            before = tile
        s.agenda.pop()
        crypt.revealed = list(tiles)
        crypt.gone = gone
        if s.events is not None:
            s.events.append(CryptRevealed(tiles))

    def deliver(self, s: State, seat: int) -> None:
        crypt: Crypt = s.sites[self.index]
        if crypt.revealed:
            choices = self.choices
            options = tuple([choices[tile - 1] for tile in crypt.revealed])
            ask_player(s, Decision(seat, self.site, options))
            return
        crypt.further.append(seat)
        if s.events is not None:
            s.events.append(StonePlaced(seat, self.site, 0, 0))
        score_points(s, seat, self.further, self.account)

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        assert isinstance(action, ChooseTile)
        crypt: Crypt = s.sites[self.index]
        tile = action.tile
        crypt.revealed.remove(tile)
        crypt.spaces[tile - 1] = decision.seat
        if s.events is not None:
            s.events.append(StonePlaced(decision.seat, self.site, tile, 0))

    def end_of_round(self, s: State) -> None:
        crypt: Crypt = s.sites[self.index]
        if crypt.revealed and s.events is not None:
            s.events.append(CryptCleared(tuple(crypt.revealed)))
        crypt.revealed = []

    def end_of_game(self, s: State) -> None:
        crypt: Crypt = s.sites[self.index]
        score_areas(s, crypt.spaces, self.columns, self.area_points, self.area_further)
        delivered = self.stones(crypt)
        for seat in range(self.players):
            if seat not in delivered:
                score_points(s, seat, self.nothing_delivered, self.account)

    def areas(self, storage: Crypt) -> list[tuple[int, int]] | None:
        owners = storage.spaces
        return owned(owners, joined_areas(owners, grid(self.columns, len(owners))))

    def stones(self, storage: Crypt) -> list[int]:
        return [seat for seat in storage.spaces if seat != EMPTY] + storage.further
