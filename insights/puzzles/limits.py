"""Limits of puzzles."""

from datetime import timedelta
from typing import Final

from web.rate_limits import Throttle

TRIED: Final = Throttle("puzzle", most=60, seconds=60)
"""Tries at puzzles, and at mistakes of one's own, of an account, or of an address without one."""

LOOKED: Final = Throttle("puzzle-look", most=120, seconds=60)
"""Positions drawn for an address."""

SOLUTION_OPENED: Final = Throttle("puzzle-solution", most=1, seconds=2 * 24 * 3600)
"""The solution of a puzzle, shown to an address without an account."""

WEIGHED: Final = Throttle("puzzle-weigh", most=20, seconds=60)
"""Choices that the analysis has to look at while a page waits, of an account."""

BACK_AFTER: Final = timedelta(hours=20)
"""A mistake that was not solved comes back after this."""

PUZZLE_STOCK: Final = 60
"""Puzzles that were never shown: when there are so many, no more are looked for."""

MAX_PUZZLES_OF_GAME: Final = 2
"""Puzzles that come from one game."""

STINT: Final = 240
"""Seconds that a worker looks for puzzles before other work has its turn."""

HOLD_SECONDS: Final = 240.0
"""Seconds in which a candidate is played out to the end of the game; what does not hold by then
becomes no puzzle."""

RATED_A_DAY: Final = 10
"""First tries of an account that are rated on one day."""

RATED_TRIES: Final = 20
"""Rated first tries from which the rating of a puzzle is shown as its difficulty."""

SHARE_TRIES: Final = 5
"""First tries from which the share of right ones is shown."""
