"""The bank of a world: what is drawn and revealed until the round ends."""

from __future__ import annotations

from engine import entries as actions
from engine.agenda import Chance
from engine.computer.sight import Luck, World, unlocated
from engine.entries import Action
from engine.state import State
from engine.vocabulary import Card, Site


class Bank:
    """Writes for the bank in one playout of `world`; what has to be shuffled again `chance`
    shuffles."""

    __slots__ = ("cards", "chance", "tiles")

    def __init__(self, world: World, chance: Luck) -> None:
        self.cards = world.cards.copy()
        self.tiles = world.tiles
        self.chance = chance

    def outcome(self, s: State, item: Chance) -> Action:
        """What the bank writes where `item` waits."""
        kind = item.expects
        if kind is actions.RevealScaffold:
            revealed = s.sites[Site.PYRAMID].tiles
            return actions.RevealScaffold(next(t for t in self.tiles if t not in revealed))
        assert issubclass(kind, actions.CardsAction)
        laid = kind is actions.LookAtCards and item.site is Site.MARKET
        return kind(tuple(self._draw(s, item.count, item.count if laid else s.pile.draw)))

    def _draw(self, s: State, count: int, lying: int) -> list[Card]:
        """`count` cards, of which `lying` are there before the discard pile is shuffled (R4.3)."""
        unknown = sum(s.rules.copies) - sum(s.pile.located)
        if unknown != len(self.cards):  # the discard pile became the draw pile meanwhile
            self.cards = unlocated(s)
            self.chance.shuffle(self.cards)
        drawn = [self.cards.pop() for _ in range(min(count, lying))]
        if len(drawn) < count:
            self.cards += [card for card in Card for _ in range(s.pile.discard[card])]
            self.chance.shuffle(self.cards)
            drawn += [self.cards.pop() for _ in range(count - len(drawn))]
        return drawn
