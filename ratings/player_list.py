"""The list of players, sorted: the rated ones by what their ratings say, then the others by name.

Pages go by key, as everywhere; the cursor of players without a rating begins with a tilde.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Player
from ratings.models import Pool, Rating
from ratings.queries import PLAYER_ORDER, filter_by_name, players_by_name
from web.paging import AFTER, BEFORE, Page, page_of_rows

NAME: Final = "name"
RATING: Final = "rating"
SORTS: Final = {
    RATING: ("-rating", "-player"),
    "games": ("-games", "-player"),
    "played": ("-last_played", "-player"),
}
"""Ways to sort the rated players, by the keys of ``Rating``. Each has an index."""

UNRATED: Final = "~"


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
