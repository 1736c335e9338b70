"""What lies beside the boards: the piles; modules add blocks of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from drawing.language import gettext as _
from drawing.modules import DRAWINGS, in_play
from drawing.pieces import GROUND, OVER, Part, Piece
from drawing.svg import group, hint, rect, text, use
from engine.shown import View
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules


UNSEEN: Final = tuple(module for module, drawing in DRAWINGS.items() if drawing.notice)


class Piles:
    """The draw pile, and what can be read on the discard pile."""

    name = "piles"
    width = 360
    height = 104
    depths = 1

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.title = self.label = _("Cards")
        self.parts = (Part(self.facts, self.pieces),)

    def backdrop(self) -> str:
        return "".join(
            [
                rect(0.5, 0.5, 359, 103, "block", 10),
                text(12, 21, self.title, "title"),
                text(34, 92, _("draw pile"), "small"),
                group(hint(_("draw pile")) + use("dx", 32, 58) + use("dx", 34, 56)),
                text(76, 21, _("discard pile"), "small-left"),
                rect(72, 30, 278, 66, "slot", 5),
                *self._also(),
            ]
        )

    def _also(self) -> Iterator[str]:
        """The modules that nothing else on the table shows, a line each: no set-up has three."""
        named = [module.line() for module in in_play(self.rules) if module.notice]
        for y, (words, meaning) in zip((13, 26) if len(named) > 1 else (21,), named, strict=False):
            line = text(348, y, words, "small-right")
            yield group(hint(meaning) + line) if meaning else line

    def facts(self, view: View) -> object:
        """What of `view` the pieces depend on."""
        return view["pile"]

    def pieces(self, view: View) -> Iterator[tuple[str, Piece]]:
        pile = view["pile"]
        yield "draw", Piece(OVER, ".pile", 34, 61, str(pile["draw"]))
        lying = [(f"d{Card.read(word).value}", number) for word, number in pile["discard"].items()]
        if pile["unseen"]:
            lying.append(("dx", pile["unseen"]))
        for index, (symbol, number) in enumerate(lying):
            row, column = divmod(index, 9)
            x, y = 87 + 30.5 * column, 46 + 32 * row
            yield f"discard.{symbol}", Piece(GROUND, symbol, x, y)
            if number > 1:
                yield f"discard.{symbol}n", Piece(OVER, ".times", x + 10, y + 11, str(number))
