"""The first words of entries as titles, and what the bank can name."""

from __future__ import annotations

from typing import Final

from drawing.cards import card_title
from drawing.language import gettext_noop
from drawing.language import gettext_uncached as _
from drawing.language.words import god_name
from engine.vocabulary import Card, Prophecy

VERBS: Final = {
    "take": gettext_noop("Take stones"),
    "load": gettext_noop("Load a stone"),
    "sail": gettext_noop("Sail a ship"),
    "pass": gettext_noop("Pass"),
    "play": gettext_noop("Play a card"),
    "card": gettext_noop("Take a card"),
    "keep": gettext_noop("Keep a card"),
    "pyramid": gettext_noop("Choose a pyramid"),
    "decline": gettext_noop("Do without it"),
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
    return _(VERBS[verb]) if verb in VERBS else verb


def named_title(word: str) -> str:
    """Name of an outcome, by its word in logs: a card, a god; a number as it is."""
    if word in Card.words():
        return card_title(Card.words()[word])
    if word in Prophecy.words():
        return god_name(Prophecy.words()[word])
    return word
