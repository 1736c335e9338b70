"""The history of a rating as a picture: lines and words in SVG, drawn in the colour of the text.

Everything is worked out here; the template only writes it down. Units are those of the picture,
720 by 350, from its upper left corner. ``sparkline`` is a small one of its last stretch.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, NamedTuple

from django.utils.formats import date_format, get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from drawing.language.words import with_value
from drawing.svg.charts import AxisLabel, ChartPoint, Scale, polyline, round_ends, thinned
from ratings.elo import POINT, PROVISIONAL_GAMES
from ratings.queries import Point, rated_games

WIDTH, HEIGHT = 720, 350
LEFT, RIGHT, TOP, BOTTOM = 52, 700, 20, 314
MAX_DOTS = 80
"""With more games than this, the line is drawn without a dot for each."""

MAX_POINTS = 600
"""Nearly one for each unit of width: of more games, each stretch keeps its highest and lowest."""

MONTHS = (1, 2, 3, 6, 12, 24, 36, 60, 120)


@dataclass(frozen=True)
class Graph:
    """`line` and `early` (while provisional) are lists of points, `area` a path."""

    line: str
    early: str
    area: str
    dots: list[ChartPoint]
    last: ChartPoint
    highest: ChartPoint
    days: list[AxisLabel]
    ratings: list[AxisLabel]
    text: str
    spots: str
    """Labels of points, for a script: a JSON list of ``[x, y, words]``."""


def rating_graph(history: Sequence[Point]) -> Graph | None:
    """The picture of a history; None of no games, or of games that were all taken back."""
    if not rated_games(history):
        return None
    heights, ratings = _rating_axis([point.rating for point in history])
    xs, days = _day_axis([point.played_on for point in history])
    bare = [
        ChartPoint(x, heights.at(point.rating), str(number))
        for number, (x, point) in enumerate(zip(xs, history, strict=True))
    ]
    settled = min(PROVISIONAL_GAMES, len(bare)) - 1
    labelled = [
        _labelled(dot, history) for dot in bare[:settled] + thinned(bare[settled:], MAX_POINTS)
    ]
    settled_dots = labelled[settled:]
    best = min(labelled, key=lambda spot: spot.y)
    return Graph(
        line=polyline(settled_dots),
        early=polyline(labelled[: settled + 1]),
        area=f"M{labelled[0].x},{BOTTOM} L{polyline(labelled)} L{labelled[-1].x},{BOTTOM} Z",
        dots=labelled if len(labelled) <= MAX_DOTS else [],
        last=labelled[-1],
        highest=best,
        days=days,
        ratings=ratings,
        text=_in_words(history),
        spots=json.dumps(labelled, ensure_ascii=False, separators=(",", ":")),
    )


def _labelled(dot: ChartPoint, history: Sequence[Point]) -> ChartPoint:
    """`dot`, whose text was the number of its point, with what is said of that: to write down a
    day takes time, and of a long history few points are shown."""
    point = history[int(dot.text)]
    return dot._replace(text=with_value(day_text(point.played_on), f"{point.rating / POINT:.0f}"))


def day_text(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def _in_words(history: Sequence[Point]) -> str:
    """The picture in words, for screen readers."""
    first, last = history[0], history[-1]
    best = max(history, key=lambda point: point.rating)
    worst = min(history, key=lambda point: point.rating)
    template = ngettext(
        "one rated game, from %(first)s to %(last)s. Rating now %(now)s; "
        "highest %(highest)s on %(best)s, lowest %(lowest)s on %(worst)s.",
        "%(n)s rated games, from %(first)s to %(last)s. Rating now %(now)s; "
        "highest %(highest)s on %(best)s, lowest %(lowest)s on %(worst)s.",
        games := rated_games(history),
    )
    return template % {
        "n": games,
        "first": day_text(first.played_on),
        "last": day_text(last.played_on),
        "now": f"{last.rating / POINT:.0f}",
        "highest": f"{best.rating / POINT:.0f}",
        "best": day_text(best.played_on),
        "lowest": f"{worst.rating / POINT:.0f}",
        "worst": day_text(worst.played_on),
    }


# ----------------------------------------------------------------------------- the axes


def _rating_axis(ratings: Sequence[int]) -> tuple[Scale, list[AxisLabel]]:
    """The scale of ratings, and a mark for each step of it."""
    low, high, step = round_ends(min(ratings) // POINT, -(-max(ratings) // POINT))
    heights = Scale(low * POINT, high * POINT, BOTTOM, TOP)
    return heights, [
        AxisLabel(heights.at(rating * POINT), str(rating)) for rating in range(low, high + 1, step)
    ]


def _day_axis(days: Sequence[date]) -> tuple[list[float], list[AxisLabel]]:
    """Positions of games, those of a day next to each other; marks for the days."""
    first, last = days[0], days[-1]
    places = Scale(0, (last - first).days + 1, LEFT, RIGHT)
    on_day: dict[date, int] = {}
    for day in days:
        on_day[day] = on_day.get(day, 0) + 1
    passed = dict.fromkeys(on_day, 0)
    xs = []
    for day in days:
        passed[day] += 1
        within = (passed[day] - 0.5) / on_day[day]
        xs.append(places.at((day - first).days + within))
    marks = _day_marks(first, last)
    return xs, [AxisLabel(places.at((day - first).days + 0.5), text) for day, text in marks]


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


# --- the small line of the first page, 280 by 84 -----------------------------------


LINE_LEFT, LINE_RIGHT, LINE_TOP, LINE_BOTTOM = 40, 272, 12, 62
LEAST_HIGH: Final = 20 * POINT
"""Ratings that differ by less are drawn as if they differed by so much."""


class Sparkline(NamedTuple):
    """`line`: points of a polyline; (`x`, `y`): its end; `high` and `low`: the words of the axis,
    at `high_y` and `low_y`; `first` and `last`: the days below it; `text`: all of it in words."""

    line: str
    x: float
    y: float
    high: str
    high_y: float
    low: str
    low_y: float
    first: str
    last: str
    text: str


def sparkline(history: Sequence[Point]) -> Sparkline | None:
    """The picture of `history`, in the order of play; None of fewer than two games."""
    if len(history) < 2:
        return None
    ratings = [point.rating for point in history]
    low, high = min(ratings), max(ratings)
    x = Scale(0, len(ratings) - 1, LINE_LEFT, LINE_RIGHT)
    y = Scale(low, max(high, low + LEAST_HIGH), LINE_BOTTOM, LINE_TOP)
    spots = [(x.at(number), y.at(rating)) for number, rating in enumerate(ratings)]
    return Sparkline(
        line=polyline(spots),
        x=spots[-1][0],
        y=spots[-1][1],
        high=f"{high / POINT:.0f}" if high - low >= LEAST_HIGH // 2 else "",
        high_y=y.at(high),
        low=f"{low / POINT:.0f}",
        low_y=y.at(low),
        first=day_text(history[0].played_on),
        last=day_text(history[-1].played_on),
        text=_line_in_words(history, low, high),
    )


def _line_in_words(history: Sequence[Point], low: int, high: int) -> str:
    """The picture in words, for a screen reader."""
    values = {
        "n": rated_games(history),
        "first": f"{history[0].rating / POINT:.0f}",
        "last": f"{history[-1].rating / POINT:.0f}",
        "low": f"{low / POINT:.0f}",
        "high": f"{high / POINT:.0f}",
        "from": day_text(history[0].played_on),
        "to": day_text(history[-1].played_on),
    }
    return (
        _(
            "The last %(n)s rated games, from %(from)s to %(to)s: the rating went from %(first)s "
            "to %(last)s. Lowest %(low)s, highest %(high)s."
        )
        % values
    )
