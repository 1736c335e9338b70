"""How the ratings of a pool are spread, as a picture: a bar for every fifty points, or more.

Units are those of the picture, 720 by 180, from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from drawing.svg.charts import AxisLabel, Scale

LEFT, RIGHT, TOP, BOTTOM = 20, 700, 24, 144
MAX_BARS: Final = 20
STEP: Final = 50
"""Points: how finely ratings are counted."""


class RatingBar(NamedTuple):
    """`players` rated from `low` points up to the next bar."""

    x: float
    y: float
    width: float
    height: float
    low: int
    players: int
    text: str


@dataclass(frozen=True)
class Distribution:
    bars: list[RatingBar]
    marks: list[AxisLabel]
    text: str


def rating_distribution(counts: Mapping[int, int]) -> Distribution | None:
    """The picture of `counts`: players by their rating in steps of ``STEP`` points, rounded down.

    None where no player is rated.
    """
    if not counts:
        return None
    first, last = min(counts), max(counts)
    wide = -(-(last - first + 1) // MAX_BARS)
    first = first // wide * wide
    places = range(first, last + 1, wide)
    sums = [sum(counts.get(low + offset, 0) for offset in range(wide)) for low in places]
    across, up = Scale(0, len(sums), LEFT, RIGHT), Scale(0, max(sums), 0, BOTTOM - TOP)
    bars = [
        _bar(across.exact(n), low * STEP, wide * STEP, count, across.exact(1) - LEFT, up.at(count))
        for n, (low, count) in enumerate(zip(places, sums, strict=True))
    ]
    marks = [AxisLabel(across.at(n), f"{low * STEP}") for n, low in enumerate(places)]
    return Distribution(bars, marks[:: -(-len(marks) // 10)], _in_words(sum(sums), bars))


def _bar(x: float, low: int, wide: int, count: int, width: float, height: float) -> RatingBar:
    """With one unit free on either side."""
    words = {"low": low, "high": low + wide - 1, "players": _players(count)}
    text = _("%(low)s to %(high)s: %(players)s") % words
    return RatingBar(
        round(x + 1, 1), BOTTOM - height, round(width - 2, 1), height, low, count, text
    )


def _players(count: int) -> str:
    return ngettext("%(n)s player", "%(n)s players", count) % {"n": f"{count:,}"}


def _in_words(players: int, bars: list[RatingBar]) -> str:
    """The picture in words. No bar is named where several are the highest."""
    highest = max(bar.players for bar in bars)
    largest = [bar for bar in bars if bar.players == highest]
    if len(largest) > 1:
        return _("%(players)s in total.") % {"players": _players(players)}
    words = {"players": _players(players), "range": largest[0].text}
    return _("%(players)s in total. The largest group is at %(range)s.") % words
