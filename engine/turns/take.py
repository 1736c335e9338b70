"""Take stones (R2.2), and the figure of pyramid D (R6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.entries import Take
from engine.errors import IllegalAction, Rule
from engine.events import StonesTaken
from engine.sites.pyramid import PyramidD
from engine.state import State
from engine.stones import can_take
from engine.vocabulary import Site

TAKE, TAKE_AND_MOVE = Take(), Take(move=True)


def take(s: State, seat: int, action: Take) -> None:
    count = can_take(s, seat, s.rules.stones_per_take)
    if not count:
        quarry = s.players[seat].quarry
        raise IllegalAction(Rule.SLED_FULL if quarry else Rule.QUARRY_EMPTY)
    corridor = _corridor(s) if action.move else None
    if action.move and (corridor is None or not corridor.can_move_figure(s)):
        raise IllegalAction(Rule.FIGURE_CANNOT_MOVE)
    player = s.players[seat]
    player.quarry -= count
    player.sled += count
    if s.events is not None:
        s.events.append(StonesTaken(seat, count))
    if corridor is not None:
        corridor.move_figure(s, seat)


def takes(s: State, seat: int) -> Iterator[Take]:
    if can_take(s, seat, 1):
        yield TAKE
        corridor = _corridor(s)
        if corridor is not None and corridor.can_move_figure(s):
            yield TAKE_AND_MOVE


def _corridor(s: State) -> PyramidD | None:
    board = s.rules.boards[Site.PYRAMID]
    return board if isinstance(board, PyramidD) else None
