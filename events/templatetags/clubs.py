"""Clubs in pages of games: the club of a game, the clubs for which a reader may bring games."""

from __future__ import annotations

from django import template
from django.template import Context

from events.clubs.queries import club_of_game, open_clubs_of, words_of_game
from events.models import Club, ClubGame, ClubWord
from games.models import Account, Game

register = template.Library()


@register.simple_tag(takes_context=True)
def clubs_of_reader(context: Context) -> list[Club]:
    """Open clubs of which the reader is a member."""
    account = getattr(context.get("request"), "user", None)
    return open_clubs_of(account if isinstance(account, Account) else None)


@register.simple_tag
def game_club(game: Game) -> ClubGame | None:
    """The club that a game belongs to."""
    return club_of_game(game)


@register.simple_tag
def club_words(game: Game) -> list[ClubWord]:
    """Words of arbiters of clubs for a game as it is seated now."""
    return words_of_game(game)
