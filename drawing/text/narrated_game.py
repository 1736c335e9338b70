"""A whole game told step by step, each in one sentence, without drawing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from drawing.text.names import seated
from drawing.text.narration import Narrator
from engine import EVERYTHING, State, awaited, entry_text, start, view_events
from engine.log import Log
from engine.replay import steps


class NarratedStep(NamedTuple):
    """A step of `seat` (the bank's is below 0), in `round` (0: set-up) and as part of player turn
    `turn` (from 1; the bank's entries before it belong to turn 0). `entry`: as the log has it;
    `state`: the position after it, which goes on."""

    round: int
    turn: int
    seat: int
    words: str
    entry: str
    state: State


def narrate_game(log: Log) -> Iterator[NarratedStep]:
    """Steps of a legal `log`, with all that its viewers may know at its end. Raises
    ``ReplayError``."""
    narrator = Narrator(seated(log.header.names, log.setup))
    first = start(log.setup)
    round_, turn, begins = first.round, 0, _begins_turn(first)
    for step in steps(log):
        turn += begins
        events = view_events(step.state, step.events, EVERYTHING)
        narration = narrator.narrate(step.entry, events, step.state)
        text = entry_text(log.setup, step.entry)
        yield NarratedStep(round_, turn, step.entry.seat, narration.brief, text, step.state)
        if step.state.round != round_:
            round_, turn = step.state.round, 0
        begins = _begins_turn(step.state)


def _begins_turn(s: State) -> bool:
    """True if the next entry begins a player's turn."""
    decision = awaited(s)
    return decision is not None and decision.item is None
