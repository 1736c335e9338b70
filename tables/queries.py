"""Queries of tables for pages, API and other packages. A table's own state: ``play.reading``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Min, Q, QuerySet

from games.models import Account, Edition, Game, Player, Seat, Standing, Status, Submission
from games.moderation import Suspicion
from games.queries import games_list
from ratings.queries import Overall, overall_ratings
from tables.chat import chat_lines
from tables.clocks import clock
from tables.limits import MAX_LISTED
from tables.locks import place_of_account, tables_with_places
from tables.models import Access, Block, ChatLine, Phase, Phrase, Place, Table, TableEntry
from tables.models.table import BEFORE, LIVE
from tables.notifications.turns import open_invitations
from tables.presence import host_is_present


class VisibleChat(NamedTuple):
    """The lines of the chat of `table` that `account` reads, and whether it may write one."""

    table: Table
    lines: list[ChatLine]
    sits: bool
    account: Account | None

    @property
    def may_say(self) -> bool:
        """True if `account` may write a line: who sits there, a guest if the host lets guests."""
        return self.sits and (self.table.guests_chat or not (self.account and self.account.guest))

    @property
    def has_guests(self) -> bool:
        """True if a guest sits there."""
        return any(place.account.guest for place in self.table.places.all())

    @property
    def is_host(self) -> bool:
        return self.account is not None and self.account.pk == self.table.host_id

    @property
    def phrases(self) -> list[tuple[str, str]]:
        """The phrases that may be said, by their words in the log of the chat."""
        return [(phrase.value, str(phrase.label)) for phrase in Phrase]


def chat_at(table: Table, account: Account | None, after: int = 0) -> VisibleChat:
    """The lines after number `after`; whether `account` may look, ``play.reading`` says."""
    sits = account is not None and place_of_account(table, account) is not None
    return VisibleChat(table, chat_lines(table, account, after), sits, account)


def ratings_at(tables: Iterable[Table]) -> dict[int, Overall]:
    """The overall ratings of the accounts at `tables`, computer players included; without those
    that are not rated yet. One query; the tables have their places loaded."""
    return overall_ratings(place.account_id for table in tables for place in table.places.all())


def plays_rated_game(account: Account) -> bool:
    """True if `account` sits, or sat until it was replaced, in a rated game that runs, or that has
    ended and whose log is still to be judged. One query."""
    runs = Q(phase__in=(Phase.DEALING, Phase.PLAYING))
    is_judged_later = Q(upload__submissions__status__in=(Status.QUEUED, Status.RUNNING))
    rated_tables = Table.objects.filter(rated=True, places__account=account)
    return rated_tables.filter(runs | is_judged_later).exists()


def games_at(tables: Iterable[Table]) -> dict[str, Game]:
    """The games in the record that finished `tables` became, with their seats, by table. Three
    queries."""
    uploads = {table.upload_id: table.pk for table in tables if table.upload_id}
    rows = Submission.objects.filter(upload__in=uploads, game__isnull=False)
    game_ids = dict(rows.values_list("upload", "game"))
    games = {game.pk: game for game in games_list().filter(pk__in=set(game_ids.values()))}
    return {uploads[upload]: games[game] for upload, game in game_ids.items() if upload in uploads}


class PromiseCounts(NamedTuple):
    """In how many deals a player promised a share, and in how many of them withheld it."""

    deals: int
    withheld: int


def promise_counts(player: Player) -> PromiseCounts:
    """Promises of `player` in games that were dealt here. One query, none for a guest."""
    if player.account_id is None:
        return PromiseCounts(0, 0)
    dealt = Place.objects.filter(account=player.account_id, turn__isnull=False)
    dealt = dealt.exclude(promise="").filter(table__shared_deal=None)
    counts = dealt.aggregate(deals=Count("pk"), withheld=Count("pk", filter=Q(opened_at=None)))
    return PromiseCounts(**counts)


def guests_of(table: Table) -> list[tuple[str, bool]]:
    """Invited accounts of `table` without a place: handles, and true for those that declined."""
    sitting = {place.account_id for place in table.places.all()}
    rows = table.invitations.exclude(account__in=sitting).order_by("pk")
    return list(rows.values_list("account__username", "declined"))


# --- the lobby, and the tables of an account ----------------------------------


@dataclass(frozen=True)
class Lobby:
    """`open`: tables at which one may sit down; `running`: tables that one may watch."""

    open: Sequence[Table]
    running: Sequence[Table]


@dataclass(frozen=True)
class AccountTables:
    """The tables of an account that have not ended: `turn` (it is to act; the nearest deadline
    first), `others` (another player is), `waiting` (not dealt yet), `invited`."""

    turn: Sequence[Table] = ()
    others: Sequence[Table] = ()
    waiting: Sequence[Table] = ()
    invited: Sequence[Table] = ()


def read_lobby(visitor: Account | AnonymousUser | None) -> Lobby:
    """The lobby as `visitor` sees it: newest first, a fixed number of queries, at most
    ``MAX_LISTED`` in each part. Tables of people who blocked the visitor, or were blocked by
    them, are left out."""
    free, offered = Q(access=Access.OPEN), host_is_present(clock.cached_time())
    rows = tables_with_places()
    if isinstance(visitor, Account):
        free |= Q(invitations__account=visitor, invitations__declined=False)
        rows = without_strangers(rows, visitor)
        elsewhere = ~Q(pk__in=Place.objects.filter(account=visitor).values("table"))
    else:
        elsewhere = Q()
    newest = rows.filter(elsewhere).order_by("-created_at", "-pk").distinct()
    return Lobby(
        list(newest.filter(free, offered, by_right_numbers(), phase=Phase.OPEN)[:MAX_LISTED]),
        list(newest.filter(phase=Phase.PLAYING, watchable=True, access=Access.OPEN)[:MAX_LISTED]),
    )


def by_right_numbers() -> Q:
    """The tables whose edition is not marked as wrong."""
    return ~Q(edition__in=Edition.objects.exclude(wrong_decision=None).values("name"))


def watchable_tables(count: int) -> list[Table]:
    """The newest `count` games in play that everybody may watch. Two queries."""
    rows = tables_with_places().filter(phase=Phase.PLAYING, watchable=True, access=Access.OPEN)
    return list(rows.order_by("-created_at", "-pk")[:count])


def without_strangers(tables: QuerySet[Table], account: Account) -> QuerySet[Table]:
    """`tables` without those of players who blocked `account`, or were blocked by it."""
    return tables.exclude(places__account__in=stranger_ids(account))


def read_account_tables(account: Account) -> AccountTables:
    """The tables of `account` that have not ended. A fixed number of queries."""
    sits = Place.objects.filter(account=account, stand_in=None)
    rows = list(tables_with_places().filter(pk__in=sits.values("table"), phase__in=LIVE))
    waiting = [table for table in rows if table.phase in BEFORE]
    running = [table for table in rows if table.phase == Phase.PLAYING]
    turn = [table for table in running if _is_awaited(table, account)]
    late = datetime.max.replace(tzinfo=UTC)
    return AccountTables(
        turn=sorted(turn, key=lambda table: table.deadline or late),
        others=[table for table in running if table not in turn],
        waiting=waiting,
        invited=inviting_tables(account),
    )


def inviting_tables(account: Account) -> list[Table]:
    """The open tables to which `account` is invited and where it has no seat, newest first. Two
    queries."""
    invitations = open_invitations(account).exclude(table__places__account=account)
    return list(tables_with_places().filter(pk__in=invitations.values("table"))[:MAX_LISTED])


def ended_tables(account: Account) -> QuerySet[Table]:
    """The tables of `account` that have ended, newest first; for paging."""
    places = Place.objects.filter(account=account)
    rows = tables_with_places().filter(pk__in=places.values("table")).exclude(phase__in=LIVE)
    return rows.order_by("-created_at", "-pk")


def stranger_ids(account: Account) -> list[int]:
    """The accounts that `account` blocked, and those that blocked `account`."""
    rows = Block.objects.filter(Q(account=account) | Q(blocked=account))
    pairs = rows.values_list("account_id", "blocked_id")
    return sorted({account_id for pair in pairs for account_id in pair} - {account.pk})


def _is_awaited(table: Table, account: Account) -> bool:
    place = place_of_account(table, account)
    return place is not None and table.awaited is not None and place.turn == table.awaited


# --- games that were played faster than people play ---------------------------


FAST_ENTRIES: Final = 30
"""Entries of people in a game that is looked at."""

FAST_SECONDS: Final = 1.0
"""Average seconds for each entry below which a game is suspicious."""


def fast_games(since: date) -> Iterator[Suspicion]:
    """Games that count and ended since then. Two queries."""
    entries = TableEntry.objects.filter(
        table__ended_at__date__gte=since,
        table__upload__submissions__game__standing=Standing.COUNTED,
        by__computer="",
        by__bot_since=None,
    )
    tables = entries.values("table__upload__submissions__game").annotate(
        number=Count("pk"), first=Min("at"), last=Max("at")
    )
    fast: dict[str, float] = {}
    for row in tables.filter(number__gte=FAST_ENTRIES).order_by():
        seconds = (row["last"] - row["first"]).total_seconds() / row["number"]
        if seconds < FAST_SECONDS:
            fast[row["table__upload__submissions__game"]] = seconds
    seats = Seat.objects.filter(game__in=fast, player__account__computer="").order_by("number")
    people: dict[str, list[int]] = {}
    for game, player in seats.values_list("game_id", "player_id"):
        if player is not None:
            people.setdefault(game, []).append(player)
    for game, seconds in fast.items():
        players = people.get(game, [])
        yield Suspicion("pace", game, [game], {"players": players, "seconds": f"{seconds:.1f}"})
