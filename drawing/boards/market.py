"""The market: cards face up, cards face down."""

from __future__ import annotations

from collections.abc import Iterator

from drawing.boards.board import SiteDrawing
from drawing.cards import HEIGHT, WIDTH
from drawing.language import gettext as _
from drawing.pieces import GROUND, OVER, Piece
from drawing.svg import path, rect, text
from engine.shown import MarketView
from engine.vocabulary import Card, Site

Point = tuple[float, float]


class MarketA(SiteDrawing[MarketView]):
    """Spaces in a row, numbered as the log names them."""

    site = Site.MARKET

    def places(self) -> list[Point]:
        """The centre of each space."""
        spaces = self.board.face_up + len(self.board.face_down)
        return [(98 + 72 * index, 112) for index in range(spaces)]

    def ground(self) -> str:
        up: int = self.board.face_up
        drawn = [
            path("M66 60H346", "awning"),
            path("M66 60q8.75 12 17.5 0" + "t17.5 0" * 15, "awning"),
        ]
        for index, (x, y) in enumerate(self.places()):
            look = "space" if index < up else "space space-down"
            drawn.append(
                rect(x - WIDTH / 2 - 2, y - HEIGHT / 2 - 2, WIDTH + 4, HEIGHT + 4, look, 6)
            )
            drawn.append(text(x, y + HEIGHT / 2 + 17, str(index + 1), "number"))
        return "".join(drawn)

    def things(self, board: MarketView) -> Iterator[tuple[str, Piece]]:
        places = self.places()
        for index, word in enumerate(board["face_up"]):
            if word is not None:
                symbol = f"c{Card.read(word).value}"
                yield f"market{index + 1}", Piece(GROUND, symbol, *places[index])
        for index, down in enumerate(board["face_down"], len(board["face_up"])):
            if down["count"]:
                x, y = places[index]
                yield f"market{index + 1}", Piece(GROUND, "cx", x, y)
                yield f"market{index + 1}n", Piece(OVER, ".pile", x, y + 32, f"×{down['count']}")
            for number, word in enumerate(down["known"]):
                x, y = places[index]
                symbol = f"d{Card.read(word).value}"
                yield (
                    f"market{index + 1}.{number}",
                    Piece(OVER, symbol, x - 22 + 21 * number, y - 48),
                )


class MarketB(MarketA):
    """The last space holds a face-down pair."""


class MarketC(MarketA):
    """Two by two: who pays a coin takes two that share an edge."""

    def places(self) -> list[Point]:
        return [(152 + 96 * (index % 2), 74 + 80 * (index // 2)) for index in range(4)]

    def ground(self) -> str:
        drawn = []
        places = self.places()
        for one, other in self.board.neighbours:
            (x, y), (u, v) = places[one - 1], places[other - 1]
            drawn.append(path(f"M{x} {y}L{u} {v}", "edge-line"))
        for index, (x, y) in enumerate(places):
            side = -1 if index % 2 == 0 else 1
            drawn.append(rect(x - 31, y - 38, 62, 76, "space", 6))
            drawn.append(text(x + 44 * side, y + 5, str(index + 1), "number"))
        drawn.append(text(320, 178, _("coin: two"), "small"))
        drawn.append(text(320, 189, _("neighbours"), "small"))
        return "".join(drawn)


class MarketD(MarketA):
    """Two cards face up, two piles that stay."""
