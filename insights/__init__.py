"""Insights from games: statistics, computer analysis, puzzles.

Three Django apps with labels of their own (`stats`, `reviews`, `puzzles`). They read the record and
the ratings; they never change either.
"""
