"""A table before its game: opening, invitations, seats, pairing, the deal; rematches.

A deal is drawn once, from the shares of the players and a secret. It never plays an entry.
"""

from tables.lobby.opening import open_deal_table, open_reserved_table

__all__ = ["open_deal_table", "open_reserved_table"]
