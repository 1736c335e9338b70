"""The game as a line from left to right: marks for the slider, points over time, key moments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from drawing.language import gettext as _
from drawing.replay.replay import Replay
from drawing.svg import number, signed

WIDE, HIGH = 1000, 100
"""The plot of the graph in its own units."""

KEY_MOMENTS: Final = 5
ROUND, SAIL, CARD = "round", "sail", "card"


@dataclass(frozen=True)
class Mark:
    """Something at step `ply`; `at`: where, as a percentage of the line."""

    ply: int
    at: str
    kind: str
    words: str


def place(ply: int, span: int) -> str:
    """Step `ply` as a percentage of a line of `span` steps."""
    return f"{number(100 * ply / max(1, span))}%"


def marks(found: Replay) -> list[Mark]:
    """Where rounds begin, ships sail, cards change hands. The strongest mark of a step only."""
    return [Mark(ply, place(ply, found.plies), kind, words) for ply, kind, words in _marked(found)]


def _marked(found: Replay) -> Iterator[tuple[int, str, str]]:
    before = 0
    for ply, frame in enumerate(found.frames, 1):
        if frame.round != before:
            before = frame.round
            yield ply - 1, ROUND, str(before)
        if frame.sails:
            yield ply, SAIL, ""
        elif frame.cards:
            yield ply, CARD, ""


def graph(found: Replay, at: int) -> dict[str, object]:
    """Points over time, in a plot of ``WIDE`` x ``HIGH``: for each seat a path of its points so
    far, and one of the points if the game ended there, unless that is hidden. `span`: the steps
    that the plot is wide, some more than there are, so that the result can be read."""
    scores = [found.score(ply) for ply in range(found.plies + 1)]
    so_far = [score.points for score in scores]
    prospects = [score.prospects for score in scores]
    ended = [one for one in prospects if one is not None]
    known = len(ended) == len(scores)
    every = [points for row in (so_far, ended if known else []) for one in row for points in one]
    plot = _Plot(span_of(found), min(0, *every), max(10, *every))
    return {
        "so_far": plot.lines(found, so_far),
        "ended": plot.lines(found, ended) if known else [],
        "span": plot.span,
        "at": place(at, plot.span),
        "rounds": [
            {"at": place(ply, plot.span), "number": words}
            for ply, kind, words in _marked(found)
            if kind == ROUND
        ],
        "moments": key_moments(found, at),
    }


def span_of(found: Replay) -> int:
    """The width of the graph in steps."""
    return found.plies + max(2, found.plies // 25)


@dataclass(frozen=True)
class _Plot:
    """`span` steps from left to right, points from `low` to `top`."""

    span: int
    low: int
    top: int

    def lines(self, found: Replay, every: list[list[int]]) -> list[dict[str, str]]:
        return [
            {"letter": drawn.letter, "d": self.path([points[seat] for points in every])}
            for seat, drawn in enumerate(found.drawing.seats)
        ]

    def path(self, points: list[int]) -> str:
        """A line of steps: level, then up or down."""
        drawn = f"M0 {self.y(points[0])}"
        for ply in range(1, len(points)):
            if points[ply] != points[ply - 1]:
                drawn += f"H{number(WIDE * ply / self.span)}V{self.y(points[ply])}"
        return f"{drawn}H{WIDE}"

    def y(self, points: int) -> str:
        return number(HIGH - 4 - (points - self.low) * (HIGH - 8) / (self.top - self.low))


def key_moments(found: Replay, at: int) -> list[dict[str, object]]:
    """The steps that moved the points most, in their order: whose seat gained most on the
    others, by the points if the game ended there (by those written down where hidden cards
    forbid that)."""
    swings = []
    for ply in range(1, found.plies + 1):
        gains = _gains(found, ply)
        best = max(range(len(gains)), key=gains.__getitem__)
        others = [gain for seat, gain in enumerate(gains) if seat != best]
        swings.append((gains[best] - sum(others) / len(others), -ply, best, gains[best]))
    most = sorted(swings, reverse=True)[:KEY_MOMENTS]
    return [
        {
            "ply": -earlier,
            "seat": found.names[best],
            "letter": found.drawing.seats[best].letter,
            "gain": f"+{gain}" if gain > 0 else signed(gain),
            "words": found.frames[-earlier - 1].words,
            "round": _("Round %s") % found.frames[-earlier - 1].round,
            "current": -earlier == at,
        }
        for swing, earlier, best, gain in sorted(most, key=lambda one: -one[1])
        if swing > 0
    ]


def _gains(found: Replay, ply: int) -> list[int]:
    now, before = found.score(ply), found.score(ply - 1)
    new, old = now.prospects, before.prospects
    if new is None or old is None:
        new, old = now.points, before.points
    return [one - other for one, other in zip(new, old, strict=True)]
