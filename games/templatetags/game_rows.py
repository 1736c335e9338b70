"""The rows of a list of games, written without templates: twenty-five of them, each of forty tags
and three includes, took a third of the time of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import cache
from operator import attrgetter

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format, localize
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from drawing.language.words import colour_called
from games.models import Game, Seat
from games.templatetags.words import module, rules_of
from web.schemes import chosen_scheme
from web.templatetags.small_pictures import themed_picture

register = template.Library()

NONE = '<span class="muted">–</span>'


@register.simple_tag
def game_rows(games: Iterable[Game], opens: str = "") -> SafeString:
    """A row of ``games_table.html`` for each of `games`, with their seats at hand. `opens`: the
    query by which each opens at an entry; empty: at its end."""
    row = _Rows(opens)
    return mark_safe("\n".join(map(row.of, games)))


@register.simple_tag(takes_context=True)
def thumbnail(context: Context, game: Game, games: Iterable[Game] = ()) -> SafeString:
    """The last position of `game`, out of the one picture that all `games` of its list share."""
    listed = list(games or [game])
    sheet = sheet_address(listed if game in listed else [game])
    scheme = chosen_scheme(context.get("request"))
    return themed_picture(scheme, sheet, 160, 98, "small-picture", lazy=True, part=game.pk)


def sheet_address(games: Iterable[Game]) -> str:
    """The picture of the last positions of `games`."""
    return f"{reverse('game-thumbnails')}?games={','.join([game.pk for game in games])}"


class _Rows:
    """Rows of one list: what they have in common is worked out once."""

    def __init__(self, opens: str) -> None:
        self.name, self.query = ("game-found", f"?{opens}") if opens else ("game", "")
        self.played, self.sides, self.modules = map(_cell, (_("Played"), _("Sides"), _("Modules")))
        self.mean, self.standing = map(_cell, (_("Mean rating"), _("Standing")))
        self.order = conditional_escape(_("market, pyramid, temple, burial chamber, obelisks"))
        self.day: Callable[[date], str] = cache(_day)
        self.badge: Callable[[str], str] = cache(_badge)

    def of(self, game: Game) -> str:
        seats = sorted(game.seats.all(), key=attrgetter("place"))
        address = conditional_escape(reverse(self.name, args=[game.pk]) + self.query)
        none = "" if game.modules or game.profile != "official" else " is-none"
        unknown = game.strength is None
        mean = NONE if unknown else conditional_escape(str(localize(game.strength)))
        return (
            f'<tr>\n<td class="title"><a class="game-link" href="{address}">'
            f'<span class="game-link__seats">{"".join(map(_seat, seats))}</span></a></td>\n'
            f'<td class="nowrap"{self.played}>{self.day(game.played_on)}</td>\n'
            f'<td{self.sides}><abbr class="sides" title="{self.order}">{game.sides}</abbr></td>\n'
            f'<td class="small{none}"{self.modules}>{_modules(game)}</td>\n'
            f'<td class="num{" is-none" if unknown else ""}"{self.mean}>{mean}</td>\n'
            f"<td{self.standing}>{self.badge(game.standing)}</td>\n</tr>"
        )


def _cell(label: str) -> str:
    """Label of a cell's column, where the table is narrow."""
    return format_html(' data-label="{}"', label)


def _seat(seat: Seat) -> str:
    first = " game-link__seat--first" if seat.place == 1 else ""
    name = str(seat.player) if seat.player else seat.name or colour_called(seat.colour)
    return (
        f'<span class="game-link__seat{first}"><span class="stone stone--{seat.colour}"></span>'
        f'<span>{conditional_escape(name)}</span> <span class="game-link__points">'
        f"{conditional_escape(localize(seat.points))}</span></span> "
    )


def _day(day: date) -> str:
    text = conditional_escape(date_format(day, "SHORT_DATE_FORMAT"))
    return f'<time datetime="{day:%Y-%m-%d}">{text}</time>'


def _modules(game: Game) -> str:
    """The modules, and the profile where it is not the usual one."""
    words = [module(word) for word in game.module_words]
    words += [] if game.profile == "official" else [rules_of(game.profile)]
    return conditional_escape(", ".join(words)) if words else NONE


def _badge(standing: str) -> str:
    context = {"game": {"standing": standing}}
    return render_to_string("games/partials/standing_badge.html", context).strip()
