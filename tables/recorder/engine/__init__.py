"""A game written down while it is played at a table of wood: by hand, for all seats and the bank.

``recording`` keeps the entries, goes back and changes them; ``replay_edits`` says what still fits
behind a change; ``bank`` asks for what was turned up; ``answer`` is what a page gets; ``problem``
why something is refused; ``bridge`` the way in for a script. It never reads a
database.
"""
