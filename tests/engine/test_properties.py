"""Properties under random play over all sides, modules, profiles and numbers of players."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.digest import digest
from engine.log import read_log, write_text
from engine.replay import verify
from tests.engine.invariants import check_game, random_setup

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


@settings(
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(SEEDS, SEEDS)
def test_every_game_keeps_the_invariants(setup_seed: int, seed: int) -> None:
    """[R2.8, R12.1, R12.2, R12.3, R12.4, R13.4] Stones and cards are conserved, somebody can act,
    what is listed is legal and nothing else is, the text survives both ways, points are the sum
    of what was scored, and no viewer sees what they may not know."""
    check_game(random_setup(random.Random(setup_seed)), seed)


@settings(max_examples=10, derandomize=True)
@given(SEEDS)
def test_two_replays_agree(seed: int) -> None:
    log = check_game(random_setup(random.Random(seed)), seed, often=0)
    first, second = verify(log), verify(read_log(write_text(log)))
    assert (first.fingerprint, first.digest) == (second.fingerprint, second.digest)
    assert digest(first.state) == digest(second.state)


@pytest.mark.prove
def test_thousands_of_games() -> None:
    """On demand: ``make prove``, or ``PROVE_GAMES=20000 make prove``."""
    first = int(os.environ.get("PROVE_SEED", "0"))
    for seed in range(first, first + int(os.environ.get("PROVE_GAMES", "5000"))):
        check_game(random_setup(random.Random(f"set-up {seed}")), seed, often=0.1)
