"""Queries of players and ratings, for pages. Each says how many queries it takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from typing import Final, NamedTuple

from django.db.models import Case, Count, F, Q, QuerySet, When
from django.utils import timezone

from games.models import Game, Player, Seat
from games.queries import GAME_ORDER, computer_players, games_list
from ratings.elo import POINT, aged_deviation, is_provisional
from ratings.models import GENERAL_POOLS, EntryKind, Pool, Rating, RatingChange
from ratings.ranks import count_above, count_between, listed_ratings
from web.paging import Page, page_of_rows

BOARD_ORDER: Final = ("-rating", "-player")
LEDGER_ORDER: Final = ("-played_on", "-accepted_at", "-id")
PLAYER_ORDER: Final = ("name", "id")


# ------------------------------------------------------------------------- leaderboards


class RankRange(NamedTuple):
    """The ranks of a rating that is higher by its deviation, and of one that is lower by it."""

    best: int
    worst: int


@dataclass(frozen=True)
class Ranked:
    """A line of a leaderboard. `rank`: 1 and the number of players with a higher rating.
    `deviation`: today; None by terms 1, which have no `ranks` either."""

    rank: int
    player: Player
    rating: int
    games: int
    last_played: date
    deviation: int | None = None
    ranks: RankRange | None = None

    @property
    def provisional(self) -> bool:
        return is_provisional(self.games, self.deviation)


def leaderboard(pool: str, name: str = "", without: Collection[int] = ()) -> QuerySet[Rating]:
    """The ratings of a pool that are listed today, best first; of players with `name` in theirs, if
    it is given; `without` those with these ids."""
    rows = listed_ratings(pool, without).select_related("player__account").order_by(*BOARD_ORDER)
    return rows.filter(player__name__icontains=name.removeprefix("@")) if name else rows


def board_page(
    pool: str, name: str, cursors: dict[str, str], size: int, without: Collection[int] = ()
) -> Page[Ranked]:
    """A page of a leaderboard, its rows ``Ranked``. Two queries, by terms 2 three. Raises
    ``BadCursor``."""
    listed = page_of_rows(leaderboard(pool, name, without), BOARD_ORDER, cursors, size)
    lines = rank_ratings(listed.rows, without) if name else rank_consecutive(listed.rows, without)
    return Page(add_rank_ranges(pool, lines, without), listed.previous, listed.next)


def rating_spread(pool: str, step: int) -> dict[int, int]:
    """How many players are listed in each step of `step` points, rounded down. One query."""
    rows = listed_ratings(pool, ()).order_by()
    steps = rows.annotate(step=F("rating") / (step * POINT)).values("step").annotate(n=Count("*"))
    return dict(steps.values_list("step", "n"))


def best_players(count: int) -> list[Ranked]:
    """The best players overall. Two queries."""
    return rank_consecutive(list(leaderboard(Pool.OVERALL)[:count]))


def computer_player_ids() -> list[int]:
    """The ids of the computer players, bots too, which are few. One query."""
    return list(computer_players().values_list("pk", flat=True))


def rank_ratings(rows: Sequence[Rating], without: Collection[int] = ()) -> list[Ranked]:
    """These ratings of one pool, best first, with their ranks among those that are not `without`.
    One query."""
    falling = [row.rating for row in rows]
    ranks = _ranks(rows[0].pool, falling, without) if rows else {}
    return [_ranked(row, ranks[row.rating]) for row in rows]


def rank_consecutive(rows: Sequence[Rating], without: Collection[int] = ()) -> list[Ranked]:
    """The same of ratings that follow each other on a leaderboard, none left out: who is before
    the first is counted, the others are numbered. One query."""
    if not rows:
        return []
    first = rows[0]
    higher, level = Q(rating__gt=first.rating), Q(rating=first.rating, player__gt=first.player_id)
    counts = listed_ratings(first.pool, without).order_by().filter(rating__gte=first.rating)
    # As conditions in COUNT, so that the index alone is read.
    before = counts.aggregate(
        higher=Count(Case(When(higher, then=1))), level=Count(Case(When(level, then=1)))
    )
    ranks = {first.rating: before["higher"] + 1}
    for place, row in enumerate(rows, before["higher"] + before["level"] + 1):
        ranks.setdefault(row.rating, place)
    return [_ranked(row, ranks[row.rating]) for row in rows]


def add_rank_ranges(
    pool: str, lines: Sequence[Ranked], without: Collection[int] = ()
) -> list[Ranked]:
    """The lines with the ranks that their ratings may have. One query; none by terms 1."""
    bounds = sorted(
        {
            line.rating + sign * line.deviation
            for line in lines
            for sign in (-1, 1)
            if line.deviation is not None
        },
        reverse=True,
    )
    if not bounds:
        return list(lines)
    ranks = _ranks(pool, bounds, without)
    return [
        line
        if line.deviation is None
        else replace(
            line,
            ranks=RankRange(
                min(line.rank, ranks[line.rating + line.deviation]),
                max(line.rank, ranks[line.rating - line.deviation] - 1),
            ),
        )
        for line in lines
    ]


def deviation_today(row: Rating) -> int | None:
    """The deviation of a rating, grown since its last game; None by terms 1."""
    if row.deviation is None:
        return None
    return aged_deviation(row.deviation, (timezone.now().date() - row.last_played).days)


def _ranked(row: Rating, rank: int) -> Ranked:
    return Ranked(rank, row.player, row.rating, row.games, row.last_played, deviation_today(row))


def _ranks(pool: str, falling: Iterable[int], without: Collection[int]) -> dict[int, int]:
    """The rank of each rating. Counts the players between one and the next, so that all of them
    together read the index once."""
    ratings = list(dict.fromkeys(falling))
    higher: list[int | None] = [None, *ratings]
    intervals = [(pool, above, below) for above, below in zip(higher, ratings, strict=False)]
    counts = count_between(intervals, without)
    return dict(zip(ratings, [above + 1 for above in accumulate(counts)], strict=True))


# ------------------------------------------------------------------------------ players


class Overall(NamedTuple):
    """A rating among all games, and how many there were; `deviation`: as in ``Ranked``."""

    rating: int
    games: int
    deviation: int | None = None

    @property
    def provisional(self) -> bool:
        return is_provisional(self.games, self.deviation)


def overall_ratings(accounts: Iterable[int]) -> dict[int, Overall]:
    """The ratings among all games of those of these accounts that have one, by account; of computer
    players, bots too, those of their own pool, where they have one. One query."""
    is_computer = ~Q(player__account__computer="") | ~Q(player__account__bot_since=None)
    rows = Rating.objects.filter(
        Q(pool=Pool.OVERALL) | Q(pool=Pool.COMPUTERS) & is_computer,
        player__account__in=set(accounts),
    )
    ordered = rows.select_related("player").order_by("player", "-pool")  # overall before computer
    return {
        row.player.account_id: Overall(row.rating, row.games, deviation_today(row))
        for row in ordered
        if row.player.account_id is not None
    }


def level_ratings() -> dict[str, Overall]:
    """The ratings of computer players from rated games with them, by level; provisional ones are
    left out. One query."""
    rows = Rating.objects.filter(pool=Pool.COMPUTERS, player__account__computer__gt="")
    ratings = {
        row.player.account.computer: Overall(row.rating, row.games, deviation_today(row))
        for row in rows.select_related("player__account").order_by("-player__account")
        if row.player.account is not None
    }
    return {level: rating for level, rating in ratings.items() if not rating.provisional}


class PoolRating(NamedTuple):
    """A player's rating in a pool. `rank`, `deviation`, `ranks`: as in ``Ranked``; no ranks for an
    unlisted player."""

    pool: Pool
    rating: int
    games: int
    last_played: date
    rank: int | None
    deviation: int | None = None
    ranks: RankRange | None = None

    @property
    def provisional(self) -> bool:
        return is_provisional(self.games, self.deviation)


def pool_ratings(player: Player) -> list[PoolRating]:
    """In each pool where the player is rated. Two queries, and one a minute."""
    today, places = timezone.now().date(), list(Pool)
    rows = sorted(
        Rating.objects.filter(player=player), key=lambda row: places.index(Pool(row.pool))
    )
    listed = [row for row in rows if row.listed_until and row.listed_until >= today]
    bounds = {row.pool: _rank_bounds(row) for row in listed}
    above = count_above([(pool, rating) for pool in bounds for rating in bounds[pool]])
    return [
        _pool_rating(row, [above[row.pool, rating] for rating in bounds.get(row.pool, ())])
        for row in rows
    ]


def _rank_bounds(row: Rating) -> list[int]:
    """The rating, and by terms 2 those that are higher and lower by its deviation."""
    deviation = deviation_today(row)
    if deviation is None:
        return [row.rating]
    return [row.rating, row.rating + deviation, row.rating - deviation]


def _pool_rating(row: Rating, above: Sequence[int]) -> PoolRating:
    """`above`: players above each of its bounds; none if it is not listed."""
    rank, ranks = above[0] + 1 if above else None, None
    if rank is not None and len(above) > 1:
        ranks = RankRange(min(rank, above[1] + 1), max(rank, above[2]))
    return PoolRating(
        Pool(row.pool), row.rating, row.games, row.last_played, rank, deviation_today(row), ranks
    )


class Point(NamedTuple):
    """The rating after an entry of the books; `back`: the `game` was taken back by it."""

    played_on: date
    rating: int
    game: str = ""
    back: bool = False


def rated_games(points: Iterable[Point]) -> int:
    """How many games the points are of, without those that were taken back."""
    stand = {point.game or number: not point.back for number, point in enumerate(points)}
    return sum(stand.values())


def rating_history(player: Player, pool: str, count: int | None = None) -> list[Point]:
    """The rating after each of the last `count` entries of the books (``None``: of all), in order.
    One query."""
    rows = RatingChange.objects.filter(player=player, pool=pool, retired_by=None)
    latest = rows.order_by("-played_on", "-accepted_at", "-game_id", "-nth")[:count]
    return [
        Point(day, after, game, kind == EntryKind.REVERSAL)
        for day, after, game, kind in latest.values_list("played_on", "after", "game_id", "kind")
    ][::-1]


def rating_move(game: Game, player: Player) -> int | None:
    """Change of the rating of `player` by `game`, overall or with computers, in thousandths; None
    where it did nothing (yet). One query."""
    rows = RatingChange.objects.that_stand().filter(game=game, player=player)
    rows = rows.filter(pool__in=GENERAL_POOLS)
    values = rows.values_list("before", "after").first()
    return values[1] - values[0] if values else None


def recent_games(player: Player, count: int) -> list[Game]:
    """The games the player played last, rated or not. Three queries."""
    seats = Seat.objects.filter(player=player).order_by("-played_on")
    days = list(seats.values_list("played_on", flat=True)[:count])
    if not days:
        return []
    rows = games_list().filter(seats__player=player, played_on__gte=days[-1])
    return list(rows.order_by(*GAME_ORDER)[:count])


class Opponent(NamedTuple):
    """How a player did against another, in rated games."""

    player: Player
    games: int
    better: int
    worse: int
    equal: int

    @property
    def bar(self) -> list[tuple[str, float, float]]:
        """Better, equal and worse games as parts of a bar 100 wide: name, x, width."""
        parts, x = [], 0.0
        for name in ("better", "equal", "worse"):
            width = 100 * getattr(self, name) / self.games
            parts.append((name, round(x, 2), round(width, 2)))
            x += width
        return parts


def frequent_opponents(player: Player, count: int) -> list[Opponent]:
    """Those the player met most often in rated games. Two queries."""
    someone_else = Q(game__seats__player__lt=player.pk) | Q(game__seats__player__gt=player.pk)
    other = F("game__seats__rated_place")
    rows = list(
        Seat.objects.filter(someone_else, player=player, game__standing="counted")
        .order_by()
        .values("game__seats__player")
        .annotate(
            met=Count("pk"),
            better=Count("pk", filter=Q(rated_place__lt=other)),
            worse=Count("pk", filter=Q(rated_place__gt=other)),
        )
        .order_by("-met", "game__seats__player")
        .values_list("game__seats__player", "met", "better", "worse")[:count]
    )
    people = Player.objects.select_related("account").in_bulk([row[0] for row in rows])
    return [
        Opponent(people[pk], met, better, worse, met - better - worse)
        for pk, met, better, worse in rows
    ]


# ------------------------------------------------------------------------------- ledger


def player_changes(player: Player, pool: str) -> QuerySet[RatingChange]:
    """All ledger rows of a player in a pool, retired ones too, newest games first."""
    return RatingChange.objects.filter(player=player, pool=pool).order_by(*LEDGER_ORDER)


def changes_of(game: Game) -> list[RatingChange]:
    """The changes in force that a game made, by pool, entry of the books and seat, with their
    players. One query."""
    places = list(Pool.values)
    rows = RatingChange.objects.filter(game=game, retired_by=None)
    rows = rows.select_related("player__account")
    return sorted(
        rows, key=lambda row: (places.index(row.pool), row.nth, row.before - row.after, row.pk)
    )


def overall_moves(game: Game) -> dict[int, RatingChange]:
    """Changes by `game` in the pool of all games, or with computers, by the player's key;
    empty while that is not worked out. One query."""
    rows = RatingChange.objects.that_stand().filter(game=game, pool__in=GENERAL_POOLS)
    return {row.player_id: row for row in rows}


def name_pairs(changes: Iterable[RatingChange]) -> None:
    """Give each pair of the changes its opponent's name, as ``name``. One query."""
    rows = list(changes)
    opponents = {pair["opponent"] for row in rows for pair in row.pairs}
    players = Player.objects.select_related("account").filter(pk__in=opponents)
    names = {opponent.pk: str(opponent) for opponent in players}
    for row in rows:
        for pair in row.pairs:
            pair["name"] = names.get(pair["opponent"], "?")
