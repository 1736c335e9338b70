"""Ratings: multi-player Elo in a ledger that anyone can recompute.

``elo`` is the formula, pure; `services` fold, close and rebuild; ``recompute`` is the ledger
without a database. It never decides whether a game counts (``games.standing``).
"""
