"""NewDynastyCards: what is seen of it."""

from __future__ import annotations

from drawing.language import gettext as _
from drawing.language import gettext_lazy
from drawing.modules.module import ModuleDrawing


class NewDynastyCardsDrawing(ModuleDrawing):
    """A title, and little else."""

    title = gettext_lazy("New Dynasty cards")
    picture = "M-11 -10 1 -13 7 10 -5 13zM4 -12 13 -8 8 8M-4 -3 1 -4M-3 2 2 1"

    def sentence(self) -> str:
        return _(
            "New cards join the deck: cargo sleds, rafts, planks, ornaments, private quarries."
        )
