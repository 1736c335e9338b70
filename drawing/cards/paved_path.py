"""Paved Path: a stone to a site (R5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop

if TYPE_CHECKING:
    from engine import Rules


class PavedPathDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("paved path")
    the_name = gettext_noop("the paved path")
    picture = "M-2 -14 2 -14 4 2H-4zM-14 12 -6 4M14 12 6 4M-8 12 -3 5M8 12 3 5M0 12V6"

    @staticmethod
    def sentence(rules: Rules, numbers: object) -> str:
        return _("At once: one stone of your quarry goes to the obelisks.")
