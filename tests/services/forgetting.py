"""What a process of the site remembers between requests, forgotten before a test.

A web process keeps some answers for a minute: how many games there are, that a disk was full, that
Redis was away. A test must find a process that has just begun, whatever ran in it before.
"""

from __future__ import annotations

from django.utils import translation

from archive.releases import queries as releases
from games.editions.services import editions
from games.judging import queue
from games.search import reading
from imhotep_site import views
from insights.reviews import queries as reviews
from insights.stats import views as stats_views
from ratings import featured_games, ranks
from ratings import views as rating_views
from tables.clocks import clock
from web import disk_full, rate_counter

ANSWERS = (
    featured_games._find_featured,
    rating_views.cached_distribution,
    releases._runs,
    reviews._read,
    editions.rescore_log,
    stats_views.rendered_numbers,
)
"""What was read from the database, kept by ``lru_cache``."""


def forget() -> None:
    """This process has met nobody, counted nothing and asked the database nothing."""
    for answer in ANSWERS:
        answer.cache_clear()
    rate_counter.local_counts.clear()
    rate_counter._away_until.clear()
    reading._summaries.clear()
    disk_full._noted_at = None
    queue._unpaused.clear()
    views.show = views.Show()
    ranks._StepCounts.moment = float("-inf")
    clock._stored.last = type(clock._stored).last
    editions._Look.seconds = float("-inf")
    translation.deactivate()
