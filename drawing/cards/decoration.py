"""Decorations: what their drawings share (R5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_lazy
from engine.cards.decoration import Decoration
from engine.vocabulary import Source

if TYPE_CHECKING:
    from engine import Rules


class DecorationDrawing(CardDrawing):
    """Points for the stones at a site."""

    sources: ClassVar = {Source.DECORATIONS: gettext_lazy("Decorations")}
    shared_reason = "decorations"

    @staticmethod
    def band(numbers: object) -> str:
        assert isinstance(numbers, Decoration)
        return _("1 per %(stones)s", stones=numbers.stones_per_point)

    @classmethod
    def reason(cls, rules: Rules, numbers: object) -> str:
        assert isinstance(numbers, Decoration)
        words = {"stones": numbers.stones_per_point}
        return _("A decoration gives 1 point for every %(stones)s stones at its site.", **words)
