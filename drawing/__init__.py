"""The replay: one drawing of the table, for the server and for the browser.

``scene`` draws the table: a backdrop that never changes during a game, and pieces that do.
``replay`` plays a log and writes down, step by step, which pieces changed and what happened in
words. ``page`` makes of it what templates and views need. See
``docs/decisions/drawing.md``.
"""
