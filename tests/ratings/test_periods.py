"""Leaderboards of months and seasons: what is counted, who is ranked, and what a cheat gains."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Account, Game, Pattern, Player, Standing
from ratings.models import Period, PeriodStanding, RatingChange
from ratings.period_queries import player_months
from ratings.services.fold import fold_pending
from ratings.services.periods import count_periods, note_changed_periods
from ratings.templatetags.ratings import gain_bar
from tests.worlds.league import played, players, stand

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def thresholds(settings: Any) -> None:
    settings.LEADERBOARD_GAMES, settings.LEADERBOARD_OPPONENTS = 4, 2


def play_days(table: Sequence[Player], days: range) -> None:
    """A game a day; the first of the table wins each time but every fourth."""
    first, *opponents = table
    for day in days:
        other = opponents[day % len(opponents)]
        played(*((other, first) if day % 4 == 3 else (first, other)), day=day)
    fold_pending()


@pytest.fixture
def league(db: None) -> list[Player]:
    """January to March of 2026; in the first month all are provisional for long."""
    table = players("ana", "ben", "cat", "dan")
    play_days(table, range(90))
    count_periods()
    return table


def standings(period: str) -> dict[str, tuple[int | None, int]]:
    rows = PeriodStanding.objects.filter(period=period).select_related("player")
    return {row.player.name: (row.rank, row.gain) for row in rows}


# --- what is counted ----------------------------------------------------------


@pytest.mark.both_databases
def test_points_are_those_of_the_ledger_without_provisional_games(league: list[Player]) -> None:
    assert list(Period.objects.values_list("name", flat=True)) == [
        "2026-03", "2026-02", "2026-q1", "2026-01",
    ]  # fmt: skip
    for name in ("2026-02", "2026-q1"):
        period = Period.objects.get(pk=name)
        for row in period.standings.all():
            changes = RatingChange.objects.filter(
                player=row.player, pool="overall", games_before__gte=10,
                played_on__gte=period.begins, played_on__lt=period.ends,
            ).order_by("played_on")  # fmt: skip
            assert row.gain == sum(change.moved for change in changes)
            assert row.games == len(changes)
            assert row.rating == changes[len(changes) - 1].after
    ranks = sorted(standings("2026-02").values(), key=lambda row: -row[1])
    assert [rank for rank, _gain in ranks if rank] == [1]  # the others met one opponent


def test_a_page_without_a_period_says_why(client: Client, db: None) -> None:
    def page() -> str:
        return client.get("/players/periods/").content.decode()

    assert "There is no rated game yet." in page()
    play_days(players("ana", "ben"), range(3))
    assert "The rankings by month are being calculated." in page()
    count_periods()
    assert "To be ranked, play" in page()


@pytest.mark.both_databases
def test_a_void_game_counts_no_longer(league: list[Player]) -> None:
    before = standings("2026-02"), standings("2026-01")
    assert count_periods() == 0
    game = Game.objects.filter(played_on="2026-02-10").get()
    stand(game, Standing.VOID)
    fold_pending()
    assert count_periods() == 3  # the month, the one after it, and the season
    assert standings("2026-02") != before[0]
    assert standings("2026-01") == before[1]


def test_a_change_while_a_period_is_counted_is_counted_again(league: list[Player]) -> None:
    played(league[1], league[2], day=89)
    fold_pending()
    note_changed_periods()
    assert set(Period.objects.filter(is_current=False).values_list("name", flat=True)) == {
        "2026-03", "2026-q1",
    }  # fmt: skip
    assert count_periods() == 2


# --- cheats -------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_new_account_wins_no_points_until_its_rating_has_arrived(league: list[Player]) -> None:
    [smurf] = players("smurf")
    for day in range(60, 69):
        played(smurf, league[day % 4], day=day)
    fold_pending()
    count_periods()
    assert "smurf" not in standings("2026-03")


def test_two_who_play_each_other_alone_are_not_ranked() -> None:
    star, puppet = players("star", "puppet")
    for day in range(60):
        played(star, puppet, day=day)
    fold_pending()
    count_periods()
    assert standings("2026-02")["star"][1] > 0
    assert {rank for rank, _gain in standings("2026-02").values()} == {None}


def test_games_on_paper_alone_give_no_rank(league: list[Player], settings: Any) -> None:
    settings.LEADERBOARD_WITNESSED_GAMES = 3
    Period.objects.update(is_current=False)
    count_periods()
    assert {rank for rank, _gain in standings("2026-02").values()} == {None}
    games = Game.objects.filter(played_on__month=2, seats__player=league[0]).order_by("pk")
    Game.objects.filter(pk__in=[game.pk for game in games[:2]]).update(played_here=True)
    Period.objects.update(is_current=False)
    count_periods()
    assert standings("2026-02")["ana"][0] == 1


@pytest.mark.both_databases
def test_games_with_computer_players_and_bots_count_for_nobody(league: list[Player]) -> None:
    Account.objects.filter(username="ben").update(computer="greedy")
    half = Game.objects.get(played_on="2026-02-15")
    Account.objects.filter(username="cat").update(bot_since=half.accepted_at)
    Period.objects.update(is_current=False)
    count_periods()
    assert "ben" not in standings("2026-02")
    assert "cat" not in standings("2026-03")
    assert "cat" in standings("2026-02")


def test_a_player_under_an_open_pattern_is_left_out(league: list[Player]) -> None:
    assert "@ana" in Client().get("/players/periods/2026-02/").content.decode()
    Pattern.objects.create(
        kind="feeders", key="x", player=league[0], games=[], facts={}, found_at=timezone.now()
    )
    assert "@ana" not in Client().get("/players/periods/2026-02/").content.decode()


# --- pages --------------------------------------------------------------------


def test_bars_of_losses_end_at_the_zero_line() -> None:
    assert '<rect x="0.0" width="50.0" height="10"/><path d="M0.0 -90v190"/>' in gain_bar(20, 40, 0)
    assert '<rect x="0.0" width="20.0" height="10"/><path d="M20.0 -90v190"/>' in gain_bar(
        -10, 40, -10
    )
    assert '<rect x="20.0" width="40.0" height="10"/>' in gain_bar(20, 40, -10)
    assert "gains__bar--lost" in gain_bar(-10, 0, -10)


def test_the_pages_say_what_is_stored(league: list[Player]) -> None:
    page = Client().get("/players/periods/2026-02/").content.decode()
    for text in ("February 2026", "rating points they won", "gains__bar", "@ana"):
        assert text in page, text
    assert "@ben" not in page
    assert "Season 1 of 2026" in Client().get("/players/periods/2026-q1/").content.decode()
    every = Client().get("/players/periods/").content.decode()
    assert "/players/periods/2026-q1/" in every
    assert "@ana" in every
    assert Client().get("/players/periods/2025-01/").status_code == 404
    assert Client().get("/players/periods/2026-q9/").status_code == 404
    profile = Client().get(f"/players/{league[0].pk}/").content.decode()
    assert "Rank by month" in profile
    assert "1 of 1" in profile


def test_the_months_of_a_player_come_newest_first(league: list[Player]) -> None:
    months = [row.period_id for row in player_months(league[0], 12)]
    assert months == ["2026-03", "2026-02", "2026-01"]


def test_more_players_and_periods_cost_no_queries(
    league: list[Player], django_assert_max_num_queries: Any
) -> None:
    period = Period.objects.get(pk="2026-02")
    crowd = players(*(f"crowd-{number}" for number in range(60)))
    PeriodStanding.objects.bulk_create(
        PeriodStanding(
            period=period, player=player, rank=number, games=9, wins=1, opponents=4,
            gain=-number, rating=1_500_000,
        )
        for number, player in enumerate(crowd, start=2)
    )  # fmt: skip
    Period.objects.bulk_create(
        Period(name=f"{2010 - n}-01", begins=period.begins - timedelta(days=366 * (n + 20)),
               ends=period.ends, ranked=1)
        for n in range(60)
    )  # fmt: skip
    for address, queries in (
        ("/players/periods/2026-02/", 6), ("/players/periods/", 2),
    ):  # fmt: skip
        Client().get(address)
        with django_assert_max_num_queries(queries):
            answer = Client().get(address)
        assert "after=" in answer.content.decode()
