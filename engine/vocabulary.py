"""The words of the rulebook, each typed once.

Every word is an ``IntEnum``: it indexes tables like an int and is written like the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from functools import cache
from typing import Final, Self

BANK: Final = -1
"""The seat of chance: who deals, draws and reveals."""

EMPTY: Final = -1
"""No stone, no card, no seat: an empty space."""


NO_SEAT: Final = -3
"""The turn of no seat: the game has ended."""


class Word(IntEnum):
    """A closed vocabulary; ``word`` is how a member is written, ``read`` the way back."""

    word: str

    def __init__(self, _: int) -> None:
        self.word = self._name_.lower()

    @classmethod
    @cache
    def words(cls) -> Mapping[str, Self]:
        """Every member by its word, in the order of the vocabulary."""
        return {member.word: member for member in cls}

    @classmethod
    def read(cls, word: str) -> Self:
        """The member written `word`; raises ``KeyError`` if there is none."""
        return cls.words()[word]


class Colour(Word):
    BLACK = 0
    WHITE = 1
    BROWN = 2
    GRAY = 3


class Site(Word):
    MARKET = 0
    PYRAMID = 1
    TEMPLE = 2
    BURIAL_CHAMBER = 3
    OBELISKS = 4


class Origin(Word):
    """Place of a stone before it went to a site or to the quarry."""

    QUARRY = 0
    SLED = 1
    SHIP = 2
    DOCK = 3


BUILDING_SITES: Final = (Site.PYRAMID, Site.TEMPLE, Site.BURIAL_CHAMBER, Site.OBELISKS)


class Side(Word):
    A = 0
    B = 1
    C = 2
    D = 3

    def __init__(self, _: int) -> None:
        self.word = self._name_  # the letter as printed


class Card(Word):
    ENTRANCE = 0
    SARCOPHAGUS = 1
    PAVED_PATH = 2
    PYRAMID_DECORATION = 3
    TEMPLE_DECORATION = 4
    BURIAL_CHAMBER_DECORATION = 5
    OBELISK_DECORATION = 6
    STATUE = 7
    LEVER = 8
    HAMMER = 9
    SAIL = 10
    CHISEL = 11
    CARGO_SLED = 12
    PRIVATE_STONE_QUARRY = 13
    STONE_ORNAMENT = 14
    RAFT = 15
    LOADING_PLANK = 16


class CardColour(Word):
    RED = 0
    GREEN = 1
    PURPLE = 2
    BLUE = 3
    WHITE = 4


class Profile(StrEnum):
    OFFICIAL = "official"
    YUCATA = "yucata"


class Module(Word):
    """Additions to the base game at set-up (R11, R12.4, P5)."""

    PRIVATE_SHIPS = 0
    STONEMASONS_WAGER = 1
    PHARAOHS_FAVORS = 2
    NEW_DYNASTY_CARDS = 3
    GOD_PROPHECIES = 4
    WRATH_OF_THE_PHARAOH = 5
    HIDDEN_MARKET_CARDS = 6
    UNLIMITED_STONES = 7


class Field(Word):
    """The two betting fields of a site on the Stonemason's Wager (R11.2)."""

    LEFT = 0
    RIGHT = 1


class Favor(Word):
    TWO_CARDS = 0
    PLACE_AND_FILL_SLED = 1
    PLACE_REORDER_SAIL = 2
    PLACE_TWO_AND_SAIL = 3
    PLACE_THREE = 4


PYRAMIDS: Final = ("left", "middle", "right")
"""The pyramids of side B (R6.2)."""


class Prophecy(Word):
    AMUN = 0
    RA = 1
    ISIS = 2
    ANUBIS = 3
    OSIRIS = 4
    THOTH = 5
    PTAH = 6


class Source(Word):
    """Sources of points; a tally is broken down by these."""

    PYRAMID = 0
    TEMPLE = 1
    BURIAL_CHAMBER = 2
    OBELISKS = 3
    PRIVATE_STONE_QUARRY = 4
    DECORATIONS = 5
    STATUES = 6
    STONE_ORNAMENT = 7
    UNUSED_BLUE_CARDS = 8
    PRIVATE_SHIP = 9
    STONEMASONS_WAGER = 10
    GOD_PROPHECIES = 11
    WRATH_OF_THE_PHARAOH = 12
