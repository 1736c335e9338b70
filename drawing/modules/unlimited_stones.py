"""UnlimitedStones: what is seen of it."""

from __future__ import annotations

from drawing.language import gettext as _
from drawing.language import gettext_lazy
from drawing.modules.module import ModuleDrawing


class UnlimitedStonesDrawing(ModuleDrawing):
    """A title, and little else."""

    title = gettext_lazy("Unlimited stones")
    picture = "M-14 0C-14 -9 -5 -9 0 0S14 9 14 0 5 -9 0 0 -14 9 -14 0z"
    notice = True

    def sentence(self) -> str:
        return _("Two players: the quarries never run out.")
