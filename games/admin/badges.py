"""Badges of states in the admin's lists."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Game
from games.standing.badges import standing_badge


def badge(text: object, kind: str = "") -> SafeString:
    """A word of a state on its ground; `kind`: good, wait, bad, or none."""
    kinds = f"badge badge--{kind}" if kind else "badge"
    return format_html('<span class="{}">{}</span>', kinds, text)


def standing_in_badge(game: Game) -> SafeString:
    """Standing of a game, in the words of moderators and the colour of the site's badge."""
    _word, kind = standing_badge(game.standing)
    return badge(game.get_standing_display(), kind)
