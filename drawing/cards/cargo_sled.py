"""Cargo sled: more spaces on the sled (R5.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop

if TYPE_CHECKING:
    from engine import Rules
    from engine.cards.cargo_sled import CargoSled


class CargoSledDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("cargo sled")
    the_name = gettext_noop("the cargo sled")
    picture = "M-12 2H8V-8H-2V2M-12 -8H-4V2M-14 8H10q6 0 6 -6M-8 2V8M6 2V8"

    @staticmethod
    def sentence(rules: Rules, numbers: CargoSled) -> str:
        return _("From now on your sled has %(spaces)s more spaces.", spaces=numbers.spaces)
