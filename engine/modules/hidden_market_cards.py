"""Hidden market cards: players keep their cards to themselves (R12.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.modules.module import ModuleRules
from engine.state import Facts
from engine.vocabulary import Module, Profile

if TYPE_CHECKING:
    from engine.setup import Setup


class HiddenMarketCards(ModuleRules[Facts]):
    """Hidden market cards: only views of cards change."""

    module = Module.HIDDEN_MARKET_CARDS
    hides_cards = True

    @staticmethod
    def refused(setup: Setup) -> str:
        """A variant of the rulebook (P6)."""
        if setup.profile is Profile.YUCATA:
            return "the profile yucata does not have this variant"
        return ""
