"""A table that ends before its game: leaving, cancelling, closing, deadlines.

``deadlines`` is the sweep for ended time and lost messages. It never writes a result: `play` does.
"""
