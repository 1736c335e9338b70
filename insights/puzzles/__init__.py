"""Puzzles from rated games: one a day for everybody, and an account's own mistakes.

A puzzle stores every choice with its win share. It never stores an attempt without an account.
"""
