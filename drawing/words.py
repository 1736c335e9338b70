"""The words of the game as pages write them. No game text of the publisher: plain names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.vocabulary import Card, Favor, Module, Prophecy, Site, Source

SITES: Final = {
    Site.MARKET: gettext_lazy("Market"),
    Site.PYRAMID: gettext_lazy("Pyramids"),
    Site.TEMPLE: gettext_lazy("Temple"),
    Site.BURIAL_CHAMBER: gettext_lazy("Burial chamber"),
    Site.OBELISKS: gettext_lazy("Obelisks"),
}

SOURCES: Final = {
    Source.PYRAMID: gettext_lazy("Pyramids"),
    Source.TEMPLE: gettext_lazy("Temple"),
    Source.BURIAL_CHAMBER: gettext_lazy("Burial chamber"),
    Source.OBELISKS: gettext_lazy("Obelisks"),
    Source.PRIVATE_STONE_QUARRY: gettext_lazy("Private quarry"),
    Source.DECORATIONS: gettext_lazy("Decorations"),
    Source.STATUES: gettext_lazy("Statues"),
    Source.STONE_ORNAMENT: gettext_lazy("Ornaments"),
    Source.UNUSED_BLUE_CARDS: gettext_lazy("Blue cards left"),
    Source.PRIVATE_SHIP: gettext_lazy("Private ship"),
    Source.STONEMASONS_WAGER: gettext_lazy("Wager"),
    Source.GOD_PROPHECIES: gettext_lazy("Prophecies"),
    Source.WRATH_OF_THE_PHARAOH: gettext_lazy("Wrath of the Pharaoh"),
}

MODULES: Final = {
    Module.PRIVATE_SHIPS: gettext_lazy("Private ships"),
    Module.STONEMASONS_WAGER: gettext_lazy("Stonemason’s wager"),
    Module.PHARAOHS_FAVORS: gettext_lazy("Pharaoh’s favours"),
    Module.NEW_DYNASTY_CARDS: gettext_lazy("New Dynasty cards"),
    Module.GOD_PROPHECIES: gettext_lazy("God prophecies"),
    Module.WRATH_OF_THE_PHARAOH: gettext_lazy("Wrath of the Pharaoh"),
    Module.HIDDEN_MARKET_CARDS: gettext_lazy("Hidden market cards"),
    Module.UNLIMITED_STONES: gettext_lazy("Unlimited stones"),
}

FAVORS: Final = {
    Favor.TWO_CARDS: (gettext_lazy("take"), gettext_lazy("two cards")),
    Favor.PLACE_AND_FILL_SLED: (gettext_lazy("place one,"), gettext_lazy("fill the sled")),
    Favor.PLACE_REORDER_SAIL: (gettext_lazy("place, re-"), gettext_lazy("order, sail")),
    Favor.PLACE_TWO_AND_SAIL: (gettext_lazy("place two"), gettext_lazy("and sail")),
    Favor.PLACE_THREE: (gettext_lazy("place"), gettext_lazy("three")),
}
"""What a favour does, in two short lines."""

PROPHECIES: Final = {
    Prophecy.AMUN: gettext_lazy("red cards"),
    Prophecy.RA: gettext_lazy("most at pyramids"),
    Prophecy.ISIS: gettext_lazy("most at temple"),
    Prophecy.ANUBIS: gettext_lazy("most in chamber"),
    Prophecy.OSIRIS: gettext_lazy("most at obelisks"),
    Prophecy.THOTH: gettext_lazy("statues"),
    Prophecy.PTAH: gettext_lazy("stones everywhere"),
}
"""What a prophecy is about, in a few letters."""

PYRAMIDS: Final = {
    "left": gettext_lazy("left"),
    "middle": gettext_lazy("middle"),
    "right": gettext_lazy("right"),
}
"""The pyramids of side B."""


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
