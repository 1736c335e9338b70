"""The command line of the engine: one module a command; ``table`` prints a position.

Files, the clock and the terminal are used here, never in the rules.
"""
