"""A finished game, entry by entry: what each changed, and what was lost by it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from engine import Game, State, apply, is_forced, play, read_log, start, verify
from engine.analysis.choices import (
    BEST,
    THRESHOLDS,
    USUAL,
    Alternative,
    PlayoutBudget,
    WeighedChoice,
    on_scale_of,
    weigh,
)
from engine.analysis.shares import DIGITS, PLAYOUTS, Shares, win_shares
from engine.computer.exact_end import ExactEnd, is_open_end
from engine.computer.sight import Sight
from engine.entries import Resign
from engine.vocabulary import BANK

INACCURACY, MISTAKE, BLUNDER = THRESHOLDS


class LossMark(StrEnum):
    """Name of a choice's loss; ``ONLY``: every other one would have been a mistake or worse."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    ONLY = "only"


class JudgedEntry(NamedTuple):
    """One entry.

    `entry`: its number, from 1. `seat`: who wrote it, ``None`` for the bank; `text`: without the
    seat. `before`, `after`: the shares, as a spectator expects them. `loss`: the share of the seat
    that chose with the best alternative, less that in `after`; 0 for the bank, where there was no
    choice, and for resigning. `sure`: both halves of the playouts say what the loss says. `best`:
    up to three alternatives, the best first, what was played among them if it is one of these;
    their shares are on the scale of `after`. `turning` is for ``whole`` to say.
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


END_NODES: Final = 20_000
"""Actions that may be tried to solve a position at the end of a game; ``LAST_NODES_FACTOR`` times
as many for each of the ``LAST_ENTRIES``, and for all of the others together."""
LAST_NODES_FACTOR: Final = 3
LAST_ENTRIES: Final = 8


class SolvedPosition(NamedTuple):
    """The first seat's exact `share` of a position, and up to three of the `best` actions, which
    keep it; `complete`: none of the best is missing but where there are three."""

    share: float
    best: tuple[Alternative, ...]
    complete: bool


class AnalysedGame:
    """A finished game, told once: its positions are kept, and the shares found for them. All chance
    follows from `seed`; `nodes` limits the exact end, as ``END_NODES`` says."""

    def __init__(self, game: Game, playouts: int = PLAYOUTS, nodes: int = END_NODES) -> None:
        self.playouts = playouts
        self.nodes = nodes
        self.fingerprint = self.seed = game.fingerprint
        self.setup = game.log.setup
        self.players = len(self.setup.seats)
        self.entries = len(game.entries)
        self.written = game.entries
        self._positions = _positions(game)
        self._shares: dict[int, Shares] = {}
        self._exact: dict[int, SolvedPosition] | None = None

    def position(self, number: int) -> State:
        """The position after so many entries; not to be changed."""
        return self._positions[number]

    def shares(self, number: int) -> Shares:
        """The shares in the position after so many entries."""
        shares = self._shares.get(number)
        if shares is None and (solved := self.exact(number)) is not None:
            shares = self._shares[number] = Shares((solved.share, 1 - solved.share), (0.0, 0.0))
        if shares is None:
            seed = f"{self.seed} position {number}"
            shares = self._shares[number] = win_shares(self.position(number), seed, self.playouts)
        return shares

    def exact(self, number: int) -> SolvedPosition | None:
        """This position as best play of both would end it; ``None`` if it is not solved. The same
        whichever position is asked for first."""
        if self._exact is None:
            self._exact = dict(self._solved_backwards())
        return self._exact.get(number)

    def _solved_backwards(self) -> Iterator[tuple[int, SolvedPosition]]:
        """Positions with their exact shares, from the last one back to the first whose tree is too
        large: what was learned of later ones makes earlier ones cheap. Positions where a draw of
        the bank matters are left out."""
        end, visited = ExactEnd(LAST_NODES_FACTOR * self.nodes), 0
        for number in range(self.entries - 1, -1, -1):
            if self.entries - number > LAST_ENTRIES:
                end.nodes = self.nodes
                if visited > LAST_NODES_FACTOR * self.nodes:
                    return
            s = Sight(self.position(number), None).state
            share = end.share(s)
            visited += end.visited
            if share is not None:
                keeping = end.best_actions(s, share, 2)
                visited += end.visited
                shares = (share, 1 - share)
                alternatives = [Alternative(action.text, shares, 0.0) for action in keeping]
                yield number, SolvedPosition(share, tuple(alternatives), not end.spent)
            elif end.spent or not is_open_end(s):
                return


def _positions(game: Game) -> list[State]:
    s = start(game.log.setup)
    positions = [s.copy()]
    for seat, action in game.entries:
        apply(s, seat, action)
        positions.append(s.copy())
    return positions


def analysed_game(log_text: str, playouts: int = PLAYOUTS, nodes: int = END_NODES) -> AnalysedGame:
    """The game of a log; `playouts` are those for the shares of each position, `nodes` those for
    the exact end. Raises what
    ``engine.read_log`` and ``engine.verify`` raise, and ``ValueError`` for a game that is not
    finished."""
    log = read_log(log_text)
    played = play(log)
    if played.error is None and not played.state.over:
        raise ValueError("the game is not finished")
    return AnalysedGame(verify(log), playouts, nodes)


def judge_entry(game: AnalysedGame, entry: int, budget: PlayoutBudget = USUAL) -> JudgedEntry:
    """Judge the entry of this number, from 1; the same whichever were judged before. Raises
    ``ValueError`` if there is none."""
    if not 1 <= entry <= game.entries:
        raise ValueError(f"no entry {entry}")
    wrote, action = game.written[entry - 1]
    before, after = game.shares(entry - 1), game.shares(entry)
    seat = None if wrote == BANK else wrote
    entry_analysis = JudgedEntry(
        entry, seat, action.text, before, after, 0.0, True, (), None, False
    )
    if seat is None or type(action) is Resign or is_forced(game.position(entry - 1)):
        return entry_analysis
    solved = game.exact(entry - 1)
    if solved is not None and solved.best:
        return _exact_judgement(entry_analysis, solved)
    seed = f"{game.seed} entry {entry}"
    weighed = weigh(game.position(entry - 1), seat, action, seed, budget)
    if weighed is None:
        return entry_analysis
    loss, sure, mark = verdict(weighed, after.by_seat[seat])
    best = on_scale_of(after.by_seat, loss, weighed, seat)
    return entry_analysis._replace(loss=loss, sure=sure, best=best, mark=mark)


def _exact_judgement(entry: JudgedEntry, solved: SolvedPosition) -> JudgedEntry:
    """An entry at the solved end: an action keeps the share of its seat, or loses a half or all of
    it."""
    seat = entry.seat
    assert seat is not None
    played = Alternative(entry.text, entry.after.by_seat, 0.0)
    share = (solved.share, 1 - solved.share)[seat]
    loss = round(share - played.shares[seat], DIGITS)
    best = list(solved.best)
    if loss:
        best = [*best[: BEST - 1], played]
    elif played not in best:
        best = [played, *best][:BEST]
    only = share > 0 and solved.complete and best == [played]
    return entry._replace(loss=loss, best=tuple(best), mark=LossMark.ONLY if only else grade(loss))


def verdict(weighed: WeighedChoice, after: float) -> tuple[float, bool, LossMark | None]:
    """The loss, where the seat's share is `after`; whether both halves agree about the mark; and
    the mark. There is none where one half says that nothing was lost."""
    loss = round(min(weighed.loss, 1 - after), DIGITS)
    if not loss and min(weighed.lead) >= MISTAKE <= after:
        return 0.0, True, LossMark.ONLY
    mark = grade(loss) if min(weighed.halves) > 0 else None
    return loss, all(grade(half) is mark for half in weighed.halves), mark


def grade(loss: float) -> LossMark | None:
    """The mark of a loss that is sure."""
    if loss >= BLUNDER:
        return LossMark.BLUNDER
    if loss >= MISTAKE:
        return LossMark.MISTAKE
    return LossMark.INACCURACY if loss >= INACCURACY else None
