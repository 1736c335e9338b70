"""A table before its game: opening, invitations, seats, pairing, the deal; rematches.

A deal is drawn once, from the shares of the players and a secret. It never plays an entry.
"""
