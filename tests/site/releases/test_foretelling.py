"""Ratings are foretold in memory: as adopting brings them, and no fold waits for it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Seat, Standing
from ratings.models import Closing, Pending, Rating
from ratings.services.fold import fold_pending, mark_pending
from ratings.services.forecast import AssumedResult, forecast_ratings
from tests.cast import account, finished_log, game_of, submit
from tests.worlds.modules import module_world

pytestmark = pytest.mark.django_db

PLAYERS = ("ana", "ben", "cora", "dan")


def league(games: int = 12) -> list[Game]:
    """Some rated games of the same few people, on different days."""
    arbiter = account("arbiter", arbiter=True)
    for name in PLAYERS:
        account(name)
    stored_games = []
    for seed in range(1, games + 1):
        player, other = PLAYERS[seed % 4], PLAYERS[(seed + 1 + seed % 2) % 4]
        day = f"2026-{1 + seed % 9:02d}-{1 + seed % 20:02d}"
        log = finished_log(f"black=@{player} white=@{other}", seed=seed, played=day)
        stored_games.append(game_of(submit(arbiter, log)))
    fold_pending()
    return stored_games


stored_world, games = module_world(league, "games")


def present() -> dict[tuple[int, str], int]:
    rows = Rating.objects.filter(games__gt=0)
    return {(row.player_id, row.pool): row.rating for row in rows}


def turned(game: Game) -> AssumedResult:
    """The places the other way round."""
    places = list(game.seats.order_by("number").values_list("rated_place", flat=True))
    return AssumedResult(tuple(1 + max(places) - place for place in places))


def carry_out(instead: dict[str, AssumedResult]) -> None:
    """Write what was only supposed, and fold."""
    for pk, assumed in instead.items():
        if not assumed.places:
            Game.objects.filter(pk=pk).update(standing=Standing.VOID)
        for number, place in enumerate(assumed.places):
            Seat.objects.filter(game=pk, number=number).update(rated_place=place)
    mark_pending(instead)
    fold_pending()


@pytest.mark.parametrize("closed", ["", "2026-04-30", "2026-12-31"])
@pytest.mark.parametrize("indexes", [(0,), (3, 7), (1, 4, 9, 10), tuple(range(12))])
@pytest.mark.parametrize("out", [False, True])
def test_what_is_foretold_is_what_a_fold_makes(
    games: list[Game], closed: str, indexes: tuple[int, ...], out: bool
):
    if closed:
        Closing.objects.create(through=closed, changes=0, digest="")
    instead = {games[n].pk: turned(games[n]) for n in indexes}
    if out:  # every other one does not count any more
        instead |= {pk: AssumedResult(()) for pk in list(instead)[::2]}
    before = present()
    with CaptureQueriesContext(connection) as queries:
        foretold = forecast_ratings(instead)
    prefixes = ("INSERT", "UPDATE", "DELETE", "SAVEPOINT", "SELECT pg_advisory")
    assert not [
        captured_query
        for captured_query in queries.captured_queries
        if captured_query["sql"].startswith(prefixes)
    ]
    assert present() == before
    carry_out(instead)
    assert present() == foretold
    assert foretold != before


def test_what_was_rated_late_and_taken_back_before_is_seen_too(games: list[Game]):
    """Entries of closed books that hold already: taken back, again, late."""
    Closing.objects.create(through="2026-12-31", changes=0, digest="")
    carry_out({games[0].pk: turned(games[0]), games[2].pk: AssumedResult(())})
    turned_back = {games[0].pk: turned(games[0]), games[5].pk: turned(games[5])}
    foretold = forecast_ratings(turned_back)
    carry_out(turned_back)
    assert present() == foretold


def test_a_game_that_would_count_again_is_rated(games: list[Game]):
    out = {games[3].pk: AssumedResult(())}
    places = tuple(games[3].seats.order_by("number").values_list("rated_place", flat=True))
    snapshot = present()
    carry_out(out)
    assert present() != snapshot
    assert forecast_ratings({games[3].pk: AssumedResult(places)}) == snapshot


def test_what_is_pending_is_no_difference(games: list[Game]):
    Game.objects.filter(pk=games[1].pk).update(standing=Standing.VOID)
    mark_pending([games[1].pk])
    foretold = forecast_ratings({})
    assert foretold != present()
    assert Pending.objects.exists()
    fold_pending()
    assert present() == foretold == forecast_ratings({})
