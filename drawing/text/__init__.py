"""Words of a game: sentences of events, reasons, names of sources of points; the rules in short.

It never looks words up itself: `language` does.
"""
