"""Temple decoration: points for the stones at the temple (R5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.cards.decoration import DecorationDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop

if TYPE_CHECKING:
    from engine import Rules
    from engine.cards.temple_decoration import TempleDecoration


class TempleDecorationDrawing(DecorationDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("temple decoration")
    the_name = gettext_noop("the temple decoration")
    picture = "M-13 -2 0 -8 13 -2zM-10 -2V10M-3 -2V10M4 -2V10M10 -2V10M-13 12H13M0 -16V-11M-3 -14H3"

    @staticmethod
    def sentence(rules: Rules, numbers: TempleDecoration) -> str:
        return _(
            "At the end: 1 point for every %(stones)s stones at the temple, "
            "counting those of all players.",
            stones=numbers.stones_per_point,
        )
