"""Pyramid decoration: points for the stones at the pyramids (R5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.cards.decoration import DecorationDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop

if TYPE_CHECKING:
    from engine import Rules
    from engine.cards.pyramid_decoration import PyramidDecoration


class PyramidDecorationDrawing(DecorationDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("pyramid decoration")
    the_name = gettext_noop("the pyramid decoration")
    picture = "M0 -4 12 12H-12zM-6 4H6M0 -14V-8M-4 -12 4 -10M4 -12 -4 -10"

    @staticmethod
    def sentence(rules: Rules, numbers: PyramidDecoration) -> str:
        return _(
            "At the end: 1 point for every %(stones)s stones at the pyramids, "
            "counting those of all players.",
            stones=numbers.stones_per_point,
        )
