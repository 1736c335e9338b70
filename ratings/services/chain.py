"""Whether the ledger links up: cheap to see, without the games."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ratings.elo import INITIAL
from ratings.models import Rating, RatingChange
from ratings.services.reading import State

CHUNK = 2000


def broken_links() -> Generator[str, None, None]:
    """A sentence for each change that does not begin where the player's last one ended, whose
    terms do not add up, and each present rating that is not the end of its chain."""
    ends: dict[tuple[int, str], State] = {}
    rows = (
        RatingChange.objects.filter(retired_by=None)
        .order_by("player_id", "pool", "played_on", "accepted_at", "game_id")
        .values_list(
            "player_id", "pool", "game_id", "before", "after", "games_before", "pairs", "played_on"
        )
    )
    for player, pool, game, before, after, games, pairs, day in rows.iterator(CHUNK):
        last = ends.get((player, pool), State(INITIAL))
        where = f"player {player}, pool {pool}, game {game}"
        if (before, games) != (last.rating, last.games):
            yield f"{where}: begins at {before} after {games}, not {last.rating} after {last.games}"
        if before + sum(pair["term"] for pair in pairs) != after:
            yield f"{where}: its terms do not add up to {after - before}"
        ends[player, pool] = State(after, games + 1, day)
    yield from _wrong_ends(ends)


def _wrong_ends(ends: dict[tuple[int, str], State]) -> Iterator[str]:
    for player, pool, rating, games, day in Rating.objects.order_by("pk").values_list(
        "player_id", "pool", "rating", "games", "last_played"
    ):
        if ends.pop((player, pool), None) != (rating, games, day):
            yield f"player {player}, pool {pool}: the present rating is not the end of the chain"
    for player, pool in sorted(ends):
        yield f"player {player}, pool {pool}: there are changes, but no present rating"
