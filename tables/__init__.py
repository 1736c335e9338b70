"""Live play: lobby, tables, streams, lessons, the recorder.

Entries are rows that are written once; the engine replays the position from them. A finished game
is handed in as a log (``games.intake``), as any other. It never judges a log, and
never decides what counts.
"""
