"""A table that ends before its game: leaving, cancelling, closing, deadlines.

``deadlines`` is the sweep for ended time and lost messages; ``signs_of_life`` tell it that players
can move. It never writes a result: `play` does.
"""

from tables.ending.deadlines import late_computers, overdue_tables
from tables.ending.signs_of_life import begin_signs

__all__ = ["begin_signs", "late_computers", "overdue_tables"]
