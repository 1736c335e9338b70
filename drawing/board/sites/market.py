"""The market: a stall with cards face up and face down."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import ClassVar, Final

from drawing.board.sites.board import NEAR, Outline, Place, SiteDrawing, box
from drawing.cards import DRAWINGS, card_title
from drawing.cards.faces import EYE, HEIGHT, WIDTH, colour_of, name_line
from drawing.language import gettext as _
from drawing.svg import circle, coord, group, hint, path, rect, svg_text, tag, use
from drawing.svg.pieces import OVER, STONES, PlacedSymbol
from engine.shown import FaceDownView, MarketView
from engine.vocabulary import Card, Site

STRIPES: Final = 14
PEEK_WIDE, PEEK_HIGH = 40, 48
"""A known face before its back, without its name."""

LETTERS_A_LINE: Final = 12
"""Of the name of a card that lies along."""

MIDDLE_Y: Final = 134
"""The middle of the cards that lie in a row."""


class MarketADrawing(SiteDrawing[MarketView]):
    """Spaces in a row, numbered as the log names them."""

    site = Site.MARKET
    width, height = NEAR
    shape = ((4, 217), (4, 34), (392, 34), (392, 217))

    def places(self) -> list[Place]:
        """The centre of each space."""
        spaces = self.board.face_up + len(self.board.face_down)
        pitch = 360 / spaces
        return [Place(18 + pitch * (index + 0.5), MIDDLE_Y) for index in range(spaces)]

    @property
    def card(self) -> tuple[float, float]:
        """The width and the height of a card."""
        return WIDTH, HEIGHT

    def target(self, *numbers: int) -> Outline:
        """A space, from 1."""
        x, y, _depth = self.places()[numbers[0] - 1]
        wide, high = self.card
        return box(x, y, wide + 6, high + 6)

    def symbols(self) -> str:
        """Small faces, for those who know a card that lies face down."""
        return "".join(
            tag("g", self._peek(card), id=f"i-k{card.value}")
            for card in Card
            if self.board.face_down
        )

    def _peek(self, card: Card) -> str:
        wide, high = PEEK_WIDE, PEEK_HIGH
        colour = f"cc-{colour_of(self.rules, card)}"
        return (
            hint(card_title(card))
            + rect(-wide / 2, -high / 2, wide, high, "paper", 4)
            + rect(-wide / 2 + 3, -high / 2 + 3, wide - 6, high - 6, colour, 2)
            + path(DRAWINGS[card].picture, "card-picture")
        )

    # ------------------------------------------------------------------------------ backdrop

    def ground(self) -> str:
        return _stall() + self.table() + _awning() + self.front() + self.numbers()

    def table(self) -> str:
        """Between the stall and its awning."""
        return "".join(
            rect(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT, "card-space", 5)
            for x, y, _depth in self.places()
        )

    def front(self) -> str:
        """The counter."""
        boards = "M6 203H390" + "".join(f"M{70 + 64 * index} 190V216" for index in range(5))
        return (
            path("M6 190L14 178H382L390 190z", "deck")
            + path("M6 190H390V216H6z", "counter")
            + path(boards, "ribs")
        )

    def numbers(self) -> str:
        return "".join(
            svg_text(x, 209, str(index), "plank-number")
            for index, (x, _y, _depth) in enumerate(self.places(), 1)
        )

    # -------------------------------------------------------------------------------- pieces

    def things(self, board: MarketView) -> Iterator[tuple[str, PlacedSymbol]]:
        places = self.places()
        for index, word in enumerate(board["face_up"]):
            if word is not None:
                x, y, _depth = places[index]
                yield f"market{index + 1}", PlacedSymbol(STONES, self.face(Card.read(word)), x, y)
        for index, down in enumerate(board["face_down"], len(board["face_up"])):
            yield from self._down(f"market{index + 1}", places[index], down)

    def face(self, card: Card) -> str:
        """The symbol of a card that lies face up."""
        return f"c{card.value}"

    def _down(
        self, key: str, place: Place, down: FaceDownView
    ) -> Iterator[tuple[str, PlacedSymbol]]:
        """Cards face down: a back and their number; before it the faces that the viewer knows."""
        x, y, _depth = place
        if down["count"]:
            yield key, PlacedSymbol(STONES, self.back(down["count"]), x, y)
            yield (
                f"{key}n",
                PlacedSymbol(OVER, ".card-pile", x, y + self.number_at, f"×{down['count']}"),
            )
        faces = down["known"]
        pitch = min(PEEK_WIDE + 2, (WIDTH + 4 - PEEK_WIDE) / max(1, len(faces) - 1))
        for index, word in enumerate(faces):
            peek_x = x + pitch * (index - (len(faces) - 1) / 2)
            peek = f"k{Card.read(word).value}"
            yield f"{key}.{index}", PlacedSymbol(STONES, peek, peek_x, y - 26, depth=1)

    number_at: ClassVar[float] = 40
    """How far below the middle of a card its pile says how many they are."""

    def back(self, count: int) -> str:
        """The symbol of `count` cards face down."""
        return "cx"


class MarketBDrawing(MarketADrawing):
    """The last space holds a face-down pair: its place shows the eye of their back."""

    def table(self) -> str:
        x, y, _depth = self.places()[-1]
        eye = tag(
            "path", class_="card-eye", d=EYE, transform=f"translate({x:g} {y - 14:g}) scale(1.2)"
        )
        return super().table() + eye


class MarketCDrawing(MarketADrawing):
    """Two by two on a low table: who pays a coin takes two that share an edge."""

    wide, high = 150, 56

    def places(self) -> list[Place]:
        across, down = self.wide + 18, self.high + 18
        left, top = 198 - across / 2, 112
        return [Place(left + across * (i % 2), top + down * (i // 2)) for i in range(4)]

    @property
    def card(self) -> tuple[float, float]:
        return self.wide, self.high

    def symbols(self) -> str:
        """Faces that lie along: the picture at the left, the name beside it."""
        return "".join(tag("g", self._along(card), id=f"i-w{card.value}") for card in Card)

    def _along(self, card: Card) -> str:
        left, top = -self.wide / 2, -self.high / 2
        colour = f"cc-{colour_of(self.rules, card)}"
        picture = tag(
            "path",
            class_="card-picture",
            d=DRAWINGS[card].picture,
            transform=f"translate({left + 29:g} 0) scale(1.2)",
        )
        names = wrap(card_title(card), LETTERS_A_LINE, break_long_words=False)
        words = "".join(
            name_line(26, 0, name, row - (len(names) - 1) / 2, " card-beside")
            for row, name in enumerate(names)
        )
        return (
            rect(left, top, self.wide, self.high, "paper", 5)
            + rect(left + 4, top + 4, 50, self.high - 8, colour, 3)
            + picture
            + words
        )

    def face(self, card: Card) -> str:
        return f"w{card.value}"

    def table(self) -> str:
        across = [
            rect(x - self.wide / 2, y - self.high / 2, self.wide, self.high, "card-space", 5)
            for x, y, _depth in self.places()
        ]
        return path("M22 216V80H374V216z", "counter") + "".join(across)

    def front(self) -> str:
        """Coins on the edges that two cards share."""
        places, coins = self.places(), []
        for card, other in self.board.neighbours:
            (x, y, _depth), (u, v, _other) = places[card - 1], places[other - 1]
            coins.append(use("coin", (x + u) / 2, (y + v) / 2))
        words = _("Pay a coin to take two cards that share an edge")
        return group(hint(words) + "".join(coins))

    def numbers(self) -> str:
        numbers = []
        for index, (x, y, _depth) in enumerate(self.places()):
            number_x = x + (-1, 1)[index % 2] * (self.wide / 2 + 9)
            numbers.append(svg_text(number_x, y + 5, str(index + 1), "plank-number"))
        return "".join(numbers)


class MarketDDrawing(MarketADrawing):
    """Two cards face up, and two baskets of cards that stay."""

    number_at: ClassVar[float] = 37

    def symbols(self) -> str:
        largest = max(self.board.face_down, default=0)
        baskets = "".join(
            tag("g", _basket(count), id=f"i-pile{count}") for count in range(1, largest + 1)
        )
        return super().symbols() + baskets

    def back(self, count: int) -> str:
        return f"pile{count}"

    def table(self) -> str:
        up = self.board.face_up
        return "".join(
            rect(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT, "card-space", 5)
            if index < up
            else _wicker(x, y)
            for index, (x, y, _depth) in enumerate(self.places())
        )


# --------------------------------------------------------------------------------------- the stall


def _stall() -> str:
    return (
        path("M10 216H404L412 206V196H396z", "sh")
        + path("M10 216V40h6V216zM380 216V40h6V216z", "trunk")
        + path("M16 66H380V188H16z", "stall-in")
    )


def _awning() -> str:
    """Stripes with a scalloped edge, and their shade."""
    wide = 384 / STRIPES

    def stripe(index: int) -> str:
        x, half = coord(6 + wide * index), coord(-wide / 2)
        return f"M{x} 36h{coord(wide)}v30q{half} 14 {coord(-wide)} 0z"

    dark = "".join(stripe(index) for index in range(0, STRIPES, 2))
    pale = "".join(stripe(index) for index in range(1, STRIPES, 2))
    return (
        path("M16 66H380V84H16z", "aw-shade")
        + path(pale, "aw-2")
        + path(dark, "aw-1")
        + path("M6 36H390V40H6z", "aw-3")
    )


def _basket(count: int) -> str:
    """So many cards face down in a basket, around the middle of the cards."""
    backs = "".join(use("cx", 5 * index, -5 * index) for index in reversed(range(count)))
    return backs + _wicker(0, 0) + circle(0, 31, 15, "pile-disc")


def _wicker(x: float, y: float) -> str:
    left, top = x - 44, y + 12
    woven = f"M{coord(left + 2)} {top + 11}h84M{coord(left + 4)} {top + 22}h80"
    woven += f"M{coord(left + 6)} {top + 33}h76"
    woven += "".join(
        f"M{coord(left + 14 + 15 * i)} {top}l{coord(3 - 1.2 * i)} 44" for i in range(5)
    )
    return path(f"M{coord(left)} {top}h88l-9 44h-70z", "deck") + path(woven, "ribs")
