"""The modules on the table: a file each, named like the module; what is not there is quiet."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from drawing.modules.module import ModuleDrawing
from engine.vocabulary import Module

if TYPE_CHECKING:
    from engine import Rules


def _drawing(module: Module) -> type[ModuleDrawing]:
    name = f"{__name__}.{module.word}"
    if find_spec(name) is None:
        title = module.word.capitalize().replace("_", " ")
        return type("Quiet", (ModuleDrawing,), {"title": title, "notice": True})
    found: type[ModuleDrawing] = import_module(name).DRAWING
    return found


DRAWINGS: Final = {module: _drawing(module) for module in Module}
"""How each module is shown: ``DRAWING`` of the file that has its name."""

SOURCES: Final = {word: name for one in DRAWINGS.values() for word, name in one.sources.items()}
ONLY_WITH: Final = {source: one for one, drawing in DRAWINGS.items() for source in drawing.sources}
"""The module without which a source gives no points."""
LEADS: Final = {kind: lead for one in DRAWINGS.values() for kind, lead in one.leads.items()}
COVERED: Final = {kind: events for one in DRAWINGS.values() for kind, events in one.covers.items()}
OWN_STONE: Final = frozenset(kind for one in DRAWINGS.values() for kind in one.own_stone)
EVENTS: Final = {kind: words for one in DRAWINGS.values() for kind, words in one.events.items()}
OPTIONS: Final = {kind: words for one in DRAWINGS.values() for kind, words in one.options.items()}
PLACES: Final = {kind: place for one in DRAWINGS.values() for kind, place in one.places.items()}


def in_play(rules: Rules) -> list[ModuleDrawing]:
    """The drawings of the modules in play."""
    return [DRAWINGS[module](module, rules) for module in sorted(rules.setup.modules)]
