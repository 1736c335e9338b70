"""The tables' time, and outages of the site, by which no player loses time."""

from tables.clocks.outages import clock_health

__all__ = ["clock_health"]
