"""The words of the game as pages write them. No game text of the publisher: plain names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from engine.vocabulary import Card, Favor, Module, Prophecy, Site, Source

SITES: Final = {
    Site.MARKET: lazy("Market"),
    Site.PYRAMID: lazy("Pyramids"),
    Site.TEMPLE: lazy("Temple"),
    Site.BURIAL_CHAMBER: lazy("Burial chamber"),
    Site.OBELISKS: lazy("Obelisks"),
}

SOURCES: Final = {
    Source.PYRAMID: lazy("Pyramids"),
    Source.TEMPLE: lazy("Temple"),
    Source.BURIAL_CHAMBER: lazy("Burial chamber"),
    Source.OBELISKS: lazy("Obelisks"),
    Source.PRIVATE_STONE_QUARRY: lazy("Private quarry"),
    Source.DECORATIONS: lazy("Decorations"),
    Source.STATUES: lazy("Statues"),
    Source.STONE_ORNAMENT: lazy("Ornaments"),
    Source.UNUSED_BLUE_CARDS: lazy("Blue cards left"),
    Source.PRIVATE_SHIP: lazy("Private ship"),
    Source.STONEMASONS_WAGER: lazy("Wager"),
    Source.GOD_PROPHECIES: lazy("Prophecies"),
    Source.WRATH_OF_THE_PHARAOH: lazy("Wrath of the Pharaoh"),
}

MODULES: Final = {
    Module.PRIVATE_SHIPS: lazy("Private ships"),
    Module.STONEMASONS_WAGER: lazy("Stonemason’s wager"),
    Module.PHARAOHS_FAVORS: lazy("Pharaoh’s favours"),
    Module.NEW_DYNASTY_CARDS: lazy("New Dynasty cards"),
    Module.GOD_PROPHECIES: lazy("God prophecies"),
    Module.WRATH_OF_THE_PHARAOH: lazy("Wrath of the Pharaoh"),
    Module.HIDDEN_MARKET_CARDS: lazy("Hidden market cards"),
    Module.UNLIMITED_STONES: lazy("Unlimited stones"),
}

FAVORS: Final = {
    Favor.TWO_CARDS: (lazy("take"), lazy("two cards")),
    Favor.PLACE_AND_FILL_SLED: (lazy("place one,"), lazy("fill the sled")),
    Favor.PLACE_REORDER_SAIL: (lazy("place, re-"), lazy("order, sail")),
    Favor.PLACE_TWO_AND_SAIL: (lazy("place two"), lazy("and sail")),
    Favor.PLACE_THREE: (lazy("place"), lazy("three")),
}
"""What a favour does, in two short lines."""

PROPHECIES: Final = {
    Prophecy.AMUN: lazy("red cards"),
    Prophecy.RA: lazy("most at pyramids"),
    Prophecy.ISIS: lazy("most at temple"),
    Prophecy.ANUBIS: lazy("most in chamber"),
    Prophecy.OSIRIS: lazy("most at obelisks"),
    Prophecy.THOTH: lazy("statues"),
    Prophecy.PTAH: lazy("stones everywhere"),
}
"""What a prophecy is about, in a few letters."""


def card_name(card: Card | None) -> str:
    """A card as a sentence names it: ``paved path``; ``None`` is a card that nobody may know."""
    return _("a hidden card") if card is None else card.word.replace("_", " ")


def the_card(card: Card | None) -> str:
    """A card that somebody takes: ``the paved path``; ``a card`` where nobody may know it."""
    return _("a card") if card is None else _("the %s") % card_name(card)


def card_names(cards: Sequence[Card | None]) -> str:
    """Cards that somebody sees: by name, or their number where nobody may know them."""
    if not any(card is None for card in cards):
        return joined(map(card_name, cards))
    return _("a card") if len(cards) == 1 else _("%s cards") % len(cards)


def site_name(site: Site) -> str:
    """A site after ``to the``."""
    return str(SITES[site]).lower()


def joined(parts: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    words: Sequence[str] = list(parts)
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s") % {"most": ", ".join(words[:-1]), "last": words[-1]}
