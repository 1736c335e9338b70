"""The core in C of `benchmarks/metal.py`, where a C compiler is: it judges as the engine does."""

import random
from dataclasses import replace

import pytest

from benchmarks.metal import (
    Core,
    Verdict,
    check_changed_games,
    check_games,
    compiler,
    engine_verdict,
    random_games,
)
from engine import DealtGame, Setup, legal_actions
from engine.entries import Load, Pass, Sail, Take
from engine.vocabulary import Site

pytestmark = pytest.mark.skipif(compiler() is None, reason="only where a C compiler is")


@pytest.fixture(scope="module")
def core():
    return Core()


@pytest.fixture(scope="module")
def logs():
    return random_games(9, seed=1)


def test_whole_games_have_the_points_of_the_engine(core, logs):
    check_games(core, logs)
    assert core.judge(logs)() == len(logs)


def test_games_with_a_changed_entry_are_judged_alike(core, logs):
    check_changed_games(core, logs, illegal=600, chance=random.Random(1))


def test_a_difference_ends_the_benchmark(core, logs):
    class Lenient:
        def verdict(self, players, entries):
            return Verdict(-1, (0,) * players)

    with pytest.raises(SystemExit, match="the core differs"):
        check_games(Lenient(), logs)
    with pytest.raises(SystemExit, match="the core differs"):
        check_changed_games(Lenient(), logs, illegal=1, chance=random.Random(1))


def test_a_game_that_stops_early_is_not_whole(core, logs):
    for log in logs[:3]:
        entries = log.entries[:-1]
        verdict = core.verdict(len(log.setup.seats), entries)
        assert verdict == engine_verdict(log.setup, entries) == Verdict(len(entries))


def test_a_claim_of_other_points_is_not_proven(core, logs):
    points = tuple(points + 1 for points in logs[4].header.result)
    boastful = replace(logs[4], header=replace(logs[4].header, result=points))
    assert core.judge([*logs[:4], boastful, *logs[5:]])() == len(logs) - 1


def test_passes_and_a_stuck_round_are_judged_alike(core):
    """Players who never send a stone to the market run out of them."""
    longest = 0
    for seed in range(12):
        chance = random.Random(seed)
        game = DealtGame(Setup.of("black white"), chance)
        while not game.state.over:
            game.act(thrifty_action(game.state, chance))
        points = tuple(player.points for player in game.state.players)
        assert core.verdict(2, game.entries) == Verdict(-1, points)
        passes = "".join("p" if type(entry.action) is Pass else "." for entry in game.entries)
        longest = max(longest, *map(len, passes.split(".")))
    assert longest == 2, "no round was stuck"


def thrifty_action(s, chance):
    options = legal_actions(s)
    wishes = (
        [action for action in options if type(action) is Load],
        [action for action in options if type(action) is Take],
        [action for action in options if type(action) is Sail and action.site is not Site.MARKET],
        options,
    )
    return chance.choice(next(filter(None, wishes)))
