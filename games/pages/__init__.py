"""Pages about games that need several rooms: upload, game, confirm, claims, discrepancies.

A page reads its input, calls one service or query, and renders. Pages of one subject lie with
their subject. It never holds a rule of what counts, and no room below imports it.
"""

from games.pages.upload import wants_json

__all__ = [
    "wants_json",
]
