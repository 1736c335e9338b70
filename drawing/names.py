"""The names of modules, and of what gives points."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from drawing.language import once_a_language
from drawing.modules import DRAWINGS
from drawing.modules import SOURCES as MODULE_SOURCES
from engine.vocabulary import Source

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
    **MODULE_SOURCES,
}


@once_a_language
def source_name(source: Source) -> str:
    """What gives points, in the language of the reader."""
    return str(SOURCES[source])


MODULES: Final = {module: drawing.title for module, drawing in DRAWINGS.items()}
