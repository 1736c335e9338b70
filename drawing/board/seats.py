"""A player's things: points, sled, quarry, hand, coins, the private ship."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from drawing.cards.faces import SMALL_WIDTH, place_small_cards
from drawing.language import gettext as _
from drawing.language.words import SITES, colour_name, colour_title
from drawing.modules import in_play
from drawing.svg import group, hint, path, rect, signed_points, svg_text, tag, use
from drawing.svg.pieces import (
    GROUND,
    LETTERS,
    OVER,
    BlockPart,
    PlacedSymbol,
    StoneSpot,
    number_symbol,
)
from engine.shown import View
from engine.vocabulary import Card, Site

if TYPE_CHECKING:
    from engine import Rules


LONGEST: Final = 15
"""Letters of a name."""

SLED_DEPTHS: Final = 16
"""Stones of a sled that may cover each other in part."""

FIRST_STONE: Final = 30
"""The x of the first stone of a sled."""

AT_THE_END: Final = frozenset({Site.MARKET, Site.BURIAL_CHAMBER, Site.OBELISKS})
"""The sites that give their points when the game is over."""


class PanelLayout(NamedTuple):
    """Coordinates on a panel: `sled` the y that stones stand on and `reach` how far they go;
    `quarry` its heap; `hand` the y of cards and `held` how far they go; `coins` the first of them,
    the others lie below; `ship` where the private ship begins; `chips` the first chip, and the
    step to the next; `wreath` the winner's, beside no name and no number."""

    height: int
    sled: int
    reach: int
    quarry: tuple[int, int]
    hand: int
    hand_width: int
    coins: tuple[int, int]
    ship: tuple[int, int]
    chips: tuple[int, int, int]
    wreath: tuple[int, int]


TALL: Final = PanelLayout(
    150, 74, 246, (146, 101), 101, 120, (238, 94), (182, 110), (18, 130, 48), (236, 50)
)
SLIM: Final = PanelLayout(
    122, 74, 178, (206, 50), 97, 74, (86, 91), (200, 82), (98, 97, 32), (186, 46)
)
"""With strips of modules above, panels are lower."""


class SeatDrawing:
    """One player's own rug. `slim`: whether it has to be low."""

    width = 256
    depths = SLED_DEPTHS

    def __init__(self, rules: Rules, seat: int, name: str) -> None:
        self.rules = rules
        self.modules = in_play(rules)
        self.plan = SLIM if any(module.strip for module in self.modules) else TALL
        self.height = self.plan.height
        self.seat = seat
        self.chips: dict[tuple[int, int | None], tuple[str, PlacedSymbol]] = {}
        self.parts = tuple(self._parts())
        self.name = f"seat{seat}"
        colour = rules.setup.seats[seat]
        self.letter = LETTERS[colour]
        self.title = name or colour_title(colour)
        self.colour: str = colour.word
        self.label = f"{self.title} ({colour_name(colour)})"

    def backdrop(self) -> str:
        x, y = self.plan.quarry
        heap = tag("use", href="#i-heap", transform=f"translate({x} {y}) scale(.7)")
        return "".join(
            [
                *self._rug(),
                use(f"m{self.letter}", 20, 22),
                group(hint(self.label) + self._title()),
                group(hint(_("sled")) + self._runner()),
                group(hint(_("stones left in the quarry")) + heap),
                *self._signs(),
            ]
        )

    def _title(self) -> str:
        """The name; a long one of several words in two smaller lines."""
        first_word, _space, last_words = self.title.partition(" ")
        if len(self.title) <= LONGEST or not last_words:
            return svg_text(35, 27.5, _shortened(self.title), "name")
        return svg_text(35, 19, _shortened(first_word), "name-line") + svg_text(
            35, 33, _shortened(last_words), "name-line"
        )

    def _rug(self) -> Iterator[str]:
        """The ground of a panel, with a woven hem."""
        right, bottom = self.width - 2, self.height - 2
        yield rect(2, 2, right - 2, bottom - 2, "rug", 6)
        for index, look in enumerate(("market", "temple", "burial")):
            dashes = range(8 + 12 * index, right - 9, 36)
            yield path("".join(f"M{x} {bottom - 3}h9" for x in dashes), f"hem hem-{look}")

    def _runner(self) -> str:
        y = self.plan.sled
        end = self.plan.reach
        return (
            path(f"M10 {y + 7}H{end - 12}q14 0 16 -16", "runner-shade")
            + path(f"M10 {y + 5}H{end - 14}q14 0 15 -18", "runner")
            + path(f"M10 {y + 1}l6 -13H{end - 10}l-6 13z", "deck")
            + path(f"M10 {y + 1}H{end - 16}v4H10z", "sled-front")
        )

    def _signs(self) -> Iterator[str]:
        """The sites, beside what each would give."""
        for index, site in enumerate(Site):
            x, y, _step = self.chip(index)
            sign = tag(
                "use", href=f"#i-at-{site.word}", class_=f"h-{site.word}",
                transform=f"translate({x} {y}) scale(.72)",
            )  # fmt: skip
            words = str(SITES[site])
            if site in AT_THE_END:
                words = _("%(site)s: points if the game ended here", site=words)
            yield group(hint(words) + sign)

    def chip(self, index: int) -> tuple[float, float, float]:
        """Place and width of a site's chip."""
        x, y, step = self.plan.chips
        return x + step * index, y, step

    def pitch(self, wells: int) -> float:
        """From one stone of the sled to the next."""
        return min(36, (self.plan.reach - 26 - FIRST_STONE) / max(1, wells - 1))

    def space(self, index: int, wells: int = 0) -> float:
        """The x of a space of the sled that has so many `wells`."""
        return round(FIRST_STONE + self.pitch(wells or self.rules.sled_capacity) * index, 1)

    def facts(self, view: View) -> object:
        """Parts of `view` that the block depends on, without the mark of the seats to act."""
        standing = view["standing"][self.seat]
        return view["seats"][self.seat], view["over"], standing

    def _parts(self) -> Iterator[BlockPart]:
        """Parts: the mark to act; the points; the stones; the cards; all else."""
        yield BlockPart(self._acts, self._mark, recurs=True, within=self._acts)
        yield BlockPart(
            lambda view: (self._points(view), self._won(view)), self._total, recurs=True
        )
        yield BlockPart(lambda view: (view["standing"][self.seat], view["over"]), self._standing)
        yield BlockPart(lambda view: view["seats"][self.seat]["resigned"], self._resigned)
        yield BlockPart(lambda view: view["seats"][self.seat]["quarry"], self._quarry, recurs=True)
        yield BlockPart(self._stones, self._sled, self._spots, recurs=True)
        yield BlockPart(self._hand, self._cards)
        yield BlockPart(self._belongings, self._things)

    def _acts(self, view: View) -> bool:
        """True if this seat is to act."""
        awaited = view["awaited"]
        return awaited is not None and awaited["seat"] == self.seat

    def _mark(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        if self._acts(view):
            yield f"{self.seat}.active", PlacedSymbol(GROUND, f"A{self.height}", 0, 0)
            yield (
                f"{self.seat}.moves",
                PlacedSymbol(OVER, ".to-move", 128, self.height, _("to move")),
            )

    def _points(self, view: View) -> int:
        points: int = view["seats"][self.seat]["points"]
        return points

    def _won(self, view: View) -> bool:
        """True if the game has ended and no other seat is ahead of this one (R2.10, R10.2)."""
        if not view["over"]:
            return False
        ranks = [(not seat["resigned"], seat["points"], seat["sled"]) for seat in view["seats"]]
        return ranks[self.seat] == max(ranks)

    def _total(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        yield (
            f"{self.seat}.points",
            PlacedSymbol(OVER, ".total", 212, 28, signed_points(self._points(view))),
        )
        if self._won(view):
            yield f"{self.seat}.won", PlacedSymbol(GROUND, "won", *self.plan.wreath)

    def _resigned(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        """A word on the lower edge, where others have the mark to act."""
        if view["seats"][self.seat]["resigned"]:
            yield f"{self.seat}.out", PlacedSymbol(GROUND, "out", 128, self.height)
            words = PlacedSymbol(OVER, ".resigned", 128, self.height, _("resigned"))
            yield f"{self.seat}.resigned", words

    def _standing(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        """Points if the game ended here: in all, and site by site."""
        *chips, total = view["standing"][self.seat]
        if not view["over"]:
            yield (
                f"{self.seat}.soon",
                PlacedSymbol(OVER, ".soon", 247, 27, _chip_text(total)),
            )
        for index, points in enumerate(chips):
            chip = self.chips.get((index, points))
            if chip is None:
                chip = self.chips[index, points] = self._chip(index, points)
            yield chip

    def _chip(self, index: int, points: int | None) -> tuple[str, PlacedSymbol]:
        """The points beside the sign of a site."""
        x, y, _step = self.chip(index)
        look = ".chip-end" if tuple(Site)[index] in AT_THE_END else ".chip"
        return f"{self.seat}.at{index}", PlacedSymbol(
            OVER, look, x + 8, y + 5.5, _chip_text(points)
        )

    def _quarry(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        """The stones left in the quarry."""
        x, y = self.plan.quarry
        left = view["seats"][self.seat]["quarry"]
        yield f"{self.seat}.quarry", number_symbol(OVER, x + 20, y + 5, left, ".left")

    def _stones(self, view: View) -> object:
        return view["seats"][self.seat]["sled"], self._wells(view)

    def _wells(self, view: View) -> int:
        """The spaces of the sled; as many as there are stones, if it has no end."""
        seat = view["seats"][self.seat]
        capacity = seat["sled_capacity"] or self.rules.sled_capacity
        return max(capacity, seat["sled"])

    def _sled(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        """The free spaces."""
        wells = self._wells(view)
        for index in range(view["seats"][self.seat]["sled"], wells):
            place = self.space(index, wells), self.plan.sled
            yield f"{self.seat}.well{index}", PlacedSymbol(GROUND, "slot", *place)

    def _spots(self, view: View) -> Iterator[StoneSpot]:
        wells = self._wells(view)
        for index in range(view["seats"][self.seat]["sled"]):
            x = self.space(index, wells)
            depth = min(index, SLED_DEPTHS - 1)
            key = f"sled{self.seat}.{index}"
            yield StoneSpot(key, self.seat, x, self.plan.sled, depth=depth)

    def _hand(self, view: View) -> object:
        seat = view["seats"][self.seat]
        return seat["cards"], seat["card_count"]

    def _cards(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        seat, key = view["seats"][self.seat], f"{self.seat}."
        cards = [(f"d{Card.read(word).value}", count) for word, count in seat["cards"].items()]
        hidden = seat["card_count"] - sum(seat["cards"].values())
        if hidden:
            cards.append(("dx", hidden))
        room = self.plan.hand_width - 10 - SMALL_WIDTH
        places = place_small_cards([number for _symbol, number in cards], room)
        for (symbol, number), place in zip(cards, places, strict=True):
            yield f"{key}{symbol}", PlacedSymbol(GROUND, symbol, 22 + place.card, self.plan.hand)
            if number > 1:
                x, y = 22 + place.number, self.plan.hand + (6 if place.has_room else 14)
                yield f"{key}{symbol}n", PlacedSymbol(OVER, ".times", x, y, str(number))

    def _belongings(self, view: View) -> object:
        seat = view["seats"][self.seat]
        return seat["coins"], seat["private_ship"]

    def _things(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        """Coins, and what modules have here."""
        seat, key = view["seats"][self.seat], f"{self.seat}."
        x, y = self.plan.coins
        for index in range(seat["coins"]):
            yield f"{key}coin{index}", PlacedSymbol(GROUND, "coin", x, y + 12 * index)
        for module in self.modules:
            for name, piece in module.at_seat(key, seat):
                x, y = self.plan.ship
                yield name, piece._replace(x=x, y=y)


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _chip_text(points: int | None) -> str:
    return "?" if points is None else signed_points(points)


def seat_symbols() -> Iterator[tuple[str, str]]:
    """The mark of a player who has resigned; around the panel of the player who is to act."""
    yield "out", rect(-44, -12, 88, 18, "rug", 9)
    for plan in (TALL, SLIM):
        ring = rect(1, 1, SeatDrawing.width - 2, plan.height - 2, "active", 7)
        yield f"A{plan.height}", ring + rect(92, plan.height - 12, 72, 18, "active-tab", 9)
