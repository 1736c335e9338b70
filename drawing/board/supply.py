"""The piles of cards, beside the name of the market."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from drawing.cards.faces import SMALL_WIDTH
from drawing.language import gettext as _
from drawing.svg import group, hint, path, use
from drawing.svg.pieces import GROUND, OVER, BlockPart, PlacedSymbol
from engine.shown import View
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules


FIRST: Final = 92
"""The x of the first card of the discard pile."""

READABLE: Final = 16
"""Cards that lie closer together have no numbers on them."""


class Piles:
    """The draw pile, and what can be read on the discard pile."""

    name = "piles"
    width = 246
    height = 32
    depths = 0

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.title = self.label = _("Cards")
        self.parts = (BlockPart(self.facts, self.pieces),)

    def backdrop(self) -> str:
        return group(hint(_("draw pile")) + use("dx", 15, 17) + use("dx", 17, 15)) + group(
            hint(_("discard pile")) + path(f"M{FIRST - 26} 16h8m-4 -4l4 4l-4 4", "arrow")
        )

    def facts(self, view: View) -> object:
        """Parts of `view` that the pieces depend on."""
        return view["pile"]

    def pieces(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        """The cards of one kind lie on each other, with their number where there is room for it."""
        pile = view["pile"]
        yield "draw", PlacedSymbol(OVER, ".pile", 33, 22, str(pile["draw"]))
        lying = [(f"d{Card.read(word).value}", number) for word, number in pile["discard"].items()]
        if pile["unseen"]:
            lying.append(("dx", pile["unseen"]))
        room = self.width - FIRST - SMALL_WIDTH / 2 - 6
        step = min(SMALL_WIDTH + 4, room / max(1, len(lying) - 1))
        for index, (symbol, number) in enumerate(lying):
            x = FIRST + step * index
            yield f"discard.{symbol}", PlacedSymbol(GROUND, symbol, x, 16)
            if number > 1 and step >= READABLE:
                yield f"discard.{symbol}n", PlacedSymbol(OVER, ".times", x + 4, 26, str(number))
