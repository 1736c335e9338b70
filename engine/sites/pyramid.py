"""The pyramids: points at once, and more (R6)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Final

from engine.agenda import Chance, Decision, ask_player, run_after
from engine.cards.gain import TakeCard, draw_card, take_card
from engine.entries import (
    Action,
    CardsAction,
    ChoosePyramid,
    Decline,
    Load,
    RevealScaffold,
    interned,
)
from engine.errors import IllegalAction, Rule
from engine.events import FigureMoved, ScaffoldFilled, ScaffoldRevealed, StonePlaced, make_event
from engine.pile import draw_named
from engine.sites.board import Board, Reward, Stones, StonesInOrder
from engine.state import Facts, State
from engine.stones import score_each, score_points, take_stones
from engine.turns.load import free_spaces, place_on_ship
from engine.vocabulary import EMPTY, PYRAMIDS, Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import CorridorTable, PyramidsTable, StepsTable, TilesTable
    from engine.profiles import ProfileRules

DECLINE: Final = interned(Decline)
PYRAMID: Final = Site.PYRAMID
POINTS: Final[int] = Source.PYRAMID


def place_on_pyramid(s: State, seat: int, space: int, points: int, part: int = 0) -> None:
    """Tell of a stone on `space` of the pyramids (0: the right edge) and score it."""
    if s.events is not None:
        s.events.append(make_event(StonePlaced, (seat, PYRAMID, space, part)))
    score_points(s, seat, points, POINTS)


class PyramidA(StonesInOrder):
    """A: the value of each space, in the order of the spaces (R6.1)."""

    site = Site.PYRAMID
    source = Source.PYRAMID

    def __init__(self, table: StepsTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.points: list[int] = table["points"]

    def deliver(self, s: State, seat: int) -> None:
        storage: Stones = s.sites[self.index]
        stones = storage.stones
        space = len(stones)
        if space < len(self.points):
            stones.append(seat)
            if s.events is not None:
                s.events.append(StonePlaced(seat, self.site, space + 1, 0))
            score_points(s, seat, self.points[space], self.account)
        else:
            storage.further.append(seat)
            place_on_pyramid(s, seat, 0, self.further)

    def deliver_all(self, s: State, cargo: tuple[int, ...]) -> int:
        storage: Stones = s.sites[self.index]
        first = len(storage.stones)
        if s.events is not None or first + len(cargo) > len(self.points):
            return Board.deliver_all(self, s, cargo)  # stone by stone
        storage.stones += cargo
        score_each(s, storage.stones[first:], self.points[first:], self.account)
        return len(cargo)


class Pyramids(Facts):
    """Side B: the stones of each pyramid in the order of its spaces."""

    facts: ClassVar[tuple[str, ...]] = ("further", "pyramids")
    __slots__ = facts

    def __init__(self, count: int) -> None:
        self.pyramids: list[list[int]] = [[] for _ in range(count)]
        self.further: list[int] = []

    def copy(self) -> Pyramids:
        new = Pyramids(0)
        new.pyramids = [stones.copy() for stones in self.pyramids]
        new.further = self.further.copy()
        return new


class PyramidB(Board[Pyramids]):
    """B: the owner chooses one of three pyramids; some spaces give a bonus (R6.2)."""

    site = Site.PYRAMID
    source = Source.PYRAMID
    names: Final = PYRAMIDS

    def __init__(self, table: PyramidsTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.rewards = [[Reward(**space) for space in table[name]] for name in self.names]
        self.choices = [interned(ChoosePyramid, name) for name in self.names]

    def storage(self) -> Pyramids:
        return Pyramids(len(self.names))

    def deliver(self, s: State, seat: int) -> None:
        storage: Pyramids = s.sites[self.index]
        options = tuple(
            choice
            for choice, rewards, stones in zip(
                self.choices, self.rewards, storage.pyramids, strict=True
            )
            if len(stones) < len(rewards)
        )
        if options:
            ask_player(s, Decision(seat, self.site, options))
        else:
            storage.further.append(seat)
            place_on_pyramid(s, seat, 0, self.further)

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        if isinstance(action, ChoosePyramid):
            self._build(s, decision.seat, self.names.index(action.name))
        elif isinstance(action, Load):
            place_on_ship(s, decision.seat, action.ship, action.space)

    def _build(self, s: State, seat: int, index: int) -> None:
        storage: Pyramids = s.sites[self.index]
        stones = storage.pyramids[index]
        stones.append(seat)
        reward = self.rewards[index][len(stones) - 1]
        place_on_pyramid(s, seat, len(stones), reward.points, index + 1)
        if reward.cards:
            draw_card(s, seat, self.site)
        elif reward.stones:
            take_stones(s, seat, reward.stones)
        elif reward.load:
            self._offer_load(s, seat)

    def _offer_load(self, s: State, seat: int) -> None:
        """Placing the stone is optional and lapses where it cannot be done (R6.2)."""
        spaces = free_spaces(s) if s.players[seat].sled else ()
        loads = tuple(interned(Load, ship, space) for ship, space in spaces)
        ask_player(s, Decision(seat, self.site, (*loads, DECLINE)))

    def outcome(self, s: State, chance: Chance, action: Action) -> None:
        assert isinstance(action, CardsAction)
        cards = action.cards
        draw_named(s, chance.count, cards)
        s.agenda.pop()
        take_card(s, chance.info[0], cards[0])

    def stones(self, storage: Pyramids) -> list[int]:
        return [*chain(*storage.pyramids), *storage.further]


class Scaffold(Facts):
    """Side C: `tiles` revealed so far by number, the open one last; `stones` on them, in order."""

    facts: ClassVar[tuple[str, ...]] = ("further", "stones", "tiles")
    __slots__ = facts

    def __init__(self) -> None:
        self.tiles: list[int] = []
        self.stones: list[int] = []
        self.further: list[int] = []

    def copy(self) -> Scaffold:
        new = Scaffold()
        new.tiles = self.tiles.copy()
        new.stones = self.stones.copy()
        new.further = self.further.copy()
        return new


class PyramidC(Board[Scaffold]):
    """C: scaffold tiles of four spaces, a majority for each (R6.3)."""

    site = Site.PYRAMID
    source = Source.PYRAMID

    def __init__(self, table: TilesTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.tiles = [[Reward(**space) for space in tile] for tile in table["tiles"]]
        self.size = len(self.tiles[0])
        self.majority: int = table["majority"]
        self.majority_tied: int = table["majority_tied"]

    def storage(self) -> Scaffold:
        return Scaffold()

    def before_first_round(self, s: State) -> None:
        s.agenda.append(Chance(RevealScaffold, 1, self.site))

    def deliver(self, s: State, seat: int) -> None:
        storage: Scaffold = s.sites[self.index]
        space = len(storage.stones)
        if space == len(self.tiles) * self.size:
            storage.further.append(seat)
            place_on_pyramid(s, seat, 0, self.further)
            return
        storage.stones.append(seat)
        tile = storage.tiles[-1]
        reward = self.tiles[tile - 1][space % self.size]
        depth = len(s.agenda)
        place_on_pyramid(s, seat, space + 1, reward.points, tile)
        if reward.cards:
            draw_card(s, seat, self.site)
        elif reward.stones:
            take_stones(s, seat, reward.stones)
        if len(s.agenda) == depth:
            self.close_full_tile(s)

    def close_full_tile(self, s: State) -> None:
        """The majority of a tile just filled; then the next tile is revealed (R6.3, R13.13)."""
        storage: Scaffold = s.sites[self.index]
        if len(storage.stones) != len(storage.tiles) * self.size:
            return
        if s.events is not None:
            s.events.append(ScaffoldFilled(storage.tiles[-1]))
        on_tile = storage.stones[-self.size :]
        counts = [on_tile.count(seat) for seat in range(self.players)]
        highest = max(counts)
        points = self.majority if counts.count(highest) == 1 else self.majority_tied
        for seat, count in enumerate(counts):
            if count == highest:
                score_points(s, seat, points, self.account)
        if len(storage.tiles) < len(self.tiles):
            s.agenda.append(Chance(RevealScaffold, 1, self.site))

    def outcome(self, s: State, chance: Chance, action: Action) -> None:
        if isinstance(action, RevealScaffold):
            self._reveal(s, action.tile)
            return
        assert isinstance(action, CardsAction)
        cards = action.cards
        draw_named(s, chance.count, cards)
        s.agenda.pop()
        # the majority and the next tile come before what the card places (R13.13)
        depth = len(s.agenda)
        self.close_full_tile(s)
        run_after(s, depth, TakeCard(chance.info[0], cards[0], 0))

    def possible(self, s: State, chance: Chance) -> list[str]:
        if chance.expects is RevealScaffold:
            return [str(tile) for tile in self.tiles_left(s)]
        return super().possible(s, chance)

    def go_on_without(self, s: State, chance: Chance) -> None:
        """The card that a scaffold gives leaves its tile full all the same (R13.13); what comes
        after a full scaffold depends on the next tile."""
        if chance.expects is RevealScaffold:
            s.agenda.clear()
        else:
            self.close_full_tile(s)

    def tiles_left(self, s: State) -> list[int]:
        """The numbers of the tiles not yet revealed."""
        storage: Scaffold = s.sites[self.index]
        revealed = storage.tiles
        return [tile for tile in range(1, len(self.tiles) + 1) if tile not in revealed]

    def _reveal(self, s: State, tile: int) -> None:
        storage: Scaffold = s.sites[self.index]
        if not 0 < tile <= len(self.tiles) or tile in storage.tiles:
            raise IllegalAction(Rule.TILE_IMPOSSIBLE, str(tile))
        s.agenda.pop()
        storage.tiles.append(tile)
        if s.events is not None:
            s.events.append(ScaffoldRevealed(tile))

    def stones(self, storage: Scaffold) -> list[int]:
        return storage.stones + storage.further


class Corridor(Facts):
    """Side D: `spaces` clockwise, a seat or ``EMPTY``; the `figure` stands on an index."""

    facts: ClassVar[tuple[str, ...]] = ("figure", "further", "spaces")
    __slots__ = facts

    def __init__(self, size: int, figure: int) -> None:
        self.spaces = [EMPTY] * size
        self.figure = figure
        self.further: list[int] = []

    def copy(self) -> Corridor:
        new = Corridor(0, self.figure)
        new.spaces = self.spaces.copy()
        new.further = self.further.copy()
        return new


class PyramidD(Board[Corridor]):
    """D: a corridor around which a figure points to the next free space (R6.4)."""

    site = Site.PYRAMID
    source = Source.PYRAMID
    asks = False

    def __init__(self, table: CorridorTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.points: list[int] = table["corridor"]
        self.figure: int = table["figure"]

    def storage(self) -> Corridor:
        return Corridor(len(self.points), self.figure)

    def deliver(self, s: State, seat: int) -> None:
        corridor: Corridor = s.sites[self.index]
        space = self._next_free(corridor)
        if space == EMPTY:
            corridor.further.append(seat)
            place_on_pyramid(s, seat, 0, self.further)
        else:
            corridor.spaces[space] = seat
            place_on_pyramid(s, seat, space + 1, self.points[space])

    def _next_free(self, corridor: Corridor) -> int:
        """The first free space clockwise after the figure's, its own last; ``EMPTY`` if none."""
        size = len(corridor.spaces)
        for step in range(1, size + 1):
            space = (corridor.figure + step) % size
            if corridor.spaces[space] == EMPTY:
                return space
        return EMPTY

    def can_move_figure(self, s: State) -> bool:
        """True if there is a free space to move to, other than the figure's own."""
        corridor: Corridor = s.sites[self.index]
        return self._next_free(corridor) not in (EMPTY, corridor.figure)

    def move_figure(self, s: State, seat: int) -> None:
        corridor: Corridor = s.sites[self.index]
        corridor.figure = self._next_free(corridor)
        if s.events is not None:
            s.events.append(FigureMoved(seat, corridor.figure + 1))

    def stones(self, storage: Corridor) -> list[int]:
        return [seat for seat in storage.spaces if seat != EMPTY] + storage.further
