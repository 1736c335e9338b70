"""What lies beside the boards: the piles, the prophecies, the favours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from drawing.ink import group, hint, rect, signed, text, use
from drawing.pieces import GROUND, OVER, Piece, Spot, View
from drawing.words import FAVORS, MODULES, PROPHECIES
from engine.vocabulary import Card, Favor, Module, Prophecy

UNSEEN: Final = (
    Module.WRATH_OF_THE_PHARAOH,
    Module.HIDDEN_MARKET_CARDS,
    Module.UNLIMITED_STONES,
)


class Piles:
    """The draw pile, and what can be read on the discard pile."""

    name = "piles"
    width = 360
    height = 104

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.title = self.label = _("Cards")

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
        named = [module for module in UNSEEN if module in self.rules.setup.modules]
        for y, module in zip((13, 26) if len(named) > 1 else (21,), named, strict=False):
            words = str(MODULES[module])
            if module is not Module.WRATH_OF_THE_PHARAOH:
                yield text(348, y, words, "small-right")
                continue
            told = _("Points for everybody without a stone at each of the four building sites")
            words += f": {signed(self.rules.modules[module].points)}"
            yield group(hint(told) + text(348, y, words, "small-right"))

    def facts(self, view: View) -> Any:
        """What of `view` the pieces and the spots depend on."""
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

    def spots(self, view: View, waiting: Sequence[int] = ()) -> Iterator[Spot]:
        return iter(())


class Prophecies:
    """The prophecies in play, and whose scarab lies where."""

    name = "prophecies"
    width = 360
    height = 104

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.module = rules.modules[Module.GOD_PROPHECIES]
        self.title = self.label = _("God prophecies")
        self.letters: list[str] = []

    def x(self, index: int) -> float:
        """The left side of a card."""
        step: float = 338 / self.module.in_play
        return 12 + step * index

    def backdrop(self) -> str:
        points = self.module.points
        worth = " · ".join(f"{signed(good)}/{signed(bad)}" for good, bad in points)
        wide = 338 / self.module.in_play - 6
        drawn = [
            rect(0.5, 0.5, 359, 103, "block", 10),
            text(12, 21, self.title, "title"),
            group(
                hint(_("Points if fulfilled and if not, by the two rounds of the scarab"))
                + text(348, 21, worth, "small-right")
            ),
        ]
        drawn += [
            rect(self.x(index), 30, wide, 66, "prophecy", 5) for index in range(self.module.in_play)
        ]
        return "".join(drawn)

    def facts(self, view: View) -> Any:
        """What of `view` the pieces and the spots depend on."""
        return view["prophecies"]

    def pieces(self, view: View) -> Iterator[tuple[str, Piece]]:
        for index, shown in enumerate(view["prophecies"]):
            x = self.x(index) + 8
            prophecy = Prophecy.read(shown["prophecy"])
            yield f"god{index}", Piece(OVER, ".god", x, 46, prophecy.word.capitalize())
            yield f"about{index}", Piece(OVER, ".about", x, 59, str(PROPHECIES[prophecy]))
            for seat, period in enumerate(shown["scarabs"]):
                if period:
                    symbol = f"e{self.letters[seat]}"
                    yield f"scarab{index}.{seat}", Piece(OVER, symbol, x + 8 + 25 * seat, 77)
                    yield (
                        f"period{index}.{seat}",
                        Piece(OVER, ".period", x + 8 + 25 * seat, 94, "·" * period),
                    )

    def spots(self, view: View, waiting: Sequence[int] = ()) -> Iterator[Spot]:
        return iter(())


class Favours:
    """The Pharaoh's favours: who has used which."""

    name = "favours"
    width = 360
    height = 104

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.title = self.label = str(MODULES[Module.PHARAOHS_FAVORS])

    def x(self, favor: Favor) -> float:
        return 12 + 68 * favor.value + 31

    def backdrop(self) -> str:
        drawn = [rect(0.5, 0.5, 359, 103, "block", 10), text(12, 21, self.title, "title")]
        for favor in list(Favor)[: self.rules.modules[Module.PHARAOHS_FAVORS].favors]:
            x = self.x(favor)
            drawn.append(rect(x - 31, 30, 62, 66, "favour", 5))
            for line, words in enumerate(FAVORS[favor]):
                drawn.append(text(x, 44 + 11 * line, str(words), "tiny"))
            drawn.append(rect(x - 11, 66, 22, 22, "socket", 3))
        return "".join(drawn)

    def facts(self, view: View) -> Any:
        """What of `view` the pieces and the spots depend on."""
        return view["favors"]

    def pieces(self, view: View) -> Iterator[tuple[str, Piece]]:
        return iter(())

    def spots(self, view: View, waiting: Sequence[int] = ()) -> Iterator[Spot]:
        for word, seat in view["favors"].items():
            if seat is not None:
                yield Spot(f"favour.{word}", seat, self.x(Favor.read(word)), 77)
