"""The land that the table lies on: sky, two banks, the river between them. Its sun is the round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from drawing.language import gettext as _
from drawing.modules import in_play
from drawing.svg import circle, coord, group, hint, path, rect, svg_text, tag
from drawing.svg.pieces import GROUND, OVER, BlockPart, PlacedSymbol
from engine.shown import View

if TYPE_CHECKING:
    from engine import Rules

WIDTH, HEIGHT = 1064, 828
"""The quay."""

LEFT, RIGHT = -700, 1764
"""The land goes on past both sides, so that room to spare is river and sand."""

WIDE: Final = RIGHT - LEFT
WALL, RIVER, SHORE, NEAR, FRONT = 290, 322, 438, 258, 652
"""Coordinates of the upper wall, the river, the near bank (and its x), the foreground."""

STATIONS: Final = (300, 925)
"""The x of the first and the last round."""

STARS: Final = (
    (-60, 30), (20, 22), (60, 60), (110, 90), (240, 50), (330, 80), (360, 30), (420, 64), (520, 40),
    (560, 90), (660, 44), (700, 74), (860, 76), (930, 50), (1010, 80), (1080, 30), (1130, 70),
    (1200, 40), (-120, 70),
)  # fmt: skip
TORCHES: Final = (14, 366, 700, 1056)
GLOWS: Final = (
    (14, 240, 170), (366, 236, 190), (700, 236, 190), (1056, 240, 170), (530, 236, 200),
    (460, 560, 260), (120, 700, 220), (700, 850, 460),
)  # fmt: skip
PALMS: Final = (
    (352, 262, 1.5), (372, 226, 0.9), (706, 256, 1.35), (-46, 270, 1.7), (-150, 240, 1.2),
    (1110, 268, 1.6), (1200, 244, 1.1),
)  # fmt: skip
REEDS: Final = ((-20, 664, 1), (238, 656, 0.7), (-90, 668, 1.2), (6, 438, 0.5))


def completed_rounds(view: View) -> int:
    """The number of rounds that are over."""
    return view["round"] if view["over"] else max(0, view["round"] - 1)


def sun_round(view: View) -> int:
    """Round of the sun: one that is over stays until the ships of the next have come."""
    return view["round"] if view["ships"] else completed_rounds(view) or view["round"]


class Land:
    """The backdrop of the whole table. What lies on it are other blocks."""

    name = "land"
    width = WIDTH
    height = HEIGHT
    depths = 0
    label = ""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.parts = (BlockPart(self.facts, self._sun),)

    def station(self, number: int) -> tuple[float, float]:
        """Place of the sun in a round, on an arc."""
        share = (number - 1) / max(1, self.rules.rounds - 1)
        first, last = STATIONS
        return first + (last - first) * share, 19 - 4 * (1 - (2 * share - 1) ** 2)

    def backdrop(self) -> str:
        return "".join(
            [
                tag("rect", class_="sky-top", x=LEFT, y=-400, width=WIDE, height=401),
                filled("sky", 0, 180),
                path("".join(f"M{x} {y}h1.6" for x, y in STARS), "stars"),
                self._arc(),
                _hills(),
                filled("bank", 158, 134),
                patterned("sand", 158, 134),
                "".join(_glow(*glow) for glow in GLOWS),
                "".join(scaled("palm", *palm) for palm in PALMS),
                _wall(),
                "".join(scaled("torch", x, WALL, 1.1, "night") for x in TORCHES),
                _water(),
                _near_bank(),
                _front(),
                "".join(scaled("reeds", *reeds) for reeds in REEDS),
                *self._lines(),
            ]
        )

    def _arc(self) -> str:
        places = [self.station(number) for number in range(1, self.rules.rounds + 1)]
        line = "M" + " ".join(f"{coord(x)} {coord(y)}" for x, y in places)
        return path(line, "arc") + "".join(circle(x, y, 5, "station") for x, y in places)

    def _lines(self) -> Iterator[str]:
        """The modules that nothing else on the table shows, a line each in the sky."""
        named = [module.line() for module in in_play(self.rules) if module.notice]
        for row, (words, meaning) in enumerate(named):
            line = svg_text(10, 15 + 17 * row, words, "sky-line")
            yield group(hint(meaning) + line) if meaning else line

    # ------------------------------------------------------------------------------ pieces

    def facts(self, view: View) -> object:
        """Parts of `view` that the block depends on."""
        return sun_round(view)

    def _sun(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        round_ = sun_round(view)
        for past in range(1, round_):
            yield f"past{past}", PlacedSymbol(GROUND, "past", *self.station(past))
        if round_:
            x, y = self.station(round_)
            yield "sun", PlacedSymbol(GROUND, "sun", x, y)
            yield "round", PlacedSymbol(OVER, ".sun-number", x, y + 6, str(round_))
            yield "round-word", PlacedSymbol(OVER, ".round-before", x - 22, y + 6, _("Round"))
            words = _("of %s") % self.rules.rounds
            yield "round-of", PlacedSymbol(OVER, ".round-after", x + 22, y + 6, words)


# -------------------------------------------------------------------------------- the parts


def filled(name: str, y: float, height: float, x: float = LEFT) -> str:
    """A band of the land in one of the gradients."""
    return tag("rect", x=x, y=y, width=RIGHT - x, height=height, fill=f"url(#i-g-{name})")


def patterned(name: str, y: float, height: float, x: float = LEFT) -> str:
    """The same in one of the patterns."""
    return tag("rect", x=x, y=y, width=RIGHT - x, height=height, fill=f"url(#i-p-{name})")


def scaled(symbol: str, x: float, y: float, scale: float = 1, look: str = "") -> str:
    """A symbol as a part of the land."""
    sized = "" if scale == 1 else f" scale({scale:g})"
    attributes: dict[str, str | float] = {"class_": look} if look else {}
    attributes["href"] = f"#i-{symbol}"
    attributes["transform"] = f"translate({coord(x)} {coord(y)}){sized}"
    return tag("use", "", **attributes)


def _glow(x: float, y: float, r: float) -> str:
    """Torch light, at night."""
    return tag(
        "ellipse", class_="night", cx=x, cy=y, rx=r, ry=round(r * 0.62), fill="url(#i-g-glow)"
    )


def _hills() -> str:
    far = (
        f"M{LEFT} 170V126Q-380 92 -120 118T220 104T520 118T800 98T1064 116T1400 92T{RIGHT} 120V170z"
    )
    close = f"M{LEFT} 190V150Q-300 118 -40 144T330 130T640 148T900 128T1180 146T{RIGHT} 130V190z"
    return path(far, "dune-far") + path(close, "dune")


def _wall() -> str:
    return (
        rect(LEFT, WALL - 6, WIDE, 7, "kerb")
        + rect(LEFT, WALL, WIDE, RIVER - WALL, "wall")
        + patterned("wall", WALL, RIVER - WALL)
        + rect(LEFT, RIVER - 8, WIDE, 8, "damp")
    )


def _water() -> str:
    """The river, what it mirrors, the light on it."""
    mirrored = (
        "M48 322H344L220 420 204 424zM360 322H704V356H690V372H374V356H360z"
        "M748 322h36l-4 62-14 18-14 -18zM829 322h36l-4 62-14 18-14 -18z"
        "M910 322h36l-4 62-14 18-14 -18zM991 322h36l-4 62-14 18-14 -18z"
    )
    torches = "".join(
        f"M{x - 7} 330h14M{x - 12} 339h18M{x - 4} 348h15M{x - 9} 357h14M{x - 2} 366h9"
        for x in (16, 368, 702, 1058)
    )
    return (
        filled("water", RIVER, 350)
        + rect(LEFT, RIVER, WIDE, 40, "sky-in")
        + patterned("ripples", RIVER, 350)
        + path(mirrored, "mirror")
        + path(torches, "torch-light night")
    )


def _near_bank() -> str:
    return (
        path(f"M250 442V{FRONT + 10}H258V442z", "wall")
        + filled("sand", SHORE + 2, 232, NEAR)
        + patterned("sand", SHORE + 2, 232, NEAR)
        + path(f"M252 {SHORE}H{RIGHT}V445H262V{FRONT + 10}H252z", "kerb")
    )


def _front() -> str:
    return (
        filled("fore", FRONT + 4, 800)
        + patterned("sand", FRONT + 4, 800)
        + rect(LEFT, FRONT, 262 - LEFT, 7, "kerb")
    )


def land_symbols() -> Iterator[tuple[str, str]]:
    """The sun, and a round that is over."""
    yield "sun", tag("circle", r=70, fill="url(#i-g-sun)") + circle(0, 0, 15, "sun")
    yield "past", circle(0, 0, 5, "station station-past")


def land_paints() -> str:
    """Light around the sun and the torches; ripples, the stones of the wall, sand."""
    return (
        _light("sun", 0.25)
        + _light("glow", 0.5)
        + _pattern(
            "ripples", 150, 44, "ripple",
            "M8 9q10 -4 20 0t20 0M84 22q8 -3 16 0t16 0M30 36q9 -4 18 0M126 38q7 -3 14 0",
        )
        + _pattern("wall", 72, 28, "joint", "M0 .5H72M0 14H72M20 0V14M56 14V28")
        + _pattern(
            "sand", 90, 60, "grain",
            "M6 12q14 -4 28 0M52 30q12 -4 26 0M16 48q10 -3 22 0M70 54h2M40 8h2M8 30h2M60 12h1.5",
        )
    )  # fmt: skip


def _light(name: str, middle: float) -> str:
    stops = "".join(
        tag("stop", class_=f"g{index}-{name}", offset=f"{offset:g}")
        for index, offset in enumerate((0, middle, 1), 1)
    )
    return tag("radialGradient", stops, id=f"i-g-{name}")


def _pattern(name: str, width: float, height: float, look: str, d: str) -> str:
    return tag(
        "pattern", path(d, look), id=f"i-p-{name}", width=width, height=height,
        patternUnits="userSpaceOnUse",
    )  # fmt: skip
