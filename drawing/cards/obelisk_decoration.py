"""Obelisk decoration: points for the stones at the obelisks (R5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.cards.decoration import DecorationDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop

if TYPE_CHECKING:
    from engine import Rules
    from engine.cards.obelisk_decoration import ObeliskDecoration


class ObeliskDecorationDrawing(DecorationDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("obelisk decoration")
    the_name = gettext_noop("the obelisk decoration")
    picture = "M0 -9 3 -4 4 12H-4L-3 -4zM-9 12H9M9 -12V-6M6 -9H12"

    @staticmethod
    def sentence(rules: Rules, numbers: ObeliskDecoration) -> str:
        return _(
            "At the end: 1 point for every %(stones)s stones at the obelisks, "
            "counting those of all players.",
            stones=numbers.stones_per_point,
        )
