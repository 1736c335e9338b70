"""Sarcophagus: a stone to a site (R5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop

if TYPE_CHECKING:
    from engine import Rules


class SarcophagusDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("sarcophagus")
    the_name = gettext_noop("the sarcophagus")
    picture = "M-4 -14H4L8 -7 5 13H-5L-8 -7zM-4 -5H4M-3 2H3"

    @staticmethod
    def sentence(rules: Rules, numbers: object) -> str:
        return _("At once: one stone of your quarry goes to the burial chamber.")
