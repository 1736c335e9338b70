"""HiddenMarketCards: what is seen of it."""

from __future__ import annotations

from drawing.language import gettext_lazy
from drawing.modules.module import ModuleDrawing


class HiddenMarketCards(ModuleDrawing):
    """A title, and little else."""

    title = gettext_lazy("Hidden market cards")
    notice = True


DRAWING = HiddenMarketCards
