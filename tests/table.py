"""A table to try rules at: a position, moved by the lines of the log.

Tests read like the rulebook: a position, an entry, what happened::

    table = Table("black white", sites="ADAAA")
    table.open("4 3 2 2", "statue lever sail chisel")
    happened = table.play("black take move")
    assert FigureMoved(0, 2) in happened
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Self

from engine.apply import apply, start
from engine.digest import digest
from engine.errors import IllegalAction, Rule
from engine.events import Event, Scored
from engine.flow import end_game
from engine.legal import awaited, legal_actions
from engine.log import Entry, entry_text, parse_entry
from engine.replay import legal_texts
from engine.setup import Setup
from engine.state import Player, Ship, State
from engine.vocabulary import BANK, Card, Colour, Module, Site, Source


class Table:
    """A game on the table, with what a test wants to say about it."""

    def __init__(
        self,
        seats: str = "black white",
        sites: str = "AAAAA",
        modules: str = "",
        profile: str = "official",
        edition: str = "2026.1",
        figure: int = 0,
    ) -> None:
        self.setup = Setup.of(seats, sites, modules, profile, edition, figure)
        self.state: State = start(self.setup)

    # ------------------------------------------------------------------------- moving

    def play(self, *entries: str) -> list[Event]:
        """Apply entries (each a line, or several lines in one string); what happened."""
        happened: list[Event] = []
        for entry in entries:
            for line in filter(None, map(str.strip, entry.splitlines())):
                self.state.events = []
                apply(self.state, *parse_entry(self.setup, line))
                happened += self.state.events
        return happened

    def after(self, *entries: str) -> Self:
        """This table, entries applied."""
        self.play(*entries)
        return self

    def open(
        self, ships: str = "4 3 2 2", market: str = "statue statue statue statue", crypt: str = ""
    ) -> list[Event]:
        """Open the next round: the bank's entries, in their order."""
        happened = self.play(f"round {ships}")
        if market:
            happened += self.play(f"market {market}")
        if crypt:
            happened += self.play(f"crypt {crypt}")
        return happened

    def opened(
        self, ships: str = "4 3 2 2", market: str = "statue statue statue statue", crypt: str = ""
    ) -> Self:
        """This table, its next round open."""
        self.open(ships, market, crypt)
        return self

    def sail(self, site: str, *colours: str) -> list[Event]:
        """Sail a ship of the harbour that these stones may sail on."""
        harbour = self.state.harbour.items()
        number = next(n for n, s in harbour if s.minimum <= len(colours) <= len(s.spaces))
        return self.load(number, *colours).play(f"{self.actor} sail {number} {site}")

    def sailed(self, site: str, *colours: str) -> Self:
        """This table, such a ship at its site."""
        self.sail(site, *colours)
        return self

    def bring(self, site: str, cargo: Iterable[int]) -> list[Event]:
        """A full ship with stones of these seats, the front first, sails to a site without one."""
        spaces = list(cargo)
        self.state.harbour[1] = ship = Ship(len(spaces), 1)
        ship.spaces = spaces
        self.state.docks[Site.read(site)] = []
        return self.play(f"{self.actor} sail 1 {site}")

    def finish(self) -> list[Event]:
        """The final tally."""
        self.state.events = happened = []
        end_game(self.state)
        return happened

    def refused(self, entry: str) -> Rule:
        """The rule by which `entry` is refused; that nothing has changed is checked."""
        before = digest(self.state)
        try:
            apply(self.state, *parse_entry(self.setup, entry))
        except IllegalAction as refusal:
            assert digest(self.state) == before, f"{entry!r} was refused but changed the position"
            return refusal.rule
        raise AssertionError(f"{entry!r} was not refused")

    # ------------------------------------------------------------------------ looking

    @property
    def options(self) -> list[str]:
        """What the player to act may do, without the colour."""
        return [action.text for action in legal_actions(self.state)]

    @property
    def legal(self) -> tuple[str, ...]:
        """What could be written next, as a refusal would say it."""
        return legal_texts(self.state)

    @property
    def actor(self) -> str:
        """Who is to act: a colour, ``bank``, or ``nobody`` at the end."""
        decision = awaited(self.state)
        if decision is None:
            return "nobody"
        return "bank" if decision.seat == BANK else self.setup.seats[decision.seat].word

    @property
    def forced(self) -> list[str]:
        """The answers that the engine took in the last entry."""
        return [entry_text(self.setup, Entry(*entry)) for entry in self.state.forced]

    def seat(self, colour: str) -> int:
        return self.setup.seats.index(Colour.read(colour))

    def player(self, colour: str) -> Player:
        return self.state.players[self.seat(colour)]

    def points(self, colour: str) -> int:
        return self.player(colour).points

    def site(self, site: str) -> Any:
        """The storage of a board."""
        return self.state.sites[Site.read(site)]

    def kept(self, module: str) -> Any:
        """The storage of a module."""
        return self.state.modules[Module.read(module)]

    def stones_at(self, site: str) -> list[int]:
        """How many stones each seat has at a site."""
        number = Site.read(site)
        stones = list(self.state.rules.boards[number].stones(self.state.sites[number]))
        return [stones.count(seat) for seat in range(len(self.state.players))]

    # ----------------------------------------------------------------------- arranging

    def give(self, colour: str, *cards: str) -> Self:
        """Put cards of the pile in front of a player (blue, green, purple, white; or kept red)."""
        for word in cards:
            card = Card.read(word)
            self.player(colour).cards[card] += 1
            self.state.pile.located[card] += 1
            self.state.pile.draw -= 1
        return self

    def stock(self, colour: str, sled: int | None = None, quarry: int | None = None) -> Self:
        """Set how many stones lie on a sled or in a quarry."""
        player = self.player(colour)
        player.sled = player.sled if sled is None else sled
        player.quarry = player.quarry if quarry is None else quarry
        return self

    def load(self, ship: int, *colours: str) -> Self:
        """Lay stones (``-``: an empty space) on the first spaces of a ship, from nowhere."""
        spaces = self.state.harbour[ship].spaces
        for index, colour in enumerate(colours):
            spaces[index] = -1 if colour == "-" else self.seat(colour)
        return self

    def turn(self, colour: str) -> Self:
        """Make it the turn of a player."""
        self.state.turn = self.seat(colour)
        return self

    def deliver(self, site: str, *colours: str) -> list[Event]:
        """Sail a loaded ship of its own straight to a site: stones in this order, as a turn of
        whose turn it is. The ship must have space: it is number 1."""
        self.load(1, *colours)
        mover = self.setup.seats[self.state.turn].word
        return self.play(f"{mover} sail 1 {site}")


class WithoutEvents(Table):
    """A table at which no events are collected."""

    def play(self, *entries: str) -> list[Event]:
        for line in entries:
            self.state.events = None
            apply(self.state, *parse_entry(self.setup, line))
        return []


def scored(events: list[Event], source: str = "") -> list[tuple[int, int]]:
    """(seat, points) of every ``Scored``, of one source if it is named."""
    return [
        (event.seat, event.points)
        for event in events
        if isinstance(event, Scored) and (not source or event.source is Source.read(source))
    ]


def leave(table: Table, *words: str) -> None:
    """Make `words` the draw pile; all other cards of it lie in front of the last player."""
    stay, pile = Counter(words), table.state.pile
    spare = [c - k for c, k in zip(table.state.rules.copies, pile.located, strict=True)]
    for card in Card:
        table.give(table.setup.seats[-1].word, *[card.word] * (spare[card] - stay[card.word]))
    assert pile.draw == len(words)


def throw(table: Table, *words: str) -> None:
    """Lay cards of the draw pile face up on the discard pile."""
    for word in words:
        table.state.pile.discard[Card.read(word)] += 1
        table.state.pile.located[Card.read(word)] += 1
        table.state.pile.draw -= 1


def close(table: Table) -> list[Event]:
    """The last ship of the round sails, with a black stone, to the pyramids."""
    table.state.harbour = {4: table.state.harbour[4]}
    table.load(4, "black")
    return table.play(f"{table.actor} sail 4 pyramid")
