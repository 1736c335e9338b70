"""The market: a stone takes a card and goes back to the quarry (R4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from engine.agenda import Chance, Decision, Step, ask_player, run_after
from engine.cards.gain import TakeCard, take_card
from engine.entries import (
    Action,
    CardsAction,
    ChooseCard,
    DealMarket,
    DrawCard,
    Keep,
    LookAtCards,
    RefillMarket,
    interned,
)
from engine.events import (
    CardDiscarded,
    CardsDiscardedUnseen,
    CardsLaid,
    CardsRevealed,
    CardsSeen,
    CoinSpent,
)
from engine.pile import discard, draw_named, draw_unseen, name_laid, possible
from engine.shown import MarketView
from engine.sites.board import Board
from engine.sites.market_cards import NO_CARD, FaceDown, MarketCards, remaining_knowledge
from engine.state import State
from engine.stones import return_stones
from engine.vocabulary import EMPTY, Card, Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import CoveredMarketTable
    from engine.profiles import ProfileRules

MARKET: Final = Site.MARKET

KEEP: Final = [interned(Keep, card) for card in Card]
SPACES: Final = [interned(ChooseCard, (number,)) for number in range(9)]


class Sold(Step):
    """After the card has worked the stone of `seat` goes back to its quarry (R4.2); then the
    stones of `rest` come, one by one."""

    facts: ClassVar[tuple[str, ...]] = ("seat", "rest")
    __slots__ = facts

    def __init__(self, seat: int, cards_left: tuple[int, ...]) -> None:
        self.seat = seat
        self.rest = cards_left

    def run(self, s: State) -> None:
        if s.events is None:
            s.players[self.seat].quarry += 1
        else:
            return_stones(s, self.seat, 1)
        if self.rest:
            s.rules.boards[MARKET].deliver_all(s, self.rest)


class CardDecision(Decision):
    """Choice of a card. The choices are what lies there, so they are looked up and not kept; one
    face-up card, the commonest answer, is taken without a list."""

    __slots__ = ()

    def choices(self, s: State) -> tuple[Action, ...]:
        return market_board(s).options(s, self.seat)

    def receive(self, s: State, seat: int, action: Action) -> None:
        if type(action) is ChooseCard and seat == self.seat and len(action.spaces) == 1:
            market: MarketCards = s.sites[MARKET]
            space = action.spaces[0]
            up = market.up
            if 0 < space <= len(up) and (card := up[space - 1]) is not NO_CARD:
                s.agenda.pop()
                up[space - 1] = NO_CARD
                market.used.append(space)
                take_card(s, seat, card, space)
                return
        super().receive(s, seat, action)


CARD_DECISIONS: Final = [CardDecision(seat, Site.MARKET, ()) for seat in range(4)]


def market_board(s: State) -> Market:
    board: Market = s.rules.boards[MARKET]  # type: ignore[assignment]
    return board


def take_two(s: State, seat: int, spaces: tuple[int, ...]) -> None:
    """`seat` takes the face-up cards of `spaces` by a favour; then the market is refilled."""
    market_board(s).take_face_up(s, seat, spaces)
    run_after(s, 0, Refill(spaces))


class LayFaceDown(Step):
    """Top up the face-down `spaces` to their size."""

    facts: ClassVar[tuple[str, ...]] = ("spaces",)
    __slots__ = facts

    def __init__(self, spaces: tuple[int, ...]) -> None:
        self.spaces = spaces

    def run(self, s: State) -> None:
        market_board(s).lay_face_down(s, self.spaces)


class Refill(Step):
    """Put the used `spaces` back to their full state (R4.9); none named: what the stone used."""

    facts: ClassVar[tuple[str, ...]] = ("spaces",)
    __slots__ = facts

    def __init__(self, spaces: tuple[int, ...] = ()) -> None:
        self.spaces = spaces

    def run(self, s: State) -> None:
        market_board(s).refill(s, self.spaces or tuple(s.sites[MARKET].used))


class Market(Board[MarketCards]):
    """Base of all sides: face-up spaces, then face-down ones; a stone takes one card (R4.1)."""

    site = Site.MARKET
    source = Source.STATUES  # no stone scores here
    draws_when_empty: bool = False
    face_down_stays: bool = False

    def __init__(self, table: CoveredMarketTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.face_up: int = table["face_up"]
        self.face_down: list[int] = table.get("face_down", [])
        self.up_spaces = tuple(range(1, self.face_up + 1))
        self.down_spaces = tuple(range(self.face_up + 1, self.face_up + 1 + len(self.face_down)))
        self.full_deal = Chance(DealMarket, self.face_up, self.site, self.up_spaces)
        self.neighbours: list[list[int]] = table.get("neighbours", [])

    def storage(self) -> MarketCards:
        return MarketCards(self.face_up, len(self.face_down))

    def stones(self, storage: MarketCards) -> list[int]:
        return []

    def describe(self, s: State, viewer: int | None) -> MarketView:
        """Face-up cards by word; of face-down ones their number, and what `viewer` knows."""
        storage = s.sites[self.index]
        return {
            "face_up": [None if card == EMPTY else card.word for card in storage.up],
            "face_down": [
                {"count": down.size, "known": down.words_for(viewer)} for down in storage.down
            ],
        }

    # ------------------------------------------------------------------ laying out cards

    def start_of_round(self, s: State) -> None:
        if self.face_down or s.pile.draw < self.face_up:
            self._deal(s, DealMarket, self.up_spaces, self.down_spaces)
        else:
            s.agenda.append(self.full_deal)

    def refill(self, s: State, spaces: tuple[int, ...]) -> None:
        """Put `spaces` back to their full state, ascending (R4.9, R13.6)."""
        up = tuple([space for space in sorted(spaces) if space <= self.face_up])
        down = tuple([space for space in sorted(spaces) if space > self.face_up])
        self._deal(s, RefillMarket, up, down)

    def _deal(
        self, s: State, entry: type[Action], up: tuple[int, ...], down: tuple[int, ...]
    ) -> None:
        """Ask the bank for cards on the spaces `up`, as far as cards go; then lay `down`."""
        spaces = up[: s.pile.up_to(len(up))]
        if down:
            s.agenda.append(LayFaceDown(down))
        if spaces:
            s.agenda.append(Chance(entry, len(spaces), self.site, spaces))

    def lay_face_down(self, s: State, spaces: tuple[int, ...]) -> None:
        for space in spaces:
            down = self._down(s, space)
            laid = draw_unseen(s, self.face_down[space - self.face_up - 1] - down.size)
            down.unknown += laid
            if laid and s.events is not None:
                s.events.append(CardsLaid(space, laid))

    def outcome(self, s: State, chance: Chance, action: Action) -> None:
        if type(action) is LookAtCards:
            name_laid(s, chance.count, action.cards)
            s.agenda.pop()
            self._looked(s, action.cards, *chance.info)
            return
        assert isinstance(action, CardsAction)
        cards = action.cards
        draw_named(s, chance.count, cards)
        s.agenda.pop()
        if type(action) is DrawCard:
            take_card(s, chance.info[0], cards[0])
        else:
            self._reveal(s, chance.info, cards)

    def _reveal(self, s: State, spaces: tuple[int, ...], cards: tuple[Card, ...]) -> None:
        market: MarketCards = s.sites[self.index]
        if spaces is self.up_spaces:
            market.up = list(cards)
        else:
            for space, card in zip(spaces, cards, strict=True):
                market.up[space - 1] = card
        if s.events is not None:
            s.events.append(CardsRevealed(spaces, cards))

    def possible(self, s: State, chance: Chance) -> list[str]:
        """Cards that lie face down left the pile earlier (R13.3)."""
        draws = 0 if chance.expects is LookAtCards else chance.count
        return [card.word for card in possible(s, draws)]

    # ------------------------------------------------------------------- a stone takes one

    def serves(self, s: State) -> bool:
        """A stone would get a card (R4.10, R13.12)."""
        market: MarketCards = s.sites[self.index]
        lying = any(card != EMPTY for card in market.up) or any(down.size for down in market.down)
        return lying or (self.draws_when_empty and s.pile.up_to(1) > 0)

    def served(self, s: State) -> None:
        """The market is refilled (R4.9)."""
        run_after(s, 0, Refill())

    def deliver_all(self, s: State, cargo: tuple[int, ...]) -> int:
        """The first stone takes a card; the rest waits below it."""
        market: MarketCards = s.sites[self.index]
        market.used = []
        seat = cargo[0]
        sold = Sold(seat, cargo[1:])
        if len(market.up) - market.up.count(NO_CARD) > 1:
            s.agenda.append(sold)
            s.agenda.append(CARD_DECISIONS[seat])
        elif options := self.options(s, seat):
            s.agenda.append(sold)
            several = len(options) > 1
            ask_player(s, CARD_DECISIONS[seat] if several else Decision(seat, self.site, options))
        elif self.draws_when_empty and s.pile.up_to(1):
            s.agenda.append(sold)
            s.agenda.append(Chance(DrawCard, 1, self.site, (seat,)))
        else:
            sold.run(s)
        return len(cargo)

    def options(self, s: State, seat: int) -> tuple[Action, ...]:
        """The spaces from which a stone of `seat` may take a card."""
        market: MarketCards = s.sites[self.index]
        spaces = []
        number = 0
        for card in market.up:
            number += 1
            if card is not NO_CARD:
                spaces.append(SPACES[number])
        for down in market.down:
            number += 1
            if down.unknown or down.known:
                spaces.append(SPACES[number])
        return tuple(spaces)

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        if type(action) is Keep:
            self._keep(s, decision.seat, decision.info[0], action.card)
            return
        assert isinstance(action, ChooseCard)
        spaces = action.spaces
        market: MarketCards = s.sites[self.index]
        market.used = list(spaces)
        if spaces[0] > self.face_up:
            self._look(s, decision.seat, spaces[0])
        else:
            self.take_face_up(s, decision.seat, spaces)

    def take_face_up(self, s: State, seat: int, spaces: tuple[int, ...]) -> None:
        """Take the cards of `spaces`, in this order; red effects in this order too (R13.9)."""
        market: MarketCards = s.sites[self.index]
        cards = [market.up[space - 1] for space in spaces]
        for space in spaces:
            market.up[space - 1] = NO_CARD
        depth = len(s.agenda)
        take_card(s, seat, cards[0], spaces[0])
        if len(cards) > 1:
            run_after(s, depth, TakeCard(seat, cards[1], spaces[1]))

    # --------------------------------------------------------------------- face-down cards

    def _look(self, s: State, seat: int, space: int) -> None:
        down = self._down(s, space)
        if down.unknown:
            s.agenda.append(Chance(LookAtCards, down.unknown, self.site, (seat, space)))
        else:
            self._looked(s, (), seat, space)

    def _looked(self, s: State, cards: tuple[Card, ...], seat: int, space: int) -> None:
        down = self._down(s, space)
        knowledge = [*down.known, *((card, 0) for card in cards)]
        down.known = sorted((card, viewers | 1 << seat) for card, viewers in knowledge)
        down.unknown = 0
        face_down = tuple(card for card, _ in down.known)
        if s.events is not None:
            s.events.append(CardsSeen(seat, space, face_down))
        options = tuple([KEEP[card] for card in sorted(set(face_down))])
        ask_player(s, Decision(seat, self.site, options, (space,)))

    def _keep(self, s: State, seat: int, space: int, card: Card) -> None:
        down = self._down(s, space)
        red = s.rules.is_red
        possible = {card}
        if s.rules.hidden_cards and not red[card]:  # in secret (R12.4): any card that is not red
            possible = {left for left, _ in down.known if not red[left]}
        knowledge = [card_copy for card_copy in down.known if card_copy[0] not in possible]
        for kind in possible:
            knowledge += remaining_knowledge(down.known, kind, seat, gone=kind == card)
        down.known = sorted(knowledge)
        self._put_back(s, down)
        take_card(s, seat, card, space)

    def _put_back(self, s: State, down: FaceDown) -> None:
        """The cards not kept stay where they lay (R4.7)."""

    def _down(self, s: State, space: int) -> FaceDown:
        market: MarketCards = s.sites[self.index]
        return market.down[space - self.face_up - 1]

    # ---------------------------------------------------------------------- end of a round

    def end_of_round(self, s: State) -> None:
        """Face-up leftovers go to the discard pile (R4.8)."""
        market: MarketCards = s.sites[self.index]
        discarded = s.pile.discard
        for card in market.up:
            if card is not NO_CARD:
                number: int = card
                discarded[number] = discarded[number] + 1
                if s.events is not None:
                    s.events.append(CardDiscarded(card))
        market.up = [NO_CARD] * self.face_up
        market.used = []


class MarketA(Market):
    """A: four face-up cards; a stone takes any one (R4.1)."""


class MarketB(Market):
    """B: the last space holds a face-down pair; one is kept, one discarded (R4.5)."""

    def _put_back(self, s: State, down: FaceDown) -> None:
        for card, _ in down.known:
            discard(s, card)
        down.known = []

    def end_of_round(self, s: State) -> None:
        """An untouched pair goes to the discard pile unseen (R13.3)."""
        super().end_of_round(s)
        market: MarketCards = s.sites[self.index]
        for index, down in enumerate(market.down):
            if down.unknown:
                s.pile.unseen += down.unknown
                if s.events is not None:
                    s.events.append(CardsDiscardedUnseen(self.face_up + 1 + index, down.unknown))
                down.unknown = 0


class MarketC(Market):
    """C: a coin takes two neighbours; an empty market draws from the pile (R4.6)."""

    draws_when_empty = True

    def options(self, s: State, seat: int) -> tuple[Action, ...]:
        singles = super().options(s, seat)
        if not s.players[seat].coins:
            return singles
        market: MarketCards = s.sites[self.index]
        up = market.up
        pairs = [(a, b) for a, b in self.neighbours if EMPTY not in (up[a - 1], up[b - 1])]
        return singles + tuple(interned(ChooseCard, p) for a, b in pairs for p in ((a, b), (b, a)))

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        if isinstance(action, ChooseCard) and len(action.spaces) > 1:
            s.players[decision.seat].coins -= 1
            if s.events is not None:
                s.events.append(CoinSpent(decision.seat))
        super().answer(s, decision, action)


class MarketD(Market):
    """D: two face-up cards, and two piles that stay from round to round (R4.7)."""

    face_down_stays = True
