"""The one door through which a position changes."""

from __future__ import annotations

from collections.abc import Iterable

from engine.entries import Action, Pass, Resign
from engine.errors import IllegalAction, Rule
from engine.flow import END_TURN, end_turn, prepare_game, resign_seat
from engine.rules import rules_for
from engine.setup import Setup
from engine.state import State
from engine.vocabulary import BANK


def start(setup: Setup) -> State:
    """The position before the bank's first entry (R1, R13.1)."""
    s = State.opening(rules_for(setup))
    prepare_game(s)
    return s


def apply(s: State, seat: int, action: Action) -> None:
    """Do what an entry says: `seat` (``BANK`` for chance) does `action`.

    Changes `s` in place up to the next entry that has to be written. Raises ``IllegalAction``
    with `s` unchanged. What happened is added to ``s.events`` unless that is ``None``; answers
    that the engine took by itself are in ``s.forced``.
    """
    apply_all(s, ((seat, action),))


def apply_all(s: State, entries: Iterable[tuple[int, Action]]) -> None:
    """``apply`` each of `entries`, in one loop because a game is replayed in one go.

    Raises ``IllegalAction`` at the first that cannot stand; those before it have been applied,
    and an iterator has been read up to and with it.
    """
    agenda = s.agenda
    acts = s.rules.acts
    left_of = s.rules.left_of
    forced = s.forced
    try:
        for seat, action in entries:
            forced = s.forced
            if forced:
                s.forced = []
            if type(action) is Resign:
                resign_seat(s, seat)
            elif agenda:
                agenda[-1].receive(s, seat, action)
            elif seat != s.turn:
                raise IllegalAction(_turn_rule(s, seat))
            else:
                acts[type(action)].do(s, seat, action)
                if agenda:
                    agenda.insert(0, END_TURN)
                elif s.harbour and not s.passes:
                    s.turn = left_of[seat]
                    continue
                else:
                    end_turn(s, passed=type(action) is Pass)
            while agenda:
                top = agenda[-1]
                if top.waits:
                    break
                agenda.pop()
                top.run(s)
    except IllegalAction:
        s.forced = forced
        raise


def _turn_rule(s: State, seat: int) -> Rule:
    if s.over:
        return Rule.GAME_OVER
    return Rule.NOT_THE_BANKS_ENTRY if seat == BANK else Rule.NOT_YOUR_TURN
