"""Burial chamber decoration: points for the stones in the burial chamber (R5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.cards.decoration import DecorationDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop

if TYPE_CHECKING:
    from engine import Rules
    from engine.cards.burial_chamber_decoration import BurialChamberDecoration


class BurialChamberDecorationDrawing(DecorationDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("burial chamber decoration")
    the_name = gettext_noop("the burial chamber decoration")
    picture = "M-13 -4H13V12H-13zM-4 -4V12M4 -4V12M-13 4H13M0 -14V-8M-3 -11H3"

    @staticmethod
    def sentence(rules: Rules, numbers: BurialChamberDecoration) -> str:
        return _(
            "At the end: 1 point for every %(stones)s stones in the burial chamber, "
            "counting those of all players.",
            stones=numbers.stones_per_point,
        )
