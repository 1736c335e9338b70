"""Leaderboard rules: enough recent rated games against enough people, and enough of them seen.

Two who play each other only can give each other any rating. So a leaderboard lists those who
met several people, in games of which some were played here or vouched for by an arbiter; the others
have their rating on their own page. All of it is public: the audit lists the same players. Each
rating has the last day on which it is listed: a fold sets that of players who came to a game or
left one; a task sets the others once a day, because settings change meanwhile. A player under
an open pattern (``games.moderation.patterns``) is not listed, and a bot is listed with computer
players alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from heapq import merge
from itertools import islice
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from games.queries import patterns_off_board, person_until
from ratings.elo import POINT, days_within
from ratings.models import GENERAL_POOLS, EntryKind, Pool, Rating, RatingChange


class Met(NamedTuple):
    """A rated game: its day, and which people a player met in it. Computer players are no people.
    `witnessed`: it was played here, or an arbiter vouches for it. `accepted_at`: when it came on
    record; empty where the opponents are known to be people."""

    day: date
    opponents: Collection[int]
    witnessed: bool = False
    accepted_at: datetime | None = None


class ListingTerms(NamedTuple):
    """So many `games` against people, among them so many `opponents`, within so many `days`; of the
    games so many `witnessed`."""

    games: int
    opponents: int
    days: int
    witnessed: int = 0


def listed_until(met: Iterable[Met], terms: ListingTerms) -> date | None:
    """The last day on which a player is listed who `met` people so, the latest game first; None
    for never. Reads no further than it has to.

    >>> games = [Met(date(2026, 5, day), [day % 2], day < 8) for day in (9, 8, 7, 6)]
    >>> listed_until(games, ListingTerms(3, 2, 10))
    datetime.date(2026, 5, 17)
    >>> listed_until(games, ListingTerms(3, 3, 10)) is None
    True
    >>> listed_until(games, ListingTerms(3, 2, 10, witnessed=2))
    datetime.date(2026, 5, 16)
    """
    progress = ListingProgress(terms)
    for game in met:
        progress = progress.after(game)
        if progress.is_enough:
            return game.day + timedelta(days=terms.days)
    return None


def sure_until(until: date | None, deviation: int | None, last_played: date) -> date | None:
    """`until`, or the day on which a deviation has grown to the limit of leaderboards, if that is
    earlier; None for never. Ratings by terms 1 have no deviation."""
    limit = settings.LEADERBOARD_DEVIATION
    if until is None or deviation is None or limit is None:
        return until
    days = days_within(deviation, limit * POINT)
    if days is None:
        return until
    return None if days < 0 else min(until, last_played + timedelta(days=days))


@dataclass(frozen=True, slots=True)
class ListingProgress:
    """How far a player is from being listed: games against people, how many of them witnessed,
    and the people."""

    terms: ListingTerms
    games: int = 0
    witnessed: int = 0
    people: frozenset[int] = frozenset()

    @property
    def opponents(self) -> int:
        return len(self.people)

    @property
    def is_enough(self) -> bool:
        return (
            self.games >= self.terms.games
            and self.opponents >= self.terms.opponents
            and self.witnessed >= self.terms.witnessed
        )

    def after(self, game: Met) -> ListingProgress:
        if not game.opponents:
            return self
        return ListingProgress(
            self.terms,
            self.games + 1,
            self.witnessed + game.witnessed,
            self.people.union(game.opponents),
        )


# --- stored with each rating --------------------------------------------------------


BATCH = 500
STRETCH = 64
"""Games of a player that are read at once: mostly more than are needed."""


def listing_terms() -> ListingTerms:
    """As the settings say."""
    return ListingTerms(
        settings.LEADERBOARD_GAMES,
        settings.LEADERBOARD_OPPONENTS,
        settings.LEADERBOARD_DAYS,
        settings.LEADERBOARD_WITNESSED_GAMES,
    )


def update_listings(players: Iterable[int]) -> int:
    """Work out again until when these players are listed. How many ratings changed by that. Five
    queries for every ``BATCH`` players, and more where their latest games do not decide."""
    ordered, changed = sorted(set(players)), 0
    for begin in range(0, len(ordered), BATCH):
        changed += _update_batch(ordered[begin : begin + BATCH])
    return changed


def update_all_listings() -> int:
    """The same for everybody who played lately, or is listed."""
    today = timezone.now().date()
    lately = today - timedelta(days=settings.LEADERBOARD_DAYS)
    rows = Rating.objects.filter(pool__in=GENERAL_POOLS, last_played__gte=lately)
    return update_listings(rows.values_list("player", flat=True))


def listing_progress(player: int) -> ListingProgress:
    """For the page of a player who is not listed. Three queries, and two for each ``STRETCH`` of
    games within the time, and no more than sixteen of those."""
    progress = ListingProgress(listing_terms())
    for game in islice(_met(player, MetPeople()), 16 * STRETCH):
        progress = progress.after(game)
    return progress


class MetPeople:
    """Players that count as opponents; each is looked up once."""

    def __init__(self) -> None:
        self._known: dict[int, datetime | None] = {}

    def look_up(self, players: Collection[int]) -> None:
        """Look up those that are not known yet. One query at most."""
        if new := set(players) - self._known.keys():
            people = person_until(new)
            self._known |= {player: people.get(player, NEVER) for player in new}

    def of_game(self, game: Met) -> Met:
        """`game` with those of its opponents who were people when it came on record."""
        self.look_up(game.opponents)
        people = [player for player in game.opponents if self._was_person(player, game)]
        return game._replace(opponents=people)

    def _was_person(self, player: int, game: Met) -> bool:
        until = self._known[player]
        return until is None or (game.accepted_at is not None and game.accepted_at < until)


NEVER: Final = datetime.min.replace(tzinfo=UTC)
"""Until then a computer player of the site was a person."""


# --- inside -------------------------------------------------------------------


def _update_batch(players: Sequence[int]) -> int:
    latest = _latest(players)
    people, required = MetPeople(), listing_terms()
    people.look_up(_opponents(game for games in latest.values() for game in games))
    new: dict[int, date | None] = {}
    for player in players:
        games = latest.get(player, [])
        until = listed_until(_with_people(games, people), required)
        if until is None and len(games) == STRETCH:
            until = listed_until(_met(player, people), required)
        new[player] = until
    under_pattern = Exists(patterns_off_board().filter(player=OuterRef("player")))
    rows = Rating.objects.filter(player__in=players).annotate(off_board=under_pattern)
    stale: dict[date | None, list[int]] = defaultdict(list)
    columns = "pk", "player", "listed_until", "off_board", "deviation", "last_played"
    for pk, player, until, off_board, *last in rows.values_list(*columns, "pool", BOT_SINCE):
        deviation, last_played, pool, bot_since = last
        is_off = off_board or (bot_since is not None and pool != Pool.COMPUTERS)
        current = None if is_off else sure_until(new[player], deviation, last_played)
        if until != current:
            stale[current].append(pk)
    for until, ids in stale.items():
        Rating.objects.filter(pk__in=ids).update(listed_until=until)
    return sum(map(len, stale.values()))


def _latest(players: Sequence[int]) -> dict[int, list[Met]]:
    """The latest ``STRETCH`` games of each of `players`, with all their opponents. Two queries."""
    number = Window(
        RowNumber(),
        partition_by="player",
        order_by=[F(name).desc() for name in ("played_on", "accepted_at", "game_id")],
    )
    ordinary = _rows().filter(player__in=players, kind=EntryKind.ORDINARY)
    rows = ordinary.annotate(number=number).filter(number__lte=STRETCH)
    latest: dict[int, list[Met]] = defaultdict(list)
    ordered = rows.order_by("player", "number").values_list("player", "played_on", *COLUMNS)
    for player, day, *columns in ordered:
        latest[player].append(_game(day, *columns))
    for player, games in _out_of_order(players).items():
        latest[player] = sorted(latest[player] + games, key=_day, reverse=True)[:STRETCH]
    return latest


def _out_of_order(players: Collection[int]) -> dict[int, list[Met]]:
    """The games of `players` that were rated late or again, the latest first, by the days on which
    they were played. One query."""
    since = timezone.now().date() - timedelta(days=settings.LEADERBOARD_DAYS)
    rows = RatingChange.objects.that_stand().filter(~Q(kind=""), pool__in=GENERAL_POOLS)
    recent = rows.filter(player__in=players, game__played_on__gte=since).order_by("player")
    games_of: dict[int, list[Met]] = defaultdict(list)
    for player, day, *columns in recent.values_list("player", "game__played_on", *COLUMNS):
        games_of[player].append(_game(day, *columns))
    for games in games_of.values():
        games.sort(key=_day, reverse=True)
    return games_of


COLUMNS: Final = ("pairs", "game__played_here", "game__arbiter", "game__accepted_at")
BOT_SINCE: Final = "player__account__bot_since"


def _game(
    day: date,
    pairs: Iterable[dict[str, int]],
    from_table: bool,
    arbiter: int | None,
    accepted_at: datetime,
) -> Met:
    opponents = [pair["opponent"] for pair in pairs]
    return Met(day, opponents, from_table or arbiter is not None, accepted_at)


def _opponents(games: Iterable[Met]) -> set[int]:
    return {opponent for game in games for opponent in game.opponents}


def _day(met: Met) -> date:
    return met.day


def _met(player: int, people: MetPeople) -> Iterator[Met]:
    """The rated games of a player, the latest first, as long as they are of use."""
    out_of_order = _out_of_order([player]).get(player, [])
    people.look_up(_opponents(out_of_order))
    yield from merge(
        _ordinary(player, people), _with_people(out_of_order, people), key=_day, reverse=True
    )


def _ordinary(player: int, people: MetPeople) -> Iterator[Met]:
    """Those that were rated where they were played."""
    rows = _rows().filter(player=player, kind=EntryKind.ORDINARY)
    rows = rows.order_by("-played_on", "-accepted_at", "-game_id")
    begin = 0
    while stretch := list(rows.values_list("played_on", *COLUMNS)[begin : begin + STRETCH]):
        games = [_game(*columns) for columns in stretch]
        people.look_up(_opponents(games))
        yield from _with_people(games, people)
        if len(stretch) < STRETCH:
            return
        begin += STRETCH


def _rows() -> QuerySet[RatingChange]:
    since = timezone.now().date() - timedelta(days=settings.LEADERBOARD_DAYS)
    rows = RatingChange.objects.that_stand()
    return rows.filter(pool__in=GENERAL_POOLS, played_on__gte=since)


def _with_people(games: Iterable[Met], people: MetPeople) -> Iterator[Met]:
    for game in games:
        yield people.of_game(game)
