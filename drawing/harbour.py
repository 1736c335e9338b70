"""The harbour: the ships of the round, and how far the game has gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from drawing.boards.board import wave
from drawing.language import gettext as _
from drawing.pieces import GROUND, OVER, Part, Piece, Spot
from drawing.ships import ship_space
from drawing.svg import circle, group, hint, path, rect, tag, text
from drawing.words import SITES
from engine.shown import ShipView, View

if TYPE_CHECKING:
    from engine import Rules


SHIP_X: Final = 34


class Harbour:
    """Four berths, the largest ship above; at the right the rounds."""

    name = "harbour"
    width = 360
    height = 200
    depths = 1

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.title = self.label = _("Harbour")
        self.site_names = {site.word: str(words) for site, words in SITES.items()}
        self.most = max(len(card) for card in rules.round_cards)
        ships = [self._ship(index) for index in range(self.most)]
        self.parts = (*ships, Part(lambda view: view["round"], self._round))

    def y(self, number: int) -> float:
        """The middle of a berth, from 1."""
        return 30 + 164 / self.most * (number - 0.5)

    def round_place(self, number: int) -> tuple[float, float]:
        return 246 + 34 * ((number - 1) % 3), 74 + 34 * ((number - 1) // 3)

    def backdrop(self) -> str:
        drawn = [rect(0.5, 0.5, 359, 199, "block", 10)]
        drawn.append(
            tag(
                "path",
                class_="water",
                d="M.5 30H222q-8 24 0 48t0 50 -3 71H10.5a10 10 0 0 1 -10 -10z",
            )
        )
        drawn += [wave(self.y(number) + 20, 216) for number in range(1, self.most)]
        drawn.append(text(12, 21, self.title, "title"))
        drawn += [
            text(15, self.y(number) + 5, str(number), "number")
            for number in range(1, self.most + 1)
        ]
        drawn.append(text(280, 50, _("Round"), "small"))
        for number in range(1, self.rules.rounds + 1):
            x, y = self.round_place(number)
            drawn.append(circle(x, y, 12, "round"))
            drawn.append(text(x, y + 5, str(number), "round-number"))
        words = _("The number at the stern: with so many stones the ship may sail")
        key = path("M240 143h26q-4 11 0 22h-26q5 -11 0 -22z", "hull") + text(253, 158, "3", "least")
        key += text(274, 153, _("stones needed"), "tiny-left") + text(
            274, 164, _("to sail"), "tiny-left"
        )
        return "".join(drawn) + group(hint(words) + key)

    def facts(self, view: View) -> object:
        """What of `view` the block shows."""
        return view["ships"], view["round"]

    def _ship(self, berth: int) -> Part:
        """A berth, from 0: the ship there, or where it went."""

        def ship(view: View) -> ShipView | None:
            return view["ships"][berth] if berth < len(view["ships"]) else None

        return Part(ship, lambda view: self._hull(ship(view)), lambda view: self._cargo(ship(view)))

    def _hull(self, ship: ShipView | None) -> Iterator[tuple[str, Piece]]:
        if not ship:
            return
        number, y = ship["number"], self.y(ship["number"])
        if ship["spaces"] is not None:
            yield f"ship{number}", Piece(GROUND, f"S{ship['capacity']}", SHIP_X, y)
        elif ship["site"]:
            words = self.site_names[ship["site"]]
            yield f"went{number}", Piece(GROUND, "away", SHIP_X + 16, y)
            yield f"where{number}", Piece(OVER, ".away", SHIP_X + 32, y + 4, words)

    def _cargo(self, ship: ShipView | None) -> Iterator[Spot]:
        if not ship:
            return
        for index, seat in enumerate(ship["spaces"] or ()):
            if seat is not None:
                x = SHIP_X + ship_space(ship["capacity"], index + 1)
                yield Spot(f"ship{ship['number']}.{index}", seat, x, self.y(ship["number"]))

    def _round(self, view: View) -> Iterator[tuple[str, Piece]]:
        if view["round"]:
            yield "round", Piece(GROUND, "now", *self.round_place(view["round"]))
