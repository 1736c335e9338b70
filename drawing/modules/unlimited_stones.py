"""UnlimitedStones: what is seen of it."""

from __future__ import annotations

from drawing.language import gettext_lazy
from drawing.modules.module import ModuleDrawing


class UnlimitedStones(ModuleDrawing):
    """A title, and little else."""

    title = gettext_lazy("Unlimited stones")
    notice = True


DRAWING = UnlimitedStones
