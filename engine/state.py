"""The position of a game: plain slotted data, no rules.

Only ``engine.apply.apply`` changes a ``State``. Seats are numbered from 0 in turn order; lists by
seat, site or card are indexed by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.vocabulary import EMPTY, NO_SEAT, Card, Module, Source

if TYPE_CHECKING:
    from engine.agenda import Item
    from engine.entries import Entry
    from engine.events import Event
    from engine.rules import Rules


CARDS: Final = len(Card)
SOURCES: Final = len(Source)
MODULES: Final = len(Module)

NO_STONES: Final = [EMPTY] * 99
"""More spaces than a ship can have; empty ones are a part of this."""


class Facts:
    """Slotted data that can be copied, and read as nested tuples (for digests)."""

    facts: ClassVar[tuple[str, ...]] = ()
    __slots__ = facts

    def copy(self) -> Facts:
        """An equal object that shares nothing that can change."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """Every fact, in the order of the slots."""
        return tuple(_frozen(getattr(self, name)) for name in self.facts)


def _frozen(value: object) -> object:
    if type(value) is list:
        return tuple(_frozen(v) for v in value)
    return value.key() if isinstance(value, Facts) else value


class Player(Facts):
    """A player's things on the table.

    `sled` and `quarry` count stones; `cards` counts by ``Card`` what the player owns, red cards
    kept (P2) included; `scored` is points by ``Source``.
    """

    facts: ClassVar[tuple[str, ...]] = (
        "cards",
        "coins",
        "quarry",
        "scored",
        "sled",
    )
    __slots__ = facts

    def __init__(self, sled: int, quarry: int, coins: int) -> None:
        self.sled = sled
        self.quarry = quarry
        self.cards: list[int] = [0] * CARDS
        self.scored: list[int] = [0] * SOURCES
        self.coins = coins

    def copy(self) -> Player:
        new = Player(self.sled, self.quarry, self.coins)
        new.cards = self.cards.copy()
        new.scored = self.scored.copy()
        return new

    @property
    def points(self) -> int:
        """Points so far; may be below zero at the end (R10.1)."""
        return sum(self.scored)


class Ship(Facts):
    """A ship in the harbour; `spaces` holds a seat or ``EMPTY``, the front first."""

    facts: ClassVar[tuple[str, ...]] = ("minimum", "spaces")
    __slots__ = facts

    def __init__(self, capacity: int, minimum: int) -> None:
        self.minimum = minimum
        self.spaces = NO_STONES[:capacity]

    def copy(self) -> Ship:
        new = Ship(0, self.minimum)
        new.spaces = self.spaces.copy()
        return new

    @property
    def load(self) -> int:
        """How many stones are aboard."""
        return len(self.spaces) - self.spaces.count(EMPTY)


class Pile(Facts):
    """The market deck.

    `draw` counts the face-down draw pile. `discard` counts by card what lies on the discard pile
    by name, `unseen` what lies there without the log ever having named it. `located` counts by
    card the copies in known places (R13.4).
    """

    facts: ClassVar[tuple[str, ...]] = ("discard", "draw", "located", "unseen")
    __slots__ = facts

    def __init__(self, size: int) -> None:
        self.draw = size
        self.discard: list[int] = [0] * CARDS
        self.unseen = 0
        self.located: list[int] = [0] * CARDS

    def copy(self) -> Pile:
        new = Pile(self.draw)
        new.discard = self.discard.copy()
        new.unseen = self.unseen
        new.located = self.located.copy()
        return new

    @property
    def available(self) -> int:
        """How many cards can still be drawn, the reshuffle included (R4.3)."""
        return self.draw + sum(self.discard) + self.unseen

    def up_to(self, count: int) -> int:
        """`count`, or as many cards as can still be drawn if they are fewer."""
        return count if count <= self.draw else min(count, self.available)


class State(Facts):
    """One position.

    * `round` from 1 (0 before the first); `turn` the seat to act when `agenda` is empty, or
      ``NO_SEAT`` at the end; `opener`
      the seat that started the round; `last_sailor` who sailed an ordinary ship last in this
      round; `passes` in succession; `resigned`: the seats that gave up, in that order (R2.10).
    * `round_cards`: the cards revealed so far, the present one last.
    * `harbour`: the ships that have not sailed, by number from 1; `docks`: the numbers of the
      ordinary ships by site.
    * `sites`: each board's own storage, by ``Site``; `modules`: each module's own, by ``Module``,
      ``None`` for one that is not in play or keeps nothing.
    * `agenda`: what has to happen before the next turn, the next thing last.
    * `forced`: answers that the engine took in the last ``apply``; `events`: what happened in it,
      ``None`` where events are not collected. Neither is part of the position.
    """

    facts: ClassVar[tuple[str, ...]] = (
        "agenda",
        "docks",
        "events",
        "forced",
        "harbour",
        "last_sailor",
        "modules",
        "opener",
        "passes",
        "pile",
        "players",
        "resigned",
        "round",
        "round_cards",
        "rules",
        "sites",
        "turn",
    )
    __slots__ = facts

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.turn == NO_SEAT

    def __init__(self, rules: Rules, pile: Pile) -> None:
        """A table with nothing on it but the market deck."""
        self.rules = rules
        self.round = 0
        self.turn = 0
        self.opener = 0
        self.last_sailor = EMPTY
        self.passes = 0
        self.resigned: list[int] = []
        self.players: list[Player] = []
        self.round_cards: list[tuple[int, ...]] = []
        self.harbour: dict[int, Ship] = {}
        self.docks: list[list[int]] = []
        self.pile = pile
        self.sites: list[Any] = []
        self.modules: list[Any] = []
        self.agenda: list[Item] = []
        self.forced: list[Entry] = []
        self.events: list[Event] | None = None

    @staticmethod
    def opening(rules: Rules) -> State:
        """The table laid for a game."""
        new = State(rules, Pile(rules.deck_size))
        new.players = [
            Player(stones, rules.stones - stones, rules.coins) for stones in rules.starting_stones
        ]
        new.docks = [[] for _ in rules.boards]
        new.sites = [board.storage() for board in rules.boards]
        new.modules = [None] * MODULES
        for module in rules.in_play:
            new.modules[module.index] = module.storage()
        return new

    def copy(self) -> State:
        """An equal position that shares nothing that can change; what happened is left out."""
        new = State(self.rules, self.pile.copy())
        new.round = self.round
        new.turn = self.turn
        new.opener = self.opener
        new.last_sailor = self.last_sailor
        new.passes = self.passes
        new.resigned = self.resigned.copy()
        new.players = [player.copy() for player in self.players]
        new.round_cards = self.round_cards.copy()
        new.harbour = {number: ship.copy() for number, ship in self.harbour.items()}
        new.docks = [dock.copy() for dock in self.docks]
        new.sites = [storage.copy() for storage in self.sites]
        new.modules = [
            None if module_storage is None else module_storage.copy()
            for module_storage in self.modules
        ]
        new.agenda = self.agenda.copy()
        new.forced = self.forced.copy()
        return new

    def sharing(self) -> State:
        """An equal position that shares every part with this one; what happened, and what was
        forced, is left out."""
        new = State(self.rules, self.pile)
        new.round = self.round
        new.turn = self.turn
        new.opener = self.opener
        new.last_sailor = self.last_sailor
        new.passes = self.passes
        new.resigned = self.resigned
        new.players = self.players
        new.round_cards = self.round_cards
        new.harbour = self.harbour
        new.docks = self.docks
        new.sites = self.sites
        new.modules = self.modules
        new.agenda = self.agenda
        return new

    def key(self) -> tuple[object, ...]:
        """The whole position as nested tuples; not `forced` and `events`. `resigned` is in it
        where a seat has: digests of other positions are as they were before seats could."""
        facts = (self.round, self.turn, self.opener, self.last_sailor, self.passes)
        resigned = (("resigned", *self.resigned),) if self.resigned else ()
        lists = (self.players, self.round_cards, self.docks, self.pile, self.sites, self.modules)
        harbour = tuple((number, ship.key()) for number, ship in sorted(self.harbour.items()))
        agenda = tuple((type(item).__name__, item) for item in self.agenda)
        return (*facts, *resigned, *map(_frozen, lists), harbour, agenda)
