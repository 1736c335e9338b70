"""The newest games of a search as an Atom feed (RFC 4287)."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from games.limits import FEED_GAMES, FEED_SECONDS
from games.models import Game, SavedSearch
from games.notifications.messages import game_words
from games.search.saved_searches import canonical_query, matching_games
from games.search.time_limit import TooLong, bounded
from web.errors import Invalid
from web.priorities import heavy
from web.rate_limits import FEEDS, client_key
from web.site_name import site_name

TEXT = "text/plain; charset=utf-8"

logger = logging.getLogger(__name__)


@heavy
@require_safe
def games_feed(request: HttpRequest) -> HttpResponse:
    """The games of a search that came on record last. Filters are those of the list of games."""
    query = canonical_query(request.GET)
    feed = stored_feed(query)
    if feed is None:
        if not FEEDS.allows(client_key(request)):
            return too_many_feeds()
        try:
            feed = feed_of(query)
        except Invalid as refusal:
            return HttpResponse(refusal.message, TEXT, 400)
        except TooLong:
            slow = _("This search takes too long. Add a less common search word.")
            return HttpResponse(slow, TEXT, 400)
        store_feed(query, feed)
    return feed_response(feed)


def too_many_feeds() -> HttpResponse:
    """The answer to a client that asked for too many feeds."""
    later = {"Retry-After": "60", "Cache-Control": "no-store"}
    return HttpResponse(_("Too many requests. Try again in a minute."), TEXT, 429, headers=later)


def feed_response(feed: str) -> HttpResponse:
    """A feed, which readers and proxies may keep for a while."""
    answer = HttpResponse(feed, "application/atom+xml; charset=utf-8")
    patch_cache_control(answer, public=True, max_age=FEED_SECONDS)
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer


def feed_of(query: str) -> str:
    """The feed of a canonical query. Raises ``Invalid``, ``TooLong``."""
    with bounded():
        games = newest_games(matching_games(query))
    title, searched = _("Games · %(site)s") % {"site": site_name()}, SavedSearch(query=query).words
    page, feed_page = reverse("games"), reverse("games-feed")
    suffix = f"?{query}" if query else ""
    title = f"{searched} · {title}" if searched else title
    return feed_text(title, f"{page}{suffix}", f"{feed_page}{suffix}", games)


def newest_games(games: QuerySet[Game]) -> list[Game]:
    """Those of `games` that a feed has: the last that came on record."""
    return list(games.order_by("-accepted_at", "-id")[:FEED_GAMES])


def feed_text(title: str, page: str, feed_page: str, games: Iterable[Game]) -> str:
    """A feed of `games`; `page` and `feed_page` are addresses without the host. Guests are in it by
    their colours: others typed their names."""
    feed = Atom1Feed(
        title=title,
        link=f"{settings.SITE_URL}{page}",
        feed_url=f"{settings.SITE_URL}{feed_page}",
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


def stored_feed(name: str) -> str | None:
    """The feed that was made under `name` in the last minutes; None: it has to be made."""
    try:
        feed = cache.get(_key(name))
    except RedisError:
        logger.exception("no cache: every feed is made")
        return None
    return feed if isinstance(feed, str) else None


def store_feed(name: str, feed: str) -> None:
    """Keep a feed under `name`: a canonical query of games, or words that are none."""
    try:
        cache.set(_key(name), feed, FEED_SECONDS)
    except RedisError:
        logger.exception("a feed was not cached")


# --- inside -------------------------------------------------------------------


def _key(name: str) -> str:
    return f"feed:{get_language()}:{sha256(name.encode()).hexdigest()}"
