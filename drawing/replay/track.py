"""The game as a line from left to right: marks for the slider, points over time, key moments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from drawing.language import gettext as _
from drawing.replay.replay import Replay
from drawing.svg import coord, signed_points
from drawing.svg.charts import Scale, step_path

WIDE, HIGH = 1000, 100
"""The plot of the graph in its own units."""

KEY_MOMENTS: Final = 5
ROUND, SAIL, CARD = "round", "sail", "card"


@dataclass(frozen=True)
class TrackMark:
    """Something at step `ply`; `at`: where, as a percentage of the line."""

    ply: int
    at: str
    kind: str
    words: str


def percentage_of_steps(ply: int, span: int) -> str:
    """Step `ply` as a percentage of a line of `span` steps."""
    return f"{coord(100 * ply / max(1, span))}%"


def marks(found: Replay) -> list[TrackMark]:
    """Marks where rounds begin, ships sail, cards change hands. The strongest mark of a step
    only."""
    return [
        TrackMark(ply, percentage_of_steps(ply, found.plies), kind, words)
        for ply, kind, words in _marked(found)
    ]


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


def points_graph(found: Replay, at: int) -> dict[str, object]:
    """Points over time, in a plot of ``WIDE`` x ``HIGH``: for each seat a path of its points so
    far, and one of the points if the game ended there, unless that is hidden. `span`: the steps
    that the plot is wide, some more than there are, so that the result can be read."""
    scores = [found.score(ply) for ply in range(found.plies + 1)]
    so_far = [score.points for score in scores]
    prospects = [score.prospects for score in scores]
    ended = [one for one in prospects if one is not None]
    known = len(ended) == len(scores)
    every = [points for row in (so_far, ended if known else []) for one in row for points in one]
    span, y = span_of(found), Scale(min(0, *every), max(10, *every), HIGH - 4, 4)

    def lines(rows: list[list[int]]) -> list[dict[str, str]]:
        return [
            {"letter": drawn.letter, "d": step_path(points, plies(found), y)}
            for drawn, points in zip(found.drawing.seats, zip(*rows, strict=True), strict=True)
        ]

    return {
        "so_far": lines(so_far),
        "ended": lines(ended) if known else [],
        "span": span,
        "at": percentage_of_steps(at, span),
        "rounds": [
            {"at": percentage_of_steps(ply, span), "number": words}
            for ply, kind, words in _marked(found)
            if kind == ROUND
        ],
        "moments": key_moments(found, at),
    }


def span_of(found: Replay) -> int:
    """The width of the graph in steps."""
    return found.plies + max(2, found.plies // 25)


def plies(found: Replay) -> Scale:
    """Coordinates of the steps in the graph."""
    return Scale(0, span_of(found), 0, WIDE)


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
            "gain": f"+{gain}" if gain > 0 else signed_points(gain),
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
