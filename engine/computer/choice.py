"""The choice of a computer player."""

from __future__ import annotations

from collections.abc import Callable

from engine.computer.levels import LEVELS, Budget, Playouts
from engine.computer.search import Search
from engine.computer.sight import Sight
from engine.entries import Action
from engine.legal import awaited
from engine.odds import Luck
from engine.players import PLAYERS
from engine.state import State


def choose(s: State, seat: int, level: str, chance: Luck, budget: Budget | None = None) -> Action:
    """The action of `seat`, which is to act in `s`, if it plays at `level` (a name of ``LEVELS``).

    It depends on `chance` and on what the seat may know of `s`, and on nothing else; `s` is not
    changed. A search makes the playouts of its level, unless `budget` ends it before. Raises
    ``KeyError`` for an unknown level, ``ValueError`` if another is to act.
    """
    strength = LEVELS[level]
    decision = awaited(s)
    if decision is None or decision.seat != seat:
        raise ValueError(f"seat {seat} is not to act")
    if player := PLAYERS.get(level):
        return player(Sight(s, seat).imagine(chance).state, chance)
    playouts = Playouts(strength.playouts)
    search = Search(s, seat, chance, strength.replies, strength.nodes)
    return search.best(playouts, budget or playouts)


def player_at_level(level: str) -> Callable[[State, Luck], Action]:
    """A player for every seat in turn, to make logs: one of ``engine.players`` (reading the
    whole position, as their logs were always made), or a search of `level`."""

    def play(s: State, chance: Luck) -> Action:
        decision = awaited(s)
        assert decision is not None
        return choose(s, decision.seat, level, chance)

    return PLAYERS.get(level) or play
