"""The tables' time, and outages of the site.

Time is the database's. A jump between two sweeps moves the deadlines, so that no player loses time.
It never ends a game: `ending` does.
"""

from tables.clocks.outages import clock_health

__all__ = ["clock_health"]
