"""What lies in front of a player: sled, quarry, cards, coins, the private ship, the points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from drawing.language import gettext as _
from drawing.modules import in_play
from drawing.pieces import GROUND, LETTERS, OVER, Part, Piece, Spot
from drawing.svg import group, hint, path, rect, text, use
from engine.shown import View
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules


LONGEST = 26


class SeatDrawing:
    """One player's own table."""

    width = 360
    height = 104
    depths = 1

    def __init__(self, rules: Rules, seat: int, name: str) -> None:
        self.rules = rules
        self.modules = in_play(rules)
        self.seat = seat
        self.parts = tuple(self._parts())
        self.name = f"seat{seat}"
        colour = rules.setup.seats[seat]
        self.letter = LETTERS[colour]
        self.title = name or colour.word.capitalize()
        self.colour: str = colour.word
        self.label = f"{self.title} ({self.colour})"

    def backdrop(self) -> str:
        shown = self.title if len(self.title) <= LONGEST else f"{self.title[: LONGEST - 1]}…"
        sled = path("M8 60H142q10 0 11 -11", "runner")
        spaces = "".join(
            use("o", self.space(index), 44) for index in range(self.rules.sled_capacity)
        )
        quarry = path("M262 57V46h7v-7h9v-5h11v23z", "quarry")
        return "".join(
            [
                rect(0.5, 0.5, 359, 103, "block", 10),
                use(f"s{self.letter}", 21, 17),
                group(hint(self.label) + text(37, 22, shown, "name")),
                group(hint(_("sled")) + sled + spaces),
                group(hint(_("stones left in the quarry")) + quarry),
            ]
        )

    def space(self, index: int) -> float:
        """The x of a space of the sled."""
        return 22 + 26 * index

    def facts(self, view: View) -> object:
        """What of `view` the block shows."""
        return view["seats"][self.seat], self._acts(view), view["over"]

    def _parts(self) -> Iterator[Part]:
        """Whether it acts; the points; the stones; the cards; the rest."""
        yield Part(self._acts, self._mark)
        yield Part(lambda view: (self._points(view), self._won(view)), self._total)
        yield Part(self._stones, self._sled, self._spots)
        yield Part(self._held, self._cards)
        yield Part(self._kept, self._things)

    def _acts(self, view: View) -> bool:
        """Whether this seat is to act."""
        now = view["awaited"]
        return now is not None and now["seat"] == self.seat

    def _mark(self, view: View) -> Iterator[tuple[str, Piece]]:
        if self._acts(view):
            yield f"{self.seat}.active", Piece(GROUND, "A", 0, 0)

    def _points(self, view: View) -> int:
        points: int = view["seats"][self.seat]["points"]
        return points

    def _won(self, view: View) -> bool:
        """Whether the game has ended and no other seat is ahead of this one (R10.2)."""
        if not view["over"]:
            return False
        ranks = [(seat["points"], seat["sled"]) for seat in view["seats"]]
        return ranks[self.seat] == max(ranks)

    def _total(self, view: View) -> Iterator[tuple[str, Piece]]:
        words = str(self._points(view))
        yield f"{self.seat}.points", Piece(OVER, ".total", 348, 26, words)
        if self._won(view):
            yield f"{self.seat}.won", Piece(GROUND, "won", 300, 19)

    def _stones(self, view: View) -> object:
        seat = view["seats"][self.seat]
        return seat["sled"], seat["quarry"], seat["sled_capacity"]

    def _sled(self, view: View) -> Iterator[tuple[str, Piece]]:
        """The stones left in the quarry, and the spaces of Cargo Sleds."""
        seat = view["seats"][self.seat]
        words = "∞" if seat["quarry"] is None else str(seat["quarry"])
        yield f"{self.seat}.quarry", Piece(OVER, ".left", 294, 54, words)
        capacity = seat["sled_capacity"] or self.rules.sled_capacity
        for index in range(self.rules.sled_capacity, capacity):
            yield f"{self.seat}.space{index}", Piece(GROUND, "o", self.space(index), 44)

    def _spots(self, view: View) -> Iterator[Spot]:
        for index in range(view["seats"][self.seat]["sled"]):
            yield Spot(f"sled{self.seat}.{index}", self.seat, self.space(index), 44)

    def _held(self, view: View) -> object:
        seat = view["seats"][self.seat]
        return seat["cards"], seat["card_count"]

    def _cards(self, view: View) -> Iterator[tuple[str, Piece]]:
        seat, key = view["seats"][self.seat], f"{self.seat}."
        cards = [(f"d{Card.read(word).value}", count) for word, count in seat["cards"].items()]
        hidden = seat["card_count"] - sum(seat["cards"].values())
        if hidden:
            cards.append(("dx", hidden))
        step = min(38, 338 / max(1, len(cards)))
        for index, (symbol, number) in enumerate(cards):
            x = 20 + step * index
            yield f"{key}{symbol}", Piece(GROUND, symbol, x, 83)
            if number > 1:
                yield f"{key}{symbol}n", Piece(OVER, ".times", x + 10, 94, str(number))

    def _kept(self, view: View) -> object:
        seat = view["seats"][self.seat]
        return seat["coins"], seat["private_ship"]

    def _things(self, view: View) -> Iterator[tuple[str, Piece]]:
        """Coins, and what modules have here."""
        seat, key = view["seats"][self.seat], f"{self.seat}."
        for index in range(seat["coins"]):
            yield f"{key}coin{index}", Piece(GROUND, "coin", 340 - 18 * index, 48)
        for module in self.modules:
            yield from module.at_seat(key, seat)
