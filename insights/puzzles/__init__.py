"""Puzzles from real games: one a day for all, and one's own mistakes once more."""
