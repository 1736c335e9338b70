"""Statue: points for all copies together."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_lazy, gettext_noop
from drawing.language.sentences import in_a_row
from engine.vocabulary import Source

if TYPE_CHECKING:
    from engine import Rules
    from engine.cards.statue import Statue


class StatueDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("statue")
    the_name = gettext_noop("the statue")
    picture = "M-4 -9a4 4 0 1 1 8 0a4 4 0 1 1 -8 0M-7 -4H7L5 6H-5zM-9 13V6H9V13z"
    sources: ClassVar = {Source.STATUES: gettext_lazy("Statues")}

    @staticmethod
    def sentence(rules: Rules, numbers: Statue) -> str:
        table = numbers.table
        words = {"points": in_a_row(table), "most": len(table), "more": numbers.further}
        return _(
            "At the end, all your statues together: %(points)s points for 1 to %(most)s statues, "
            "and %(more)s for each further statue.",
            **words,
        )
