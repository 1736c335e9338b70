"""Modules of the game (R11): a class a module, a file a module; here is their table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.modules.favors import PharaohsFavors
from engine.modules.hidden_market_cards import HiddenMarketCards
from engine.modules.module import ModuleRules
from engine.modules.new_dynasty_cards import NewDynastyCards
from engine.modules.private_ships import PrivateShips
from engine.modules.prophecies import GodProphecies
from engine.modules.unlimited_stones import UnlimitedStones
from engine.modules.wager import StonemasonsWager
from engine.modules.wrath import WrathOfThePharaoh
from engine.vocabulary import Module

MODULES: Final[Mapping[Module, type[ModuleRules[Any]]]] = {
    Module.PRIVATE_SHIPS: PrivateShips,
    Module.STONEMASONS_WAGER: StonemasonsWager,
    Module.PHARAOHS_FAVORS: PharaohsFavors,
    Module.NEW_DYNASTY_CARDS: NewDynastyCards,
    Module.GOD_PROPHECIES: GodProphecies,
    Module.WRATH_OF_THE_PHARAOH: WrathOfThePharaoh,
    Module.HIDDEN_MARKET_CARDS: HiddenMarketCards,
    Module.UNLIMITED_STONES: UnlimitedStones,
}
