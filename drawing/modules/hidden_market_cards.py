"""HiddenMarketCards: what is seen of it."""

from __future__ import annotations

from drawing.language import gettext_lazy
from drawing.modules.module import ModuleDrawing


class HiddenMarketCards(ModuleDrawing):
    """A title, and little else."""

    title = gettext_lazy("Hidden market cards")
    picture = "M-10 -13H10V13H-10zM-3 -3q0 -4 3.5 -4t3.5 3.5q0 3 -3.5 4.5V3M.5 7V8"
    notice = True


DRAWING = HiddenMarketCards
