"""Effects of an alternative entry on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from drawing.board.scene import Delta
from drawing.replay.reading import Reader
from drawing.replay.replay import Replay, ReplayWriter
from drawing.text.narration import Narrator
from engine import EVERYTHING, Entry, State, Step, apply, parse_entry, read_log, start
from engine.setup import Setup

Ghost = tuple[int, str, float, float]
"""A stone that would lie elsewhere: the number of a place, the symbol, x and y there."""

STONES: Final = frozenset("kwbg")
"""How the keys of stones begin; a number follows."""


def entry_of(setup: Setup, seat: int, text: str) -> Entry:
    """The entry that `seat` writes as `text`."""
    return parse_entry(setup, f"{setup.seats[seat].word} {text}")


def ghosts(replay: Replay, log_text: str, instead: Mapping[int, str]) -> dict[int, list[Ghost]]:
    """Stones that would lie elsewhere after the alternative `instead` of an entry, by entry, drawn
    as `replay` is."""
    log = read_log(log_text)
    s, ghosts_by_step = start(log.setup), dict[int, list[Ghost]]()
    turn, begins = s, 0
    for index, entry in enumerate(log.entries):
        text = instead.get(index + 1)
        if Reader.is_turn(s):
            turn, begins = s.copy(), index
        if text is not None:
            other = entry_of(log.setup, entry.seat, text)
            ghosts_by_step[index + 1] = _laid(replay, turn, (*log.entries[begins:index], other))
        apply(s, *entry)
    return ghosts_by_step


def _laid(replay: Replay, turn: State, entries: Sequence[Entry]) -> list[Ghost]:
    """The stones that the last of `entries` lays; `turn`: the position before the first, which
    begins a turn: what waits for an answer cannot be drawn from there."""
    tried = turn.copy()
    writer = ReplayWriter(replay.drawing, Narrator(replay.names), tried, EVERYTHING)
    delta: Delta = {}
    for number, entry in enumerate(entries, 1):
        tried.events = []
        apply(tried, *entry)
        delta = writer.write(Step(number, 0, entry, tuple(tried.events), tried)).delta
    return [
        (piece[0], str(piece[1]), float(piece[2]), float(piece[3]))
        for key, piece in delta.items()
        if piece is not None and key[:1] in STONES and key[1:].isdigit()
    ]
