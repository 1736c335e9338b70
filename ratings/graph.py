"""The history of a rating as a picture: lines and words in SVG, drawn in the colour of the text.

Everything is worked out here; the template only writes it down. Units are those of the picture,
720 by 280, from its upper left corner.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.utils.formats import date_format, get_format
from django.utils.translation import ngettext

from drawing.language.words import with_value
from ratings.elo import ONE, PROVISIONAL_GAMES
from ratings.queries import Point, rated_games

WIDTH, HEIGHT = 720, 280
LEFT, RIGHT, TOP, BOTTOM = 52, 700, 20, 244
MOST_DOTS = 80
"""With more games than this, the line is drawn without a dot for each."""

MOST_POINTS = 600
"""Nearly one for each unit of width: of more games, each stretch keeps its highest and lowest."""

STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
MONTHS = (1, 2, 3, 6, 12, 24, 36, 60, 120)


class Mark(NamedTuple):
    """A word at a place on an axis."""

    at: float
    text: str


class Dot(NamedTuple):
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Graph:
    """`line` and `early` (while provisional) are lists of points, `area` a path."""

    line: str
    early: str
    area: str
    dots: list[Dot]
    last: Dot
    highest: Dot
    days: list[Mark]
    ratings: list[Mark]
    text: str
    spots: str
    """Labels of points, for a script: a JSON list of ``[x, y, words]``."""


def graph(history: Sequence[Point]) -> Graph | None:
    """The picture of a history; None of no games, or of games that were all taken back."""
    if not rated_games(history):
        return None
    low, high, ratings = _rating_axis([point.rating for point in history])
    xs, days = _day_axis([point.played_on for point in history])
    bare = [
        Dot(x, _height(point.rating, low, high), str(number))
        for number, (x, point) in enumerate(zip(xs, history, strict=True))
    ]
    settled = min(PROVISIONAL_GAMES, len(bare)) - 1
    whole = [_told(dot, history) for dot in bare[:settled] + _thinned(bare[settled:])]
    shown = whole[settled:]
    best = min(whole, key=lambda spot: spot.y)
    return Graph(
        line=_points(shown),
        early=_points(whole[: settled + 1]),
        area=f"M{whole[0].x},{BOTTOM} L{_points(whole)} L{whole[-1].x},{BOTTOM} Z",
        dots=whole if len(whole) <= MOST_DOTS else [],
        last=whole[-1],
        highest=best,
        days=days,
        ratings=ratings,
        text=_in_words(history),
        spots=json.dumps(whole, ensure_ascii=False, separators=(",", ":")),
    )


def _points(spots: Sequence[Dot]) -> str:
    return " ".join(f"{spot.x},{spot.y}" for spot in spots)


def _told(dot: Dot, history: Sequence[Point]) -> Dot:
    """`dot`, whose text was the number of its point, with what is said of that: to write down a
    day takes time, and of a long history few points are shown."""
    point = history[int(dot.text)]
    return dot._replace(text=with_value(day_text(point.played_on), f"{point.rating / ONE:.0f}"))


def day_text(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def _in_words(history: Sequence[Point]) -> str:
    """The picture in words, for screen readers."""
    first, last = history[0], history[-1]
    best = max(history, key=lambda point: point.rating)
    worst = min(history, key=lambda point: point.rating)
    said = ngettext(
        "one rated game, from %(first)s to %(last)s. Rating now %(now)s; "
        "highest %(highest)s on %(best)s, lowest %(lowest)s on %(worst)s.",
        "%(n)s rated games, from %(first)s to %(last)s. Rating now %(now)s; "
        "highest %(highest)s on %(best)s, lowest %(lowest)s on %(worst)s.",
        games := rated_games(history),
    )
    return said % {
        "n": games,
        "first": day_text(first.played_on),
        "last": day_text(last.played_on),
        "now": f"{last.rating / ONE:.0f}",
        "highest": f"{best.rating / ONE:.0f}",
        "best": day_text(best.played_on),
        "lowest": f"{worst.rating / ONE:.0f}",
        "worst": day_text(worst.played_on),
    }


# ----------------------------------------------------------------------------- the axes


def _height(rating: int, low: int, high: int) -> float:
    return round(BOTTOM - (rating - low) / (high - low) * (BOTTOM - TOP), 1)


def _rating_axis(ratings: Sequence[int]) -> tuple[int, int, list[Mark]]:
    """The lowest and highest rating of the picture, and a mark for each step between them."""
    low, high = min(ratings) // ONE, -(-max(ratings) // ONE)
    step = next((step for step in STEPS if high - low <= 4 * step), STEPS[-1])
    bottom, top = low // step * step, -(-high // step) * step
    if top - bottom < 2 * step:
        bottom, top = bottom - step, top + step
    marks = [Mark(_height(at, bottom, top), str(at)) for at in range(bottom, top + 1, step)]
    return bottom * ONE, top * ONE, marks


def _day_axis(days: Sequence[date]) -> tuple[list[float], list[Mark]]:
    """Positions of games, those of a day next to each other; marks for the days."""
    first, last = days[0], days[-1]
    length = (last - first).days + 1
    unit = (RIGHT - LEFT) / length
    on_day: dict[date, int] = {}
    for day in days:
        on_day[day] = on_day.get(day, 0) + 1
    passed = dict.fromkeys(on_day, 0)
    xs = []
    for day in days:
        passed[day] += 1
        within = (passed[day] - 0.5) / on_day[day]
        xs.append(round(LEFT + ((day - first).days + within) * unit, 1))
    marks = _day_marks(first, last)
    return xs, [
        Mark(round(LEFT + ((day - first).days + 0.5) * unit, 1), text) for day, text in marks
    ]


def _day_marks(first: date, last: date) -> list[tuple[date, str]]:
    """Days if there are few, else the first of months or of years."""
    length = (last - first).days
    if length < 75:
        step = max(1, -(-(length + 1) // 5))
        days = [first + timedelta(days=n) for n in range(0, length + 1, step)]
        return [(day, date_format(day, "MONTH_DAY_FORMAT")) for day in days]
    months = (last.year - first.year) * 12 + last.month - first.month
    step = next((step for step in MONTHS if months <= 6 * step), MONTHS[-1])
    begin = first.year * 12 + first.month - 1
    firsts = [
        date(month // 12, month % 12 + 1, 1)
        for month in range(-(-begin // step) * step, begin + months + 1, step)
    ]
    text = "Y" if step >= 12 else get_format("SHORT_DATE_FORMAT").lstrip("j. ")
    return [(day, date_format(day, text)) for day in firsts if day >= first]


def _thinned(spots: list[Dot]) -> list[Dot]:
    """At most about ``MOST_POINTS``: of each stretch its first, highest, lowest and last."""
    if len(spots) <= MOST_POINTS:
        return spots
    length = -(-4 * len(spots) // MOST_POINTS)
    kept: list[Dot] = []
    for begin in range(0, len(spots), length):
        part = spots[begin : begin + length]
        ends = {0, len(part) - 1}
        ends.add(min(range(len(part)), key=lambda at: part[at].y))
        ends.add(max(range(len(part)), key=lambda at: part[at].y))
        kept += [part[at] for at in sorted(ends)]
    return kept
