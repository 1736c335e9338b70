"""The words of the game as pages write them. No game text of the publisher: plain names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext_lazy

from drawing.language import gettext as _
from drawing.language import once_a_language
from engine.vocabulary import Card, Site

SITES: Final = {
    Site.MARKET: gettext_lazy("Market"),
    Site.PYRAMID: gettext_lazy("Pyramids"),
    Site.TEMPLE: gettext_lazy("Temple"),
    Site.BURIAL_CHAMBER: gettext_lazy("Burial chamber"),
    Site.OBELISKS: gettext_lazy("Obelisks"),
}

PYRAMIDS: Final = {
    "left": gettext_lazy("left"),
    "middle": gettext_lazy("middle"),
    "right": gettext_lazy("right"),
}
"""The pyramids of side B."""


def card_name(card: Card | None) -> str:
    """A card as a sentence names it: ``paved path``; ``None`` is a hidden card."""
    return _("a hidden card") if card is None else card.word.replace("_", " ")


def the_card(card: Card | None) -> str:
    """A card that a player takes: ``the paved path``; ``a card`` where it is hidden."""
    return _("a card") if card is None else _("the %s") % card_name(card)


def card_names(cards: Sequence[Card | None]) -> str:
    """Cards that a player sees: by name, or their number where they are hidden."""
    if not any(card is None for card in cards):
        return joined(map(card_name, cards))
    return _("a card") if len(cards) == 1 else _("%s cards") % len(cards)


@once_a_language
def site_name(site: Site) -> str:
    """A site after ``to the``."""
    return str(SITES[site]).lower()


def joined(parts: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    words: Sequence[str] = list(parts)
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s") % {"most": ", ".join(words[:-1]), "last": words[-1]}
