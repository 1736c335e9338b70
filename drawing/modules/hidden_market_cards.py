"""HiddenMarketCards: what is seen of it."""

from __future__ import annotations

from drawing.language import gettext as _
from drawing.language import gettext_lazy
from drawing.modules.module import ModuleDrawing


class HiddenMarketCardsDrawing(ModuleDrawing):
    """A title, and little else."""

    title = gettext_lazy("Hidden market cards")
    picture = "M-10 -13H10V13H-10zM-3 -3q0 -4 3.5 -4t3.5 3.5q0 3 -3.5 4.5V3M.5 7V8"
    notice = True

    def sentence(self) -> str:
        return _("Cards that you take stay your secret until you play them or the game ends.")

    def line(self) -> tuple[str, str]:
        return str(self.title), self.sentence()
