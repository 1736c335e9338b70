"""Queries of players and ratings, for pages. Each says how many queries it takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import Game, Player, Seat
from games.queries import GAME_ORDER, games_list
from ratings.elo import POINT, is_provisional
from ratings.models import EntryKind, Pool, Rating, RatingChange
from web.paging import AFTER, BEFORE, Page, Row, page_of_rows

BOARD_ORDER: Final = ("-rating", "-player")
LEDGER_ORDER: Final = ("-played_on", "-accepted_at", "-id")
PLAYER_ORDER: Final = ("name", "id")


# ------------------------------------------------------------------------- leaderboards


@dataclass(frozen=True)
class Ranked:
    """A line of a leaderboard. `rank`: 1 and the number of players with a higher rating."""

    rank: int
    player: Player
    rating: int
    games: int
    last_played: date

    @property
    def provisional(self) -> bool:
        return is_provisional(self.games)


def leaderboard(pool: str, name: str = "", without: Collection[int] = ()) -> QuerySet[Rating]:
    """The ratings of a pool that are listed today, best first; of players with `name` in theirs, if
    it is given; `without` those with these ids."""
    rows = _listed(pool, without).select_related("player__account").order_by(*BOARD_ORDER)
    return rows.filter(player__name__icontains=name.removeprefix("@")) if name else rows


def board_page(
    pool: str, name: str, cursors: dict[str, str], size: int, without: Collection[int] = ()
) -> Page[Ranked]:
    """A page of a leaderboard, its rows ``Ranked``. Two queries. Raises ``BadCursor``."""
    listed = page_of_rows(leaderboard(pool, name, without), BOARD_ORDER, cursors, size)
    lines = rank_ratings(listed.rows, without) if name else rank_consecutive(listed.rows, without)
    return Page(lines, listed.previous, listed.next)


def rating_spread(pool: str, step: int) -> dict[int, int]:
    """How many players are listed in each step of `step` points, rounded down. One query."""
    rows = _listed(pool, ()).order_by()
    steps = rows.annotate(step=F("rating") / (step * POINT)).values("step").annotate(n=Count("pk"))
    return dict(steps.values_list("step", "n"))


def best_players(count: int) -> list[Ranked]:
    """The best players overall. Two queries."""
    return rank_consecutive(list(leaderboard(Pool.OVERALL)[:count]))


def computer_player_ids() -> list[int]:
    """The ids of the computer players, which are few. One query."""
    return list(Player.objects.filter(account__computer__gt="").values_list("pk", flat=True))


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
    counts = _listed(first.pool, without).order_by().filter(rating__gte=first.rating)
    before = counts.aggregate(higher=Count("pk", filter=higher), level=Count("pk", filter=level))
    ranks = {first.rating: before["higher"] + 1}
    for place, row in enumerate(rows, before["higher"] + before["level"] + 1):
        ranks.setdefault(row.rating, place)
    return [_ranked(row, ranks[row.rating]) for row in rows]


def _ranked(row: Rating, rank: int) -> Ranked:
    return Ranked(rank, row.player, row.rating, row.games, row.last_played)


def _listed(pool: str, without: Collection[int]) -> QuerySet[Rating]:
    rows = Rating.objects.filter(pool=pool, listed_until__gte=timezone.now().date())
    return rows.exclude(player__in=without) if without else rows


def _ranks(pool: str, falling: Iterable[int], without: Collection[int]) -> dict[int, int]:
    """The rank of each rating. Counts the players between one and the next, so that all of them
    together read the index once."""
    ratings = list(dict.fromkeys(falling))
    between = []
    for place, rating in enumerate(ratings):
        rows = _listed(pool, without).filter(rating__gt=rating).order_by()
        if place:
            rows = rows.filter(rating__lte=ratings[place - 1])
        between.append(rows.values("pool").annotate(n=Count("pk"), at=Value(place)))
    counts = dict.fromkeys(range(len(ratings)), 0)
    picked = [rows.values_list("at", "n") for rows in between]
    counts |= dict(picked[0].union(*picked[1:], all=True) if len(picked) > 1 else picked[0])
    ranks, above = {}, 0
    for place, rating in enumerate(ratings):
        above += counts[place]
        ranks[rating] = above + 1
    return ranks


# ------------------------------------------------------------------------------ players


def players_by_name(name: str = "") -> QuerySet[Player]:
    """Players by name, merged guests left out, each with `overall`, `games` and `last_played` of
    the pool of all games (empty if not rated)."""
    overall_rating = Rating.objects.filter(player=OuterRef("pk"), pool=Pool.OVERALL)
    rows = (
        Player.objects.filter(merged_into=None)
        .select_related("account", "known_to")
        .annotate(
            overall=Subquery(overall_rating.values("rating")),
            rated_games=Coalesce(Subquery(overall_rating.values("games")), 0),
            last_played=Subquery(overall_rating.values("last_played")),
        )
    )
    return filter_by_name(rows, name)


def filter_by_name(rows: QuerySet[Row], name: str, player: str = "") -> QuerySet[Row]:
    """Those of `rows` with `name` in the name of the player, which fields that begin with `player`
    are about; if `name` begins with @, accounts whose handle begins so."""
    if name.startswith("@"):
        handle_filter = {f"{player}account__isnull": False, f"{player}name__istartswith": name[1:]}
        return rows.filter(**handle_filter)
    return rows.filter(**{f"{player}name__icontains": name}) if name else rows


class Overall(NamedTuple):
    """A rating among all games, and how many there were."""

    rating: int
    games: int


def overall_ratings(accounts: Iterable[int]) -> dict[int, Overall]:
    """The ratings among all games of those of these accounts that have one, by account. One
    query."""
    rows = Rating.objects.filter(pool=Pool.OVERALL, player__account__in=set(accounts)).order_by()
    values = rows.values_list("player__account", "rating", "games")
    return {account: Overall(rating, games) for account, rating, games in values}


class PoolRating(NamedTuple):
    """A player's rating in a pool. `rank`: as in ``Ranked``; None for an unlisted player."""

    pool: Pool
    rating: int
    games: int
    last_played: date
    rank: int | None

    @property
    def provisional(self) -> bool:
        return is_provisional(self.games)


def pool_ratings(player: Player) -> list[PoolRating]:
    """In each pool where the player is rated. One query."""
    today = timezone.now().date()
    better = Rating.objects.filter(
        pool=OuterRef("pool"), rating__gt=OuterRef("rating"), listed_until__gte=today
    )
    higher = better.order_by().values("pool").annotate(n=Count("pk")).values("n")
    above = Coalesce(Subquery(higher), 0)
    rows = Rating.objects.filter(player=player).annotate(rank=above + 1)
    places = list(Pool)
    ratings = [
        PoolRating(
            Pool(row.pool),
            row.rating,
            row.games,
            row.last_played,
            row.rank if row.listed_until and row.listed_until >= today else None,
        )
        for row in rows
    ]
    return sorted(ratings, key=lambda rating: places.index(rating.pool))


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
    """Change of the overall rating of `player` by `game`, in thousandths; None where it did
    nothing (yet). One query."""
    rows = RatingChange.objects.that_stand().filter(game=game, player=player, pool=Pool.OVERALL)
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
    """Changes by `game` in the pool of all games, by the player's key;
    empty while that is not worked out. One query."""
    rows = RatingChange.objects.that_stand().filter(game=game, pool=Pool.OVERALL)
    return {row.player_id: row for row in rows}


def name_pairs(changes: Iterable[RatingChange]) -> None:
    """Give each pair of the changes its opponent's name, as ``name``. One query."""
    rows = list(changes)
    opponents = {pair["opponent"] for row in rows for pair in row.pairs}
    names = {opponent.pk: str(opponent) for opponent in Player.objects.filter(pk__in=opponents)}
    for row in rows:
        for pair in row.pairs:
            pair["name"] = names.get(pair["opponent"], "?")


# ---------------------------------------------------------------------- all players, sorted


NAME: Final = "name"
RATING: Final = "rating"
SORTS: Final = {
    RATING: ("-rating", "-player"),
    "games": ("-games", "-player"),
    "played": ("-last_played", "-player"),
}
"""Ways to sort the rated players, by the keys of ``Rating``. Each has an index."""

UNRATED: Final = "~"
"""The cursor of players without a rating begins so."""


class PlayerRow(NamedTuple):
    """A player in the list, with the rating among all games; without one where there is none."""

    player: Player
    rating: int | None = None
    games: int = 0
    last_played: date | None = None


def player_page(name: str, sort: str, query: Mapping[str, str], size: int) -> Page[PlayerRow]:
    """A page of all players, merged guests left out; of those with `name` in theirs, if it is
    given. `sort`: one of ``SORTS``, or ``name``. Two queries at most. Raises ``BadCursor``."""
    if sort == NAME:
        named_page = page_of_rows(players_by_name(name), PLAYER_ORDER, query, size)
        lines = [
            PlayerRow(row, row.overall, row.rated_games, row.last_played)  # type: ignore[attr-defined]
            for row in named_page.rows
        ]
        return Page(lines, named_page.previous, named_page.next)
    cursors = {key: query.get(key, "") for key in (AFTER, BEFORE)}
    if any(cursor.startswith(UNRATED) for cursor in cursors.values()):
        plain = {key: cursor.removeprefix(UNRATED) for key, cursor in cursors.items()}
        return _unrated(name, plain, size)
    rated = page_of_rows(_rated(name), SORTS[sort], cursors, size)
    lines = [PlayerRow(row.player, row.rating, row.games, row.last_played) for row in rated.rows]
    if rated.next or cursors[BEFORE]:
        return Page(lines, rated.previous, rated.next)
    unrated = _unrated(name, {}, max(1, size - len(lines)))
    if len(lines) == size:  # the first of the others begins another page
        return Page(lines, rated.previous, UNRATED if unrated.rows else "")
    return Page([*lines, *unrated.rows], rated.previous, unrated.next)


def _rated(name: str) -> QuerySet[Rating]:
    rows = Rating.objects.filter(pool=Pool.OVERALL)
    return filter_by_name(rows, name, "player__").select_related(
        "player__account", "player__known_to"
    )


def _unrated(name: str, query: Mapping[str, str], size: int) -> Page[PlayerRow]:
    overall_rating = Rating.objects.filter(player=OuterRef("pk"), pool=Pool.OVERALL)
    rows = Player.objects.filter(~Exists(overall_rating), merged_into=None)
    rows = filter_by_name(rows, name).select_related("account", "known_to")
    unrated = page_of_rows(rows, PLAYER_ORDER, query, size)
    back, on = (cursor and UNRATED + cursor for cursor in (unrated.previous, unrated.next))
    return Page([PlayerRow(player) for player in unrated.rows], back, on)
