"""Information sets: a seat's or spectator's knowledge, and positions imagined from it.

Nothing else in this package reads the true position: what a seat cannot know is taken out of a
copy first (R12), and put back by chance.
"""

from __future__ import annotations

from typing import Final

from engine.agenda import Chance, Decision
from engine.cards.action_card import PlayedCard
from engine.cards.gain import RedCardDone, TakeCard
from engine.entries import Keep, LookAtCards
from engine.odds import Bank, Luck, unlocated
from engine.state import State
from engine.stones import sled_capacity
from engine.vocabulary import EMPTY, Card, Site

NOISE: Final = 61
"""How many numbers the players of one world draw from, over and over."""


class World:
    """One way in which everything hidden may lie.

    `state`: a position in which every player has cards; it is not to be changed. `cards`: those
    that lie in no known place, the next one last. `tiles`: the scaffold tiles to come. `noise`:
    numbers from 0 up to 1 for the whims of the players, the same whatever is tried in this world.
    """

    __slots__ = ("cards", "noise", "state", "tiles")

    def __init__(self, state: State, cards: list[Card], chance: Luck) -> None:
        self.state = state
        self.cards = cards
        self.tiles = state.rules.boards[Site.PYRAMID].tiles_left(state)
        chance.shuffle(self.tiles)
        draw = chance.random
        self.noise = [draw() for _ in range(NOISE)]

    def bank(self, chance: Luck) -> Bank:
        """The bank of one playout; what it has to shuffle again `chance` shuffles."""
        return Bank(self.cards.copy(), self.tiles, chance)


class Sight:
    """The position `state` as `seat` knows it: what others hide is not there. The sight of ``None``
    is a spectator's: what everybody can see.

    `hidden`: by seat how many cards of the others are missing. `unseen`: every card that is in no
    place known to the seat.
    """

    def __init__(self, s: State, seat: int | None) -> None:
        self.state = s.copy()
        self.state.forced = []
        self.hidden = [self._forget_cards(other, seat) for other in range(len(s.players))]
        for module in s.rules.in_play:
            module.forget(self.state, seat)
        if seat is None:
            self._forget_look()
        knows = 0 if seat is None else 1 << seat
        for down in self.state.sites[Site.MARKET].down:
            size = down.size
            down.known = [(card, knows) for card, viewers in down.known if viewers & knows]
            down.unknown = size - len(down.known)
        located = located_cards(self.state)
        self.state.pile.located = located
        self.unseen = unlocated(self.state)

    def _forget_look(self) -> None:
        """Cards that a player is looking at (R4.5, R4.7, R7.4) are yet to be named by the bank."""
        agenda = self.state.agenda
        item = agenda[-1] if agenda else None
        if isinstance(item, Decision) and item.options and type(item.options[0]) is Keep:
            (subject,) = item.info
            if item.site is Site.MARKET:
                market = self.state.sites[Site.MARKET]
                down = market.down[subject - len(market.up) - 1]
                down.unknown = down.size
                down.known = []
                looked_at = Chance(LookAtCards, down.unknown, item.site, (item.seat, subject))
            else:
                self.state.pile.draw += len(subject)
                looked_at = Chance(LookAtCards, len(subject), item.site, (item.seat,))
            agenda[-1] = looked_at

    def _forget_cards(self, other: int, seat: int | None) -> int:
        """Take away the cards of `other` that `seat` may not know (R12.4); how many they were."""
        rules, cards = self.state.rules, self.state.players[other].cards
        if not rules.hidden_cards or other == seat:
            return 0
        hidden = [card for card in Card if not rules.is_red[card]]
        number = sum(cards[card] for card in hidden)
        for card in hidden:
            cards[card] = 0
        return number

    def imagine(self, chance: Luck) -> World:
        """A world in which what is hidden lies in any way that the seat cannot exclude."""
        cards = self.unseen.copy()
        chance.shuffle(cards)
        state = self.state
        if any(self.hidden):
            state = state.copy()
            self._deal(state, cards)
        return World(state, cards, chance)

    def _deal(self, s: State, cards: list[Card]) -> None:
        """Give every other player as many of `cards` as they hide: first the Cargo Sleds that a
        heavily laden sled betrays (R5.11), then any that can be hidden."""
        left = self.hidden.copy()
        for seat, player in enumerate(s.players):
            while player.sled > sled_capacity(s, seat):
                self._give(s, seat, Card.CARGO_SLED, cards)
                left[seat] -= 1
        for seat, number in enumerate(left):
            for _ in range(number):
                card = next(card for card in reversed(cards) if not s.rules.is_red[card])
                self._give(s, seat, card, cards)

    def _give(self, s: State, seat: int, card: Card, cards: list[Card]) -> None:
        cards.remove(card)
        s.players[seat].cards[card] += 1
        s.pile.located[card] += 1


def located_cards(s: State) -> list[int]:
    """By card the copies that lie in known places (R13.4)."""
    counts = s.pile.discard.copy()
    for player in s.players:
        counts = [
            count + card_count for count, card_count in zip(counts, player.cards, strict=True)
        ]
    market = s.sites[Site.MARKET]
    named = [card for card in market.up if card != EMPTY]
    named += [card for down in market.down for card, _ in down.known]
    for item in s.agenda:
        if isinstance(item, (PlayedCard, RedCardDone, TakeCard)):
            named.append(item.card)
        elif isinstance(item, Decision) and item.site is Site.TEMPLE:
            named += [card for cards in item.info if type(cards) is tuple for card in cards]
    for card in named:
        counts[card] += 1
    return counts
