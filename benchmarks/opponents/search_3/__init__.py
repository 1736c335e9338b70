"""The `search-3` of November 2026: 3,000 playouts a choice, two replies searched.

A copy of ``engine.computer`` as it was. It uses the rules of today, and what today's cards and
modules say of their worth; ``tests/benchmarks/test_opponents.py`` holds it to choices of then.
"""

from __future__ import annotations

from benchmarks.opponents.search_3.search import Search
from engine.computer.levels import Playouts
from engine.entries import Action
from engine.odds import Luck
from engine.state import State

PLAYOUTS = 3_000
REPLIES = 2


def choose(s: State, seat: int, chance: Luck, playouts: int = PLAYOUTS) -> Action:
    """The action of `seat`, which is to act in `s`."""
    return Search(s, seat, chance, REPLIES).best(Playouts(playouts))
