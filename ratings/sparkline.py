"""The last stretch of a rating as a small line, for the first page.

Units are those of the picture, 280 by 84, from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from drawing.svg.charts import Scale, polyline
from ratings.elo import POINT
from ratings.graph import day_text
from ratings.queries import Point, rated_games

LEFT, RIGHT, TOP, BOTTOM = 40, 272, 12, 62
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
    x = Scale(0, len(ratings) - 1, LEFT, RIGHT)
    y = Scale(low, max(high, low + LEAST_HIGH), BOTTOM, TOP)
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
        text=_in_words(history, low, high),
    )


def _in_words(history: Sequence[Point], low: int, high: int) -> str:
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
            "The last %(n)s rated games, %(from)s to %(to)s: from %(first)s to %(last)s, "
            "lowest %(low)s, highest %(high)s."
        )
        % values
    )
