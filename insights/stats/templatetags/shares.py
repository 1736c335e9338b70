"""Shares, intervals and heat, as the page of statistics writes them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from drawing.svg.charts import Scale
from engine.vocabulary import Source
from games.models import Player
from insights.stats.cards import ChartTick
from insights.stats.contrasts import LeaderResult, RatedScore
from insights.stats.field import Against, FieldLine, against_field
from insights.stats.forecasts import Tenth
from insights.stats.head_to_head import MeetingScore
from insights.stats.queries import key_label as label_of
from insights.stats.significance import Z
from insights.stats.sums import Sums
from web.templatetags.small_pictures import themed_picture

register = template.Library()

HEATS: Final = 4
"""Steps of heat on each side of the mean."""

INSIDE: Final = 25
"""Length of a bar, of 100, from which on its number fits in it."""

A_STEP: Final = 0.15
"""Of the standard deviation of all points: a step of heat."""


@register.filter
def percent(share: float) -> str:
    """``0.614`` as 61.4 %."""
    return f"{number_format(round(100 * share, 1), 1)} %"


@register.filter
def percent_rounded(share: float) -> str:
    """``0.614`` as 61 %."""
    return f"{number_format(round(100 * share), 0)} %"


@register.filter
def hundredths(share: float) -> int:
    """``0.061`` as 6: percentage points."""
    return round(100 * share)


@register.filter
def from_hundred(high: int) -> int:
    """Top of a bar that stands on the ground of a picture."""
    return 112 - high


@register.filter
def band_label(band: str) -> str:
    """``1400`` as 1400 – 1599."""
    return label_of("band", band)


@register.simple_tag
def field_of(player: Player) -> Against | None:
    """The player against the field. Two queries."""
    return against_field(player)


@register.filter
def kind_label(kind: str) -> str:
    """Label of a kind of games before one of it."""
    kinds = {"players": _("Players:"), "seat": _("Seat"), "module": "", "side": ""}
    return kinds[kind]


@register.simple_tag
def bar(part: float, maximum: float) -> SafeString:
    """A bar of `part`, as wide as there is room for `maximum`."""
    wide = round(100 * max(0.0, min(1.0, part / maximum)), 1) if maximum > 0 else 0
    return format_html(
        '<svg class="part" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="{}" height="8"/></svg>',
        str(wide),
    )


@register.simple_tag
def score_bar(score: MeetingScore) -> SafeString:
    """Games ahead, level and behind as one bar, from the left; its numbers stand at its ends."""
    ahead, level = (round(100 * games / score.games, 1) for games in (score.ahead, score.level))
    parts = {"ahead": (0.0, ahead), "level": (ahead, level)}
    parts["behind"] = (round(ahead + level, 1), round(100 - ahead - level, 1))
    return format_html(
        '<svg class="duel__bar" viewBox="0 0 100 10" preserveAspectRatio="none" '
        'aria-hidden="true">{}</svg>',
        format_html_join(
            "",
            '<rect class="duel__{}" x="{}" width="{}" height="10"/>',
            ((name, str(x), str(width)) for name, (x, width) in parts.items() if width),
        ),
    )


@register.simple_tag
def number_bar(start: float, wide: float, text: str, mark: float | None = None) -> SafeString:
    """A bar from `start` on, `wide`, of 100, with its number at its end and a line at `mark`. The
    number is inside a long bar that ends before the line."""
    end = start + wide
    inside = mark is not None and mark > end and wide >= INSIDE
    place = end if inside or mark is None else max(end, mark)
    line = ""
    if mark is not None:
        line = format_html('<line x1="{0}%" x2="{0}%" y1="-1" y2="17"/>', _place(mark))
    return format_html(
        '<svg><rect x="{}%" width="{}%" height="100%"/>{}<text{} x="{}%" y="12.5">{}</text></svg>',
        *(_place(start), _place(wide), line, mark_safe(' class="is-inside"') if inside else ""),
        *(_place(place), text),
    )


@register.simple_tag
def chart_ticks(ticks: Sequence[ChartTick]) -> SafeString:
    """Axis of a chart: its numbers, those at its two ends inside it."""
    return format_html(
        '<svg class="ticks">{}</svg>',
        format_html_join(
            "",
            '<text class="ticks__{}" x="{}%" y="11">{}</text>',
            ((_tick_side(tick.place), _place(tick.place), tick.text) for tick in ticks),
        ),
    )


@register.simple_tag
def share_bar(share: float, mark: float) -> SafeString:
    """A share of wins as a bar, with a line at another one."""
    return number_bar(0, 100 * share, percent_rounded(share), 100 * mark)


@register.simple_tag
def mean_bar(mean: float, other: float) -> SafeString:
    """A mean as a bar, to the scale of a bar of `other`, both as they are rounded."""
    mean, other = round(mean, 2), round(other, 2)
    return number_bar(0, 100 * mean / (max(mean, other) or 1.0), str(number_format(mean, 2)))


@register.simple_tag
def seats_bar(shares: Sequence[float]) -> SafeString:
    """Shares of wins of all seats, in turn order, as one bar."""
    scale, x = Scale(0, sum(shares) or 1.0, 0, 100), 0.0
    parts = []
    for seat, share in enumerate(shares, 1):
        parts.append((seat, str(scale.at(x)), str(scale.at(share))))
        x += share
    return format_html(
        '<svg class="openings__bar" viewBox="0 0 100 10" preserveAspectRatio="none" '
        'aria-hidden="true">{}</svg>',
        format_html_join("", '<rect class="seat-fill--{}" x="{}" width="{}" height="10"/>', parts),
    )


@register.simple_tag
def ships_picture(scheme: str, sheet: str, name: str) -> SafeString:
    """The ships of the opening `name` on a `sheet`."""
    return themed_picture(scheme, sheet, 398, 38, "openings__ships", part=name, lazy=True)


@register.simple_tag
def score_surplus(score: RatedScore) -> str:
    """A score less the expected one, in hundredths, with its error; a dash without ratings, and for
    a single game, which tells no error."""
    if score.seats < 2:
        return "–"
    surplus, error = (number_format(round(100 * n, 1), 1) for n in (score.surplus, score.error))
    return f"{'+' if score.surplus > 0 else ''}{surplus} ± {error}"


@register.simple_tag
def interval(
    sums: Sums | FieldLine | MeetingScore | LeaderResult | Tenth, even: float
) -> SafeString:
    """The interval of the share of wins as a line, with a mark where all seats would be even."""
    low, high = sums.interval
    places = {"even": even, "low": low, "high": high, "share": sums.share}
    return format_html(
        '<svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" '
        'aria-label="{from_} – {to}"><path class="interval__even" d="M{even} 0v10"/>'
        '<path class="interval__line" d="M{low} 5H{high}"/>'
        '<path class="interval__share" d="M{share} 2v6"/></svg>',
        from_=percent(low),
        to=percent(high),
        **{name: str(round(100 * place, 1)) for name, place in places.items()},
    )


@register.simple_tag
def heat(sums: Sums, every: Sums) -> int:
    """A step of heat: from 0 (much less than the mean of all) to twice ``HEATS``."""
    return _step(sums.mean, sums.mean_error, every.mean, every.spread)


@register.simple_tag
def heat_of(sums: Sums, source: Source, every: Sums) -> int:
    """A step of heat of the points from a source."""
    mean, spread = sums.of_source(source)
    error = spread / sqrt(sums.seats) if sums.seats else 0.0
    return _step(mean, error, *every.of_source(source))


# --- inside -------------------------------------------------------------------


def _tick_side(place: float) -> str:
    """The end of a chart at which its tick has room on one side only."""
    return "low" if place < 5 else "high" if place > 95 else "between"


def _place(place: float) -> str:
    """A place as SVG writes it in every language."""
    return str(round(place, 1))


def _step(mean: float, error: float, usual: float, spread: float) -> int:
    """The step in the middle where the difference may be chance."""
    if not spread or abs(mean - usual) <= Z * error:
        return HEATS
    steps = round((mean - usual) / (A_STEP * spread))
    return HEATS + max(-HEATS, min(HEATS, steps))
