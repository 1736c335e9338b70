"""Contents of a dump: the lines of each file, read a block of games at a time.

What belongs to a game stands in the order of rating: by the day it was played, by the moment it was
accepted, by id. What belongs to none stands behind it. So who reads a dump needs one game of
each file in memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

from django.db.models import Exists, F, Model, OuterRef, QuerySet
from django.db.models.fields.tuple_lookups import TupleGreaterThan
from django.utils.translation import gettext_lazy as _

from archive.log.fold_lines import fold_lines, listed_folds
from archive.releases.lines import pin_lines
from archive.releases.lines import removed_game_pin_line as stray_pin
from archive.releases.models import Pin
from events.lines import (
    act_lines,
    club_member_lines,
    event_pieces,
    members_of_vouched_games,
    players_of_events,
)
from events.models import Event, EventAct, Series, SeriesAct
from events.series.lines import players_of_series, series_act_lines, series_lines
from games.lines import (
    Line,
    decision_lines,
    edition_line,
    game_lines,
    player_lines,
    standings,
    verification_lines,
)
from games.models import Edition, Game, Player, Seat, StandingDecision, Submission, Verification
from ratings.lines import (
    change_lines,
    closing_line,
    entry_line,
    rating_line,
    reason_line,
    terms_line,
)
from ratings.models import Closing, Entry, Rating, RatingChange, RatingTerms, Reason
from tables.lines import (
    deal_lines,
    dealings_by_key,
    deals_of_games,
    shared_deal_lines,
    table_lines,
    unfinished_lines,
)
from tables.models import Access, Dealing, SharedDeal, Table

BLOCK: Final = 200
"""Games, or rows, that are in memory at once."""

ORDER: Final = ("played_on", "accepted_at", "id")

DESCRIPTIONS: Final = {
    "games": _("a game: its log, its result, who sat where"),
    "verifications": _("a check of a log by the engine, and its verdict"),
    "standings": _("whether a game counts, and everything that this depends on"),
    "tables": _("a table: the data that prove its deal"),
    "deals": _("a table whose seats are taken: the data that determine its deal"),
    "ledger": _("a rating change, even if it was replaced later"),
    "books": _("a late, repeated or reversed rating, or a day up to which ratings are final"),
    "reasons": _("why rating changes were replaced"),
    "folds": _("a recalculation that replaced rating changes"),
    "ratings": _("a current rating"),
    "players": _("a player, under the name that this site shows"),
    "club_members": _("a role of a club member, and when it began and ended"),
    "pins": _("a game that keeps the verdict of an earlier engine, and why"),
    "decisions": _(
        "a decision that can change whether games count: its kind, reason, time, and the role of "
        "the person"
    ),
    "events": _("an event: its settings, people and standings"),
    "event_rounds": _("a round of an event"),
    "event_tables": _("a table of an event: its seats and result"),
    "event_acts": _("something that happened in an event, and who did it"),
    "series": _("a series of events: its settings, divisions, people and boards"),
    "series_acts": _("something that happened in a series, and who did it"),
    "editions": _("an edition on this site: the numbers printed on its boards and cards"),
}
"""By name of a file, without ``.ndjson.gz``: what a line of it is."""

FILES: Final = tuple(DESCRIPTIONS)

T = TypeVar("T", int, str)

Piece = tuple[str, Iterable[Line]]
"""The next lines of a file."""


def pieces() -> Iterator[Piece]:
    """Lines of a dump, in pieces under the names of their files."""
    for games in game_blocks():
        yield from of_games(games)
    yield from of_no_game()
    yield from of_ratings()
    guests = guests_of_seated()
    for pks in keys(Player.objects.all(), int):
        seated = set(seated_players().filter(pk__in=pks).values_list("pk", flat=True))
        seated.update(players_of_events().filter(pk__in=pks).values_list("pk", flat=True))
        seated.update(players_of_series().filter(pk__in=pks).values_list("pk", flat=True))
        yield "players", player_lines([pk for pk in pks if pk in seated or pk in guests])
    for pks in keys(members_of_vouched_games(), int):
        yield "club_members", club_member_lines(pks)
    for pks in keys(Event.objects.all(), int):
        yield from event_pieces(pks)
    for pks in keys(EventAct.objects.all(), int):
        yield "event_acts", act_lines(pks)
    for pks in keys(Series.objects.all(), int):
        yield "series", series_lines(pks)
    for pks in keys(SeriesAct.objects.all(), int):
        yield "series_acts", series_act_lines(pks)
    for pks in keys(Edition.objects.all(), int):
        yield "editions", map(edition_line, Edition.objects.filter(pk__in=pks).order_by("pk"))


def game_blocks() -> Iterator[list[Game]]:
    """Games in the order of rating, in blocks."""
    rows = Game.objects.order_by(*ORDER)
    columns = tuple(map(F, ORDER))
    games = list(rows[:BLOCK])
    while games:
        yield games
        last = games[-1]
        last_place = (last.played_on, last.accepted_at, last.pk)
        games = list(rows.filter(TupleGreaterThan(columns, last_place))[:BLOCK])


def of_games(games: Sequence[Game]) -> Iterator[Piece]:
    """Lines about these games."""
    ids = [game.pk for game in games]
    yield "games", game_lines(games)
    yield "standings", standings(games)
    runs = Verification.objects.filter(game__in=ids).values_list("pk", flat=True)
    yield "verifications", in_order(ids, verification_lines(list(runs)))
    yield "tables", table_lines(games)
    yield "deals", in_order(ids, deals_of_games(games))
    yield "ledger", in_order(ids, change_lines(ids))
    yield "pins", in_order(ids, pin_lines(ids))
    decisions = StandingDecision.objects.filter(game__in=ids)
    yield "decisions", in_order(ids, decision_lines(decisions))


def of_no_game() -> Iterator[Piece]:
    """Lines about no game, or about one that is not here: nothing is left out."""
    missing = ~Exists(Game.objects.filter(pk=OuterRef("game_id")))
    for pks in keys(Verification.objects.filter(missing), int):
        yield "verifications", verification_lines(pks)
    for pks in keys(RatingChange.objects.filter(missing), int):
        yield (
            "ledger",
            map(removed_game_change_line, RatingChange.objects.filter(pk__in=pks).order_by("pk")),
        )
    for pks in keys(Pin.objects.filter(missing), int):
        yield "pins", map(stray_pin, Pin.objects.filter(pk__in=pks).order_by("pk"))
    for pks in keys(StandingDecision.objects.filter(game=None), int):
        yield "decisions", decision_lines(StandingDecision.objects.filter(pk__in=pks))
    became = Game.objects.filter(submission__upload=OuterRef("upload_id"))
    for names in keys(Table.objects.filter(~Exists(became), access=Access.OPEN), str):
        yield "tables", unfinished_lines(names)
    led = Submission.objects.filter(upload__table=OuterRef("table"), game__isnull=False)
    for pks in keys(Dealing.objects.filter(~Exists(led)), int):
        yield "deals", deal_lines(dealings_by_key(pks))
    for pks in keys(SharedDeal.objects.exclude(closed_at=None), int):
        yield "deals", shared_deal_lines(pks)


def of_ratings() -> Iterator[Piece]:
    """The books, why folds replaced what was there, and the present ratings."""
    for pks in keys(Entry.objects.all(), int):
        yield "books", map(entry_line, Entry.objects.filter(pk__in=pks).order_by("pk"))
    for pks in keys(Closing.objects.all(), int):
        closings = Closing.objects.filter(pk__in=pks).select_related("previous")
        yield "books", map(closing_line, closings.order_by("pk"))
    yield "books", map(terms_line, RatingTerms.objects.order_by("pk"))
    for pks in keys(Reason.objects.all(), int):
        yield "reasons", map(reason_line, Reason.objects.filter(pk__in=pks).order_by("pk"))
    for pks in keys(listed_folds(), int):
        yield "folds", fold_lines(pks)
    for pks in keys(Rating.objects.all(), int):
        yield "ratings", map(rating_line, Rating.objects.filter(pk__in=pks).order_by("pk"))


def seated_players() -> QuerySet[Player]:
    """Players who sit in a game, or whose rating changed by one that they sat in."""
    sits = Exists(Seat.objects.filter(player=OuterRef("pk")))
    return Player.objects.filter(sits | Exists(RatingChange.objects.filter(player=OuterRef("pk"))))


def guests_of_seated() -> set[int]:
    """Guests who turned out to be a player who sits in a game: logs may name them."""
    merged = Player.objects.exclude(merged_into=None).order_by("pk")
    rows = merged.values_list("pk", "merged_into")
    into: dict[int, int] = {guest: target for guest, target in rows if target is not None}
    targets = dict(zip(into, into, strict=True))
    for guest in into:
        visited = {guest}
        while (target := into.get(targets[guest])) is not None and target not in visited:
            visited.add(target)
            targets[guest] = target
    seated: set[int] = set()
    ends = sorted(set(targets.values()))
    for begin in range(0, len(ends), BLOCK):
        some = seated_players().filter(pk__in=ends[begin : begin + BLOCK])
        seated.update(some.values_list("pk", flat=True))
    return {guest for guest, target in targets.items() if target in seated}


# --- inside -------------------------------------------------------------------


def keys(rows: QuerySet[Model], kind: type[T]) -> Iterator[list[T]]:
    """The primary keys of `rows`, which are of this `kind`, ascending, some at a time."""
    block: list[T] = list(rows.order_by("pk").values_list("pk", flat=True)[:BLOCK])
    while block:
        yield block
        remaining = rows.filter(pk__gt=block[-1]).order_by("pk")
        block = list(remaining.values_list("pk", flat=True)[:BLOCK])


def in_order(ids: Sequence[str], lines: Iterable[Line]) -> Iterator[Line]:
    """`lines` of games, in the order of the games."""
    lines_by_game: dict[object, list[Line]] = defaultdict(list)
    for line in lines:
        lines_by_game[line["game"]].append(line)
    return (line for pk in ids for line in lines_by_game[pk])


def removed_game_change_line(change: RatingChange) -> Line:
    """A change of a game that is not here any more."""
    return {
        "id": change.pk,
        "game": change.game_id,
        "played_on": None,
        "accepted_at": None,
        "pool": change.pool,
        "player": change.player_id,
        "before": change.before,
        "after": change.after,
    }


def plain_name(name: str) -> str:
    """The file of this name."""
    return f"{name}.ndjson.gz"
