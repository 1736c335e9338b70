"""Computer players, who know what their seat may know and nothing else.

>>> import random
>>> from engine import DealtGame, Setup
>>> from engine.computer import Playouts, choose
>>> game = DealtGame(Setup.of("black white", "AAAAA"), random.Random(7))
>>> game.act(choose(game.state, 0, "search-1", random.Random(1), Playouts(40)))
>>> game.state.turn
1
"""

from engine.computer.choice import choose
from engine.computer.levels import LEVELS, Budget, Level, Playouts, Seconds
from engine.computer.search import Search

__all__ = ["LEVELS", "Budget", "Level", "Playouts", "Search", "Seconds", "choose"]
