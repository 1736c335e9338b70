"""The obelisks: heights, towers, tiles, an avenue (R9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.agenda import Decision, ask_player
from engine.entries import Action, Build, ChooseObelisk, Decline, interned
from engine.events import StonePlaced, TileBuilt, TowerBuilt, make_event
from engine.sites.board import Board
from engine.sites.places import shared_places
from engine.state import Facts, State
from engine.stones import score_points
from engine.vocabulary import EMPTY, Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import ObelisksTable, PlacesTable, ShapesTable, TowersTable
    from engine.profiles import ProfileRules

Cells = tuple[tuple[int, int], ...]
Outlines = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""Ways to lay a tile: the bottom of each column, and how many cells it has."""

CACHE_LIMIT: Final = 1 << 14
"""Skylines, each with a tile, of which the options are remembered."""

Options = Callable[[int, tuple[int, ...]], tuple[Action, ...]]

OBELISKS: Final = Site.OBELISKS


def place_on_obelisks(s: State, seat: int, space: int, part: int = 0) -> None:
    """Tell of a stone on `space` of the obelisks (0: the right edge)."""
    if s.events is not None:
        s.events.append(make_event(StonePlaced, (seat, OBELISKS, space, part)))


class Heights(Facts):
    """Side A: the height of each seat's obelisk."""

    facts: ClassVar[tuple[str, ...]] = ("heights",)
    __slots__ = facts

    def __init__(self, players: int) -> None:
        self.heights = [0] * players

    def copy(self) -> Heights:
        new = Heights(0)
        new.heights = self.heights.copy()
        return new


class ObelisksA(Board[Heights]):
    """A: an obelisk each; places by height (R9.1)."""

    site = Site.OBELISKS
    source = Source.OBELISKS
    asks = False

    def __init__(self, table: ObelisksTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.points: list[int] = table["points"][str(players)]

    def storage(self) -> Heights:
        return Heights(self.players)

    def deliver(self, s: State, seat: int) -> None:
        obelisks: Heights = s.sites[self.index]
        heights = obelisks.heights
        heights[seat] += 1
        place_on_obelisks(s, seat, heights[seat])

    def deliver_all(self, s: State, cargo: tuple[int, ...]) -> int:
        if s.events is not None:
            return super().deliver_all(s, cargo)
        obelisks: Heights = s.sites[self.index]
        heights = obelisks.heights
        for seat in cargo:
            heights[seat] = heights[seat] + 1
        return len(cargo)

    def end_of_game(self, s: State) -> None:
        obelisks: Heights = s.sites[self.index]
        heights = obelisks.heights
        ranks: dict[int, Any] = {seat: height for seat, height in enumerate(heights) if height}
        for seat, points in shared_places(ranks, self.points).items():
            score_points(s, seat, points, self.account)

    def stones(self, storage: Heights) -> list[int]:
        return [seat for seat, height in enumerate(storage.heights) for _ in range(height)]


class Towers(Facts):
    """Side B: `loose` stones by seat; `towers`: the seats, by space, the highest value first."""

    facts: ClassVar[tuple[str, ...]] = ("loose", "towers")
    __slots__ = facts

    def __init__(self, players: int) -> None:
        self.loose = [0] * players
        self.towers: list[int] = []

    def copy(self) -> Towers:
        new = Towers(0)
        new.loose = self.loose.copy()
        new.towers = self.towers.copy()
        return new


class ObelisksB(Board[Towers]):
    """B: three loose stones make a tower on the best free space (R9.2, P1)."""

    site = Site.OBELISKS
    source = Source.OBELISKS
    asks = False

    def __init__(self, table: TowersTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.height: int = table["tower_height"]
        self.tower_points: list[int] = sorted(table["tower_points"], reverse=True)
        self.loose_points: int = table["loose_points"]
        self.at_once = profile.towers_score_at_once

    def storage(self) -> Towers:
        return Towers(self.players)

    def deliver(self, s: State, seat: int) -> None:
        obelisks: Towers = s.sites[self.index]
        obelisks.loose[seat] += 1
        place_on_obelisks(s, seat, obelisks.loose[seat])
        space = len(obelisks.towers)
        if obelisks.loose[seat] >= self.height and space < len(self.tower_points):
            obelisks.loose[seat] -= self.height
            obelisks.towers.append(seat)
            if s.events is not None:
                s.events.append(TowerBuilt(seat, space + 1))
            if self.at_once:
                score_points(s, seat, self.tower_points[space], self.account)

    def pending(self, storage: Towers) -> list[int]:
        """By seat, points for towers that are counted only at the end (P1)."""
        points = [0] * self.players
        if not self.at_once:
            for seat, value in zip(storage.towers, self.tower_points, strict=False):
                points[seat] += value
        return points

    def end_of_game(self, s: State) -> None:
        obelisks: Towers = s.sites[self.index]
        for seat, pending in enumerate(self.pending(obelisks)):
            score_points(s, seat, pending, self.account)
            score_points(s, seat, obelisks.loose[seat] * self.loose_points, self.account)

    def describe(self, s: State, viewer: int | None) -> Mapping[str, object]:
        """After the end nothing is pending: the totals have it (P1)."""
        pending = [0] * self.players if s.over else self.pending(s.sites[self.index])
        return {**super().describe(s, viewer), "pending": pending}

    def stones(self, storage: Towers) -> list[int]:
        built = [seat for seat in storage.towers for _ in range(self.height)]
        return built + [seat for seat, loose in enumerate(storage.loose) for _ in range(loose)]


class GreatObelisk(Facts):
    """Side C: `path`: the seats of the stones along the path; `tiles` by seat: path space and the
    cells (column, row) it was laid on."""

    facts: ClassVar[tuple[str, ...]] = ("further", "path", "tiles")
    __slots__ = facts

    def __init__(self, players: int) -> None:
        self.path: list[int] = []
        self.tiles: list[list[tuple[int, Cells]]] = [[] for _ in range(players)]
        self.further: list[int] = []

    def copy(self) -> GreatObelisk:
        new = GreatObelisk(0)
        new.path = self.path.copy()
        new.tiles = [tiles.copy() for tiles in self.tiles]
        new.further = self.further.copy()
        return new


class ObelisksC(Board[GreatObelisk]):
    """C: a stone takes the next tile of the path and may build with it (R9.3, R13.15)."""

    site = Site.OBELISKS
    source = Source.OBELISKS

    def __init__(self, table: ShapesTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.width: int = table["width"]
        shapes = {name: frozenset(map(tuple, cells)) for name, cells in table["shapes"].items()}
        self.path = [outlines(shapes[name]) for name in table["path"]]
        self.options: Options = lru_cache(CACHE_LIMIT)(self._options)
        self.row_points: int = table["row_points"]
        self.bonus: list[int] = table["bonus"][str(players)]

    def storage(self) -> GreatObelisk:
        return GreatObelisk(self.players)

    def heights(self, storage: GreatObelisk, seat: int) -> list[int]:
        """The height of each column; columns are filled without a gap from the ground."""
        heights = [0] * self.width
        for _, cells in storage.tiles[seat]:
            for column, _ in cells:
                heights[column - 1] = heights[column - 1] + 1  # compiled, quicker than +=
        return heights

    def deliver(self, s: State, seat: int) -> None:
        obelisks: GreatObelisk = s.sites[self.index]
        space = len(obelisks.path)
        if space == len(self.path):
            obelisks.further.append(seat)
            place_on_obelisks(s, seat, 0)
            score_points(s, seat, self.further, self.account)
            return
        obelisks.path.append(seat)
        place_on_obelisks(s, seat, space + 1)
        options = self.options(space, tuple(self.heights(obelisks, seat)))
        ask_player(s, Decision(seat, self.site, options, (space + 1,)))

    def _options(self, space: int, heights: tuple[int, ...]) -> tuple[Action, ...]:
        """Options of the owner of a path space's tile; it may be declined."""
        builds = [interned(Build, cells) for cells in fits(self.path[space], heights)]
        return (*builds, interned(Decline, space + 1))

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        cells = action.cells if type(action) is Build else ()
        seat, path = decision.seat, decision.info[0]
        if cells:
            obelisks: GreatObelisk = s.sites[self.index]
            obelisks.tiles[seat].append((path, cells))
        if s.events is not None:
            s.events.append(TileBuilt(seat, path, cells))

    def end_of_game(self, s: State) -> None:
        obelisks: GreatObelisk = s.sites[self.index]
        ranks: dict[int, Any] = {}
        for seat in range(self.players):
            heights = self.heights(obelisks, seat)
            complete, begun = min(heights), max(heights)
            if complete:
                ranks[seat] = complete, begun - complete
                score_points(s, seat, complete * self.row_points, self.account)
        for seat, points in shared_places(ranks, self.bonus).items():
            score_points(s, seat, points, self.account)

    def stones(self, storage: GreatObelisk) -> list[int]:
        return storage.path + storage.further


@lru_cache(maxsize=64)
def outlines(shape: frozenset[tuple[int, ...]]) -> Outlines:
    """Every way to turn and flip `shape`, as the bottom and the count of each column.

    Only outlines whose columns have no gap can ever be laid (R9.3); all others are left out.
    """
    outlines = set()
    for flip in (1, -1):
        cells = [(flip * x, y) for x, y in shape]
        for _ in range(4):
            cells = [(-y, x) for x, y in cells]
            left, ground = min(x for x, _ in cells), min(y for _, y in cells)
            columns: dict[int, list[int]] = {}
            for x, y in cells:
                columns.setdefault(x - left, []).append(y - ground)
            bottoms = tuple(min(columns[x]) for x in sorted(columns))
            counts = tuple(len(columns[x]) for x in sorted(columns))
            if all(max(columns[x]) - min(columns[x]) < len(columns[x]) for x in columns):
                outlines.add((bottoms, counts))
    return tuple(sorted(outlines))


def fits(outlines: Outlines, heights: tuple[int, ...]) -> tuple[Cells, ...]:
    """The sets of cells, from (1, 1), on which a tile lies flush on columns of `heights`."""
    places = set()
    for bottoms, counts in outlines:
        for first in range(len(heights) - len(bottoms) + 1):
            covered = heights[first : first + len(bottoms)]
            base = covered[0] - bottoms[0]
            if all(
                height - bottom == base for height, bottom in zip(covered, bottoms, strict=True)
            ):
                places.add(
                    tuple(
                        (first + i + 1, height + row + 1)
                        for i, height in enumerate(covered)
                        for row in range(counts[i])
                    )
                )
    return tuple(sorted(places))


class Avenue(Facts):
    """Side D: by place the `owners` (or ``EMPTY``) and the `heights` so far."""

    facts: ClassVar[tuple[str, ...]] = ("further", "heights", "owners")
    __slots__ = facts

    def __init__(self, places: int) -> None:
        self.owners = [EMPTY] * places
        self.heights = [0] * places
        self.further: list[int] = []

    def copy(self) -> Avenue:
        new = Avenue(0)
        new.owners = self.owners.copy()
        new.heights = self.heights.copy()
        new.further = self.further.copy()
        return new


class ObelisksD(Board[Avenue]):
    """D: one obelisk at a time, on a place of its owner's choice (R9.4)."""

    site = Site.OBELISKS
    source = Source.OBELISKS

    def __init__(self, table: PlacesTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.places: list[list[int]] = table["places"]
        self.unfinished: int = table["unfinished"]

    def storage(self) -> Avenue:
        return Avenue(len(self.places))

    def deliver(self, s: State, seat: int) -> None:
        avenue: Avenue = s.sites[self.index]
        for place, (height, _) in enumerate(self.places):
            if avenue.owners[place] == seat and avenue.heights[place] < height:
                self._build(s, seat, place)
                return
        free = tuple(
            interned(ChooseObelisk, i + 1)
            for i, owner in enumerate(avenue.owners)
            if owner == EMPTY
        )
        if free:
            ask_player(s, Decision(seat, self.site, free))
        else:
            avenue.further.append(seat)
            place_on_obelisks(s, seat, 0)
            score_points(s, seat, self.further, self.account)

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        assert isinstance(action, ChooseObelisk)
        self._build(s, decision.seat, action.place - 1)

    def _build(self, s: State, seat: int, place: int) -> None:
        avenue: Avenue = s.sites[self.index]
        avenue.owners[place] = seat
        avenue.heights[place] += 1
        place_on_obelisks(s, seat, avenue.heights[place], place + 1)

    def end_of_game(self, s: State) -> None:
        avenue: Avenue = s.sites[self.index]
        for place, (height, points) in enumerate(self.places):
            built = avenue.heights[place]
            if built:
                value = points if built == height else built * self.unfinished
                score_points(s, avenue.owners[place], value, self.account)

    def stones(self, storage: Avenue) -> list[int]:
        places = zip(storage.owners, storage.heights, strict=True)
        built = [seat for seat, height in places for _ in range(height)]
        return built + storage.further
