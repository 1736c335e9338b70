"""The newest games of a club as an Atom feed (RFC 4287)."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language

from events.clubs.queries import club_games
from events.models import Club
from games.limits import FEED_GAMES
from games.notifications import game_words
from web.site_name import site_name


def club_feed_text(club: Club) -> str:
    """The feed of a club's games. Guests are in it by their colours: others typed their names."""
    games = list(club_games(club).order_by("-accepted_at", "-id")[:FEED_GAMES])
    feed = Atom1Feed(
        title=f"{club.public_name} · {site_name()}",
        link=settings.SITE_URL + reverse("club", args=[club.slug]),
        feed_url=settings.SITE_URL + reverse("club-feed", args=[club.slug]),
        description=None,
        author_name=site_name(),
        language=get_language(),
    )
    for game in games:
        address = settings.SITE_URL + reverse("game", args=[game.pk])
        feed.add_item(
            title=game_words(game),
            link=address,
            description="",
            unique_id=address,
            pubdate=game.accepted_at,
            updateddate=game.accepted_at,
        )
    text: str = feed.writeString("utf-8")
    return text
