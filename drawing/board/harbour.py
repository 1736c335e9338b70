"""The river: the ships of the round at their berths, and those that sailed at the docks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from drawing.board.background import RIVER, completed_rounds
from drawing.board.ships import CARGO, rings_at, ship_length, ship_space
from drawing.language import gettext as _
from drawing.language import ngettext, once_a_language
from drawing.language.words import at_the_site
from drawing.svg import group, signed_points, svg_text, use
from drawing.svg.pieces import (
    GROUND,
    LETTERS,
    MINI,
    OVER,
    STONES,
    UPPER,
    BlockPart,
    PlacedSymbol,
    StoneSpot,
)
from engine.shown import ShipView, View
from engine.vocabulary import Site

if TYPE_CHECKING:
    from engine import Rules


SHIP_X: Final = 34
"""Left edge of a ship at a berth."""

BERTH, BERTHS = 412 - RIVER, 72
"""The water line of the first berth, and from one to the next."""

WORDS_BELOW: Final = 18
"""How far below the water line the words about a ship stand."""

DOCKS: Final = {
    Site.MARKET: (316, 430 - RIVER),
    Site.PYRAMID: (232, 374 - RIVER),
    Site.TEMPLE: (470, 374 - RIVER),
    Site.BURIAL_CHAMBER: (716, 430 - RIVER),
    Site.OBELISKS: (800, 374 - RIVER),
}
"""Left edge of the first ship at a site, and its water line."""

FAR: Final = frozenset({Site.PYRAMID, Site.TEMPLE, Site.OBELISKS})
"""The sites of the far bank."""

LANE_X, LANE_Y = 140, 84
"""Mouth of the basin, by which ships leave for the river."""

DECKS: Final = 3
"""The depths of one ship: hull, stones, hull."""

BEHIND, BETWEEN, BEFORE = 0, DECKS, 2 * DECKS
"""The depth of the ships of the far bank, of second ships, and of those nearer."""

TALLY_TOP, TALLY_BOTTOM = 62, 300
"""The y of the first and the last row of the final points."""

TALLY_LEFT, TALLY_RIGHT = 80, 246
"""The x between which the players' columns stand."""

BY_HAND: Final = 0
"""The number of the ship of a stone that a card sends; numbers of private ships are negative."""

Place = tuple[float, float, int]
"""A ship's left edge, its water line, its depth."""


@once_a_language
def _lacking(stones: int) -> str:
    """Words of a ship that has not sailed: the stones that it still needs, if any."""
    if stones <= 0:
        return _("may sail")
    return ngettext("needs %(n)s more", "needs %(n)s more", stones, n=stones)


class Harbour:
    """Four berths at the left, a dock for every site along the river."""

    name = "harbour"
    width = 1064
    height = 330
    depths = BEFORE + DECKS

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.title = self.label = _("Harbour")
        self.most = max(len(card) for card in rules.round_cards)
        ships = [self._ship(index) for index in range(self.most)]
        self.parts = (*ships, *(self._dock(site) for site in Site), self._empty(), self._tally())

    def y(self, number: int) -> float:
        """The water line of a berth, from 1."""
        return BERTH + BERTHS * (number - 1)

    def backdrop(self) -> str:
        posts = "".join(use("post", x - 8, y - 2) for x, y in DOCKS.values())
        berths = "".join(
            use("post", 17, self.y(number) - 2)
            + svg_text(17, self.y(number) + 15, str(number), "berth")
            for number in range(1, self.most + 1)
        )
        return group(posts + berths)

    def facts(self, view: View) -> object:
        """Parts of `view` that the block depends on."""
        return self._ships(view), self._docks(view), view["over"] and view.get("standing")

    def _ships(self, view: View) -> object:
        return view["ships"] or completed_rounds(view)

    def _docks(self, view: View) -> object:
        docks = [(site["ships"], site["private_ship"]) for site in view["sites"].values()]
        return docks, view["waiting"]

    # ------------------------------------------------------------------------------ berths

    def _ship(self, berth: int) -> BlockPart:
        """A ship of the round, from 0: at its berth, or where it went."""

        def facts(view: View) -> tuple[object, ...]:
            if berth >= len(view["ships"]):
                return ()
            ship, spaces = view["ships"][berth], view["ships"][berth]["spaces"]
            return ship["capacity"], spaces and tuple(spaces), ship["site"], rank(view, ship)

        def rank(view: View, ship: ShipView) -> int:
            site = ship["site"]
            return view["sites"][site]["ships"].index(ship["number"]) if site else 0

        def pieces(view: View) -> Iterator[tuple[str, PlacedSymbol]]:
            for ship in view["ships"][berth : berth + 1]:
                yield from self._hull(ship, rank(view, ship))

        def spots(view: View) -> Iterator[StoneSpot]:
            for ship in view["ships"][berth : berth + 1]:
                yield from self._cargo(ship)

        return BlockPart(facts, pieces, spots, recurs=True, within=self._ships)

    def _empty(self) -> BlockPart:
        """Words in a river without ships: the round that is over."""

        def facts(view: View) -> tuple[int, bool, bool]:
            return completed_rounds(view), bool(view["ships"]), view["over"]

        def pieces(view: View) -> Iterator[tuple[str, PlacedSymbol]]:
            rounds = completed_rounds(view)
            if rounds and not view["ships"] and not view["over"]:
                words = _("Round %(round)s is over", round=rounds)
                yield "empty", PlacedSymbol(OVER, ".status", SHIP_X + 4, self.y(2), words)

        return BlockPart(facts, pieces, recurs=True)

    def _tally(self) -> BlockPart:
        """The final points by site, on a sheet in the river that no ship will use again."""

        def facts(view: View) -> tuple[tuple[int | None, ...], ...]:
            if not view["over"] or view["ships"]:
                return ()
            return tuple(tuple(row) for row in view.get("standing", ()))

        def pieces(view: View) -> Iterator[tuple[str, PlacedSymbol]]:
            points = facts(view)
            if points:
                yield "tally", PlacedSymbol(STONES, "tally", 0, 0, depth=BEFORE + 1)
                yield from self._tally_rows(points)

        return BlockPart(facts, pieces, recurs=True)

    def _tally_rows(
        self, points: tuple[tuple[int | None, ...], ...]
    ) -> Iterator[tuple[str, PlacedSymbol]]:
        """Rows of the sheet: the players' stones, the sites, what modules gave, the sums."""
        remainders = [(row[-1] or 0) - sum(cell or 0 for cell in row[:-1]) for row in points]
        module_points = [remainders] if any(remainders) else []
        rows = [*zip(*(row[:-1] for row in points), strict=True), *module_points]
        step = (TALLY_BOTTOM - TALLY_TOP) / (len(rows) + 1)
        width = (TALLY_RIGHT - TALLY_LEFT) / len(points)
        columns = [round(TALLY_LEFT + width * (seat + 0.5), 1) for seat in range(len(points))]
        lines = [round(TALLY_TOP + step * row, 1) for row in range(len(rows) + 2)]
        yield "tally.title", PlacedSymbol(OVER, ".tally", 44, TALLY_TOP + 6, _("Points"))
        for seat, (colour, x) in enumerate(zip(self.rules.setup.seats, columns, strict=True)):
            stone = PlacedSymbol(STONES, f"end-{LETTERS[colour]}", x, TALLY_TOP, depth=BEFORE + 2)
            yield f"tally.seat{seat}", stone
        signs = [f"end-{site.word}" for site in Site]
        for sign, y in zip(signs, lines[1:], strict=False):
            yield f"tally.{sign}", PlacedSymbol(STONES, sign, 44, y, depth=BEFORE + 2)
        if module_points:
            yield "tally.rest", PlacedSymbol(OVER, ".tally", 44, lines[-2] + 6, "+")
        yield "tally.sum", PlacedSymbol(OVER, ".tally", 44, lines[-1] + 6, "=")
        for line, (row, y) in enumerate(zip(rows, lines[1:], strict=False)):
            for seat, cell in enumerate(row):
                number = PlacedSymbol(OVER, ".tally", columns[seat], y + 6, _points(cell))
                yield f"tally.{line}.{seat}", number
        for seat, row in enumerate(points):
            total = PlacedSymbol(OVER, ".tally-sum", columns[seat], lines[-1] + 7, _points(row[-1]))
            yield f"tally.sum{seat}", total

    def _hull(self, ship: ShipView, rank: int) -> Iterator[tuple[str, PlacedSymbol]]:
        number, capacity = ship["number"], ship["capacity"]
        y = self.y(number)
        if ship["spaces"] is not None:
            yield from afloat(str(number), capacity, (SHIP_X, y, BEFORE))
            yield from self._load(ship, ship["spaces"], y)
        elif ship["site"]:
            yield from afloat(str(number), capacity, dock(Site.read(ship["site"]), rank))
        if ship["spaces"] is None:
            yield f"berth{number}", PlacedSymbol(GROUND, f"f{capacity}", SHIP_X, y)
            words = at_the_site(Site.read(ship["site"])) if ship["site"] else _("sailed")
            line = y + WORDS_BELOW
            yield f"sailed{number}", PlacedSymbol(OVER, ".status", SHIP_X + 4, line, words)

    def _load(
        self, ship: ShipView, spaces: list[int | None], y: float
    ) -> Iterator[tuple[str, PlacedSymbol]]:
        """Stones needed to sail: rings on the hull, and words."""
        number, needed = ship["number"], ship["minimum"]
        aboard = sum(space is not None for space in spaces)
        x = SHIP_X + rings_at(ship["capacity"])
        rings = f"n{needed}{min(needed, aboard)}"
        yield f"needs{number}", PlacedSymbol(STONES, rings, x, y - 4, depth=BEFORE + 2)
        lacks = needed - aboard
        words = _lacking(lacks)
        yield f"status{number}", PlacedSymbol(OVER, ".status", SHIP_X + 4, y + WORDS_BELOW, words)

    def _cargo(self, ship: ShipView) -> Iterator[StoneSpot]:
        number, y = ship["number"], self.y(ship["number"]) + CARGO
        for index, seat in enumerate(ship["spaces"] or ()):
            if seat is not None:
                x = SHIP_X + ship_space(ship["capacity"], index + 1)
                yield StoneSpot(f"ship{number}.{index}", seat, x, y, UPPER, BEFORE + 1)

    # ------------------------------------------------------------------------------- docks

    def _dock(self, site: Site) -> BlockPart:
        """The dock of a site: the line of the ship that may come, the private ship, and the
        stones that wait to be unloaded."""
        name = site.word

        def facts(view: View) -> object:
            waiting = view["waiting"].get(name)
            site_view = view["sites"][name]
            sizes = waiting and (view["round_cards"], site_view["ships"])
            return bool(site_view["ships"]), site_view["private_ship"], waiting, sizes

        def pieces(view: View) -> Iterator[tuple[str, PlacedSymbol]]:
            site_view = view["sites"][name]
            x, y = DOCKS[site]
            if not site_view["ships"]:
                yield f"dock.{name}", PlacedSymbol(GROUND, "f3", x, y)
            if site_view["private_ship"] is not None:
                yield from afloat(f"private{site_view['private_ship']}", 1, private_dock(site))

        return BlockPart(facts, pieces, lambda view: self._waiting(view, site), within=self._docks)

    def _waiting(self, view: View, site: Site) -> Iterator[StoneSpot]:
        """The stones that have reached the dock, and not the site."""
        name = site.word
        ships = view["sites"][name]["ships"]
        by_hand = 0
        for index, (seat, ship, space) in enumerate(view["waiting"].get(name, ())):
            key = f"{name}.h{index}"
            if ship == BY_HAND or (ship > 0 and ship not in ships):
                left, line = DOCKS[site]
                yield StoneSpot(key, seat, left - 8 - 17 * by_hand, line - 34, MINI, BEFORE + 2)
                by_hand += 1
                continue
            capacity = 1 if ship < 0 else view["round_cards"][-1][ship - 1]
            x, y, depth = private_dock(site) if ship < 0 else dock(site, ships.index(ship))
            centre = x + ship_space(capacity, space)
            yield StoneSpot(key, seat, centre, y + CARGO, UPPER, depth + 1)


def _points(points: int | None) -> str:
    return "?" if points is None else signed_points(points)


def dock(site: Site, rank: int) -> Place:
    """Place of the ship that came to a site first (0), or second."""
    x, y = DOCKS[site]
    if rank:
        return x + 26, y + (20 if site in FAR else -22), BETWEEN
    return x, y, BEHIND if site in FAR else BEFORE


def course(y: float, end: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    """The way of a ship from its berth at the water line `y`: out of the basin, along the river,
    to the dock."""
    turn = min(end[0], LANE_X)
    out = (SHIP_X + 0.4 * (turn - SHIP_X), y + 0.45 * (LANE_Y - y))
    return (SHIP_X, y), out, (turn, LANE_Y), end


def private_dock(site: Site) -> Place:
    """Place of a private ship: next to that of the largest one."""
    x, y = DOCKS[site]
    if site in FAR:
        return x - ship_length(1) - 4, y + 4, BETWEEN
    return x + ship_length(4) + 2, y, BEFORE


def afloat(name: str, capacity: int, place: Place) -> Iterator[tuple[str, PlacedSymbol]]:
    """A ship in the river: the hull behind its stones and the hull before them."""
    x, y, depth = place
    yield f"ship{name}", PlacedSymbol(STONES, f"S{capacity}", x, y, depth=depth)
    yield f"bow{name}", PlacedSymbol(STONES, f"B{capacity}", x, y, depth=depth + 2)
