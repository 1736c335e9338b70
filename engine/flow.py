"""The flow of a game: turns, the end of a round, the next round, the end of the game."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Final

from engine.agenda import Chance, Step, run_after
from engine.entries import RevealRoundCard
from engine.errors import IllegalAction, Rule
from engine.events import GameEnded, Resigned, RoundBegan, RoundEnded, StonesReturned
from engine.state import Ship, State
from engine.stones import score_points
from engine.vocabulary import BANK, EMPTY, NO_SEAT, Origin, Site, Source

SCORED: Final = (Site.BURIAL_CHAMBER, Site.OBELISKS, Site.TEMPLE)
"""Boards that score at the end of the game, in order (R10.1)."""


class EndTurn(Step):
    """A turn is completely resolved."""

    __slots__ = ()

    def run(self, s: State) -> None:
        end_turn(s, passed=False)


END_TURN: Final = EndTurn()


def end_turn(s: State, passed: bool) -> None:
    """The next seat, or the end of a round: all ships have sailed (R2.7), or all have passed."""
    if not passed:
        s.passes = 0
    if not s.harbour:
        close_round(s, stuck=False)
    elif s.passes == len(s.players):
        s.rules.rulebook.stuck_round(s)
    else:
        s.turn = s.rules.left_of[s.turn]


# ------------------------------------------------------------------------------- set-up


def prepare_game(s: State) -> None:
    """Before round 1: the modules, the first scaffold tile; then the round (R13.1)."""
    for ask in s.rules.prepared:
        ask(s)
    run_after(s, 0, PREPARE_BOARDS)


class PrepareBoards(Step):
    """Preparation of the boards before round 1."""

    __slots__ = ()

    def run(self, s: State) -> None:
        depth = len(s.agenda)
        s.rules.boards[Site.PYRAMID].before_first_round(s)
        run_after(s, depth, FIRST_ROUND)


# ------------------------------------------------------------------------------- rounds


class BeginRound(Step):
    """The next round; `opener` starts it."""

    facts: ClassVar[tuple[str, ...]] = ("opener",)
    __slots__ = facts

    def __init__(self, opener: int) -> None:
        self.opener = opener

    def run(self, s: State) -> None:
        begin_round(s, self.opener)


PREPARE_BOARDS: Final = PrepareBoards()
FIRST_ROUND: Final = BeginRound(opener=0)


def begin_round(s: State, opener: int) -> None:
    s.round += 1
    s.turn = s.opener = opener
    s.last_sailor = EMPTY
    s.passes = 0
    s.agenda += (LAY_OUT, ROUND_CARD)


def reveal_round_card(s: State, chance: Chance, action: RevealRoundCard) -> None:
    """The ships of the round; each card comes once, the largest ship named first (R1.3)."""
    ships = action.ships
    if s.round_cards.count(ships) >= s.rules.round_cards.get(ships, 0):
        raise IllegalAction(Rule.ROUND_CARD_IMPOSSIBLE, " ".join(map(str, ships)))
    s.agenda.pop()
    s.round_cards.append(ships)
    minimum = s.rules.minimum_load
    s.harbour = harbour = dict[int, Ship]()
    for size in ships:
        harbour[len(harbour) + 1] = Ship(size, minimum[size])
    if s.events is not None:
        s.events.append(RoundBegan(s.round, ships, s.opener))


def round_cards_left(s: State, chance: Chance) -> list[str]:
    """The round cards that have not come, each kind once."""
    left = s.rules.round_cards - Counter(s.round_cards)
    return [" ".join(map(str, card)) for card in left]


class LayOut(Step):
    """Layout of boards and modules, from index `board` of ``Rules.laid_out`` on."""

    facts: ClassVar[tuple[str, ...]] = ("board",)
    __slots__ = facts

    def __init__(self, board: int) -> None:
        self.board = board

    def run(self, s: State) -> None:
        lay_out = s.rules.laid_out
        depth = len(s.agenda)
        lay_out[self.board](s)
        if self.board + 1 < len(lay_out):
            run_after(s, depth, LayOut(self.board + 1))


LAY_OUT: Final = LayOut(0)
ROUND_CARD: Final = Chance(RevealRoundCard, 1)


def close_round(s: State, stuck: bool) -> None:
    """Temple, leftovers, docks; then the next round (R2.7, R13.2)."""
    if s.events is not None:
        s.events.append(RoundEnded(s.round, stuck))
    close_boards(s, 0)


class CloseBoards(Step):
    """End of a round at boards and modules, from index `board` on."""

    facts: ClassVar[tuple[str, ...]] = ("board",)
    __slots__ = facts

    def __init__(self, board: int) -> None:
        self.board = board

    def run(self, s: State) -> None:
        close_boards(s, self.board)


def close_boards(s: State, first: int) -> None:
    """Boards and modules from index `first` of ``Rules.cleared`` on; then the next round."""
    clear = s.rules.cleared
    depth = len(s.agenda)
    for index in range(first, len(clear)):
        clear[index](s)
        if len(s.agenda) > depth:
            s.agenda.insert(depth, CloseBoards(index + 1))
            return
    next_round(s)


def next_round(s: State) -> None:
    """Clear the docks; begin the next round left of the last sailor, or end the game."""
    s.docks = [[], [], [], [], []]
    if s.round == s.rules.rounds:
        end_game(s)
    else:
        before = s.opener if s.last_sailor == EMPTY else s.last_sailor
        begin_round(s, s.rules.left_of[before])


def hand_back(s: State) -> None:
    """A stuck round: stones on unsailed ships go home, the ships are gone (R2.6)."""
    for ship in s.harbour.values():
        for seat in ship.spaces:
            if seat != EMPTY:
                s.players[seat].quarry += 1
                if s.events is not None:
                    s.events.append(StonesReturned(seat, 1, Origin.SHIP))
    s.harbour = {}
    close_round(s, stuck=True)


# --------------------------------------------------------------------------------- end


def resign_seat(s: State, seat: int) -> None:
    """`seat` gives up: it is placed last, and its entries go on. Where one other is left, the game
    ends at once; nothing more is counted (R2.10)."""
    if s.over:
        raise IllegalAction(Rule.GAME_OVER)
    if seat == BANK:
        raise IllegalAction(Rule.NOT_THE_BANKS_ENTRY)
    if s.agenda and isinstance(s.agenda[-1], Chance):
        raise IllegalAction(Rule.BANK_PENDING)
    if seat in s.resigned:
        raise IllegalAction(Rule.ALREADY_RESIGNED)
    s.resigned = [*s.resigned, seat]
    if s.events is not None:
        s.events.append(Resigned(seat))
    if len(s.resigned) + 1 == len(s.players):
        s.agenda.clear()
        s.turn = NO_SEAT
        if s.events is not None:
            s.events.append(GameEnded())


def end_game(s: State) -> None:
    """The final tally, in the order of the rules (R10.1)."""
    for site in SCORED:
        s.rules.boards[site].end_of_game(s)
    for tally in s.rules.tallies:
        tally(s)
    s.turn = NO_SEAT
    if s.events is not None:
        s.events.append(GameEnded())


FOR_BLUE_CARDS: Final[int] = Source.UNUSED_BLUE_CARDS


def scoring_cards(s: State) -> None:
    """Source by source, seat by seat, card by card."""
    for source, cards in s.rules.scoring_cards:
        for seat, player in enumerate(s.players):
            for card in cards:
                copies = player.cards[card.number]
                if copies:
                    score_points(s, seat, card.points(s, seat, copies), source)


def unused_blue_cards(s: State) -> None:
    """Points for every blue card that was not played (R5.12)."""
    for seat, player in enumerate(s.players):
        cards = player.cards
        unused = 0
        for card in s.rules.blue_cards:
            unused += cards[card]
        if unused:
            score_points(s, seat, unused * s.rules.unused_blue_points, FOR_BLUE_CARDS)
