"""Terms 2: a K that falls with games, a deviation, a pool for games with computer players."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Account, Game, Player, Standing
from ratings import elo, ranks
from ratings.elo import (
    DEVIATION_FIRST,
    DEVIATION_LEAST,
    PlayerForm,
    aged_deviation,
    days_within,
    deviation_before,
    deviation_or_default,
    deviation_without,
    falling_k,
    is_provisional,
    rate_game_2,
)
from ratings.models import Closing, Pool, Rating, RatingChange, RatingTerms, Reason
from ratings.queries import board_page, overall_ratings, pool_ratings
from ratings.services.closings import broken_closings, close_books
from ratings.services.fold import fold_pending
from ratings.services.rebuild import broken_links, rebuild_ledger
from tests.fake_clock import set_clock
from tests.tampering import tampering
from tests.worlds.league import DAY, games, ledger, played, players, stand

DEVIATIONS = st.integers(DEVIATION_LEAST, DEVIATION_FIRST)
FORMS = st.builds(PlayerForm, st.integers(200_000, 2_800_000), st.integers(0, 100), DEVIATIONS)
TABLES = st.integers(2, 4).flatmap(
    lambda size: st.tuples(
        st.lists(FORMS, min_size=size, max_size=size),
        st.lists(st.integers(1, size), min_size=size, max_size=size),
    )
)


# --- the formula ----------------------------------------------------------------


def test_k_falls_from_120_to_16():
    assert [falling_k(games) for games in (0, 1, 2, 10, 30, 64, 65, 1000)] == [
        *(120, 109, 100, 60, 30, 16, 16, 16)
    ]


@given(TABLES)
def test_a_game_makes_every_rating_surer(table):
    forms, places = table
    for form, change in zip(forms, rate_game_2(forms, places), strict=True):
        assert (change.before, change.games, change.deviation_before) == form
        assert DEVIATION_LEAST <= change.deviation <= change.deviation_before
        assert change.after - change.before == sum(pair.term for pair in change.pairs)


@given(TABLES)
def test_a_deviation_is_that_of_fractions(table):
    """Within half a point of Glicko's variance without any rounding."""
    forms, places = table
    for seat, change in enumerate(rate_game_2(forms, places)):
        certainty = 0.0
        for pair in change.pairs:
            other = forms[pair.opponent].deviation / 1000
            expected = pair.expected / 1000
            certainty += expected * (1 - expected) / (1 + other**2 / 99_287)
        rating_of_ana = forms[seat].deviation / 1000
        weight = elo.PAIR_WEIGHTS[len(change.pairs)] / 1000
        exact = sqrt(1 / (1 / rating_of_ana**2 + weight * certainty / 30_178))
        assert abs(max(exact, DEVIATION_LEAST / 1000) - change.deviation / 1000) < 0.5


@given(FORMS, st.integers(1, 3))
def test_equals_of_the_same_k_gain_nothing_altogether(form, opponents):
    forms = [form] * (opponents + 1)
    changes = rate_game_2(forms, list(range(1, opponents + 2)))
    assert sum(change.after - change.before for change in changes) == 0


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_game_has_two_to_four_seats(count):
    with pytest.raises(ValueError, match="two to four seats"):
        rate_game_2([PlayerForm(deviation=DEVIATION_FIRST)] * count, [1] * count)


@given(DEVIATIONS, st.integers(0, 5000))
def test_a_deviation_grows_with_idle_days_and_never_above_the_first(deviation, days):
    aged = aged_deviation(deviation, days)
    assert deviation <= aged <= DEVIATION_FIRST
    assert aged <= deviation_before(deviation, 5, days) <= DEVIATION_FIRST
    within = days_within(deviation, 200_000)
    if within is not None and within >= 0:
        assert aged_deviation(deviation, within) <= 200_000 < aged_deviation(deviation, within + 1)


@given(DEVIATIONS, DEVIATIONS)
def test_what_is_taken_back_is_no_longer_known(first, second):
    before, after = max(first, second), min(first, second)
    without = deviation_without(after, before, after)
    assert abs(without - before) <= 1 + before // 1000


def test_what_was_never_told_is_not_below_nothing():
    assert deviation_without(250_000, 250_000, 40_000) == DEVIATION_FIRST


def test_a_deviation_says_who_is_provisional():
    assert is_provisional(9)
    assert not is_provisional(10)
    assert is_provisional(500, elo.PROVISIONAL_DEVIATION + 1)
    assert not is_provisional(1, elo.PROVISIONAL_DEVIATION)
    assert deviation_or_default(None, 0) == DEVIATION_FIRST
    assert deviation_or_default(None, 5) == 180_000


# --- the ledger -----------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Any:
    """The tenth of March, and books of 30 days."""
    settings.BOOKS_CLOSE_AFTER_DAYS = 30
    moment = [datetime(2026, 3, 10, 12, tzinfo=UTC)]
    set_clock(monkeypatch, lambda: moment[0])

    def later(days: int) -> None:
        moment[0] += timedelta(days=days)

    return later


def computer(name: str = "robot") -> Player:
    [player] = players(name)
    Account.objects.filter(username=name).update(computer="search-1")
    return player


def assert_sound() -> None:
    assert list(broken_links()) == []
    assert list(broken_closings()) == []
    before = ledger()
    assert rebuild_ledger(dry_run=True).nothing_differs
    assert ledger() == before


def rows(game: Game) -> dict[tuple[str, str], RatingChange]:
    changes = RatingChange.objects.filter(game=game, retired_by=None)
    return {(row.pool, row.player.name): row for row in changes.select_related("player")}


@pytest.mark.django_db
@pytest.mark.both_databases
def test_a_new_site_has_terms_2_from_its_start(settings):
    settings.SECOND_RATING_TERMS_FROM = "start"
    ana, ben = players("ana", "ben")
    game = played(ana, ben)
    fold_pending()
    row = rows(game)["overall", "ana"]
    assert (row.before, row.after) == (1_500_000, 1_560_000)
    assert row.deviation_before == DEVIATION_FIRST > row.deviation
    assert RatingTerms.objects.get().since == date.min
    assert Rating.objects.get(player=ana, pool="2").deviation == row.deviation
    assert_sound()


@pytest.mark.django_db
def test_a_site_with_rated_games_keeps_terms_1(settings):
    ana, ben = players("ana", "ben")
    played(ana, ben)
    fold_pending()
    settings.SECOND_RATING_TERMS_FROM = "start"
    later_game = played(ana, ben, day=1)
    fold_pending()
    assert not RatingTerms.objects.exists()
    assert rows(later_game)["overall", "ana"].deviation is None
    assert Rating.objects.get(player=ana, pool="2").deviation is None


@pytest.mark.django_db
@pytest.mark.both_databases
def test_from_a_day_on_what_was_rated_is_rated_again_and_says_why(clock, settings):
    ana, ben = players("ana", "ben")
    before, after = played(ana, ben, day=58), played(ben, ana, day=60)
    fold_pending()
    old = set(ledger())
    settings.SECOND_RATING_TERMS_FROM = DAY + timedelta(days=59)
    played(ana, ben, day=62)
    fold_pending()
    assert rows(before)["overall", "ana"].deviation is None
    row = rows(after)["overall", "ana"]
    assert row.pairs[0]["k"] == falling_k(1)
    days = deviation_before(deviation_or_default(None, 1), 1, 2)
    assert row.deviation_before == days
    assert {row for row in old if row[0] == before.pk} <= ledger()
    assert (after.pk, "terms") in set(Reason.objects.values_list("game", "cause"))
    assert_sound()


@pytest.mark.django_db
def test_terms_2_never_begin_in_closed_books(clock, settings, caplog):
    ana, ben = players("ana", "ben")
    played(ana, ben, day=1)
    close_books()
    through = Closing.objects.latest("through").through
    settings.SECOND_RATING_TERMS_FROM = through
    played(ana, ben, day=62)
    fold_pending()
    assert not RatingTerms.objects.exists()
    assert "books are closed through" in caplog.text
    settings.SECOND_RATING_TERMS_FROM = through + timedelta(days=1)
    played(ana, ben, day=63)
    fold_pending()
    assert RatingTerms.objects.exists()
    assert_sound()


@pytest.mark.django_db
@pytest.mark.both_databases
def test_games_with_computer_players_are_a_pool_of_their_own(settings):
    settings.SECOND_RATING_TERMS_FROM = DAY + timedelta(days=5)
    ana, ben = players("ana", "ben")
    robot = computer()
    old, new = played(robot, ana, ben, day=1), played(robot, ana, ben, day=5)
    fold_pending()
    assert {pool for pool, _ in rows(old)} == {"overall", "3"}
    assert {pool for pool, _ in rows(new)} == {"computer"}
    assert rows(new)["computer", "ana"].before == 1_500_000
    assert Game.objects.get(pk=new.pk).strength == 1500
    stand(new, Standing.VOID)
    fold_pending()
    assert rows(new) == {}
    assert not Rating.objects.filter(pool="computer").exists()
    assert_sound()


@pytest.mark.django_db
def test_what_closed_books_have_by_terms_1_is_taken_back_where_it_was(clock, settings):
    """A game with a computer player, rated by terms 1 among all games, and rated again by terms
    2."""
    settings.SECOND_RATING_TERMS_FROM = DAY + timedelta(days=50)
    ana, ben = players("ana", "ben")
    robot = computer()
    old = played(robot, ana, day=1)
    played(ana, ben, day=55)
    fold_pending()
    close_books()
    stand(old, Standing.VOID)
    fold_pending()
    back = RatingChange.objects.filter(game=old, kind="reversal", retired_by=None)
    assert set(back.values_list("pool", flat=True)) == {"overall", "2"}
    row = back.get(pool="overall", player=ana)
    assert row.deviation_before == row.deviation  # it had certainty nothing
    clock(days=40)
    close_books()
    stand(old, Standing.COUNTED)
    fold_pending()
    rerated = RatingChange.objects.filter(game=old, kind="again", retired_by=None)
    assert set(rerated.values_list("pool", flat=True)) == {"computer"}
    assert_sound()


@pytest.mark.django_db
def test_a_game_that_is_taken_back_leaves_a_rating_less_sure(clock, settings):
    settings.SECOND_RATING_TERMS_FROM = "start"
    ana, ben, cleo = players("ana", "ben", "cleo")
    old = played(ana, ben, day=1)
    played(ana, cleo, day=2)
    played(ana, ben, day=3)
    fold_pending()
    close_books()
    stand(old, Standing.VOID)
    fold_pending()
    row = RatingChange.objects.get(game=old, kind="reversal", pool="overall", player=ana)
    assert row.deviation > row.deviation_before
    assert_sound()


@pytest.mark.django_db
def test_the_ledger_is_checked_with_its_deviations(settings):
    settings.SECOND_RATING_TERMS_FROM = "start"
    ana, ben = players("ana", "ben")
    played(ana, ben)
    played(ana, ben, day=9)
    fold_pending()
    row = RatingChange.objects.filter(player=ana, pool="2").latest("played_on")
    with tampering(RatingChange) as changes:
        changes.filter(pk=row.pk).update(deviation_before=row.deviation_before - 1)
    assert [line for line in broken_links() if "its deviation does not begin" in line]
    with tampering(RatingChange) as changes:
        changes.filter(pk=row.pk).update(deviation_before=None, deviation=None)
    assert [line for line in broken_links() if "not by the terms of" in line]
    assert not rebuild_ledger(dry_run=True).nothing_differs


# --- text ----------------------------------------------------------------------


@pytest.mark.django_db
def test_ranks_are_ranges_and_idle_players_leave_the_list(monkeypatch, settings):
    settings.SECOND_RATING_TERMS_FROM = "start"
    settings.LEADERBOARD_DEVIATION = 230
    moment = datetime(2026, 1, 20, tzinfo=UTC)
    set_clock(monkeypatch, lambda: moment)
    people = players("ana", "ben", "cleo", "dan")
    games([(people, [1, 2, 3, 4])] * 4, days=[1, 2, 3, 4])
    for game in Game.objects.all():
        stand(game, Standing.COUNTED)
    fold_pending()
    page = board_page(Pool.OVERALL, "", {}, 50)
    assert [row.rank for row in page.rows] == [1, 2, 3, 4]
    for row in page.rows:
        assert row.deviation is not None
        assert row.ranks is not None
        better = sum(other.rating > row.rating + row.deviation for other in page.rows)
        worse = sum(other.rating > row.rating - row.deviation for other in page.rows)
        assert row.ranks == (1 + better, worse)
    rating_of_ana = pool_ratings(people[0])[0]
    assert (rating_of_ana.deviation, rating_of_ana.ranks) == (
        page.rows[0].deviation,
        page.rows[0].ranks,
    )
    exact = [pool_ratings(person) for person in people]
    monkeypatch.setattr(ranks, "LARGE_POOL", 1)
    assert [pool_ratings(person) for person in people] == exact
    until = Rating.objects.get(player=people[0], pool="overall").listed_until
    row = Rating.objects.get(player=people[0], pool="overall")
    within = days_within(row.deviation, 230_000)
    assert until == row.last_played + timedelta(days=within)
    moment = datetime.combine(until + timedelta(days=1), datetime.min.time(), UTC)
    assert people[0] not in [line.player for line in board_page(Pool.OVERALL, "", {}, 50).rows]
    played(people[0], people[1], day=(moment.date() - DAY).days)
    fold_pending()
    assert people[0] in [line.player for line in board_page(Pool.OVERALL, "", {}, 50).rows]


@pytest.mark.django_db
def test_a_computer_player_shows_the_rating_of_its_own_pool(settings):
    settings.SECOND_RATING_TERMS_FROM = DAY + timedelta(days=5)
    [ana] = players("ana")
    robot = computer()
    played(robot, ana, day=1)
    played(ana, robot, day=6)
    fold_pending()
    ratings = overall_ratings([ana.account_id, robot.account_id])
    assert ratings[ana.account_id].deviation is None
    assert (
        ratings[robot.account_id].rating == Rating.objects.get(player=robot, pool="computer").rating
    )


@pytest.mark.django_db
def test_pages_and_api_show_deviations(client, settings):
    """By terms 2; by terms 1 the fields of the API are null, and pages show none."""
    settings.SECOND_RATING_TERMS_FROM = DAY + timedelta(days=1)
    settings.LEADERBOARD_DEVIATION = None
    ana, ben = players("ana", "ben")
    old = played(ana, ben)
    fold_pending()
    board = "/api/v1/leaderboards/overall"
    [first, _] = client.get(board).json()["results"]
    assert [first[name] for name in ("deviation", "rank_best", "rank_worst")] == [None] * 3
    assert client.get(f"/api/v1/players/{ana.pk}").json()["ratings"][0]["deviation"] is None
    assert "±" not in client.get("/players/").content.decode()
    new = played(ben, ana, day=1)
    fold_pending()
    first, second = client.get(board).json()["results"]
    assert first["deviation"] > 150_000
    assert (first["rank_best"], second["rank_worst"]) == (1, 2)
    row, *_ = client.get(f"/api/v1/ledger?game={new.pk}").json()["results"]
    assert row["deviation"] < row["deviation_before"]
    row, *_ = client.get(f"/api/v1/ledger?game={old.pk}").json()["results"]
    assert (row["deviation"], row["deviation_before"]) == (None, None)
    text = f"± {first['deviation'] / 1000:.0f}<"
    for page in ("/players/", "/players/?sort=name", f"/players/{first['player']['id']}/"):
        assert text in client.get(page).content.decode(), page
    assert "(1 to 2)" in client.get("/players/").content.decode()
    assert "± " in client.get(f"/players/{ana.pk}/ledger/overall/").content.decode()
