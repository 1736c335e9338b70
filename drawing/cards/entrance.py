"""Entrance: a stone to a site (R5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop

if TYPE_CHECKING:
    from engine import Rules


class EntranceDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("entrance")
    the_name = gettext_noop("the entrance")
    picture = "M0 -14 16 12H-16zM-4 12V3H4V12"

    @staticmethod
    def sentence(rules: Rules, numbers: object) -> str:
        return _("At once: one stone of your quarry goes to the pyramids.")
