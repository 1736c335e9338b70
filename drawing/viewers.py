"""Who looks at a game: everything at once, a spectator, or a seat."""

from __future__ import annotations

from typing import Final

from engine import EVERYTHING, Setup

Viewer = int | None
"""As in ``engine.view``: a seat, ``None`` for a spectator, ``EVERYTHING`` for the record."""

ALL, SPECTATOR = "all", "spectator"
PARAMETER: Final = "seat"


def words(setup: Setup) -> list[str]:
    """The words for everybody who can look at a game, in the order in which a page offers them."""
    return [ALL, SPECTATOR, *(colour.word for colour in setup.seats)]


def read(word: str | None, setup: Setup) -> Viewer:
    """The viewer that `word` names; nothing is everything. Raises ``ValueError`` for a word that
    names no player of this game."""
    if word in (None, "", ALL):
        return EVERYTHING
    if word == SPECTATOR:
        return None
    for seat, colour in enumerate(setup.seats):
        if colour.word == word:
            return seat
    raise ValueError(word)


def word_of(viewer: Viewer, setup: Setup) -> str:
    """The word that names `viewer`."""
    if viewer is None:
        return SPECTATOR
    return ALL if viewer == EVERYTHING else setup.seats[viewer].word


def query(viewer: Viewer, setup: Setup) -> str:
    """What the address of a step ends with for `viewer`; nothing for everything."""
    word = word_of(viewer, setup)
    return "" if word == ALL else f"?{PARAMETER}={word}"
