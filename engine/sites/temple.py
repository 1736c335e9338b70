"""The temple: assessed at the end of every round (R7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, cast

from engine.agenda import Chance, Decision, Step, ask_player
from engine.cards.gain import draw_card, take_card
from engine.entries import (
    Action,
    CardsAction,
    ChoosePoints,
    ChooseStones,
    DrawCard,
    Keep,
    LookAtCards,
    interned,
)
from engine.events import CardsSeen, ChariotMoved, StonePlaced, make_event
from engine.pile import discard, draw_named
from engine.sites.board import Board, Reward, Stones, StonesInOrder
from engine.state import Facts, State
from engine.stones import can_take, score_each, score_points, take_stones
from engine.vocabulary import Card, Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import ChariotTable, TempleTable
    from engine.profiles import ProfileRules

TEMPLE: Final[int] = Site.TEMPLE

KEEP: Final = [interned(Keep, card) for card in Card]
POINTS: Final = interned(ChoosePoints)
STONES: Final = interned(ChooseStones)


class AssessTemple(Step):
    """Assess the visible stones from `space` (an index) to the right (R7.2)."""

    facts: ClassVar[tuple[str, ...]] = ("space",)
    __slots__ = facts

    def __init__(self, space: int) -> None:
        self.space = space

    def run(self, s: State) -> None:
        cast(TempleB, s.rules.boards[TEMPLE]).assess(s, self.space)


class TempleA(StonesInOrder):
    """A: a point for each stone visible from above (R7.1)."""

    site = Site.TEMPLE
    source = Source.TEMPLE

    def __init__(self, table: TempleTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.spaces: int = table["spaces"][str(players)]
        self.rewards = [Reward(**space) for space in table["rewards"][: self.spaces]]
        self.points = [reward.points for reward in self.rewards]

    def level_and_position(self, number: int) -> tuple[int, int]:
        level, space = divmod(number - 1, self.spaces)
        return space + 1, level + 1

    def visible(self, storage: Stones) -> list[int]:
        """The seats of the stones visible from above, from the left."""
        stones, spaces = storage.stones, self.spaces
        covered = len(stones) - spaces
        if covered <= 0:
            return stones
        split = covered % spaces  # the last level reaches this far
        return stones[len(stones) - split :] + stones[covered : len(stones) - split]

    def end_of_round(self, s: State) -> None:
        storage: Stones = s.sites[self.index]
        score_each(s, self.visible(storage), self.points, self.account)

    def worth(self, s: State, last: State) -> list[int]:
        """The points that the visible stones would give now."""
        storage: Stones = s.sites[self.index]
        points = [0] * len(s.players)
        for seat, reward in zip(self.visible(storage), self.rewards, strict=False):
            points[seat] += reward.points
        return points


class TempleB(TempleA):
    """B and C: each space has its own reward, assessed from the left (R7.2–R7.4)."""

    def end_of_round(self, s: State) -> None:
        self.assess(s, 0)

    def assess(self, s: State, start: int) -> None:
        """Give the rewards from space index `start` on; stop where one has to be waited for."""
        depth = len(s.agenda)
        storage: Stones = s.sites[self.index]
        visible = self.visible(storage)
        for space in range(start, len(visible)):
            self._give(s, visible[space], self.rewards[space])
            if len(s.agenda) > depth:
                s.agenda.insert(depth, AssessTemple(space + 1))
                return

    def _give(self, s: State, seat: int, reward: Reward) -> None:
        if reward.or_stones:
            options = (POINTS, STONES) if can_take(s, seat, reward.or_stones) else (POINTS,)
            ask_player(s, Decision(seat, self.site, options, (reward,)))
        elif reward.cards:
            draw_card(s, seat, self.site)
        elif reward.best_of:
            count = s.pile.up_to(reward.best_of)
            if count:
                s.agenda.append(Chance(LookAtCards, count, self.site, (seat,)))
        else:
            score_points(s, seat, reward.points, self.account)

    def answer(self, s: State, decision: Decision, action: Action) -> None:
        if isinstance(action, Keep):
            self._keep(s, decision.seat, decision.info[0], action.card)
        elif isinstance(action, ChooseStones):
            take_stones(s, decision.seat, decision.info[0].or_stones)
        else:
            score_points(s, decision.seat, decision.info[0].points, self.account)

    def outcome(self, s: State, chance: Chance, action: Action) -> None:
        assert isinstance(action, CardsAction)
        cards = action.cards
        seat = chance.info[0]
        draw_named(s, chance.count, cards)
        s.agenda.pop()
        if type(action) is DrawCard:
            take_card(s, seat, cards[0])
            return
        if s.events is not None:
            s.events.append(CardsSeen(seat, 0, cards))
        options = tuple([KEEP[card] for card in sorted(set(cards))])
        ask_player(s, Decision(seat, self.site, options, (cards,)))

    def _keep(self, s: State, seat: int, cards: tuple[Card, ...], card_in_hand: Card) -> None:
        """The others go face up on the discard pile before the kept one works (R13.5)."""
        discards = list(cards)
        discards.remove(card_in_hand)
        for card in discards:
            discard(s, card)
        take_card(s, seat, card_in_hand)


class TempleC(TempleB):
    """C: as B; the rewards are another table (R7.3, R7.4)."""


class Arena(Facts):
    """Side D: `stones` on the stone spaces, in order; `chariots` by seat on the track."""

    facts: ClassVar[tuple[str, ...]] = ("chariots", "further", "stones")
    __slots__ = facts

    def __init__(self, players: int) -> None:
        self.stones: list[int] = []
        self.further: list[int] = []
        self.chariots = [0] * players

    def copy(self) -> Arena:
        new = Arena(0)
        new.stones = self.stones.copy()
        new.further = self.further.copy()
        new.chariots = self.chariots.copy()
        return new


class TempleD(Board[Arena]):
    """D: chariots race along a track (R7.5)."""

    site = Site.TEMPLE
    source = Source.TEMPLE
    asks = False

    def __init__(self, table: ChariotTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.arrows: list[int] = table["arrows"]
        self.track: list[int] = table["track"]
        self.goal = len(self.track) - 1
        self.round_points: list[int] = table["round_points"][str(players)]
        self.further_steps: int = table["further_steps"]
        self.on_goal: int = table["on_goal"]

    def storage(self) -> Arena:
        return Arena(self.players)

    def deliver(self, s: State, seat: int) -> None:
        arena: Arena = s.sites[self.index]
        space = len(arena.stones)
        steps = self.further_steps
        if space < len(self.arrows):
            arena.stones.append(seat)
            steps = self.arrows[space]
        else:
            arena.further.append(seat)
        if s.events is not None:
            number = space + 1 if space < len(self.arrows) else 0
            s.events.append(make_event(StonePlaced, (seat, self.site, number, 0)))
        if arena.chariots[seat] == self.goal:
            score_points(s, seat, self.on_goal, self.account)
        else:
            self._drive(s, seat, steps)

    def _drive(self, s: State, seat: int, steps: int) -> None:
        arena: Arena = s.sites[self.index]
        chariots = arena.chariots
        space = min(chariots[seat] + steps, self.goal)
        while space < self.goal and space in chariots:
            space += 1
        chariots[seat] = space
        if s.events is not None:
            s.events.append(ChariotMoved(seat, space))

    def end_of_round(self, s: State) -> None:
        """Points for the foremost and the second; none on the start (R7.5)."""
        arena: Arena = s.sites[self.index]
        chariots = arena.chariots
        order = sorted(
            (seat for seat in range(self.players) if chariots[seat]), key=lambda i: -chariots[i]
        )
        on_goal = [seat for seat in order if chariots[seat] == self.goal]
        if len(on_goal) > 1:
            for seat in on_goal:
                score_points(s, seat, self.round_points[0], self.account)
            return
        for seat, points in zip(order, self.round_points, strict=False):
            score_points(s, seat, points, self.account)

    def worth(self, s: State, last: State) -> list[int]:
        """Points of the chariots if the game ended."""
        arena: Arena = s.sites[self.index]
        return [self.track[space] for space in arena.chariots]

    def end_of_game(self, s: State) -> None:
        arena: Arena = s.sites[self.index]
        for seat, space in enumerate(arena.chariots):
            score_points(s, seat, self.track[space], self.account)

    def stones(self, storage: Arena) -> list[int]:
        return storage.stones + storage.further
