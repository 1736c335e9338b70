"""A game is judged alike by the engine in C and as source: shares, losses, marks, alternatives."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden"
EVERY = 12
"""Each entry is judged by chance of its own, so that some of them tell of all."""
JUDGE = """
import sys
from engine import COMPILED
from engine.analysis import analysed_game, judge_entry
game = analysed_game(open(sys.argv[1], encoding="utf-8").read())
print("compiled" if COMPILED else "source")
for entry in range(1, game.entries + 1, int(sys.argv[2])):
    print(judge_entry(game, entry))
"""


def analyse(log: Path, engine: str) -> tuple[str, list[str]]:
    """What judges, and what it says of every ``EVERY``-th entry."""
    run = subprocess.run(
        [sys.executable, "-c", JUDGE, str(log), str(EVERY)],
        env={**os.environ, "IMHOTEP_ENGINE": engine},
        capture_output=True,
        text=True,
        check=True,
    )
    judge, *entries = run.stdout.splitlines()
    return judge, entries


@pytest.mark.parametrize("name", ["all-a-two", "all-b-four"])
def test_a_game_is_judged_alike(name: str) -> None:
    log = GOLDEN / f"{name}.imh"
    (first, compiled), (second, source) = analyse(log, "compiled"), analyse(log, "source")
    assert (first, second) == ("compiled", "source")
    assert len(source) > 5
    assert compiled == source
