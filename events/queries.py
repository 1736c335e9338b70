"""Lists of events, and what the wall shows."""

from __future__ import annotations

from operator import attrgetter
from typing import Final, NamedTuple

from django.db.models import Count, Max, Q, QuerySet, TextChoices
from django.utils import timezone

from events.announcing import announcements_of
from events.limits import LONG_AGO
from events.models import Club, Event
from events.results.page import group_standings, has_results
from events.results.standings import read_book
from events.results.words import TableCard, table_cards
from games.models import Account

ROWS: Final = 30
EVENT_ORDER: Final = ("-starts_at", "-id")


class EventTime(TextChoices):
    """Events by the time of their play."""

    UPCOMING = "upcoming"
    RUNNING = "running"
    OVER = "over"


def public_events(club: Club | None, when: str = "") -> QuerySet[Event]:
    """Events whose names moderators have not hidden: of `club`, or of all; at one ``EventTime``."""
    rows = Event.objects.filter(hidden_at=None).select_related("club")
    if club is not None:
        rows = rows.filter(club=club)
    moment = timezone.now()
    if when == EventTime.UPCOMING:
        rows = rows.filter(ended_at=None, starts_at__gt=moment)
    elif when == EventTime.RUNNING:
        rows = rows.filter(ended_at=None, starts_at__lte=moment, starts_at__gte=moment - LONG_AGO)
    elif when == EventTime.OVER:
        rows = rows.filter(Q(starts_at__lt=moment - LONG_AGO) | Q(ended_at__isnull=False))
    return rows


class EventLists(NamedTuple):
    """Events for the list of all."""

    current: list[Event]
    past: list[Event]
    of_reader: list[Event]
    joinable: frozenset[int] = frozenset()
    """Keys of those of ``current`` that the reader may enter."""


def listed_events(account: Account | None) -> EventLists:
    """Running events and those to come, the next first; the last that are over; and apart from both
    those of `account`, with what is not over first."""
    rows = _with_numbers(Event.objects.filter(hidden_at=None))
    since = timezone.now() - LONG_AGO
    current = rows.filter(ended_at=None, starts_at__gte=since).order_by("starts_at", "pk")
    past = rows.exclude(ended_at=None).order_by("-starts_at", "-pk")
    events, joinable = list[Event](), frozenset[int]()
    if account is not None:
        ids = set(Event.objects.filter(arbiters__account=account).values_list("pk", flat=True))
        entered = set(Event.objects.filter(entrants__account=account).values_list("pk", flat=True))
        of_reader = _with_numbers(Event.objects.filter(pk__in=ids | entered))
        events = sorted(of_reader.order_by("-starts_at")[:ROWS], key=attrgetter("is_over"))
        current = current.exclude(pk__in=ids | entered)
        past = past.exclude(pk__in=ids | entered)
    listed = list(current[:ROWS])
    if account is not None:
        joinable = frozenset(row.pk for row in listed if row.open_entry)
    return EventLists(listed, list(past[:ROWS]), events, joinable)


def wall_of(event: Event) -> dict[str, object]:
    """Content of the wall: the standings, and the tables of the last round; hidden results are
    not there. `halves`: final standings that fill the screen in two columns."""
    book = read_book(event)
    cards = table_cards(book, None, arbiter=False)
    last = [card for card in cards if card.round == len(book.rounds)] or []
    open_cards = [card for card in cards if card.is_open and card not in last]
    lines = book.lines()
    groups, teams = group_standings(lines), book.team_lines()
    count = len(lines) + len(groups) + len(teams)
    listed_alone = event.is_over and count == len(lines)
    halves = listed_alone and WALL_SIZES["huge"] < count <= 2 * WALL_SIZES["large"]
    return {
        "event": event,
        "book": book,
        "lines": lines,
        "has_results": has_results(lines),
        "cards": [*open_cards, *last],
        "round": book.rounds[-1] if book.rounds else None,
        "announcements": [] if event.is_over else announcements_of(event),
        "groups": groups,
        "teams": teams,
        "halves": halves,
        "size": wall_size(
            -(-count // 2) if halves else count, [] if event.is_over else [*open_cards, *last]
        ),
    }


def wall_size(lines: int, cards: list[TableCard]) -> str:
    """How large the letters may be, so that so many `lines` and all `cards` are in sight."""
    rows = max(lines, 3 * len(cards))
    return next(size for size, limit in WALL_SIZES.items() if rows <= limit)


WALL_SIZES: Final = {
    "giant": 7,
    "huge": 12,
    "big": 17,
    "large": 24,
    "middle": 48,
    "small": 96,
    "tiny": 10_000,
}


# --- inside -------------------------------------------------------------------


def _with_numbers(rows: QuerySet[Event]) -> QuerySet[Event]:
    return rows.select_related("club", "founder").annotate(
        people=Count("entrants", distinct=True), last_round=Max("rounds__number")
    )
