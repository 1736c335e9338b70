"""A finished game, entry by entry: what each changed, and what was lost by it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from engine import Game, State, apply, play, read_log, start, verify
from engine.analysis.choices import USUAL, Alternative, PlayoutBudget, WeighedChoice, weigh
from engine.analysis.shares import DIGITS, PLAYOUTS, Shares, win_shares
from engine.entries import Resign
from engine.vocabulary import BANK

INACCURACY: Final = 0.05
MISTAKE: Final = 0.10
BLUNDER: Final = 0.20
"""The share of a win from which a loss has each mark."""


class LossMark(StrEnum):
    """Name of a choice's loss; ``ONLY``: every other one would have been a mistake or worse."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    ONLY = "only"


class JudgedEntry(NamedTuple):
    """One entry.

    `entry`: its number, from 1. `seat`: who wrote it, ``None`` for the bank; `text`: without the
    seat. `before`, `after`: the shares, as a spectator expects them. `loss`: the best alternative
    less what was played, for the seat that chose, as it knew the game; 0 for the bank, where
    there was no choice, and for resigning. `sure`: both halves of the playouts say what the loss
    says. `best`: up to three alternatives, the best first, what was played among them if it is one
    of these. `turning` is for ``whole`` to say.
    """

    entry: int
    seat: int | None
    text: str
    before: Shares
    after: Shares
    loss: float
    sure: bool
    best: tuple[Alternative, ...]
    mark: LossMark | None
    turning: bool


class AnalysedGame:
    """A finished game, told once: its positions are kept, and the shares found for them. All chance
    follows from `seed`."""

    def __init__(self, game: Game, playouts: int = PLAYOUTS) -> None:
        self.playouts = playouts
        self.fingerprint = self.seed = game.fingerprint
        self.setup = game.log.setup
        self.players = len(self.setup.seats)
        self.entries = len(game.entries)
        self.written = game.entries
        self._positions = _positions(game)
        self._shares: dict[int, Shares] = {}

    def position(self, number: int) -> State:
        """The position after so many entries; not to be changed."""
        return self._positions[number]

    def shares(self, number: int) -> Shares:
        """The shares in the position after so many entries."""
        shares = self._shares.get(number)
        if shares is None:
            seed = f"{self.seed} position {number}"
            shares = self._shares[number] = win_shares(self.position(number), seed, self.playouts)
        return shares


def _positions(game: Game) -> list[State]:
    s = start(game.log.setup)
    positions = [s.copy()]
    for seat, action in game.entries:
        apply(s, seat, action)
        positions.append(s.copy())
    return positions


def analysed_game(log_text: str, playouts: int = PLAYOUTS) -> AnalysedGame:
    """The game of a log; `playouts` are those for the shares of each position. Raises what
    ``engine.read_log`` and ``engine.verify`` raise, and ``ValueError`` for a game that is not
    finished."""
    log = read_log(log_text)
    played = play(log)
    if played.error is None and not played.state.over:
        raise ValueError("the game is not finished")
    return AnalysedGame(verify(log), playouts)


def judge_entry(game: AnalysedGame, entry: int, budget: PlayoutBudget = USUAL) -> JudgedEntry:
    """Judge the entry of this number, from 1; the same whichever were judged before. Raises
    ``ValueError`` if there is none."""
    if not 1 <= entry <= game.entries:
        raise ValueError(f"no entry {entry}")
    wrote, action = game.written[entry - 1]
    before, after = game.shares(entry - 1), game.shares(entry)
    weighed = None
    if wrote != BANK and type(action) is not Resign:
        seed = f"{game.seed} entry {entry}"
        weighed = weigh(game.position(entry - 1), wrote, action, seed, budget)
    seat = None if wrote == BANK else wrote
    if weighed is None:
        return JudgedEntry(entry, seat, action.text, before, after, 0.0, True, (), None, False)
    loss, sure, mark = verdict(weighed)
    return JudgedEntry(
        entry, seat, action.text, before, after, loss, sure, weighed.best, mark, False
    )


def verdict(weighed: WeighedChoice) -> tuple[float, bool, LossMark | None]:
    """The loss, whether both halves agree about it, and the mark."""
    loss = round(max(0.0, sum(weighed.halves) / 2), DIGITS)
    mark = grade(min(loss, *weighed.halves))
    if mark is None and min(weighed.lead) >= MISTAKE:
        return 0.0, True, LossMark.ONLY
    return loss, mark is grade(loss), mark


def grade(loss: float) -> LossMark | None:
    """The mark of a loss that is sure."""
    if loss >= BLUNDER:
        return LossMark.BLUNDER
    if loss >= MISTAKE:
        return LossMark.MISTAKE
    return LossMark.INACCURACY if loss >= INACCURACY else None
