"""The table as picture and words, for the server and for the browser: pure, no records.

Rooms, each of which imports only from those before it: ``svg`` (shapes and pieces), ``language``
(words, phrases, lines), ``cards`` and ``modules`` (a file each), ``board`` (the table of one game:
a backdrop that never changes, and pieces that do), ``text`` (what happened, why, the rules in
short sentences), ``spoken`` (the table as lists), ``replay`` (a log step by step, and the parts of
its page), ``play`` (a running game: its options), ``export`` (pictures and files). See
``docs/decisions/drawing.md``.
"""
