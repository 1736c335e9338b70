"""The environment of PettingZoo: its own tests, whole games, and what an agent may see."""

from __future__ import annotations

import random
import warnings
from hashlib import sha256

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from engine import IllegalAction, Setup, legal_actions, read_log, verify
from engine.environment import NUMBERING, numbering
from engine.environment.aec import ImhotepEnvironment, env
from tests.engine.computer.positions import SETUPS, positions
from tests.engine.invariants import disguised, random_setup

USUAL = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)
"""Warnings for observations with a mask; PettingZoo knows its own environments with one by name."""

ALL = Setup.of("white gray brown", "CDBCD", "private_ships pharaohs_favors hidden_market_cards")


@pytest.fixture(autouse=True)
def _usual_warnings():
    with warnings.catch_warnings():
        for message in USUAL:
            warnings.filterwarnings("ignore", message)
        yield


@pytest.mark.parametrize("setup", [Setup.of("black white"), ALL])
def test_the_api_test_of_pettingzoo_passes(setup: Setup) -> None:
    api_test(env(setup), num_cycles=300)


def test_the_seed_test_of_pettingzoo_passes() -> None:
    seed_test(lambda: env(ALL), num_cycles=300)


@pytest.mark.parametrize("number", range(12))
def test_random_games_are_verified(number: int) -> None:
    """Each mask is exactly what is legal, and the log is that of the game."""
    chance = random.Random(number)
    environment = ImhotepEnvironment(random_setup(chance))
    environment.reset(seed=number)
    while not all(environment.terminations.values()):
        agent = environment.agent_selection
        observation, _, _, _, _ = environment.last()
        assert environment.observation_space(agent).contains(observation)
        options = np.flatnonzero(observation["action_mask"])
        texts = {environment.numbering.texts[option] for option in options}
        assert texts == {action.text for action in legal_actions(environment.game.state)}
        environment.step(int(chance.choice(options)))
    game = verify(read_log(environment.log()))
    assert game.result.places
    assert sum(environment.rewards.values()) == pytest.approx(0)
    best = max(environment.rewards.values())
    winners = [seat for seat, place in enumerate(game.result.places) if place == 1]
    assert [environment.rewards[f"player_{seat}"] for seat in winners] == [best] * len(winners)
    while environment.agents:
        environment.step(None)


def test_an_illegal_action_changes_nothing_and_ends_the_wrapped_game() -> None:
    environment = ImhotepEnvironment()
    environment.reset(seed=1)
    before = environment.log()
    with pytest.raises(IllegalAction):
        environment.step(environment.numbering.number("sail 1 temple"))
    assert environment.log() == before
    wrapped = env()
    wrapped.reset(seed=1)
    wrapped.step(wrapped.unwrapped.numbering.number("sail 1 temple"))
    assert all(wrapped.terminations.values())
    assert wrapped.rewards == {"player_0": -1, "player_1": 0}


@pytest.mark.parametrize("table_words", SETUPS)
def test_an_observation_does_not_depend_on_what_is_hidden(
    table_words: tuple[str, str, str],
) -> None:
    """Two positions that look the same to a seat have the same numbers there, and other seats may
    see a difference."""
    setup, chance, differed = Setup.of(*table_words), random.Random(1), 0
    environment = ImhotepEnvironment(setup)
    environment.reset(seed=1)
    for s, seat in positions(setup, seed=8, every=19):
        observations = []
        for state in (s, disguised(s, seat, chance)):
            environment.game.state = state
            observations.append(environment.observe(f"player_{seat}"))
            differed += state.key() != s.key()
        for part in ("observation", "action_mask"):
            assert np.array_equal(observations[0][part], observations[1][part])
    assert differed > 3


def test_the_numbering_is_complete_and_goes_both_ways() -> None:
    for number in range(40):
        chance = random.Random(number)
        setup = random_setup(chance)
        texts = numbering(setup).texts
        assert len(set(texts)) == len(texts)
        for index in chance.sample(range(len(texts)), 40):
            assert numbering(setup).action(index).text == texts[index]
            assert numbering(setup).number(texts[index]) == index


def test_the_numbering_stays() -> None:
    """A change here needs another ``NUMBERING``: whatever was trained knows these numbers."""
    assert NUMBERING == 1
    digests = [
        sha256("\n".join(numbering(Setup.of(*words)).texts).encode()).hexdigest()[:16]
        for words in SETUPS
    ]
    assert digests == [
        *("54eef2311dbccbe8", "103244719a3c1c96", "dfe202636ba02cff", "5ddd839b2859cf1d"),
        *("6bfc671db7264de3", "c4c9794d2e6352f6"),
    ]


def test_the_same_seed_deals_the_same_game_and_the_table_is_shown() -> None:
    tables = []
    for _ in range(2):
        environment = ImhotepEnvironment(ALL, render_mode="ansi")
        environment.reset(seed=5)
        environment.step(environment.numbering.number("take"))
        tables.append((environment.render(), environment.log()))
    assert tables[0] == tables[1]
    assert "white take" in str(tables[0][0])
    assert "Gray is to play" in str(tables[0][0])
