"""Exact ends: checked by a plain minimax over the engine's API, which shares nothing with them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from engine import DealtGame, Setup, State, apply, awaited, legal_actions, result
from engine.agenda import Chance
from engine.computer.exact_end import ExactEnd, is_open_end
from engine.computer.sight import Sight
from engine.players import PLAYERS
from engine.setup import module_refusal
from engine.vocabulary import Colour, Module, Side, Site

NODES = 1_500
"""Actions that the plain minimax tries at a position."""
LAST = 9
"""Entries before the end from which positions are taken."""


class TooManyError(Exception):
    """The tree of a position is too large for the plain minimax."""


class Minimax:
    """The least and the most that the first seat gets by best play, whatever the bank draws."""

    def __init__(self) -> None:
        self.tried = 0

    def bounds(self, s: State) -> tuple[float, float]:
        decision = awaited(s)
        if decision is None:
            places = result(s).places
            share = 0.0 if places[0] != 1 else 1 / places.count(1)
            return share, share
        if isinstance(decision.item, Chance):
            return 0.0, 1.0
        outcomes = []
        for action in legal_actions(s):
            self.tried += 1
            if self.tried > NODES:
                raise TooManyError
            after = s.copy()
            apply(after, decision.seat, action)
            outcomes.append(self.bounds(after))
        best = max if decision.seat == 0 else min
        return best(low for low, _ in outcomes), best(high for _, high in outcomes)


def setup_of(number: int) -> Setup:
    """Sides A, or mixed ones, half of these with modules."""
    setup = Setup((Colour.BLACK, Colour.WHITE))
    if number % 2 == 0:
        return setup
    chance = random.Random(f"set-up {number}")
    setup = Setup(setup.seats, tuple(chance.choice(list(Side)) for _ in Site))
    for module in Module:
        if chance.random() < 0.4 and not module_refusal(module, setup):
            setup = Setup(setup.seats, setup.sides, setup.modules | {module})
    return setup


def ends(number: int) -> Iterator[State]:
    """Positions near the end of a game in which a player is to act, as a spectator knows them; the
    last one first, for the trees of those before are larger."""
    chance = random.Random(f"end {number}")
    game = DealtGame(setup_of(number), chance)
    game_positions: list[State] = []
    while (decision := awaited(game.state)) is not None:
        game_positions.append(Sight(game.state, None).state)
        level = "random" if chance.random() < 0.5 else "greedy"
        game.act(PLAYERS[level](game.state, chance))
    for s in reversed(game_positions[-LAST:]):
        decision = awaited(s)
        if decision is not None and not isinstance(decision.item, Chance):
            yield s


@pytest.mark.parametrize("parity", [0, 1], ids=["sides A", "mixed"])
def test_shares_are_those_of_plain_minimax(parity: int) -> None:
    checked = unknown = 0
    for number in range(parity, 50, 2):
        for s in ends(number):
            if not is_open_end(s):
                continue
            try:
                low, high = Minimax().bounds(s)
            except TooManyError:
                break
            before = s.key()
            solver = ExactEnd(10 * NODES)
            share = solver.share(s)
            assert s.key() == before
            assert share == (low if low == high else None), (number, s.turn)
            assert not solver.spent
            checked += 1
            unknown += share is None
    assert checked > (60 if parity else 90)
    assert (unknown > 0) is (parity == 1)


def test_best_actions_are_all_that_keep_the_share() -> None:
    checked = 0
    for number in range(0, 24, 2):
        for s in ends(number):
            try:
                share, _ = Minimax().bounds(s)
                decision = awaited(s)
                assert decision is not None
                keeping = set()
                for action in legal_actions(s):
                    after = s.copy()
                    apply(after, decision.seat, action)
                    if Minimax().bounds(after) == (share, share):
                        keeping.add(action)
            except TooManyError:
                break
            solver = ExactEnd(10 * NODES)
            assert set(solver.best_actions(s, share, 1_000)) == keeping
            assert set(solver.best_actions(s, share, 1)) <= keeping
            checked += 1
    assert checked > 40


def test_what_was_learned_does_not_change_an_answer() -> None:
    for number in range(0, 16, 2):
        learned_solver = ExactEnd(20_000)
        for s in itertools.islice(ends(number), 5):
            fresh_share = ExactEnd(20_000).share(s)
            share = learned_solver.share(s)
            if share is not None and fresh_share is not None:
                assert share == fresh_share


def test_a_question_ends_with_its_nodes() -> None:
    *_, s = ends(2)
    solver = ExactEnd(10)
    assert solver.share(s) is None
    assert solver.spent
    assert solver.visited == 10


def test_nothing_is_asked_of_games_of_three_or_before_the_last_round() -> None:
    solver = ExactEnd(100)
    for setup in (Setup.of("black white"), Setup.of("black white brown")):
        assert solver.share(DealtGame(setup, random.Random(1)).state) is None
    assert not solver.visited
