"""Ratings as pages write them: whole points to read, thousandths on request."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django import template
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Seat
from ratings.elo import POINT, PROVISIONAL_DEVIATION, PROVISIONAL_GAMES, is_provisional
from ratings.event_rows import RatingHistoryRow
from ratings.featured_games import FeaturedGames, featured_games
from ratings.models import Period, Pool, RatingChange
from ratings.queries import changes_of, name_pairs, overall_moves

register = template.Library()


@register.filter
def exact(thousandths: int) -> str:
    """``1520000`` as ``1520.000``."""
    return str(number_format(thousandths / POINT, 3))


@register.filter("change")
def signed_change(thousandths: int) -> str:
    """``-15200`` as ``-15.200``, with a real minus sign; a gain with its plus."""
    sign = "\N{MINUS SIGN}" if thousandths < 0 else "+"
    return f"{sign}{number_format(abs(thousandths) / POINT, 3)}"


@register.filter("moved")
def rounded_change(thousandths: int) -> str:
    """A change in whole points, with its sign: ``+15``, or a real minus sign; ``±0``."""
    rounded = round(thousandths / POINT)
    return f"{rounded:+d}".replace("-", "\N{MINUS SIGN}") if rounded else "±0"


@register.filter("displayed_change")
def displayed_change(change: RatingChange | RatingHistoryRow) -> str:
    """A change in whole points as the rounded ratings before and after it show it: 1666.6 to
    1666.4 reads ``1667 → 1666``, and so a loss of 1."""
    before, after = ((rating or 0) / POINT for rating in (change.before, change.after))
    return rounded_change((round(after) - round(before)) * POINT)


@register.filter("points")
def rounded_rating(thousandths: int) -> SafeString:
    """A rating in whole points; the thousandths in its title."""
    return format_html(
        '<span title="{}">{}</span>', exact(thousandths), f"{thousandths / POINT:.0f}"
    )


@register.filter("doubt")
def deviation_text(thousandths: int | None) -> SafeString | str:
    """A deviation in whole points, behind a rating: ``± 62``; nothing by terms 1."""
    if thousandths is None:
        return ""
    return format_html(
        ' <span class="doubt" title="{}">± {}</span>',
        _("deviation: by how many points the rating may be wrong"),
        f"{thousandths / POINT:.0f}",
    )


@register.filter
def exact_doubt(thousandths: int | None) -> str:
    """`` ± 62.305``; nothing by terms 1."""
    return "" if thousandths is None else f" ± {exact(thousandths)}"


@register.simple_tag
def gain_bar(gain: int, highest: int, lowest: int) -> SafeString:
    """Rating points won as a bar to the right of the zero line, points lost to its left. The bar
    has room from `lowest`, at most 0, to `highest`, at least 0; without losses it begins at 0. The
    zero line is longer than the bar: where a list draws it whole, it goes through all rows."""
    room = max(-lowest, highest / 8) if lowest < 0 else 0.0
    scale = 100 / ((highest + room) or 1)
    zero = round(room * scale, 1)
    width = round(abs(gain) * scale, 1)
    return format_html(
        '<svg class="gains__bar{}" viewBox="0 0 100 10" preserveAspectRatio="none" '
        'aria-hidden="true"><rect x="{}" width="{}" height="10"/>{}</svg>',
        " gains__bar--lost" if gain < 0 else "",
        str(round(zero - width, 1) if gain < 0 else zero),
        str(width),
        format_html('<path d="M{} -90v190"/>', str(zero)),
    )


@register.filter
def period_name(period: Period) -> str:
    """``2026-11`` as “November 2026”, ``2026-q4`` as “Season 4 of 2026”."""
    if not period.is_season:
        return date_format(period.begins, "YEAR_MONTH_FORMAT")
    numbers = {"number": period.name[-1], "year": period.begins.year}
    return _("Season %(number)s of %(year)s") % numbers


@register.filter
def period_months(period: Period) -> str:
    """The first and the last month of a season: “October – December”."""
    last_day = period.ends - timedelta(days=1)
    return f"{date_format(period.begins, 'F')} – {date_format(last_day, 'F')}"


@register.simple_tag
def provisional(games: int, deviation: int | None = None) -> SafeString | str:
    """The mark of a player with fewer than ten rated games in the pool, or, by terms 2, with a
    large deviation."""
    if not is_provisional(games, deviation):
        return ""
    if deviation is not None:
        text = _("provisional: the deviation is above %(limit)s points")
        title = text % {"limit": PROVISIONAL_DEVIATION // POINT}
        return format_html('<abbr class="provisional" title="{}">?</abbr>', title)
    title = ngettext(
        "provisional: this rating needs %(until)s rated games, and has one",
        "provisional: this rating needs %(until)s rated games, and has %(games)s",
        games,
    ) % {"games": games, "until": PROVISIONAL_GAMES}
    return format_html('<abbr class="provisional" title="{}">?</abbr>', title)


@register.simple_tag
def rating_moves(game: Game) -> dict[int, RatingChange]:
    """Changes of the general ratings by `game`, by the player's key. One query."""
    return overall_moves(game)


@register.simple_tag
def move_of_seat(moves: Mapping[int, RatingChange], seat: Seat) -> RatingChange | None:
    return moves.get(seat.player_id) if seat.player_id else None


@register.inclusion_tag("ratings/partials/changes.html")
def rating_changes(game: Game) -> dict[str, object]:
    """Changes of the players' ratings by the game, by pool, with the pair terms; `second`: by terms
    2. Two queries."""
    rows = changes_of(game)
    name_pairs(rows)
    pools = [
        (pool, [row for row in rows if row.pool == pool])
        for pool in Pool
        if any(row.pool == pool for row in rows)
    ]
    return {"pools": pools, "second": any(row.deviation is not None for row in rows)}


@register.simple_tag(name="shelves")
def list_featured_games() -> FeaturedGames:
    """Games worth a look."""
    return featured_games()
