"""Viewers of a game: everything at once, a spectator, or a seat."""

from __future__ import annotations

from typing import Final

from engine import EVERYTHING, Setup

Viewer = int | None
"""As in ``engine.view``: a seat, ``None`` for a spectator, ``EVERYTHING`` for the record."""

ALL, SPECTATOR = "all", "spectator"
PARAMETER: Final = "seat"

BRIEF, FULL, TEACHER = "brief", "full", "teacher"
LEVELS: Final = (BRIEF, FULL, TEACHER)
"""How much is said of a step: its first words, all of them, or the rules behind it too."""
LEVEL: Final = "words"
"""The parameter that says so."""


def viewer_words(setup: Setup) -> list[str]:
    """The words for everybody who can look at a game, in the order in which a page offers them."""
    return [ALL, SPECTATOR, *(colour.word for colour in setup.seats)]


def parse_viewer(word: str | None, setup: Setup) -> Viewer:
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


def narration_level(word: str | None) -> str:
    """The level of words that a page was asked for; anything else is all words."""
    return word if word is not None and word in LEVELS else FULL


def query(viewer: Viewer, setup: Setup, level: str = FULL) -> str:
    """End of a step's address for `viewer` and a level of words; nothing for
    everything and all words."""
    seat, parameters = word_of(viewer, setup), []
    if seat != ALL:
        parameters.append(f"{PARAMETER}={seat}")
    if level != FULL:
        parameters.append(f"{LEVEL}={level}")
    return "?" + "&".join(parameters) if parameters else ""
