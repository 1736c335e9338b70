"""What all rated games say together: the tallies are what one finds by going over the games."""

import csv
import io
from collections import defaultdict
from math import isclose
from statistics import fmean, pstdev

import pytest
from django.test import Client

from engine.facts import VERSION
from engine.vocabulary import Source
from games.models import Account, Game, Seat, SeatFacts
from games.moderation.actions import void
from games.standing.resolve_players import ensure_player
from insights.stats.contrasts import DONE
from insights.stats.models import Changed, Counted, PlayerTally, Progress, Tally
from insights.stats.queries import DIMENSIONS, Population, bands, mixes_by_games, statistics_rows
from insights.stats.services import tally as tallying
from insights.stats.services.reading import COLUMNS
from insights.stats.services.tally import mark, tally
from insights.stats.significance import wilson
from insights.stats.sums import SOURCES, SeatOutcome, Sums, total_sums
from ratings.models import RatingChange
from ratings.services.fold import fold_pending
from tests.cast import account

pytestmark = pytest.mark.both_databases


def played(share: float, points: int) -> SeatOutcome:
    done = [points % 3 + (share > 0)] * len(DONE)
    return SeatOutcome(share, points, [points] + [0] * (len(SOURCES) - 1), done)


SOME = [played(1.0, 40), played(0.0, 31), played(0.5, 38), played(0.5, 38), played(0.0, 20)]


def test_sums_add_up_and_travel():
    sums, other, total = Sums(), Sums(), Sums()
    for number, seat in enumerate(SOME):
        (sums if number % 2 else other).add(seat)
        total.add(seat)
    assert total_sums([sums, other]) == total
    assert Sums(total.numbers) == total


def test_what_follows_from_sums():
    sums = Sums()
    for seat in SOME:
        sums.add(seat)
    points = [seat.points for seat in SOME]
    assert sums.share == 2 / 5
    assert isclose(sums.mean, fmean(points))
    assert isclose(sums.spread, pstdev(points))
    assert sums.of_source(Source.PYRAMID) == (sums.mean, sums.spread)
    more = sums.winners_habits()[0]
    assert isclose(more.mean, fmean([2 + 0, 3, 3]))
    assert isclose(more.other_mean, fmean([1, 2]))
    assert sums.is_small


def test_an_interval_keeps_the_share_and_narrows():
    wide, narrow = wilson(6, 10), wilson(600, 1000)
    assert wide[0] < narrow[0] < 0.6 < narrow[1] < wide[1]
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0


def seats_counted() -> int:
    return sum(row.sums.seats for row in statistics_rows("players", Population(2)))


def kept() -> tuple[object, ...]:
    """All that the tallies say."""
    every = ("dimension", "key", "players", "band", "people", "games", "numbers")
    internal = ("player_id", "players", "people", "numbers", "cells")
    return (
        list(Tally.objects.order_by(*every[:5]).values_list(*every)),
        list(PlayerTally.objects.order_by(*internal[:3]).values_list(*internal)),
    )


def anew() -> tuple[object, ...]:
    """What they say when all is counted from nothing."""
    Progress.objects.update(version="0")
    assert tally() > 0
    return kept()


def test_tallies_are_those_of_the_games(league: list[Game]):
    assert tally() > 0
    points: dict[str, list[int]] = defaultdict(list)
    wins: dict[str, float] = defaultdict(float)
    for game in league:
        for seat in game.seats.order_by("number"):
            for key in (game.market, str(seat.number)):
                points[key].append(seat.points)
                wins[key] += (seat.place == 1) / game.winners
    for row in statistics_rows("side", Population(2)):
        site, side = row.key.split()
        if site == "market":
            assert row.sums.seats == 2 * row.sums.games == len(points[side])
            assert isclose(row.sums.mean, fmean(points[side]))
    for row in statistics_rows("seat", Population(2)):
        assert isclose(row.sums.wins, wins[str(int(row.key) - 1)])
        assert row.sums.games == len(league)
    assert seats_counted() == 2 * len(league)
    for dimension in ("points", "rating", "band"):
        assert sum(row.sums.seats for row in statistics_rows(dimension, Population(2))) == 2 * len(
            league
        )
    assert statistics_rows("side", Population(3)) == []


def test_a_game_that_ceases_to_count_leaves_the_tallies(league: list[Game]):
    tally()
    assert not Changed.objects.exists()
    void(account("mo", moderator=True), league[0], "It never happened.")
    assert Changed.objects.filter(game_id=league[0].pk).exists()
    tally()
    assert seats_counted() == 2 * (len(league) - 1)
    fold_pending()
    tally()
    assert tally() == 0
    assert kept() == anew()


def test_ratings_are_those_before_the_game_whenever_it_was_counted(league: list[Game]):
    """Counted before it was rated, and rated anew when an earlier game went."""
    tally()
    first = min(league, key=lambda game: (game.played_on, game.accepted_at, game.pk))
    void(account("mo", moderator=True), first, "It never happened.")
    tally()
    fold_pending()
    tally()
    expected: dict[str, int] = defaultdict(int)
    for change in RatingChange.objects.filter(pool="overall", retired_by=None):
        expected[str(change.before // 1000 // 200 * 200)] += 1
    assert {row.key: row.sums.seats for row in statistics_rows("rating", Population(2))} == expected
    assert kept() == anew()


def test_pieces_are_as_good_as_the_whole(league: list[Game], monkeypatch: pytest.MonkeyPatch):
    tally()
    whole = kept()
    monkeypatch.setattr(tallying, "CHUNK", 2)
    Progress.objects.update(version="0")
    assert tally(0) > 0
    assert Counted.objects.count() < len(league)
    mark([game.pk for game in league])
    tally()
    assert Counted.objects.count() == len(league)
    assert kept() == whole


def test_a_player_has_the_sums_of_their_seats(league: list[Game]):
    tally()
    for name in ("ana", "ben"):
        seats = list(Seat.objects.filter(player__account__username=name))
        player_tally = PlayerTally.objects.get(player_id=seats[0].player_id, players=2)
        sums = Sums(player_tally.numbers)
        assert sums.games == sums.seats == len(seats)
        assert isclose(sums.mean, fmean([seat.points for seat in seats]))
        starts = [seat.points for seat in seats if seat.number == 0]
        assert player_tally.cells.get("seat 1", [0, 0, 0])[:4:2] == [len(starts), sum(starts)]


def test_what_another_version_counted_is_not_shown(league: list[Game]):
    tally()
    before = kept()
    Tally.objects.update(version="0", numbers=[1, 2])
    assert statistics_rows("side", Population(2)) == []
    assert "No rated game" in Client().get("/stats/").content.decode()
    assert anew() == before


def test_games_without_facts_wait(league: list[Game]):
    facts = Game.objects.filter(pk=league[0].pk)
    facts.update(facts_version=0)
    assert tally() == 0
    facts.update(facts_version=VERSION)
    tally()
    facts.update(facts_version=0)
    mark([league[0].pk])
    assert tally() == 0
    assert Changed.objects.count() == 1
    facts.update(facts_version=VERSION)
    assert tally() == 1
    assert seats_counted() == 2 * len(league)


def test_facts_that_are_gone_let_all_be_counted_anew(league: list[Game]):
    tally()
    SeatFacts.objects.filter(game=league[0]).delete()
    mark([league[0].pk])
    tally()
    assert seats_counted() == 2 * (len(league) - 1)
    assert kept() == anew()


def test_the_page_and_the_tables(league: list[Game], django_assert_max_num_queries):
    client = Client()
    assert "No rated game" in client.get("/stats/").content.decode()
    tally()
    with django_assert_max_num_queries(7):
        text = client.get("/stats/?players=2").content.decode()
    assert "market%3DA" in text
    assert "few" in text
    assert client.get("/stats/?players=99").status_code == 200
    answer = client.get("/stats/side.csv")
    table = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert {row["side"] for row in table} >= {"market A", "market B"}
    assert sum(int(row["seats"]) for row in table) == 5 * 2 * len(league)
    assert client.get("/stats/nothing.csv").status_code == 404


def test_the_api_says_the_same(league: list[Game], django_assert_max_num_queries):
    tally()
    with django_assert_max_num_queries(1):
        answer = Client().get("/api/v1/stats/seat?players=2").json()
    assert [row["key"] for row in answer["rows"]] == ["1", "2"]
    for answer_row, row in zip(answer["rows"], statistics_rows("seat", Population(2)), strict=True):
        assert answer_row["games"] == row.sums.games
        assert isclose(answer_row["share"], row.sums.share, abs_tol=1e-4)
        assert isclose(answer_row["points"]["mean"], row.sums.mean, abs_tol=1e-4)
        assert answer_row["page"].endswith(row.link)


def test_each_link_leads_to_the_games_that_were_counted(league: list[Game]):
    tally()
    linked = set()
    for band in ["", *bands(2)]:
        for dimension in DIMENSIONS:
            for row in statistics_rows(dimension, Population(2, band)):
                if row.link:
                    page = Client().get(row.link)
                    assert len(page.context["page"].rows) == row.sums.games, row.link
                    linked.add(dimension)
    assert linked == set(DIMENSIONS) - {"rating"}


# --- people and computers -----------------------------------------------------


def ben_is_a_computer(league: list[Game]) -> None:
    """Another account of its own plays half of the games: as `greedy`."""
    robot = ensure_player(Account.objects.create(username="robot", computer="greedy"))
    for game in league[::2]:
        game.seats.filter(player__account__username="ben").update(player=robot)
    mark(game.pk for game in league)


def test_games_with_computers_are_counted_apart(league: list[Game]):
    ben_is_a_computer(league)
    tally()
    people, all_games = Population(2), Population(2, all_games=True)
    for population, games in ((people, league[1::2]), (all_games, league)):
        for dimension in ("players", "seat", "side", "points", "year", "mix"):
            rows = statistics_rows(dimension, population)
            totals: dict[str, list[int]] = defaultdict(list)
            for game in games:
                for seat in game.seats.order_by("number"):
                    for key in keys_of(dimension, game, seat):
                        totals[key].append(seat.points)
            assert {row.key: row.sums.seats for row in rows} == {
                key: len(points) for key, points in totals.items()
            }
            for row in rows:
                assert isclose(row.sums.mean, fmean(totals[row.key]))
    mixes = {row.key: row.sums.games for row in mixes_by_games(all_games)}
    assert mixes == {row.key: row.sums.games for row in statistics_rows("mix", all_games)}
    assert list(mixes.values()) == sorted(mixes.values(), reverse=True)
    assert kept() == anew()


def keys_of(dimension: str, game: Game, seat: Seat) -> list[str]:
    sides = {name: getattr(game, name) for name in COLUMNS}
    return {
        "players": [str(game.players)],
        "seat": [str(seat.number + 1)],
        "side": [f"{name} {side}" for name, side in sides.items()],
        "points": [str(seat.points // 5 * 5)],
        "year": [str(game.played_on.year)],
        "mix": ["".join(sides.values())],
    }[dimension]


def test_an_account_that_turns_out_to_be_a_computer_leaves_the_games_of_people(league: list[Game]):
    tally()
    assert seats_counted() == 2 * len(league)
    Account.objects.filter(username="ben").update(computer="greedy")
    mark(game.pk for game in league)
    tally()
    assert seats_counted() == 0
    (every,) = statistics_rows("players", Population(2, all_games=True))
    assert every.sums.games == len(league)
    assert kept() == anew()


def test_page_tables_and_api_leave_computers_out_unless_asked(league: list[Game]):
    ben_is_a_computer(league)
    tally()
    client = Client()
    for query, games in (("", 3), ("&with=computers", 6)):
        page = client.get(f"/stats/?players=2{query}")
        assert page.context["whole"].games == games
        listed = client.get(page.context["all"].link)
        assert len(listed.context["page"].rows) == games
        table = client.get(f"/stats/players.csv?{query}").content.decode()
        assert [int(row["games"]) for row in csv.DictReader(io.StringIO(table))] == [games]
        answer = client.get(f"/api/v1/stats/players?players=2{query}").json()
        assert [row["games"] for row in answer["rows"]] == [games]
        assert answer["computers"] is bool(query)
    page = client.get("/stats/?players=2&with=computers").content.decode()
    assert "with=computers" in client.get("/stats/").content.decode()
    assert 'href="?players=3&amp;with=computers"' in page
    assert "<summary><strong>2 players</strong> · people and computers</summary>" in page
    assert client.get("/api/v1/stats/players?with=robots").status_code == 400
