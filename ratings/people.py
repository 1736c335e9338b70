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
from ratings.queries import PLAYER_ORDER, of_name, players
from web.paging import AFTER, BEFORE, Page, page

NAME: Final = "name"
RATING: Final = "rating"
SORTS: Final = {
    RATING: ("-rating", "-player"),
    "games": ("-games", "-player"),
    "played": ("-last_played", "-player"),
}
"""Ways to sort the rated players, by the keys of ``Rating``. Each has an index."""

UNRATED: Final = "~"


class Line(NamedTuple):
    """A player in the list, with the rating among all games; without one where there is none."""

    player: Player
    rating: int | None = None
    games: int = 0
    last_played: date | None = None


def people_page(name: str, sort: str, asked: Mapping[str, str], size: int) -> Page[Line]:
    """A page of all players, merged guests left out; of those with `name` in theirs, if it is
    given. `sort`: one of ``SORTS``, or ``name``. Two queries at most. Raises ``BadCursor``."""
    if sort == NAME:
        found = page(players(name), PLAYER_ORDER, asked, size)
        lines = [Line(row, row.overall, row.rated_games, row.last_played) for row in found.rows]  # type: ignore[attr-defined]
        return Page(lines, found.previous, found.next)
    cursors = {key: asked.get(key, "") for key in (AFTER, BEFORE)}
    if any(cursor.startswith(UNRATED) for cursor in cursors.values()):
        plain = {key: cursor.removeprefix(UNRATED) for key, cursor in cursors.items()}
        return _unrated(name, plain, size)
    rated = page(_rated(name), SORTS[sort], cursors, size)
    lines = [Line(row.player, row.rating, row.games, row.last_played) for row in rated.rows]
    if rated.next or cursors[BEFORE]:
        return Page(lines, rated.previous, rated.next)
    rest = _unrated(name, {}, max(1, size - len(lines)))
    if len(lines) == size:  # the first of the others begins another page
        return Page(lines, rated.previous, UNRATED if rest.rows else "")
    return Page([*lines, *rest.rows], rated.previous, rest.next)


def _rated(name: str) -> QuerySet[Rating]:
    rows = Rating.objects.filter(pool=Pool.OVERALL)
    return of_name(rows, name, "player__").select_related("player__account", "player__known_to")


def _unrated(name: str, asked: Mapping[str, str], size: int) -> Page[Line]:
    mine = Rating.objects.filter(player=OuterRef("pk"), pool=Pool.OVERALL)
    rows = Player.objects.filter(~Exists(mine), merged_into=None)
    rows = of_name(rows, name).select_related("account", "known_to")
    found = page(rows, PLAYER_ORDER, asked, size)
    back, on = (cursor and UNRATED + cursor for cursor in (found.previous, found.next))
    return Page([Line(player) for player in found.rows], back, on)
