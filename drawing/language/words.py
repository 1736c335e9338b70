"""The words of the game as pages write them. No game text of the publisher: plain names.

A sentence takes phrases such as ``to the temple`` or ``ship 2`` as they are, so
that other languages can inflect them. A ship, a space or a card in a sentence is always its
object: there is one form of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from drawing.language import gettext as _
from drawing.language import gettext_lazy, gettext_noop, ngettext, once_a_language
from drawing.svg import signed_points
from engine.vocabulary import Colour, Favor, Prophecy, Site

SITES: Final = {
    Site.MARKET: gettext_lazy("Market"),
    Site.PYRAMID: gettext_lazy("Pyramids"),
    Site.TEMPLE: gettext_lazy("Temple"),
    Site.BURIAL_CHAMBER: gettext_lazy("Burial chamber"),
    Site.OBELISKS: gettext_lazy("Obelisks"),
}
"""Titles."""

TO_SITES: Final = {
    Site.MARKET: gettext_noop("to the market"),
    Site.PYRAMID: gettext_noop("to the pyramids"),
    Site.TEMPLE: gettext_noop("to the temple"),
    Site.BURIAL_CHAMBER: gettext_noop("to the burial chamber"),
    Site.OBELISKS: gettext_noop("to the obelisks"),
}
"""Destinations of a ship."""

AT_SITES: Final = {
    Site.MARKET: gettext_noop("at the market"),
    Site.PYRAMID: gettext_noop("at the pyramids"),
    Site.TEMPLE: gettext_noop("at the temple"),
    Site.BURIAL_CHAMBER: gettext_noop("at the burial chamber"),
    Site.OBELISKS: gettext_noop("at the obelisks"),
}
"""Places at the sites."""

COLOURS: Final = {
    Colour.BLACK: (gettext_noop("black"), gettext_noop("Black")),
    Colour.WHITE: (gettext_noop("white"), gettext_noop("White")),
    Colour.BROWN: (gettext_noop("brown"), gettext_noop("Brown")),
    Colour.GRAY: (gettext_noop("gray"), gettext_noop("Gray")),
}
"""A stone, and its player at the beginning of a sentence."""

PYRAMIDS: Final = {
    "left": gettext_lazy("left"),
    "middle": gettext_lazy("middle"),
    "right": gettext_lazy("right"),
}
"""The pyramids of side B, as titles."""

THE_PYRAMIDS: Final = {
    "left": gettext_noop("the left pyramid"),
    "middle": gettext_noop("the middle pyramid"),
    "right": gettext_noop("the right pyramid"),
}
"""The same in a sentence."""

GODS: Final = {
    Prophecy.AMUN: gettext_noop("Amun"),
    Prophecy.RA: gettext_noop("Ra"),
    Prophecy.ISIS: gettext_noop("Isis"),
    Prophecy.ANUBIS: gettext_noop("Anubis"),
    Prophecy.OSIRIS: gettext_noop("Osiris"),
    Prophecy.THOTH: gettext_noop("Thoth"),
    Prophecy.PTAH: gettext_noop("Ptah"),
}
"""Prophecies by their gods."""

FAVOURS: Final = {
    Favor.TWO_CARDS: gettext_noop("Two cards"),
    Favor.PLACE_AND_FILL_SLED: gettext_noop("Place and fill sled"),
    Favor.PLACE_REORDER_SAIL: gettext_noop("Place, reorder, sail"),
    Favor.PLACE_TWO_AND_SAIL: gettext_noop("Place two and sail"),
    Favor.PLACE_THREE: gettext_noop("Place three"),
}
"""Favours of the Pharaoh, as titles."""

SHORT_SPACES: Final = {
    1: (gettext_noop("Ship %(berth)s"),),
    2: (gettext_noop("Ship %(berth)s, front"), gettext_noop("Ship %(berth)s, back")),
    3: (
        gettext_noop("Ship %(berth)s, front"),
        gettext_noop("Ship %(berth)s, middle"),
        gettext_noop("Ship %(berth)s, back"),
    ),
    4: (
        gettext_noop("Ship %(berth)s, front"),
        gettext_noop("Ship %(berth)s, second"),
        gettext_noop("Ship %(berth)s, third"),
        gettext_noop("Ship %(berth)s, back"),
    ),
}
"""Spaces of ships on buttons, by the number of spaces, from the front."""


def god_name(god: Prophecy) -> str:
    """A prophecy: ``Osiris``."""
    return _(GODS[god])


def favour_title(favor: Favor) -> str:
    """A favour as a title: ``Two cards``."""
    return _(FAVOURS[favor])


@once_a_language
def ship_phrase(berth: int) -> str:
    """``ship 2``."""
    return _("ship %(berth)s", berth=berth)


@once_a_language
def space_phrase(berth: int, space: int) -> str:
    """``ship 2, space 3``; `space` counts from the front, from 1."""
    return _("ship %(berth)s, space %(space)s", berth=berth, space=space)


@once_a_language
def space_label(size: int, berth: int, space: int) -> str:
    """``Ship 2, second``: a space on a button."""
    return _(SHORT_SPACES[size][space - 1], berth=berth)


@once_a_language
def ship_label(berth: int) -> str:
    """``Ship 2``: a ship on a button."""
    return _("Ship %(berth)s", berth=berth)


def colour_name(colour: Colour) -> str:
    """A stone: ``white``."""
    return _(COLOURS[colour][0])


def colour_called(word: str) -> str:
    """A colour by its word in logs: ``white``; an unknown word as it is."""
    colour = Colour.words().get(word)
    return word if colour is None else colour_name(colour)


def colour_title(colour: Colour) -> str:
    """The player of a colour at the beginning of a sentence: ``White``."""
    return _(COLOURS[colour][1])


def to_the_site(site: Site) -> str:
    """``to the temple``."""
    return _(TO_SITES[site])


def at_the_site(site: Site) -> str:
    """``at the temple``."""
    return _(AT_SITES[site])


@once_a_language
def points_gained(points: int) -> str:
    """``+3 points``, and a minus where points are lost."""
    words = {"points": f"+{points}" if points > 0 else signed_points(points)}
    return ngettext("%(points)s point", "%(points)s points", abs(points), **words)


@once_a_language
def points_of(points: int) -> str:
    """``37 points``."""
    return ngettext(
        "%(points)s point", "%(points)s points", abs(points), points=signed_points(points)
    )


@once_a_language
def stones_on_sled(stones: int) -> str:
    """``4 stones on the sled``, which decide between players with the same points."""
    return ngettext(
        "%(stones)s stone on the sled", "%(stones)s stones on the sled", stones, stones=stones
    )


def the_pyramid(name: str) -> str:
    """``the left pyramid``."""
    return _(THE_PYRAMIDS[name])


def joined_words(parts: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    words: Sequence[str] = list(parts)
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s", most=", ".join(words[:-1]), last=words[-1])


@once_a_language
def with_value(name: str, value: str) -> str:
    """``Market: 3 points``: languages differ in the blanks before a colon."""
    return _("%(what)s: %(value)s", what=name, value=value)
