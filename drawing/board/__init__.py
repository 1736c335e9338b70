"""The table of one game: a backdrop that never changes, and pieces that do (``scene``)."""
