"""Ratings are foretold while a fold goes on: neither waits for the other."""

from threading import Thread
from typing import Any

import pytest
from django.db import connection, connections

from archive.releases.models import Impact, ImpactChunk, ImpactState
from archive.releases.services import impact, ratings, working
from games.models import Game, Standing
from ratings.models import Fold, Rating
from ratings.services import forecast
from ratings.services.fold import fold_pending, mark_pending
from tests.cast import account
from tests.site.releases.test_foretelling import league
from tests.worlds.engines import another_number


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_fold_goes_through_while_ratings_are_foretold(monkeypatch: pytest.MonkeyPatch):
    """One that rates the same players anew; and what was foretold is of the moment before."""
    if connection.vendor == "sqlite":
        pytest.skip("only on PostgreSQL")
    games = league(6)
    judge = account("judge", moderator=True)
    really: Any = forecast.read_stretch
    folded: list[Fold | None] = []

    def another() -> None:
        try:
            Game.objects.filter(pk=games[0].pk).update(standing=Standing.VOID)
            mark_pending([games[0].pk])
            folded.append(fold_pending(wait=True))
        finally:
            connections.close_all()

    def meanwhile(*args: Any, **how: Any) -> Any:
        if not folded:
            thread = Thread(target=another)
            thread.start()
            thread.join(30)
            assert not thread.is_alive(), "the fold waits for what is foretold"
        return really(*args, **how)

    with another_number(points=40):
        impact_row = impact.begin_impact(judge)
        alone = _foretold_alone(impact_row)
        monkeypatch.setattr(forecast, "read_stretch", meanwhile)
        working.work_on_impacts()
    impact_row.refresh_from_db()
    assert impact_row.state == ImpactState.DONE
    assert folded[0] is not None
    rows = impact_row.rating_changes.values_list("player_id", "pool", "before", "after")
    assert {
        (player, pool): (was, rating_after) for player, pool, was, rating_after in rows
    } == alone
    assert Rating.objects.exists()


def _foretold_alone(impact_row: Impact) -> dict[tuple[int, str], tuple[int | None, int | None]]:
    """What is foretold where no fold comes in between."""
    for chunk in ImpactChunk.objects.filter(impact=impact_row).select_related("impact"):
        assert working._judge(chunk)
    return {
        (rating.player_id, rating.pool): (rating.before, rating.after)
        for rating in ratings.moved_ratings(impact_row)
    }
