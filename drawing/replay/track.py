"""The game as a line: buttons and marks of the slider, points over time, key moments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from drawing.language import gettext as _
from drawing.replay.replay import Replay
from drawing.svg import coord, signed_points
from drawing.svg.charts import Scale, round_ends, step_path

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


def marks(replay: Replay) -> list[TrackMark]:
    """Marks where rounds begin, ships sail, cards change hands. The strongest mark of a step
    only."""
    return [
        TrackMark(ply, percentage_of_steps(ply, replay.plies), kind, words)
        for ply, kind, words in _marked(replay)
    ]


def _marked(replay: Replay) -> Iterator[tuple[int, str, str]]:
    before = 0
    for ply, frame in enumerate(replay.frames, 1):
        if frame.round != before:
            before = frame.round
            yield ply - 1, ROUND, str(before)
        if frame.sails:
            yield ply, SAIL, ""
        elif frame.cards:
            yield ply, CARD, ""


def points_graph(replay: Replay, current_ply: int) -> dict[str, object]:
    """Points over time, in a plot of ``WIDE`` x ``HIGH``: for each seat a path of its points so
    far, and one of the points if the game ended there, unless that is hidden. `span`: the steps
    that the plot is wide, some more than there are, so that the result can be read. `axis`: round
    numbers of points, and how far from the top they are."""
    scores = [replay.score(ply) for ply in range(replay.plies + 1)]
    so_far = [score.points for score in scores]
    prospects = [score.prospects for score in scores]
    ended = [prospect for prospect in prospects if prospect is not None]
    complete = len(ended) == len(scores)
    every = [
        points
        for row in (so_far, ended if complete else [])
        for row_of_points in row
        for points in row_of_points
    ]
    low, high, distance = round_ends(min(0, *every), max(10, *every))
    span, y = span_of(replay), Scale(low, high, HIGH - 4, 4)

    def lines(rows: list[list[int]]) -> list[dict[str, str]]:
        return [
            {"letter": seat_drawing.letter, "d": step_path(points, plies(replay), y)}
            for seat_drawing, points in zip(
                replay.drawing.seats, zip(*rows, strict=True), strict=True
            )
        ]

    return {
        "so_far": lines(so_far),
        "ended": lines(ended) if complete else [],
        "span": span,
        "at": percentage_of_steps(current_ply, span),
        "axis": [
            {"at": f"{coord(y.exact(points))}%", "number": points}
            for points in range(low, high + 1, distance)
        ],
        "rounds": round_marks(replay),
        "moments": key_moments(replay, current_ply),
    }


def round_marks(replay: Replay) -> list[dict[str, str]]:
    """The places in the graph at which rounds begin, and their numbers."""
    span = span_of(replay)
    return [
        {"at": percentage_of_steps(ply, span), "number": words}
        for ply, kind, words in _marked(replay)
        if kind == ROUND
    ]


def span_of(replay: Replay) -> int:
    """The width of the graph in steps."""
    return replay.plies + max(2, replay.plies // 25)


def plies(replay: Replay) -> Scale:
    """Coordinates of the steps in the graph."""
    return Scale(0, span_of(replay), 0, WIDE)


def key_moments(replay: Replay, current_ply: int) -> list[dict[str, object]]:
    """The steps that moved the points most, in their order: whose seat gained most on the
    others, by the points if the game ended there (by those written down where hidden cards
    forbid that)."""
    swings = []
    for ply in range(1, replay.plies + 1):
        gains = _gains(replay, ply)
        best = max(range(len(gains)), key=gains.__getitem__)
        other_gains = [gain for seat, gain in enumerate(gains) if seat != best]
        swings.append((gains[best] - sum(other_gains) / len(other_gains), -ply, best, gains[best]))
    largest = sorted(swings, reverse=True)[:KEY_MOMENTS]
    return [
        {
            "ply": -earlier,
            "seat": replay.names[best],
            "letter": replay.drawing.seats[best].letter,
            "gain": f"+{gain}" if gain > 0 else signed_points(gain),
            "words": replay.frames[-earlier - 1].words,
            "round": _("Round %s") % replay.frames[-earlier - 1].round,
            "current": -earlier == current_ply,
        }
        for swing, earlier, best, gain in sorted(largest, key=lambda moment: -moment[1])
        if swing > 0
    ]


def _gains(replay: Replay, ply: int) -> list[int]:
    score, before = replay.score(ply), replay.score(ply - 1)
    new, old = score.prospects, before.prospects
    if new is None or old is None:
        new, old = score.points, before.points
    return [after - other for after, other in zip(new, old, strict=True)]


Context = dict[str, object]


def jumps(replay: Replay, ply: int, base_url: str, query: str = "") -> list[Context]:
    """The buttons, in their order: where each leads from here (``None``: nowhere)."""
    targets = [
        ("first", "M5 5V19M18 5 10 12 18 19", _("First step"), 0),
        ("back", "M15 5 8 12 15 19", _("Back one step"), ply - 1),
        ("next", "M9 5 16 12 9 19", _("Forward one step"), ply + 1),
        ("last", "M19 5V19M6 5 14 12 6 19", _("Last step"), replay.plies),
    ]
    return [
        {
            "name": name,
            "icon": icon,
            "words": words,
            "url": f"{base_url}{target}/{query}"
            if base_url and _leads(replay, ply, target)
            else "",
        }
        for name, icon, words, target in targets
    ]


def _leads(replay: Replay, ply: int, target: int) -> bool:
    return 0 <= target <= replay.plies and target != ply
