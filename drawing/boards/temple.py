"""The temple: what can be seen from above, and what is covered; the chariots of the arena."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from drawing.boards.board import SiteDrawing, edge, gives, on_edge, reward, space
from drawing.language import gettext as _
from drawing.pieces import MINI, OVER, Piece, Spot
from drawing.svg import group, hint, path, rect, text
from engine.shown import ArenaView, StonesView
from engine.vocabulary import Site

Point = tuple[float, float]
CHEVRON: Final = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


class TempleA(SiteDrawing[StonesView]):
    """Each space: what it gives, the visible stone, and under it the covered ones, small."""

    site = Site.TEMPLE
    rows = 4

    def x(self, index: int) -> float:
        step: float = 288 / self.board.spaces
        return 62 + step * (index + 0.5)

    def ground(self) -> str:
        drawn = [
            path("M62 58 206 33 350 58z", "roof"),
            rect(62, 58, 288, 6, "roof"),
            rect(58, 183, 296, 9, "roof"),
        ]
        for index, given in enumerate(self.board.rewards):
            x = self.x(index)
            inside = reward(x, 79, given) + space(x, 110, 32)
            drawn.append(group(hint(gives(given)) + inside))
            drawn.append(rect(x - 25, 131, 50, 50, "crypt", 3))
        for index in range(self.board.spaces + 1):
            drawn.append(rect(59 + 288 / self.board.spaces * index, 64, 6, 119, "pillar", 2))
        return "".join(drawn)

    def stones(self, board: StonesView) -> Iterator[Spot]:
        spaces: int = self.board.spaces
        seats = board["stones"]
        for number, seat in enumerate(seats):
            level, index = divmod(number, spaces)
            x = self.x(index)
            if number + spaces >= len(seats):
                yield Spot(f"temple.{number}", seat, x, 110)
            else:
                yield Spot(f"temple.{number}", seat, *self._covered(x, level), MINI)

    def _covered(self, x: float, level: int) -> Point:
        """Under the visible stone, four in a row, the lowest level at the bottom."""
        row, column = divmod(level, 4)
        step = min(12.0, 48 / max(1, (len(self.last["stones"]) // self.board.spaces + 3) // 4))
        return x - 18 + 12 * column, 174 - step * row


class TempleB(TempleA):
    """As A, with rewards of its own."""


class TempleC(TempleA):
    """As A, with rewards of its own."""


class TempleD(SiteDrawing[ArenaView]):
    """Stone spaces with arrows; a track that goes and comes back."""

    site = Site.TEMPLE

    def stone_place(self, index: int) -> Point:
        step = 264 / len(self.board.arrows)
        return 60 + step * (index + 0.5), 52

    def track(self) -> list[Point]:
        """The centre of each space of the track, the start first."""
        count = len(self.board.track)
        there = (count + 1) // 2
        step = 266 / there
        above = [(60 + step * (i + 0.5), 102.0) for i in range(there)]
        below = [(60 + step * (there - i - 0.5), 152.0) for i in range(count - there)]
        return [*above, *below]

    def ground(self) -> str:
        drawn = []
        for index, steps in enumerate(self.board.arrows):
            x, y = self.stone_place(index)
            drawn.append(rect(x - 10.5, y - 17, 21, 34, "space", 3))
            drawn.append(text(x, y - 5.5, CHEVRON * steps, "arrows"))
            drawn.append(text(x, y + 12, str(steps), "small"))
        drawn += self._lane()
        first = " · ".join(str(points) for points in self.board.round_points if points)
        drawn.append(text(62, 190, f"{_('end of a round')}: {first}", "small-left"))
        return "".join(drawn) + edge(self.board.on_goal, 34)

    def _lane(self) -> Iterator[str]:
        track = self.track()
        points = " ".join(f"{x:g} {y:g}" for x, y in track)
        yield path(f"M{points}", "lane")
        for index, ((x, y), value) in enumerate(zip(track, self.board.track, strict=True)):
            look = "space goal" if index in (0, len(track) - 1) else "space"
            yield rect(x - 17.5, y - 21, 35, 42, look, 4)
            yield text(x, y + 17, str(value), "small")

    def stones(self, board: ArenaView) -> Iterator[Spot]:
        for index, seat in enumerate(board["stones"]):
            x, y = self.stone_place(index)
            yield Spot(f"temple.{index}", seat, x, y + 7, MINI)
        yield from on_edge("temple", board["further"], 34)

    def things(self, board: ArenaView) -> Iterator[tuple[str, Piece]]:
        track = self.track()
        for seat, index in enumerate(board["chariots"]):
            x, y = track[index]
            symbol = f"c{self.letters[seat]}"
            if index in (0, len(track) - 1):
                dx, dy = (seat % 2 * 15 - 7.5, seat // 2 * 17 - 12)
                yield f"chariot{seat}", Piece(OVER, symbol, x + dx, y + dy)
            else:
                yield f"chariot{seat}", Piece(OVER, symbol, x, y - 5)
