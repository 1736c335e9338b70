"""Search for games by what happened in them: one language for pages and API.

`query` parses it, `filters` and `find` make queries on the tokens of `facts`, `labels` has the
words. It never computes a fact, and never replays a log.
"""

from games.search.api_pages import GamePages
from games.search.feed import (
    feed_response,
    feed_text,
    newest_games,
    store_feed,
    stored_feed,
    too_many_feeds,
)
from games.search.labels import fact_label

__all__ = [
    "GamePages",
    "fact_label",
    "feed_response",
    "feed_text",
    "newest_games",
    "store_feed",
    "stored_feed",
    "too_many_feeds",
]
