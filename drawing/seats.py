"""What lies in front of a player: sled, quarry, cards, coins, the private ship, the points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from drawing.ink import group, hint, path, rect, text, use
from drawing.language import gettext as _
from drawing.modules import in_play
from drawing.pieces import GROUND, LETTERS, OVER, Piece, Spot, View
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules


LONGEST = 26


class ActiveMark:
    """Shows that a seat is to act: it comes and goes while all else at the seat stays."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def facts(self, view: View) -> object:
        """Whether this seat is to act."""
        now = view["awaited"]
        return now is not None and now["seat"] == self.seat

    def pieces(self, view: View) -> Iterator[tuple[str, Piece]]:
        if self.facts(view):
            yield f"{self.seat}.active", Piece(GROUND, "A", 0, 0)

    def spots(self, view: View, waiting: Sequence[int] = ()) -> Iterator[Spot]:
        return iter(())


class SeatDrawing:
    """One player's own table."""

    width = 360
    height = 104

    def __init__(self, rules: Rules, seat: int, name: str) -> None:
        self.rules = rules
        self.modules = in_play(rules)
        self.seat = seat
        self.parts = (ActiveMark(seat), self)
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
        """What of `view` the pieces and the spots depend on."""
        return view["seats"][self.seat], self._won(view)

    def _won(self, view: View) -> bool:
        """Whether the game has ended and nobody is ahead of this seat (R10.2)."""
        if not view["over"]:
            return False
        ranks = [(seat["points"], seat["sled"]) for seat in view["seats"]]
        return ranks[self.seat] == max(ranks)

    def pieces(self, view: View) -> Iterator[tuple[str, Piece]]:
        seat = view["seats"][self.seat]
        key = f"{self.seat}."
        yield f"{key}points", Piece(OVER, ".total", 348, 26, str(seat["points"]))
        if self._won(view):
            yield f"{key}won", Piece(GROUND, "won", 300, 19)
        words = "∞" if seat["quarry"] is None else str(seat["quarry"])
        yield f"{key}quarry", Piece(OVER, ".left", 294, 54, words)
        capacity = seat["sled_capacity"] or self.rules.sled_capacity
        for index in range(self.rules.sled_capacity, capacity):
            yield f"{key}space{index}", Piece(GROUND, "o", self.space(index), 44)
        yield from self._cards(seat, key)
        yield from self._things(seat, key)

    def _cards(self, seat: View, key: str) -> Iterator[tuple[str, Piece]]:
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

    def _things(self, seat: View, key: str) -> Iterator[tuple[str, Piece]]:
        for index in range(seat["coins"]):
            yield f"{key}coin{index}", Piece(GROUND, "coin", 340 - 18 * index, 48)
        for module in self.modules:
            yield from module.at_seat(key, seat)

    def spots(self, view: View, waiting: Sequence[int] = ()) -> Iterator[Spot]:
        for index in range(view["seats"][self.seat]["sled"]):
            yield Spot(f"sled{self.seat}.{index}", self.seat, self.space(index), 44)
