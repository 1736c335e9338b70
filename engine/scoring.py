"""The result of a game: points by source, places (R10)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.state import State
from engine.vocabulary import Source

SOURCE_WORDS: Final = tuple(source.word for source in Source)


class Result(NamedTuple):
    """By seat: `points`, `places` (shared ones 1, 1, 3), stones on the `sleds`, and `scored`:
    points by ``Source``."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    sleds: tuple[int, ...]
    scored: tuple[tuple[int, ...], ...]

    def breakdown(self, seat: int) -> dict[str, int]:
        """The points of `seat` by the word of their source, sources that gave none left out."""
        return {
            word: points
            for word, points in zip(SOURCE_WORDS, self.scored[seat], strict=True)
            if points
        }


def result(s: State) -> Result:
    """Points so far and the order they give: points, then stones on the sled (R10.2, R13.19).
    Seats that resigned come after all others, and share their place (R2.10)."""
    scored = tuple([tuple(player.scored) for player in s.players])
    points = tuple([sum(player.scored) for player in s.players])
    sleds = tuple([player.sled for player in s.players])
    seats = range(len(points))
    places = []
    for seat_points, stones in zip(points, sleds):  # noqa: B905 (a keyword would take half of the time)
        place = 1
        for other in seats:
            rival_points = points[other]
            if rival_points > seat_points or (
                rival_points == seat_points and sleds[other] > stones
            ):
                place += 1
        places.append(place)
    if s.resigned:
        places = [
            1 + sum([places[other] < places[seat] for other in seats if other not in s.resigned])
            if seat not in s.resigned
            else 1 + len(places) - len(s.resigned)
            for seat in seats
        ]
    return Result(points, tuple(places), sleds, scored)
