"""The names of modules, of what gives points, and of players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from drawing.cards import SOURCES as CARD_SOURCES
from drawing.cards import card_title
from drawing.language import gettext as _
from drawing.language import gettext_lazy, gettext_noop, gettext_uncached, once_a_language
from drawing.language.words import colour_name, colour_title, god_name
from drawing.modules import DRAWINGS
from drawing.modules import SOURCES as MODULE_SOURCES
from engine import Setup
from engine.vocabulary import Card, Prophecy, Source

SOURCES: Final = {
    Source.PYRAMID: gettext_lazy("Pyramids"),
    Source.TEMPLE: gettext_lazy("Temple"),
    Source.BURIAL_CHAMBER: gettext_lazy("Burial chamber"),
    Source.OBELISKS: gettext_lazy("Obelisks"),
    **CARD_SOURCES,
    Source.UNUSED_BLUE_CARDS: gettext_lazy("Blue cards left"),
    **MODULE_SOURCES,
}


@once_a_language
def source_name(source: Source) -> str:
    """Name of a source of points, in the reader's language."""
    return str(SOURCES[source])


MODULES: Final = {module: drawing.title for module, drawing in DRAWINGS.items()}
MODULE_PICTURES: Final = {module: drawing.picture for module, drawing in DRAWINGS.items()}
"""Lines of 30 x 30 around the centre."""

# --- players --------------------------------------------------------------------

COMPUTER: Final = "computer-"
"""How the handles of computer players begin, and no others; then comes the level."""

COMPUTERS: Final = {
    "random": gettext_lazy("Computer (very easy)"),
    "greedy": gettext_lazy("Computer (easy)"),
    "search-1": gettext_lazy("Computer (medium)"),
    "search-2": gettext_lazy("Computer (hard)"),
    "search-3": gettext_lazy("Computer (very hard)"),
}
"""Names of computer players, by level."""

DIFFICULTIES: Final = {
    "random": gettext_lazy("Very easy"),
    "greedy": gettext_lazy("Easy"),
    "search-1": gettext_lazy("Medium"),
    "search-2": gettext_lazy("Hard"),
    "search-3": gettext_lazy("Very hard"),
}
"""How strong computer players are, by level, where it is said that they are computers."""

_HANDLE: Final = re.compile(rf"@{COMPUTER}({'|'.join(COMPUTERS)})(?:-\d+)?")


def computer_name(level: str) -> str:
    """``greedy`` as “Computer (easy)”; an unknown level as it is."""
    return str(COMPUTERS.get(level, level))


def computer_level(name: str) -> str:
    """The level of the computer player that logs name so: of ``@computer-greedy`` or
    ``@computer-greedy-2`` it is ``greedy``; empty for everybody else."""
    match = _HANDLE.fullmatch(name)
    return match[1] if match else ""


def seated(names: Sequence[str], setup: Setup) -> list[str]:
    """Names of the seats: a name in the log, else its colour; a computer player by its
    level, and by its colour too if there are two of that level."""
    levels = [computer_level(name) for name in names]
    often = Counter(levels)
    names_of_seats = []
    for name, colour, level in zip(names, setup.seats, levels, strict=True):
        if level and often[level] > 1:
            words = {"name": computer_name(level), "colour": colour_name(colour)}
            names_of_seats.append(_("%(name)s, %(colour)s", **words))
        else:
            names_of_seats.append(computer_name(level) if level else name or colour_title(colour))
    return names_of_seats


VERBS: Final = {
    "take": gettext_noop("Take stones"),
    "load": gettext_noop("Load a stone"),
    "sail": gettext_noop("Sail a ship"),
    "pass": gettext_noop("Pass"),
    "play": gettext_noop("Play a card"),
    "card": gettext_noop("Take a card"),
    "keep": gettext_noop("Keep a card"),
    "pyramid": gettext_noop("Choose a pyramid"),
    "decline": gettext_noop("Skip it"),
    "points": gettext_noop("Take the points"),
    "stones": gettext_noop("Take the stones"),
    "space": gettext_noop("Choose a space"),
    "tile": gettext_noop("Choose a tile"),
    "build": gettext_noop("Build"),
    "obelisk": gettext_noop("Choose an obelisk"),
    "private_ship": gettext_noop("Sail the private ship"),
    "wager": gettext_noop("Bet a stone"),
    "favor": gettext_noop("Use a favour of the Pharaoh"),
    "prophecy": gettext_noop("Lay a scarab"),
}
"""Names of players' actions, by the first word of the entry."""


def verb_title(verb: str) -> str:
    """``load`` as “Load a stone”; an unknown verb as it is."""
    return gettext_uncached(VERBS[verb]) if verb in VERBS else verb


def named_title(word: str) -> str:
    """Name of an outcome, by its word in logs: a card, a god; a number as it is."""
    if word in Card.words():
        return card_title(Card.words()[word])
    if word in Prophecy.words():
        return god_name(Prophecy.words()[word])
    return word
