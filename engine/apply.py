"""The one door through which a position changes."""

from __future__ import annotations

from engine.actions import Action, Pass
from engine.errors import IllegalAction, Rule
from engine.flow import END_TURN, end_turn, prepare
from engine.rules import rules_for
from engine.setup import Setup
from engine.state import State
from engine.vocabulary import BANK


def start(setup: Setup) -> State:
    """The position before the bank's first entry (R1, R13.1)."""
    s = State(rules_for(setup))
    prepare(s)
    return s


def apply(s: State, seat: int, action: Action) -> None:
    """Do what an entry says: `seat` (``BANK`` for chance) does `action`.

    Changes `s` in place up to the next entry that somebody has to write. Raises ``IllegalAction``
    with `s` unchanged. What happened is added to ``s.events`` unless that is ``None``; answers
    that the engine took by itself are in ``s.forced``.
    """
    agenda = s.agenda
    if s.forced:
        s.forced = []
    if agenda:
        agenda[-1].receive(s, seat, action)
    else:
        if seat != s.turn or s.over:
            raise IllegalAction(_not_now(s, seat))
        act = s.rules.acts.get(type(action))
        if act is None:
            raise IllegalAction(Rule.NO_DECISION)
        act(s, seat, action)
        if s.passes and type(action) is not Pass:
            s.passes = 0
        if not agenda:
            end_turn(s)
        else:
            agenda.insert(0, END_TURN)
    while agenda and not agenda[-1].waits:
        agenda.pop().run(s)


def _not_now(s: State, seat: int) -> Rule:
    if s.over:
        return Rule.GAME_OVER
    return Rule.NOT_THE_BANKS_ENTRY if seat == BANK else Rule.NOT_YOUR_TURN
