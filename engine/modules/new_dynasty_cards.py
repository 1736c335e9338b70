"""The market cards of A New Dynasty, shuffled into the deck (R4.3, R5)."""

from __future__ import annotations

from engine.modules.module import ModuleRules
from engine.state import Facts
from engine.vocabulary import Module


class NewDynastyCards(ModuleRules[Facts]):
    """More cards; what they do stands in ``engine.cards``."""

    module = Module.NEW_DYNASTY_CARDS
    new_dynasty = True
    deck = "new_dynasty"
