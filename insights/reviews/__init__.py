"""Analyses of finished games (``engine.analysis``): requested, computed by workers, shown.

A row is a game, a method and an engine, stored in pieces. It never changes a game or a rating.
"""
