"""Take stones (R2.2), and the figure of pyramid D (R6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Take
from engine.errors import IllegalAction, Rule
from engine.sites.pyramid import PyramidD
from engine.state import State
from engine.stones import can_take, sled_capacity, take_stones
from engine.vocabulary import Site

TAKE, TAKE_AND_MOVE = Take(), Take(move=True)


def take(s: State, seat: int, action: Take) -> None:
    player = s.players[seat]
    if player.sled >= sled_capacity(s, seat):
        raise IllegalAction(Rule.SLED_FULL)
    if not player.quarry:
        raise IllegalAction(Rule.QUARRY_EMPTY)
    if action.move:
        corridor = _corridor(s)
        if corridor is None or not corridor.can_move_figure(s):
            raise IllegalAction(Rule.FIGURE_CANNOT_MOVE)
        take_stones(s, seat, s.rules.stones_per_take)
        corridor.move_figure(s, seat)
    else:
        take_stones(s, seat, s.rules.stones_per_take)


def takes(s: State, seat: int) -> Iterator[Take]:
    if can_take(s, seat, 1) > 0:
        yield TAKE
        corridor = _corridor(s)
        if corridor is not None and corridor.can_move_figure(s):
            yield TAKE_AND_MOVE


def _corridor(s: State) -> PyramidD | None:
    board = s.rules.boards[Site.PYRAMID]
    return board if isinstance(board, PyramidD) else None
