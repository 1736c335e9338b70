"""The modules on the table: a class a module, a file a module; here is their table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from drawing.modules.god_prophecies import GodPropheciesDrawing
from drawing.modules.hidden_market_cards import HiddenMarketCardsDrawing
from drawing.modules.module import Detail, ModuleDrawing
from drawing.modules.new_dynasty_cards import NewDynastyCardsDrawing
from drawing.modules.pharaohs_favors import PharaohsFavorsDrawing
from drawing.modules.private_ships import PrivateShipsDrawing
from drawing.modules.stonemasons_wager import StonemasonsWagerDrawing
from drawing.modules.unlimited_stones import UnlimitedStonesDrawing
from drawing.modules.wrath_of_the_pharaoh import WrathOfThePharaohDrawing
from engine.vocabulary import Module

if TYPE_CHECKING:
    from engine import Rules


DRAWINGS: Final[Mapping[Module, type[ModuleDrawing]]] = {
    Module.PRIVATE_SHIPS: PrivateShipsDrawing,
    Module.STONEMASONS_WAGER: StonemasonsWagerDrawing,
    Module.PHARAOHS_FAVORS: PharaohsFavorsDrawing,
    Module.NEW_DYNASTY_CARDS: NewDynastyCardsDrawing,
    Module.GOD_PROPHECIES: GodPropheciesDrawing,
    Module.WRATH_OF_THE_PHARAOH: WrathOfThePharaohDrawing,
    Module.HIDDEN_MARKET_CARDS: HiddenMarketCardsDrawing,
    Module.UNLIMITED_STONES: UnlimitedStonesDrawing,
}

if set(DRAWINGS) != set(Module):
    raise ImportError(f"modules without a drawing: {set(Module) - set(DRAWINGS)}")

SOURCES: Final = {
    word: name for drawing in DRAWINGS.values() for word, name in drawing.sources.items()
}
ONLY_WITH: Final = {
    source: module for module, drawing in DRAWINGS.items() for source in drawing.sources
}
"""The module without which a source gives no points."""
LEADS: Final = {kind: lead for drawing in DRAWINGS.values() for kind, lead in drawing.leads.items()}
COVERED: Final = {
    kind: events for drawing in DRAWINGS.values() for kind, events in drawing.covers.items()
}
MODULE_PLACEMENTS: Final = frozenset(
    kind for drawing in DRAWINGS.values() for kind in drawing.placements
)
EVENTS: Final = {
    kind: words for drawing in DRAWINGS.values() for kind, words in drawing.events.items()
}
OPTIONS: Final = {
    kind: words for drawing in DRAWINGS.values() for kind, words in drawing.options.items()
}
REASONS: Final = {
    kind: key for drawing in DRAWINGS.values() for kind, key in drawing.reasons.items()
}
QUESTIONS: Final[Mapping[str, object]] = {
    verb: question for drawing in DRAWINGS.values() for verb, question in drawing.questions.items()
}
PLACES: Final = {
    kind: place for drawing in DRAWINGS.values() for kind, place in drawing.places.items()
}


def in_play(rules: Rules) -> list[ModuleDrawing]:
    """The drawings of the modules in play."""
    return [DRAWINGS[module](module, rules) for module in sorted(rules.setup.modules)]


def detail_of(rules: Rules, reason: str) -> Detail:
    """The part of a module whose key is `reason`; raises ``KeyError`` if there is none."""
    for module, drawing in DRAWINGS.items():
        for detail in drawing(module, rules).details():
            if detail.reason == reason:
                return detail
    raise KeyError(reason)


def module_effect(rules: Rules, module: Module) -> str:
    """Effect of the module, in a sentence."""
    return DRAWINGS[module](module, rules).sentence()


def module_details(rules: Rules, module: Module) -> list[Detail]:
    """The parts of the module that have a sentence of their own."""
    return list(DRAWINGS[module](module, rules).details())
