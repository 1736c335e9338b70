"""Shuffles, turned into what the bank writes: the only module with a source of chance.

A ``Dealer`` holds what lies hidden on a real table, card by card: the draw pile in its order, the
face-down cards, the round cards, the tiles. It learns from events where cards go.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import cast

from engine import actions
from engine.actions import Action
from engine.agenda import Chance
from engine.apply import apply, start
from engine.events import CardDiscarded, CardsDiscardedUnseen, CardsLaid, Event
from engine.legal import awaited
from engine.log import Entry, Header, Log
from engine.players import PLAYERS
from engine.scoring import result
from engine.setup import Setup
from engine.sites.burial_chamber import BurialChamberD
from engine.sites.pyramid import PyramidC
from engine.state import State
from engine.vocabulary import BANK, Card, Prophecy, Site


class Dealer:
    """Deals one game; `chance` shuffles (``random.SystemRandom`` for a server)."""

    def __init__(self, s: State, chance: random.Random) -> None:
        self.chance = chance
        self.pile = [card for card in Card for _ in range(s.rules.copies[card])]
        chance.shuffle(self.pile)
        self.discards: list[Card] = []
        self.face_down: dict[int, list[Card]] = {}
        self.round_cards = list(s.rules.round_cards.elements())
        chance.shuffle(self.round_cards)
        self.tiles: dict[Site, list[int]] = {}

    def outcome(self, s: State) -> Action:
        """What the bank writes now; `s` waits for the bank."""
        item = s.agenda[-1]
        assert isinstance(item, Chance)
        kind = item.expects
        if issubclass(kind, actions.CardsAction):
            in_market = kind is actions.LookAtCards and item.site is Site.MARKET
            cards = self._hidden(s, item) if in_market else self._draw(item.count)
            return kind(tuple(cards))
        if kind is actions.RevealRoundCard:
            return actions.RevealRoundCard(self.round_cards.pop())
        if kind is actions.RevealProphecies:
            chosen = self.chance.sample(list(Prophecy), item.count)
            return actions.RevealProphecies(tuple(sorted(chosen)))
        tiles = self._tiles(s, cast(Site, item.site), item.count)
        if kind is actions.RevealScaffold:
            return actions.RevealScaffold(tiles[0])
        return actions.RevealCrypt(tuple(sorted(tiles)))

    def observe(self, events: Iterable[Event]) -> None:
        """Follow the cards that moved without being named, and the discard pile."""
        for event in events:
            if isinstance(event, CardsLaid):
                self.face_down.setdefault(event.space, []).extend(self._draw(event.number))
            elif isinstance(event, CardDiscarded):
                self.discards.append(event.card)
            elif isinstance(event, CardsDiscardedUnseen):
                self.discards.extend(self.face_down.pop(event.space))

    def _draw(self, count: int) -> list[Card]:
        drawn = []
        for _ in range(count):
            if not self.pile:
                self.pile, self.discards = self.discards, []
                self.chance.shuffle(self.pile)
            drawn.append(self.pile.pop())
        return drawn

    def _hidden(self, s: State, item: Chance) -> list[Card]:
        """The face-down cards of a space that the log has not named yet."""
        return self.face_down.pop(item.info[1])

    def _tiles(self, s: State, site: Site, count: int) -> list[int]:
        if site not in self.tiles:
            board = cast(PyramidC | BurialChamberD, s.rules.boards[site])
            self.tiles[site] = board.tiles_left(s)
            self.chance.shuffle(self.tiles[site])
        return [self.tiles[site].pop() for _ in range(count)]


class DealtGame:
    """A game in the making: its position, its entries, and a dealer who writes for the bank."""

    def __init__(self, setup: Setup, chance: random.Random) -> None:
        self.state = start(setup)
        self.dealer = Dealer(self.state, chance)
        self.entries: list[Entry] = []
        self._deal()

    def act(self, action: Action) -> None:
        """The player to act does `action`; then the bank writes what is due.

        Raises ``IllegalAction`` with nothing changed.
        """
        now = awaited(self.state)
        self._write(Entry(now.seat if now else BANK, action))
        self._deal()

    def _deal(self) -> None:
        while self.state.agenda and isinstance(self.state.agenda[-1], Chance):
            self._write(Entry(BANK, self.dealer.outcome(self.state)))

    def _write(self, entry: Entry) -> None:
        events: list[Event] = []
        self.state.events = events
        apply(self.state, *entry)
        self.dealer.observe(events)
        self.entries.append(entry)


def chance_of(seed: int | None) -> random.Random:
    """Chance that a seed repeats, or the system's."""
    return random.SystemRandom() if seed is None else random.Random(seed)


def deal(setup: Setup, seed: int | None = None, play: str = "") -> Log:
    """A dealt log: the opening, or, with `play`, a game to its end by one of ``PLAYERS``.

    The same `seed` gives the same log; without one, the system's chance deals.
    """
    chance = chance_of(seed)
    game = DealtGame(setup, chance)
    if play:
        player = PLAYERS[play]
        while not game.state.over:
            game.act(player(game.state, chance))
    points = result(game.state).points if game.state.over else None
    return Log(Header(setup, chance="dealt", result=points), tuple(game.entries))
