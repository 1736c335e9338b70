"""Wrath of the Pharaoh: a line beside the piles."""

from __future__ import annotations

from typing import ClassVar

from drawing.language import gettext as _
from drawing.language import gettext_lazy
from drawing.language.words import with_value
from drawing.modules.module import ModuleDrawing
from drawing.svg import signed_points
from engine.vocabulary import Source


class WrathOfThePharaohDrawing(ModuleDrawing):
    """The penalty."""

    title = gettext_lazy("Wrath of the Pharaoh")
    picture = "M4 -15 -8 2H0L-4 15 9 -4H1z"
    sources: ClassVar = {Source.WRATH_OF_THE_PHARAOH: gettext_lazy("Wrath of the Pharaoh")}
    notice = True

    def sentence(self) -> str:
        return _(
            "At the end: %(points)s points for a player who has no stone at one or more of the "
            "building sites.",
            points=signed_points(self.numbers.points),
        )

    def line(self) -> tuple[str, str]:
        meaning = _("Points for a player without a stone at one or more of the four building sites")
        return with_value(str(self.title), signed_points(self.numbers.points)), meaning
