"""Editions of this site: the numbers of the box, proposed by owners, made by moderators.

The rest of the site enters here. `services` propose, make and count again; `board_layout` lays out
the table of a board, `forms` and `board_drawing` make a form of it.
"""

from games.editions.services.editions import (
    edition_choices,
    edition_text,
    newest_edition,
    offered_editions,
    refresh_editions,
    supply_edition,
)
from games.editions.services.wrong_editions import (
    is_wrong_edition,
    require_right_edition,
    wrong_edition_refusal,
    wrong_edition_text,
    wrong_editions,
)

__all__ = [
    "edition_choices",
    "edition_text",
    "is_wrong_edition",
    "newest_edition",
    "offered_editions",
    "refresh_editions",
    "require_right_edition",
    "supply_edition",
    "wrong_edition_refusal",
    "wrong_edition_text",
    "wrong_editions",
]
