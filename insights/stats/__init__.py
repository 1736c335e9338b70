"""Statistics of all rated games, and the research files.

Only sums are stored: a game enters them, and leaves as it was counted. It never replays a log.
"""
