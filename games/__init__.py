"""The public record: from an upload to a game that counts, and its pages, search and moderation.

`intake` and `judging` make a verdict of a log, `standing` decides whether the game counts,
``ports`` calls what follows. It never rates, and never names an outer package.
"""
