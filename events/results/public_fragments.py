"""Parts of an event's pages that are the same for all visitors: rendered once for each version of
the event, for all readers and processes. A hundred phones and walls ask for the same again and
again."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache as cache_forever
from hashlib import sha256
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db import connection
from django.db.models import Aggregate, Count, Max, Model, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from redis.exceptions import RedisError

from events.models import (
    Entrant,
    Event,
    EventAnnouncement,
    EventArbiter,
    EventRuling,
    EventTable,
    Round,
    RoundBye,
)
from games.models import Standing
from tables.models import Phase

SECONDS: Final = 30
"""A fragment is rendered again after this, whatever has changed: names in texts of people are in no
version."""

RENDERING_SECONDS: Final = 5
"""While a process renders a new version, readers get the one before; no longer than this."""

EARLIER_SECONDS: Final = 10 * 60
"""A version is at hand for so long, for readers who come while the next one is rendered."""

FRAGMENTS_LIMIT: Final = 50
_fragments: Final[dict[str, PublicFragment]] = {}


class PublicFragment(NamedTuple):
    """A rendered part of a page. `version`: of the event, as a digest; `ends_at`: in seconds since
    1970."""

    version: str
    ends_at: float
    html: str

    @property
    def etag(self) -> str:
        """Changes with the content."""
        return f'"{sha256(self.html.encode()).hexdigest()[:32]}"'

    @property
    def safe(self) -> SafeString:
        """The content for a template."""
        return mark_safe(self.html)


def public_fragment(
    name: str, event: Event, render: Callable[[], str], *, follows_play: bool = False
) -> PublicFragment:
    """The fragment `name` of `event`, rendered once a language for each version. `follows_play`:
    also for each entry at its tables on this site. One query."""
    place = f"event-part:{name}:{event.pk}:{get_language()}"
    words = repr(public_version(event, follows_play=follows_play))
    version = sha256(words.encode()).hexdigest()
    fragment = _fragments.get(place)
    if not _is_current(fragment, version):
        fragment = _shared(place)  # another process may have rendered it
    if fragment is None or (not _is_current(fragment, version) and _may_render(place)):
        fragment = PublicFragment(version, time.time() + SECONDS, render())
        _share(place, fragment)
    while len(_fragments) >= FRAGMENTS_LIMIT and place not in _fragments:
        _fragments.pop(next(iter(_fragments)), None)
    _fragments[place] = fragment
    return fragment


def public_version(event: Event, *, follows_play: bool = False) -> tuple[object, ...]:
    """Changes with everything that visitors see of an event, but for names in texts of people. One
    query."""
    sql, params, timer = _version_statement(follows_play=follows_play)
    with connection.cursor() as cursor:
        cursor.execute(sql, [event.pk if param == NO_EVENT else param for param in params])
        row = cursor.fetchone()
    return (*row, _minute(row[timer]))


GONE: Final = (Standing.VOID, Standing.REFUTED)
PLAYING: Final = Q(live_table__phase=Phase.PLAYING)
NO_EVENT: Final = -1


# --- inside -------------------------------------------------------------------


@cache_forever
def _version_statement(*, follows_play: bool) -> tuple[str, tuple[int | str, ...], int]:
    """The statement of a version, with ``NO_EVENT`` in the place of the event, and the column of
    its timer. To write it takes longer than to ask it."""
    rounds = Round.objects.filter(event=OuterRef("pk"))
    tables = EventTable.objects.filter(round__event=OuterRef("pk"))
    byes = RoundBye.objects.filter(round__event=OuterRef("pk"))
    entrants = Entrant.objects.filter(event=OuterRef("pk"))
    arbiters = EventArbiter.objects.filter(event=OuterRef("pk"))
    announcements = EventAnnouncement.objects.filter(event=OuterRef("pk"))
    is_closed = Q(account__is_active=False)
    summaries: dict[str, tuple[QuerySet[Model], str, Aggregate]] = {
        "tables": (tables, "round__event", Count("pk")),
        "changed": (tables, "round__event", Max("changed_at")),
        "void": (tables.filter(game__standing__in=GONE), "round__event", Count("pk")),
        "playing": (tables.filter(PLAYING), "round__event", Count("pk")),
        "dealt": (tables, "round__event", Count("live_table__started_at")),
        "withheld": (tables.filter(live_table__withheld=True), "round__event", Count("pk")),
        "rounds": (rounds, "event", Count("pk")),
        "timer": (rounds, "event", Max("timer_started_at")),
        "byes": (byes, "round__event", Count("pk")),
        "rulings": (EventRuling.objects.filter(event=OuterRef("pk")), "event", Count("pk")),
        "arbiters": (arbiters, "event", Count("pk")),
        "closed_arbiters": (arbiters, "event", Count("pk", filter=is_closed)),
        "people": (entrants, "event", Count("pk")),
        "closed_people": (entrants, "event", Count("pk", filter=is_closed)),
        "hidden": (entrants, "event", Count("hidden_at")),
        "left": (entrants, "event", Count("withdrawn_at")),
        "left_last": (entrants, "event", Max("withdrawn_at")),
        "words": (announcements, "event", Count("pk")),
        "hidden_words": (announcements, "event", Count("hidden_at")),
    }
    if follows_play:
        plies, take_backs = Sum("live_table__plies"), Sum("live_table__take_back_count")
        summaries |= {
            "plies": (tables.filter(PLAYING), "round__event", plies),
            "taken_back": (tables.filter(PLAYING), "round__event", take_backs),
        }
    parts = {f"version_{name}": _summary(*summary) for name, summary in summaries.items()}
    columns = [field.attname for field in Event._meta.concrete_fields]
    rows = Event.objects.filter(pk=NO_EVENT).annotate(**parts).values_list(*columns, *parts)
    sql, params = rows.order_by().query.sql_with_params()
    return sql, params, len(columns) + list(parts).index("version_timer")


def _is_current(fragment: PublicFragment | None, version: str) -> bool:
    return fragment is not None and fragment.version == version and fragment.ends_at > time.time()


def _shared(place: str) -> PublicFragment | None:
    """The fragment as a process rendered it last; None without Redis."""
    try:
        row = cache.get(place)
    except RedisError:  # each process renders for itself
        return None
    return PublicFragment(*row) if row else None


def _share(place: str, fragment: PublicFragment) -> None:
    try:
        cache.set(place, list(fragment), EARLIER_SECONDS)
        cache.delete(f"{place}:rendering")
    except RedisError:
        return


def _may_render(place: str) -> bool:
    """True for one process at a time."""
    try:
        return bool(cache.add(f"{place}:rendering", 1, RENDERING_SECONDS))
    except RedisError:
        return True


def _minute(timer: datetime | str | None) -> int | None:
    """Whole minutes that the timer has run: the page shows those that are left. SQLite has times as
    text, in UTC."""
    moment = parse_datetime(timer) if isinstance(timer, str) else timer
    if moment is None:
        return None
    if timezone.is_naive(moment):
        moment = moment.replace(tzinfo=UTC)
    return int((timezone.now() - moment).total_seconds() // 60)


def _summary(rows: QuerySet[Model], column: str, summary: Aggregate) -> Subquery:
    return Subquery(rows.order_by().values(column).annotate(summary=summary).values("summary"))
