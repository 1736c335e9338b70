"""Editions of this site: the numbers of the box, proposed by owners, made by moderators.

The rest of the site enters here. `services` propose, make and count again; `board_layout` lays out
the table of a board, `forms` and `board_drawing` make a form of it.
"""

from games.editions.services.editions import (
    edition_choices,
    edition_text,
    newest_edition,
    refresh_editions,
    supply_edition,
)

__all__ = [
    "edition_choices",
    "edition_text",
    "newest_edition",
    "refresh_editions",
    "supply_edition",
]
