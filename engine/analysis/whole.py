"""All entries of a game together: turning points, luck and choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine import legal_actions
from engine.analysis.choices import USUAL, Alternative, PlayoutBudget, Weighing
from engine.analysis.judged import AnalysedGame, JudgedEntry
from engine.analysis.shares import DIGITS
from engine.entries import Resign
from engine.vocabulary import BANK

METHOD: Final = 3
"""Goes up whenever the same game comes to be judged otherwise."""

JUMP: Final = 0.15
"""A turning point changes the share of a seat by so much."""
CLEAR: Final = 0.10
"""How far ahead of all others a clear favourite is."""


class Analysis(NamedTuple):
    """A game of so many `players`, judged by `method` on the engine of this version.

    By seat, `luck`: what the entries of the bank changed of its share, summed up; `lost`: what its
    own choices lost.
    """

    method: int
    engine: str
    players: int
    entries: tuple[JudgedEntry, ...]
    luck: tuple[float, ...]
    lost: tuple[float, ...]


def assemble_analysis(
    game: AnalysedGame, entry_analyses: Sequence[JudgedEntry], engine: str = ""
) -> Analysis:
    """The analysis of a game from those of all its entries, in any order; `engine` is the
    version that the caller knows it by. Raises ``ValueError`` if one is missing, or there twice."""
    entries = sorted(entry_analyses, key=lambda entry: entry.entry)
    if [entry.entry for entry in entries] != list(range(1, game.entries + 1)):
        raise ValueError("each entry has to be judged once")
    turns = turning_points(entries)
    marked = [entry._replace(turning=entry.entry in turns) for entry in entries]
    seats = range(game.players)
    dealt = [entry for entry in marked if entry.seat is None]
    luck = [
        sum(entry.after.by_seat[seat] - entry.before.by_seat[seat] for entry in dealt)
        for seat in seats
    ]
    lost = [sum(entry.loss for entry in marked if entry.seat == seat) for seat in seats]
    return Analysis(METHOD, engine, game.players, tuple(marked), _rounded(luck), _rounded(lost))


def turning_points(entries: Sequence[JudgedEntry]) -> set[int]:
    """The numbers of the entries that changed the share of a seat by ``JUMP``, and by more than
    doubt; and of those since which another seat is the clear favourite."""
    turns = set()
    favourite: int | None = None
    for entry in entries:
        for seat, after in enumerate(entry.after.by_seat):
            doubt = entry.after.error[seat] + entry.before.error[seat]
            if abs(after - entry.before.by_seat[seat]) >= max(JUMP, doubt):
                turns.add(entry.entry)
        clear = clear_favourite(entry.after.by_seat)
        if clear is not None:
            if favourite is not None and clear != favourite:
                turns.add(entry.entry)
            favourite = clear
    return turns


def clear_favourite(shares: Sequence[float]) -> int | None:
    """The seat that is ``CLEAR`` ahead of all others, if there is one."""
    second, first = sorted(shares)[-2:]
    return shares.index(first) if first - second >= CLEAR else None


def _rounded(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(value, DIGITS) for value in values)


def offered_alternatives(
    game: AnalysedGame, entry: int, budget: PlayoutBudget = USUAL
) -> tuple[Alternative, ...]:
    """All alternatives at entry `entry` of `game`, from 1, best first, from other worlds than
    ``judge_entry`` takes; empty for the bank, for
    resigning, and where there are more than can all be tried.

    Those that are soon seen to be worse are told from fewer playouts, and have wider intervals.
    """
    wrote, action = game.written[entry - 1]
    if wrote == BANK or type(action) is Resign:
        return ()
    weighing = Weighing(
        game.position(entry - 1), wrote, action, f"{game.fingerprint} offered {entry}"
    )
    every = list(weighing.trials)
    if len(every) < len(legal_actions(weighing.sight.state)):
        return ()
    weighing.halve(budget.first)
    weighing.top_up(budget.second)
    every.sort(key=lambda trial: -trial.mean(wrote))
    return tuple([weighing.alternative(trial) for trial in every])
