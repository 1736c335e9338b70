"""Foreign bots: programs in any language that play at a site's tables, by lines of text.

``python -m engine.bots`` is the bridge between such a program and a table (``docs/bots.md``).
"""
