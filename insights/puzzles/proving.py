"""Proofs of a puzzle: its choices by best play at the end of a game for two, or played out to the
end of the game; and how often a quick search misses what is right."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from operator import itemgetter
from statistics import fmean, stdev
from time import monotonic
from typing import Final, NamedTuple

from engine import State, apply, awaited, legal_actions, result
from engine.computer import Playouts, Search, choose
from engine.computer.exact_end import ExactEnd, is_open_end
from engine.computer.sight import Sight
from engine.dealer import MachineShuffler, Onward
from engine.entries import Action
from engine.vocabulary import BANK
from insights.puzzles.choices import MAX_RIGHT, Choice, count_right, ranked_choices

NODES: Final = 100_000
"""Actions that may be tried for one choice, before its share by best play is given up."""

REPLY_NODES: Final = 5_000
"""Actions that may be tried for the answer to a wrong move, while its player waits."""

TRIES: Final = 5
"""Tries of the quick search at a puzzle."""

QUICK: Final = "search-1"
"""The level of the quick search."""

SHORT: Final = 12
"""Playouts of a choice when a position is played out."""

LOOKS: Final = (40, 80, 160, 250)
"""Numbers of played-out games after which it is asked if the difference is certain."""

CERTAIN: Final = 2.6
"""Standard errors of a difference that is certain."""


class Step(NamedTuple):
    """An action of `seat`."""

    seat: int
    action: Action


class ExactPuzzle(NamedTuple):
    """A position with a best action by best play. `choices`: best first, of which the first
    `right` are right; `line`: what follows the first, up to the seat's next choice that matters;
    it may be empty."""

    choices: list[Choice]
    right: int
    line: list[Step]


def exact_puzzle(s: State, seat: int, solver: ExactEnd | None = None) -> ExactPuzzle | None:
    """The puzzle of `seat`, which is to act in `s`, by best play of both to the end of the game;
    what the seat may not know decides nothing. ``None`` if no action is clearly best, or one is not
    solved. A `solver` may come from other positions of the game."""
    if not is_open_end(s):
        return None
    solver, s = solver or ExactEnd(NODES), Sight(s, seat).state
    share, actions = solver.share(s), legal_actions(s)
    if share is None or len(solver.best_actions(s, share, MAX_RIGHT + 1)) > MAX_RIGHT:
        return None
    shares = _shares(solver, s, seat, actions)
    if not shares:
        return None
    choices = ranked_choices(
        Choice(action.text, share, 0.0) for action, share in zip(actions, shares, strict=True)
    )
    right = count_right(choices)
    if not right:
        return None
    best = next(action for action in actions if action.text == choices[0].text)
    return ExactPuzzle(choices, right, _second_turn(solver, _after(s, seat, best), seat))


def reply_to(s: State, seat: int, action: Action) -> Step | None:
    """The other player's answer to `action` of `seat`, by best play where that is found soon, else
    by a quick search; ``None`` if chance or the same seat goes on. What the seat may not know
    decides nothing, and equal positions have equal answers."""
    after = _after(Sight(s, seat).state, seat, action)
    decision = awaited(after)
    if decision is None or decision.seat in (seat, BANK):
        return None
    solver = ExactEnd(REPLY_NODES)
    share = solver.share(after)
    best = solver.best_actions(after, share, 1) if share is not None else []
    if not best:
        best = [choose(after, decision.seat, QUICK, random.Random(action.text), Playouts(SHORT))]
    return Step(decision.seat, best[0])


def count_misses(s: State, seat: int, right: Collection[str], label: str) -> int:
    """In how many of ``TRIES`` tries the quick search chooses an action that is not in `right`;
    the tries follow from `label` alone."""
    chosen = (
        choose(s, seat, QUICK, random.Random(f"{label} {number}")).text for number in range(TRIES)
    )
    return sum(text not in right for text in chosen)


def holds(s: State, seat: int, right: Action, wrong: Action, seconds: float) -> bool:
    """True if `right` wins more games than `wrong` when each is played out to the end of the game
    in the same imagined worlds: by more than chance (2.6 standard errors of the difference, looked
    at after each of ``LOOKS`` numbers of games). False if it is not within `seconds`."""
    ends, differences = monotonic() + seconds, list[float]()
    for number in range(LOOKS[-1]):
        better, worse = (_played_out(s, seat, action, number) for action in (right, wrong))
        differences.append(better - worse)
        if monotonic() > ends:
            return False
        if number + 1 in LOOKS:
            error = stdev(differences) / len(differences) ** 0.5
            if fmean(differences) > CERTAIN * error:
                return True
    return False


# --- inside -------------------------------------------------------------------


def _after(s: State, seat: int, action: Action) -> State:
    after = s.copy()
    apply(after, seat, action)
    return after


def _shares(solver: ExactEnd, s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """The share of `seat` after each of `actions`; empty if one is not found."""
    shares = []
    for action in actions:
        share = solver.share(_after(s, seat, action))
        if share is None:
            return []
        shares.append(share if seat == 0 else 1.0 - share)
    return shares


def _best(solver: ExactEnd, s: State, seat: int) -> tuple[list[Action], int]:
    """The actions of `seat` in `s` that keep its share, and the number of the others; no action
    where one is not solved."""
    actions = legal_actions(s)
    shares = _shares(solver, s, seat, actions)
    best = [action for action, share in zip(actions, shares, strict=False) if share == max(shares)]
    return best, len(shares) - len(best)


def _second_turn(solver: ExactEnd, s: State, seat: int) -> list[Step]:
    """Steps from `s` by best play up to a right answer of `seat` where there are wrong ones; of
    equal replies one that leaves most wrong answers. Empty if no later choice matters."""
    decision = awaited(s)
    if decision is None or decision.seat == BANK:
        return []
    best, wrong = _best(solver, s, decision.seat)
    if decision.seat == seat and wrong:
        return [Step(seat, best[0])]
    if decision.seat == seat:
        best = best[:1]
    lines = []
    for action in best:
        after = _after(s, decision.seat, action)
        following = _second_turn(solver, after, seat)
        if following:
            lines.append(
                (_count_wrong(solver, after, seat), [Step(decision.seat, action), *following])
            )
    return max(lines, key=itemgetter(0))[1] if lines else []


def _count_wrong(solver: ExactEnd, s: State, seat: int) -> int:
    """The number of wrong answers of `seat` in `s`; 0 if another is to act."""
    decision = awaited(s)
    if decision is None or decision.seat != seat:
        return 0
    return _best(solver, s, seat)[1]


def _played_out(s: State, seat: int, action: Action, number: int) -> float:
    """The share of the first place that `seat` has after `action` when searches of few playouts
    play world `number` of what it cannot exclude to the end of the game."""
    state = Sight(s, seat).imagine(random.Random(f"world {number}")).state.copy()
    chance = random.Random(f"players {number}")
    bank = Onward(MachineShuffler(random.Random(number)))
    apply(state, seat, action)
    while (decision := awaited(state)) is not None:
        if decision.seat == BANK:
            apply(state, BANK, bank.outcome(state))
        else:
            reply = Search(state, decision.seat, chance).best(Playouts(SHORT))
            apply(state, decision.seat, reply)
    places = result(state).places
    return 1.0 / places.count(1) if places[seat] == 1 else 0.0
