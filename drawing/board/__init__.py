"""The picture of a table: a backdrop that never changes, and pieces that do (``scene``).

It draws a view of the engine, and never asks what is legal.
"""
