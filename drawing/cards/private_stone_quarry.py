"""Private quarry: a point, and stones onto the sled (R5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext_lazy, gettext_noop, ngettext
from engine.vocabulary import Source

if TYPE_CHECKING:
    from engine import Rules
    from engine.cards.private_stone_quarry import PrivateStoneQuarry


class PrivateStoneQuarryDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("private quarry")
    the_name = gettext_noop("the private quarry")
    picture = "M-14 12V4H-5V-4H4V-12H14V12zM-5 4V12M4 -4V12M-5 4H14M4 -4H14"
    sources: ClassVar = {Source.PRIVATE_STONE_QUARRY: gettext_lazy("Private quarry")}

    @staticmethod
    def sentence(rules: Rules, numbers: PrivateStoneQuarry) -> str:
        return ngettext(
            "At once: %(points)s point, and up to %(stones)s stones onto your sled.",
            "At once: %(points)s points, and up to %(stones)s stones onto your sled.",
            numbers.scored,
            points=numbers.scored,
            stones=numbers.stones,
        )
