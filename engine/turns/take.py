"""Take stones (R2.2), and the figure of pyramid D (R6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.entries import Take
from engine.errors import IllegalAction, Rule
from engine.events import StonesTaken, make_event
from engine.state import State
from engine.stones import can_take
from engine.turns.turn import Turn
from engine.vocabulary import Site

TAKE, TAKE_AND_MOVE = Take(), Take(move=True)


class TakeTurn(Turn):
    """Stones from the quarry onto the sled."""

    def do(self, s: State, seat: int, action: Take) -> None:
        count = can_take(s, seat, s.rules.stones_per_take)
        if not count:
            quarry = s.players[seat].quarry
            raise IllegalAction(Rule.SLED_FULL if quarry else Rule.QUARRY_EMPTY)
        if action.move and not s.rules.boards[Site.PYRAMID].can_move_figure(s):
            raise IllegalAction(Rule.FIGURE_CANNOT_MOVE)
        player = s.players[seat]
        player.quarry -= count
        player.sled += count
        if s.events is not None:
            s.events.append(make_event(StonesTaken, (seat, count)))
        if action.move:
            s.rules.boards[Site.PYRAMID].move_figure(s, seat)

    def options(self, s: State, seat: int) -> Iterator[Take]:
        if can_take(s, seat, 1):
            yield TAKE
            if s.rules.boards[Site.PYRAMID].can_move_figure(s):
                yield TAKE_AND_MOVE
