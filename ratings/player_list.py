"""All players as a list, sorted by name, rating, games or day. Each query says what it takes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import Player
from ratings.elo import aged_deviation, is_provisional
from ratings.models import Pool, Rating
from ratings.queries import PLAYER_ORDER, deviation_today
from web.paging import AFTER, BEFORE, Page, Row, page_of_rows

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
    deviation: int | None = None

    @property
    def provisional(self) -> bool:
        return is_provisional(self.games, self.deviation)


def player_page(name: str, sort: str, query: Mapping[str, str], size: int) -> Page[PlayerRow]:
    """A page of all players, merged guests left out; of those with `name` in theirs, if it is
    given. `sort`: one of ``SORTS``, or ``name``. Two queries at most. Raises ``BadCursor``."""
    if sort == NAME:
        named_page = page_of_rows(players_by_name(name), PLAYER_ORDER, query, size)
        lines = [_named_row(player) for player in named_page.rows]
        return Page(lines, named_page.previous, named_page.next)
    cursors = {key: query.get(key, "") for key in (AFTER, BEFORE)}
    if any(cursor.startswith(UNRATED) for cursor in cursors.values()):
        plain = {key: cursor.removeprefix(UNRATED) for key, cursor in cursors.items()}
        return _unrated(name, plain, size)
    rated = page_of_rows(_rated(name), SORTS[sort], cursors, size)
    lines = [
        PlayerRow(row.player, row.rating, row.games, row.last_played, deviation_today(row))
        for row in rated.rows
    ]
    if rated.next or cursors[BEFORE]:
        return Page(lines, rated.previous, rated.next)
    unrated = _unrated(name, {}, max(1, size - len(lines)))
    if len(lines) == size:  # the first of the others begins another page
        return Page(lines, rated.previous, UNRATED if unrated.rows else "")
    return Page([*lines, *unrated.rows], rated.previous, unrated.next)


def _named_row(player: Player) -> PlayerRow:
    """Of a player as ``players_by_name`` gives them."""
    last_played, deviation = player.last_played, player.deviation  # type: ignore[attr-defined]
    if deviation is not None:
        deviation = aged_deviation(deviation, (timezone.now().date() - last_played).days)
    rating, games = player.overall, player.rated_games  # type: ignore[attr-defined]
    return PlayerRow(player, rating, games, last_played, deviation)


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


def players_by_name(name: str = "") -> QuerySet[Player]:
    """Players by name, merged guests left out, each with `overall`, `rated_games`, `last_played`
    and `deviation` of the pool of all games (empty if not rated)."""
    overall_rating = Rating.objects.filter(player=OuterRef("pk"), pool=Pool.OVERALL)
    rows = (
        Player.objects.filter(merged_into=None)
        .select_related("account", "known_to")
        .annotate(
            overall=Subquery(overall_rating.values("rating")),
            rated_games=Coalesce(Subquery(overall_rating.values("games")), 0),
            last_played=Subquery(overall_rating.values("last_played")),
            deviation=Subquery(overall_rating.values("deviation")),
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
