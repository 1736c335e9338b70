"""Stone ornament: points for the stones on the sled (R5.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_lazy, gettext_noop
from engine.cards.stone_ornament import StoneOrnament
from engine.vocabulary import Source

if TYPE_CHECKING:
    from engine import Rules


class StoneOrnamentDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("stone ornament")
    the_name = gettext_noop("the stone ornament")
    picture = "M-9 -9H9V9H-9zM0 -6 5 0 0 6 -5 0zM-13 13H13"
    sources: ClassVar = {Source.STONE_ORNAMENT: gettext_lazy("Ornaments")}

    @staticmethod
    def band(numbers: object) -> str:
        assert isinstance(numbers, StoneOrnament)
        return _("%(points)s each", points=numbers.points_per_stone)

    @staticmethod
    def sentence(rules: Rules, numbers: StoneOrnament) -> str:
        return _(
            "At the end: %(points)s point for every stone on your sled.",
            points=numbers.points_per_stone,
        )
