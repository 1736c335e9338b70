"""Learning: six lessons on the real table, and a first game with a coach.

Lessons are positions of the engine with tasks; the first game is a table against a computer
player that nobody else sees. It never rates.
"""
