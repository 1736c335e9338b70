"""People are told that what came to be known later has changed their ratings."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.models import Player
from games.models.notice import Kind
from games.services.notices import Told, tell
from ratings.models import Pool, Rating
from ratings.services.reading import State


def tell_of_ratings(revised: Collection[int], now: Mapping[tuple[int, str], State]) -> None:
    """Tell the players in `revised`, who had a change in force that was replaced, if their overall
    rating comes to be another by it; `now` has the states after the fold, which are not written
    yet. Three queries."""
    moved = {
        player: state.rating
        for (player, pool), state in now.items()
        if pool == Pool.OVERALL and player in revised and state.last_played
    }
    if not moved:
        return
    rows = Rating.objects.filter(player__in=moved, pool=Pool.OVERALL)
    before = dict(rows.values_list("player", "rating"))
    owners = Player.objects.filter(pk__in=moved, account__isnull=False)
    tell(
        Told(account, Kind.RATING, facts={"before": before[player], "after": moved[player]})
        for player, account in owners.order_by("pk").values_list("pk", "account")
        if before.get(player) not in (None, moved[player])
    )
