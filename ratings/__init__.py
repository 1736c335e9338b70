"""Ratings: multi-player Elo in a ledger that anyone can recompute."""
