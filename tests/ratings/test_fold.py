"""The ledger: what counts, in which order, and what late and void games do to it."""

import pytest

from games.models import Game, Seat, Standing
from games.standing.standing import announce_changes as games_changed
from ratings.models import Fold, Pending, Rating, RatingChange
from ratings.services.fold import fold_pending
from ratings.services.ledger import set_mean_ratings
from ratings.services.rebuild import rebuild_ledger
from tests.tampering import tampering
from tests.worlds.league import DAY, games, ledger, played, players, present, stand

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def change(game, player, pool="overall"):
    return RatingChange.objects.get(game=game, player=player, pool=pool, retired_by=None)


def assert_as_rebuilt():
    before = ledger(), present()
    assert rebuild_ledger(dry_run=True).nothing_differs
    assert (ledger(), present()) == before


def test_nothing_pending_nothing_done():
    assert fold_pending() is None
    assert not Fold.objects.exists()


def test_a_first_game(ana, ben):
    game = played(ana, ben)
    run = fold_pending()
    assert run is not None
    assert (run.cause, run.games, run.added, run.retired) == ("change", 1, 4, 0)
    row = change(game, ana)
    assert (row.before, row.after, row.games_before, row.added_by) == (1500000, 1520000, 0, run)
    assert (row.played_on, row.accepted_at) == (game.played_on, game.accepted_at)
    assert row.pairs == [
        {"opponent": ben.pk, "score": 1000, "expected": 500, "k": 40, "term": 20000}
    ]
    assert present() == {
        (ana.pk, "overall", 1520000, 1, DAY, None),
        (ana.pk, "2", 1520000, 1, DAY, None),
        (ben.pk, "overall", 1480000, 1, DAY, None),
        (ben.pk, "2", 1480000, 1, DAY, None),
    }
    assert not Pending.objects.exists()


def test_a_game_counts_in_its_two_pools(ana, ben, cleo):
    played(ana, ben)
    played(ana, ben, cleo, day=1)
    fold_pending()
    assert {(row[0], row[1]) for row in present()} == {
        (player.pk, pool)
        for player, pools in [(ana, "overall 2 3"), (ben, "overall 2 3"), (cleo, "overall 3")]
        for pool in pools.split()
    }


def test_the_second_game_begins_where_the_first_ended(ana, ben):
    played(ana, ben)
    second = played(ben, ana, day=1)
    fold_pending()
    assert change(second, ana).before == 1520000
    assert change(second, ana).games_before == 1
    assert_as_rebuilt()


def test_the_strength_of_a_game_is_the_mean_rating_before_it(ana, ben, cleo):
    first = played(ana, ben)
    second = played(ana, cleo, day=1)
    fold_pending()
    assert list(Game.objects.order_by("played_on").values_list("strength", flat=True)) == [
        1500,
        1510,
    ]
    stand(first, Standing.VOID)
    fold_pending()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.strength, second.strength) == (None, 1500)


def test_strengths_of_no_games_and_of_unknown_ones():
    set_mean_ratings({})
    set_mean_ratings({"000000000000": 1500})


@pytest.mark.parametrize(
    "standing", [Standing.WAITING, Standing.DISPUTED, Standing.VOID, Standing.REFUTED]
)
def test_only_games_that_count_are_rated(standing, ana, ben):
    game = played(ana, ben)
    stand(game, standing)
    fold_pending()
    assert ledger() == set()
    assert present() == set()
    assert not Pending.objects.exists()


def test_a_game_without_two_different_players_is_never_rated(ana):
    played(ana, None)
    played(ana, ana)
    fold_pending()
    assert ledger() == set()


def test_the_order_is_day_then_acceptance(ana, ben):
    third, first, second = games(
        [([ana, ben], [1, 2]), ([ana, ben], [1, 2]), ([ana, ben], [1, 2])], days=[1, 0, 0]
    )
    games_changed([third.pk, second.pk, first.pk])
    fold_pending()
    order = RatingChange.objects.filter(player=ana, pool="2").order_by("games_before")
    assert [row.game_id for row in order] == [first.pk, second.pk, third.pk]


def test_a_late_game_retires_what_no_longer_holds(ana, ben, cleo, dan):
    second = played(ana, ben, day=5)
    apart = played(cleo, dan, day=6)
    fold_pending()
    old = change(second, ana)
    late = played(ben, ana, day=1)
    run = fold_pending()
    old.refresh_from_db()
    assert old.retired_by == run
    assert (change(late, ana).before, change(second, ana).before) == (1500000, 1480000)
    assert change(apart, cleo).added_by != run
    assert_as_rebuilt()


def test_a_void_game_is_taken_out_and_put_back(ana, ben, cleo):
    first = played(ana, ben)
    played(ana, cleo, day=1)
    fold_pending()
    before = ledger(), present()
    stand(first, Standing.VOID)
    fold_pending()
    assert not Rating.objects.filter(player=ben).exists()
    assert_as_rebuilt()
    stand(first, Standing.COUNTED)
    fold_pending()
    assert (ledger(), present()) == before
    assert RatingChange.objects.filter(game=first, player=ana).count() == 4


def test_the_last_game_is_voided(ana, ben):
    played(ana, ben)
    last = played(ana, ben, day=3)
    fold_pending()
    stand(last, Standing.VOID)
    fold_pending()
    assert Rating.objects.get(player=ana, pool="2").last_played == DAY
    assert_as_rebuilt()


def test_players_become_one():
    ana, ben, guest = players("ana", "ben", "guest")
    game = played(guest, ben)
    played(ana, ben, day=1)
    fold_pending()
    Seat.objects.filter(player=guest).update(player=ana)
    games_changed([game.pk])
    fold_pending()
    assert not Rating.objects.filter(player=guest).exists()
    assert Rating.objects.get(player=ana, pool="overall").games == 2
    assert_as_rebuilt()


def test_new_games_do_not_walk_through_the_old_ones(ana, ben):
    games_changed([game.pk for game in games([([ana, ben], [1, 2])] * 30)])
    assert fold_pending().games == 30
    played(ana, ben, day=40)
    assert fold_pending().games == 1


def test_a_fold_stops_where_nobody_differs_any_more(ana, ben):
    """A game marked for no reason costs one stretch, however long the history."""
    stored_games = games([([ana, ben], [1, 2])] * 200)
    games_changed([game.pk for game in stored_games])
    fold_pending()
    before = ledger()
    games_changed([stored_games[3].pk])
    run = fold_pending()
    assert run.games < 100
    assert (run.added, run.retired) == (0, 0)
    assert ledger() == before


def test_far_apart_changes_are_each_walked_to(ana, ben, cleo, dan):
    sides = [[ana, ben]] * 100 + [[cleo, dan]] * 300
    stored_games = games([(side, [1, 2]) for side in sides])
    games_changed([game.pk for game in stored_games])
    fold_pending()
    stand(stored_games[-1], Standing.VOID)
    games_changed([stored_games[0].pk])
    run = fold_pending()
    assert run.games < 150
    assert run.retired == 4
    assert_as_rebuilt()


def test_the_same_game_pending_many_times_is_one_game(ana, ben):
    game = played(ana, ben)
    games_changed([game.pk, game.pk])
    games_changed([game.pk])
    games_changed([])
    assert fold_pending().games == 1
    assert not Pending.objects.exists()


def test_a_fold_asks_few_questions(django_assert_max_num_queries):
    """However many games it takes in. One asks the database for the time."""
    sitting = players("ana", "ben", "cleo", "dan")
    for size in (2, 50):
        stored_games = games([(sitting, [1, 2, 3, 4])] * size, days=[size])
        games_changed([game.pk for game in stored_games])
        with django_assert_max_num_queries(30):
            fold_pending()


def test_a_rebuild_of_a_right_ledger_changes_nothing(ana, ben, cleo):
    played(ana, ben)
    played(ben, cleo, ana, places=[1, 1, 3])
    fold_pending()
    rows = RatingChange.objects.count()
    done = rebuild_ledger()
    assert done.nothing_differs
    assert (done.games, done.ratings) == (2, 8)
    assert RatingChange.objects.count() == rows
    run = Fold.objects.get(cause="rebuild")
    assert (run.games, run.added, run.retired) == (2, 0, 0)


def test_a_rebuild_mends_whatever_is_wrong(ana, ben, cleo):
    first = played(ana, ben)
    second = played(ana, cleo, day=1)
    fold_pending()
    right = ledger(), present()
    with tampering(RatingChange) as changes:
        changes.filter(game=first, player=ana).update(after=1519000)
    Rating.objects.filter(player=cleo, pool="2").delete()
    Rating.objects.filter(player=ben, pool="2").update(games=7)
    Rating.objects.create(player=ben, pool="4", rating=1, games=1, last_played=DAY)
    Game.objects.filter(pk=second.pk).update(strength=3)
    tried = rebuild_ledger(dry_run=True)
    assert not tried.nothing_differs
    assert (ledger(), present()) != right
    done = rebuild_ledger()
    assert (ledger(), present()) == right
    assert (done.added, done.retired, done.mean_ratings) == (2, 2, 1)
    assert tried == done
    assert [
        (difference.player, difference.pool, difference.before, difference.after)
        for difference in done.differences
    ] == [(ben.pk, "4", 1, None), (cleo.pk, "2", None, 1481160), (ben.pk, "2", 1480000, 1480000)]


def test_a_rebuild_takes_games_out_that_ceased_to_count_unnoticed(ana, ben):
    game = played(ana, ben)
    fold_pending()
    Game.objects.filter(pk=game.pk).update(standing=Standing.VOID)
    done = rebuild_ledger()
    assert (done.added, done.retired, done.mean_ratings) == (0, 4, 1)
    assert (ledger(), present()) == (set(), set())
    game.refresh_from_db()
    assert game.strength is None


def test_a_rebuild_does_what_was_pending(ana, ben):
    played(ana, ben)
    assert rebuild_ledger(dry_run=True).added == 4
    assert Pending.objects.exists()
    rebuild_ledger()
    assert not Pending.objects.exists()
    assert len(ledger()) == 4


def test_a_rebuild_tells_how_far_it_is(ana, ben):
    games([([ana, ben], [1, 2])] * 3)
    steps = []
    rebuild_ledger(progress=lambda done, total: steps.append((done, total)))
    assert steps == [(3, 3)]
