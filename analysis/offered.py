"""Everything that could be done at an entry, with its shares."""

from __future__ import annotations

from analysis.choices import USUAL, Alternative, Budget, Weighing
from analysis.judged import Told
from engine import legal_actions
from engine.vocabulary import BANK


def offered(game: Told, entry: int, budget: Budget = USUAL) -> tuple[Alternative, ...]:
    """All alternatives at entry `entry` of `game`, from 1, best first, from other worlds than
    ``judge_entry`` takes; empty for the bank, and where there are more than can all be tried.

    Those that are soon seen to be worse are told from fewer playouts, and have wider intervals.
    """
    wrote, action = game.written[entry - 1]
    if wrote == BANK:
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
