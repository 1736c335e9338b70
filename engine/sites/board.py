"""Interface of a board, with quiet defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeVar

from engine.agenda import Chance, Decision
from engine.entries import Action
from engine.events import StonePlaced, make_event
from engine.pile import possible
from engine.state import Facts, State
from engine.vocabulary import Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import BoardTable
    from engine.profiles import ProfileRules

Storage = TypeVar("Storage", bound=Facts)


class Board(Generic[Storage]):
    """One side of one site: a stateless object; its stones lie in ``State.sites``.

    `table` is the board's table of the edition, `players` the number of seats, `profile` the rows
    P1–P6. A board overrides what it answers differently.

    `index` and `account` are the numbers of its `site` and `source`: compiled, a plain int finds
    its place in a list ten times as quickly as a member of an enum.
    """

    site: ClassVar[Site]
    source: ClassVar[Source]
    asks: bool = True
    """True if an arriving stone may have to wait for a player or for the bank."""

    def __init__(self, table: BoardTable, players: int, profile: ProfileRules) -> None:
        self.index: int = self.site
        self.account: int = self.source
        self.players = players
        self.further: int = table.get("further", 0)

    def storage(self) -> Storage:
        """The empty board."""
        raise NotImplementedError

    def before_first_round(self, s: State) -> None:
        """Set-up that needs the bank (R13.1)."""

    def start_of_round(self, s: State) -> None:
        """Layout at the start of a round (R13.1)."""

    def deliver(self, s: State, seat: int) -> None:
        """A stone of `seat` arrives (R3)."""
        raise NotImplementedError

    def deliver_all(self, s: State, cargo: tuple[int, ...]) -> int:
        """Deliver stone by stone until one has to wait for something; how many arrived."""
        if not self.asks:
            for seat in cargo:
                self.deliver(s, seat)
            return len(cargo)
        agenda = s.agenda
        depth = len(agenda)
        arrived = 0
        for seat in cargo:
            self.deliver(s, seat)
            arrived += 1
            if len(agenda) > depth:
                break
        return arrived

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        """`action` is one of the options that this board offered."""
        raise NotImplementedError

    def outcome(self, s: State, chance: Chance, action: Action) -> None:
        """The bank answers a chance of this board; refuses before anything changes."""
        raise NotImplementedError

    def possible(self, s: State, chance: Chance) -> list[str]:
        """The values that the bank may name at a chance of this board, in words of the log."""
        return [card.word for card in possible(s, chance.count)]

    def tiles_left(self, s: State) -> list[int]:
        """The numbers of the tiles that are still to come."""
        return []

    def serves(self, s: State) -> bool:
        """True if a stone that came now would get anything (R4.10)."""
        return True

    def served(self, s: State) -> None:
        """A stone came by itself, before the ordinary ship of the round."""

    def can_move_figure(self, s: State) -> bool:
        """True if taking stones may move a figure here (R6.4)."""
        return False

    def move_figure(self, s: State, seat: int) -> None:
        """Move it."""
        raise NotImplementedError

    def end_of_round(self, s: State) -> None:
        """Assessment and clearing at the end of a round (R13.2)."""

    def end_of_game(self, s: State) -> None:
        """Points of its `source` at the end of the game, by what lies here alone (R10.1)."""

    def go_on_without(self, s: State, chance: Chance) -> None:
        """Go on in `s`, a copy to try things on, as if the bank had turned nothing up."""

    def worth(self, s: State, last: State) -> list[int]:
        """Present worth of the stones here, by seat; `last` is a copy of `s` in which the boards
        that count at the end of the game have counted."""
        return [player.scored[self.source] for player in last.players]

    def areas(self, storage: Storage) -> list[tuple[int, int]] | None:
        """The areas of joined stones, each as its owner and how many stones it has; ``None`` on a
        board that knows no areas (R8.1)."""
        return None

    def stones(self, storage: Storage) -> list[int]:
        """The owner of every stone at the site, covered ones and the right edge included, in a
        list of its own."""
        raise NotImplementedError

    def describe(self, s: State, viewer: int | None) -> Mapping[str, object]:
        """The board as `viewer` may see it: JSON values, seats as numbers, -1 for none; the
        shapes stand in ``engine.shown``."""
        storage = s.sites[self.index]
        return {name: _plain(getattr(storage, name)) for name in storage.facts}


class Stones(Facts):
    """A board on which stones lie in the order of delivery; `further` at the right edge."""

    facts: ClassVar[tuple[str, ...]] = ("further", "stones")
    __slots__ = facts

    def __init__(self) -> None:
        self.stones: list[int] = []
        self.further: list[int] = []

    def copy(self) -> Stones:
        new = Stones()
        new.stones = self.stones.copy()
        new.further = self.further.copy()
        return new


class StonesInOrder(Board[Stones]):
    """A board that takes stones in the order of delivery and never asks.

    ``where`` says of a stone by its number, from 1, the space and the part of the board.
    """

    asks = False

    def storage(self) -> Stones:
        return Stones()

    def level_and_position(self, number: int) -> tuple[int, int]:
        return number, 0

    def deliver(self, s: State, seat: int) -> None:
        storage: Stones = s.sites[self.index]
        stones = storage.stones
        stones.append(seat)
        if s.events is not None:
            level, position = self.level_and_position(len(stones))
            s.events.append(make_event(StonePlaced, (seat, self.site, level, position)))

    def deliver_all(self, s: State, cargo: tuple[int, ...]) -> int:
        if s.events is not None:
            return super().deliver_all(s, cargo)
        storage: Stones = s.sites[self.index]
        storage.stones += cargo
        return len(cargo)

    def stones(self, storage: Stones) -> list[int]:
        return storage.stones + storage.further


class Reward(NamedTuple):
    """Reward of a space: `points`, `stones` from the quarry, `cards` from the pile, `load`
    stones of the sled to place; or, to choose instead of the points, `or_stones`; or the best of
    `best_of` cards."""

    points: int = 0
    stones: int = 0
    cards: int = 0
    load: int = 0
    or_stones: int = 0
    best_of: int = 0


def _plain(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [v if type(v) is int else _plain(v) for v in value]
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value
