"""Comparisons of players: the tallies are what a slow count over the games finds, from their logs
and the ledger; and only what is more than chance is told."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from math import isclose, sqrt
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

import pytest
from django.test import Client

from engine import read_log, verify
from engine.facts import facts_of
from games.example.league import fill_league
from games.models import Account, Game, Standing
from games.moderation.actions import void
from insights.stats.contrasts import (
    DONE,
    SMALL_SAMPLE,
    LeaderResult,
    RatedScore,
    leader_row,
    score_row,
    skill_row,
    skill_thirds,
)
from insights.stats.findings import (
    actions_finding,
    rounds_finding,
    scores_finding,
    scoring_habits_finding,
    shares_finding,
    skill_finding,
)
from insights.stats.models import Progress, Tally
from insights.stats.queries import Population, StatisticsRow, contrasts, statistics_rows
from insights.stats.services.tally import mark, tally
from insights.stats.sums import SOURCES, SeatOutcome, Sums
from insights.stats.views import rendered_numbers
from ratings.models import RatingChange
from ratings.services.fold import fold_pending

EVEN = 0.5


def league_of_sixty() -> None:
    fill_league(60, today=date(2026, 3, 1))
    fold_pending()
    robot = Account.objects.order_by("pk")[2]
    Account.objects.filter(pk=robot.pk).update(computer="greedy")
    tally()


@pytest.fixture(scope="module")
def stored_league(keep: Callable[[Callable[[], None]], None]) -> None:
    """The example league of sixty games, for all tests below; one of its players is a computer."""
    keep(league_of_sixty)


@pytest.fixture
def sample(stored_league: None, db: None) -> list["SlowSeat"]:
    return list(slow_seats())


class SlowSeat(NamedTuple):
    """A seat of a counted game, read from log and ledger."""

    game: str
    players: int
    people: bool
    number: int
    place: int
    share: float
    before: int | None
    expected: float | None
    score: float | None
    facts: dict[str, int]


def slow_seats() -> Iterator[SlowSeat]:
    for game in Game.objects.filter(standing=Standing.COUNTED):
        played = verify(read_log(game.log.encode()), keep_events=True)
        seat_facts = [
            {name: fact.value for name, fact in seat.items()} for seat in facts_of(played).seats
        ]
        seats = list(game.seats.order_by("number").select_related("player__account"))
        changes = {
            change.player_id: change
            for change in RatingChange.objects.filter(
                game=game, retired_by=None, pool__in=("overall", "computer")
            )
        }
        people = not any(seat.player and seat.player.computer for seat in seats)
        winners = sum(seat["place"] == 1 for seat in seat_facts)
        for seat, facts in zip(seats, seat_facts, strict=True):
            change = changes.get(seat.player_id)
            places = [other.rated_place for other in seats if other is not seat]
            beaten = sum(place > seat.rated_place for place in places)
            level = sum(place == seat.rated_place for place in places)
            pairs = change.pairs if change else []
            yield SlowSeat(
                game.pk,
                len(seats),
                people,
                seat.number,
                seat.rated_place,
                (facts["place"] == 1) / winners,
                change.before // 1000 if change else None,
                fmean(pair["expected"] / 1000 for pair in pairs) if change else None,
                (beaten + level / 2) / len(places) if change else None,
                {
                    **{name: value or 0 for name, value in facts.items()},
                    "first-sail": facts["first-sail"] or game.entries + 1,
                },
            )


def by_game(seats: Iterable[SlowSeat]) -> list[list[SlowSeat]]:
    games: dict[str, list[SlowSeat]] = defaultdict(list)
    for seat in seats:
        games[seat.game].append(seat)
    return list(games.values())


def populations() -> list[Population]:
    return [Population(players, "", flag) for players in (2, 3, 4) for flag in (False, True)]


def seats_of(population: Population, sample: list[SlowSeat]) -> list[SlowSeat]:
    return [
        seat
        for seat in sample
        if seat.players == population.players and (population.all_games or seat.people)
    ]


def assert_score(score: RatedScore, seats: list[SlowSeat]) -> None:
    """The score of `seats`, as the numbers of the ledger give it."""
    rated = [(seat.expected, seat.score) for seat in seats if seat.expected is not None]
    assert score.seats == len(rated)
    if not rated:
        return
    surpluses = [reached - expected for expected, reached in rated if reached is not None]
    assert isclose(score.expected, fmean(expected for expected, _ in rated), abs_tol=1e-9)
    assert isclose(score.surplus, fmean(surpluses), abs_tol=1e-9)
    assert isclose(score.error, pstdev(surpluses) / sqrt(len(surpluses)), abs_tol=1e-9)


def sole_leader(game: list[SlowSeat], name: str) -> SlowSeat | None:
    highest = max(seat.facts[name] for seat in game)
    leaders = [seat for seat in game if seat.facts[name] == highest]
    return leaders[0] if len(leaders) == 1 else None


def assert_leaders(result: LeaderResult, games: list[list[SlowSeat]], name: str) -> None:
    leaders = [leader for game in games if (leader := sole_leader(game, name))]
    assert (result.games, result.seats) == (len(games), len(leaders))
    assert isclose(result.wins, sum(leader.share for leader in leaders))
    assert_score(result.score, leaders)


@pytest.mark.parametrize("population", populations())
def test_leaders_by_habit_and_round_are_those_of_a_slow_count(
    population: Population, sample: list[SlowSeat]
):
    games = by_game(seats_of(population, sample))
    assert len(games) > 3
    compared = contrasts(population)
    assert compared.habits.keys() == {fact.name for fact in DONE}
    for name, result in compared.habits.items():
        assert_leaders(result, games, name)
    assert list(compared.rounds) == [1, 2, 3, 4, 5]
    for number, result in compared.rounds.items():
        assert_leaders(result, games, f"points-round-{number}")


@pytest.mark.parametrize("population", populations())
def test_scores_by_seat_are_those_of_a_slow_count(population: Population, sample: list[SlowSeat]):
    seats = seats_of(population, sample)
    for row in statistics_rows("seat", population):
        assert_score(row.score, [seat for seat in seats if str(seat.number + 1) == row.key])
    (every,) = statistics_rows("players", population)
    assert every.score.seats == len([seat for seat in seats if seat.expected is not None]) > 0
    assert every.score.surplus == 0.0


@pytest.mark.parametrize("population", populations()[1::2])
def test_habits_by_rating_are_those_of_a_slow_count(
    population: Population, sample: list[SlowSeat], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("insights.stats.contrasts.SMALL_SAMPLE", 2)
    seats = [seat for seat in seats_of(population, sample) if seat.before is not None]
    thirds = contrasts(population).thirds
    assert thirds is not None
    parts: list[list[SlowSeat]] = [[], [], []]
    for seat in seats:
        assert seat.before is not None
        parts[(seat.before >= thirds.low) + (seat.before >= thirds.high)].append(seat)
    assert all(len(part) >= 2 for part in parts)
    for group, part in zip(thirds.groups, parts, strict=True):
        assert group.seats == len(part)
        for fact, (total, squares) in zip(DONE, group.habits, strict=True):
            values = [seat.facts[fact.name] for seat in part]
            assert total == sum(values)
            assert squares == sum(value * value for value in values)
    upper, lower = parts[2], parts[0]
    for habit in thirds.contrasts:
        assert isclose(habit.mean, fmean(seat.facts[habit.name] for seat in upper))
        assert isclose(habit.other_mean, fmean(seat.facts[habit.name] for seat in lower))


def test_a_game_that_goes_leaves_no_trace_in_comparisons(sample: list[SlowSeat]):
    game = sample[0].game
    void(Account.objects.get(username="moderator"), Game.objects.get(pk=game), "It never was.")
    fold_pending()
    mark([game])
    tally()
    seats = list(slow_seats())
    assert game not in {seat.game for seat in seats}
    for population in populations():
        games = by_game(seats_of(population, seats))
        for name, result in contrasts(population).habits.items():
            assert_leaders(result, games, name)
    columns = ("dimension", "key", "players", "band", "people", "games", "numbers")
    stored = list(Tally.objects.order_by(*columns[:5]).values_list(*columns))
    Progress.objects.update(version="0")
    tally()
    assert list(Tally.objects.order_by(*columns[:5]).values_list(*columns)) == stored


# --- what is told -------------------------------------------------------------


def leaders(wins: int, seats: int, surplus: int = 0) -> LeaderResult:
    """So many games of two in which a seat led alone, and in which it had more than expected."""
    numbers = [seats, seats, 12 * wins, seats, 500 * seats, surplus * seats, 250_000 * seats]
    return LeaderResult.read(numbers, 2)


def test_rounds_are_told_where_the_leader_wins_more_than_chance_lets():
    rounds = {1: leaders(102, 200), 4: leaders(130, 200), 5: leaders(160, 200)}
    assert rounds_finding(rounds, EVEN) == (
        "If you lead alone after round 4, you win 65 % of such games. After round 5 it is 80 %. "
        "An even share is 50 %."
    )
    rounds = {
        2: leaders(130, 200),
        3: leaders(140, 200),
        4: leaders(136, 200),
        5: leaders(130, 200),
    }
    assert rounds_finding(rounds, EVEN) == (
        "If you lead alone after any round from 2 to 5, you win 65 % to 70 % of such games. "
        "An even share is 50 %."
    )
    assert rounds_finding({1: leaders(102, 200)}, EVEN) == ""
    assert rounds_finding({5: leaders(90, SMALL_SAMPLE - 1)}, EVEN) == ""


def test_actions_are_told_where_the_share_of_wins_is_more_than_chance():
    habits = {"loads": leaders(150, 200), "carries": leaders(60, 200), "cards": leaders(101, 200)}
    assert actions_finding(habits, EVEN) == (
        "Players with the most “Stones loaded on ships” win 75 % of their games. "
        "Players with the most “Other players’ stones on ships this player sailed” win 30 % of "
        "their games. "
        "An even share is 50 %."
    )
    assert actions_finding({"cards": leaders(101, 200)}, EVEN) == ""


def test_what_ratings_explain_is_told_as_such():
    won, even = Sums(), Sums()
    for seat in range(400):
        outcome = SeatOutcome(float(seat < 260), 40, [0] * len(SOURCES), [0] * len(DONE))
        won.add_row(outcome.row(650, 350 if seat < 260 else -650))
        even.add_row(outcome.row(500, 500 if seat < 260 else -500))
    explained = [StatisticsRow("1", "1", won, "")]
    assert shares_finding(explained, EVEN, "Seat") == (
        "Seat 1: 65 % of the games won. An even share is 50 %."
    )
    no_difference = "After allowing for ratings, no difference is more than chance."
    assert scores_finding(explained, "Seat", continues=True) == no_difference
    assert scores_finding(explained, "Seat") == ""
    assert scores_finding([StatisticsRow("1", "1", even, "")], "Seat") == (
        "After allowing for ratings, scores differ from the expected ones. "
        "Seat 1: 65.0 % ± 2.4 %, expected 50.0 %."
    )


def test_habits_that_raise_the_score_beyond_the_ratings_are_named():
    assert scoring_habits_finding({"loads": leaders(130, 200, 120)}) == (
        "After allowing for ratings, players with the most of these score more: "
        "Stones loaded on ships, +12.0 % ± 3.4 %."
    )
    explained = {"loads": leaders(130, 200, 20)}
    assert scoring_habits_finding(explained) == ""
    assert scoring_habits_finding(explained, continues=True) == (
        "After allowing for ratings, no habit raises the score by more than chance."
    )


@pytest.mark.parametrize("lead", [0, 3])
def test_skill_tells_only_where_habits_differ(lead: int):
    random = Random(7)
    bins: dict[int, list[int]] = {}
    for seat in range(900):
        rating = 1400 + seat % 9 * 25
        done = [random.randrange(10) for _ in DONE]
        done[0] += lead * (seat % 9 >= 6)
        row = bins.setdefault(rating, [1, *[0] * (1 + 2 * len(DONE))])
        row[:] = [old + new for old, new in zip(row, skill_row(done), strict=True)]
    thirds = skill_thirds(bins, 25)
    assert thirds is not None
    assert (thirds.low, thirds.high) == (1475, 1550)
    assert [group.seats for group in thirds.groups] == [300, 300, 300]
    text = skill_finding(thirds)
    if lead:
        assert text.startswith("Players rated 1550 or more have more of these: ")
        assert text.endswith("The comparison is with players rated below 1475.")
    else:
        assert text == ""


def test_a_third_that_is_small_tells_nothing():
    row = [1, SMALL_SAMPLE - 1, *[1] * (2 * len(DONE))]
    assert skill_thirds({1400: row, 1425: row, 1450: row}, 25) is None
    assert skill_thirds({1400: row}, 25) is None
    assert skill_thirds({}, 25) is None
    assert skill_finding(None) == ""


def test_a_tie_has_no_leader_and_an_unrated_seat_no_score():
    scores = [score_row(500, 500), score_row(500, -500)]
    assert leader_row([3, 3], [12, 0], scores) == [1, 0, 0, 0, 0, 0, 0]
    assert leader_row([2, 3], [12, 0], scores) == [1, 1, 0, 1, 500, -500, 250_000]
    assert score_row(None, None) == [0, 0, 0, 0]
    assert RatedScore.read([0, 0, 0, 0], 2).chance == 1.0


def test_the_page_leads_with_the_sentence(sample: list[SlowSeat], monkeypatch: pytest.MonkeyPatch):
    client = Client()
    assert "When games are decided" not in client.get("/stats/?with=computers").content.decode()
    monkeypatch.setattr("insights.stats.contrasts.SMALL_SAMPLE", 1)
    monkeypatch.setattr("insights.stats.significance.FALSE_DISCOVERY_RATE", 1.0)
    rendered_numbers.cache_clear()
    text = client.get("/stats/?with=computers").content.decode()
    for title in ("When games are decided", "Wins by action", "What changes with skill"):
        assert title in text
    assert "An even share is 50 %." in text
    assert "Lower third" in text
    assert "Against ratings" in text
    table = client.get("/stats/seat.csv?with=computers").content.decode().splitlines()
    assert table[0].endswith("rated_seats,expected_score,score,score_error")
    answer = client.get("/api/v1/stats/seat?with=computers").json()
    (first, second) = (row["ratings"] for row in answer["rows"])
    assert first["seats"] == second["seats"] > 0
    assert isclose(first["score"] + second["score"], 1.0, abs_tol=1e-3)
