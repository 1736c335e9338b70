"""Pass: only when nothing else is legal (R2.5); a round in which all pass is stuck (R2.6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.entries import Pass
from engine.errors import IllegalAction, Rule
from engine.events import Passed
from engine.state import State
from engine.turns.turn import Turn

PASS = Pass()


class PassTurn(Turn):
    """Nothing, where nothing can be done."""

    def do(self, s: State, seat: int, action: Pass) -> None:
        if can_act(s, seat):
            raise IllegalAction(Rule.PASS_NOT_ALLOWED)
        s.passes += 1
        if s.events is not None:
            s.events.append(Passed(seat))

    def options(self, s: State, seat: int) -> Iterator[Pass]:
        if not can_act(s, seat):
            yield PASS


def can_act(s: State, seat: int) -> bool:
    """True if `seat` has any action but the pass."""
    turns = s.rules.turns
    alternatives = (turn for kind, turn in turns.items() if kind is not Pass)
    return any(True for turn in alternatives for _ in turn.options(s, seat))
