"""A card of the market as a word of an option."""

from __future__ import annotations

from drawing.cards import card_title
from drawing.language import gettext as _
from drawing.language.option_words import OptionWord
from engine import State
from engine.vocabulary import EMPTY, Site


def market_word(space: int, s: State) -> OptionWord:
    cards = [*s.sites[Site.MARKET].up, *[EMPTY] * space]
    card = cards[space - 1]

    def say() -> str:
        if card == EMPTY:
            return _("%(space)s: face-down cards", space=space)
        return _("%(space)s: %(card)s", space=space, card=card_title(card))

    return OptionWord(f"market{space}", say, ("market", space))
