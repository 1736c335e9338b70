"""NewDynastyCards: what is seen of it."""

from __future__ import annotations

from typing import ClassVar

from drawing.language import gettext_lazy
from drawing.modules.module import ModuleDrawing
from engine.vocabulary import Source


class NewDynastyCards(ModuleDrawing):
    """A title, and little else."""

    title = gettext_lazy("New Dynasty cards")
    sources: ClassVar = {
        Source.PRIVATE_STONE_QUARRY: gettext_lazy("Private quarry"),
        Source.STONE_ORNAMENT: gettext_lazy("Ornaments"),
    }


DRAWING = NewDynastyCards
