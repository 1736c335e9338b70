"""Leaderboards, players and ledgers: what they show, to which viewer, with how many queries."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Player, Standing
from ratings.models import Pool, Rating
from ratings.queries import (
    Overall,
    best_players,
    board_page,
    changes_of,
    frequent_opponents,
    name_pairs,
    overall_ratings,
    pool_ratings,
    recent_games,
)
from ratings.results import player_results
from ratings.services.fold import fold_pending
from ratings.views import cached_distribution
from tables.clocks import clock
from tests.cast import account, finished_log, game_of, submit
from tests.worlds.league import DAY, games, played, players, stand

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def page(client, view, *args, **query) -> str:
    answer = client.get(reverse(view, args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def rated(*ratings: int, games: int = 20) -> list[Player]:
    """Players with these ratings overall, in whole points."""
    people = players(*(f"player-{number}" for number in range(len(ratings))))
    Rating.objects.bulk_create(
        Rating(
            player=person,
            pool="overall",
            rating=rating * 1000,
            games=games,
            last_played=DAY,
            listed_until=date.max,
        )
        for person, rating in zip(people, ratings, strict=True)
    )
    return people


@pytest.mark.parametrize(
    "address",
    [
        "/leaderboards/5/",
        "/leaderboards/Overall/",
        "/players/?pool=overall&after=nonsense",
        "/players/?pool=5",
        "/players/?before=%00",
        "/players/0/",
        "/players/999999999999999999999999/",
        "/players/999999/",
        "/players/999999/ledger/overall/",
    ],
)
def test_there_is_no_such_page(client, address):
    assert client.get(address).status_code == 404


def test_of_a_player_there_is_no_such_pool(client, ana):
    assert client.get(f"/players/{ana.pk}/?pool=7").status_code == 404
    assert client.get(f"/players/{ana.pk}/ledger/7/").status_code == 404


@pytest.mark.parametrize("name", ["leaderboards", "players"])
def test_pages_are_only_for_reading(client, name):
    assert client.post(reverse(name)).status_code == 405


def test_a_search_may_be_anything(client):
    rated(1500)
    for name in ["%", "\0", "<b>", "x" * 5000, "@", "'"]:
        assert client.get("/players/", {"name": name}).status_code == 200
        assert client.get("/players/", {"name": name, "pool": "overall"}).status_code == 200
    assert "&lt;b&gt;" in page(client, "players", name="<b>")


def test_on_an_empty_site(client):
    assert "Nobody is ranked here yet" in page(client, "players", pool="overall")
    assert "No players yet" in page(client, "players")


def test_old_addresses_of_rankings_lead_to_the_players(client):
    answer = client.get("/leaderboards/")
    assert (answer.status_code, answer["Location"]) == (301, "/players/")
    answer = client.get("/leaderboards/3/?computers=no&name=ana")
    assert answer.status_code == 301
    assert answer["Location"] == "/players/?computers=no&name=ana&pool=3"
    assert client.get(answer["Location"]).status_code == 200


def test_the_players_are_ranked_unless_they_are_searched_or_sorted(client):
    (best, *_) = rated(1600, 1500)
    (newcomer,) = players("newcomer")
    text = page(client, "players")
    assert str(best) in text
    assert "newcomer" not in text
    for query in ({"name": "newc"}, {"sort": "name"}, {"pool": "all"}):
        assert str(newcomer) in page(client, "players", **query)


def test_players_of_the_same_rating_share_a_rank():
    rated(1600, 1500, 1550, 1550, 1400)
    rows = board_page("overall", "", {}, 50).rows
    assert [(row.rank, row.rating // 1000) for row in rows] == [
        (1, 1600),
        (2, 1550),
        (2, 1550),
        (4, 1500),
        (5, 1400),
    ]


def test_ranks_go_on_from_page_to_page():
    rated(*range(1300, 1325), 1310)
    first = board_page("overall", "", {}, 10)
    second = board_page("overall", "", {"after": first.next}, 10)
    third = board_page("overall", "", {"after": second.next}, 10)
    assert [row.rank for row in first.rows] == list(range(1, 11))
    assert [row.rank for row in second.rows] == [11, 12, 13, 14, 15, 15, 17, 18, 19, 20]
    assert (len(third.rows), third.next) == (6, "")
    back = board_page("overall", "", {"before": third.previous}, 10)
    assert back.rows == second.rows


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7])
def test_ranks_are_those_of_the_whole_list_however_it_is_cut(size: int):
    """Pages begin and end among players of the same rating, who share a rank; forth and back."""
    people = rated(1500, 1500, 1400, 1500, 1300, 1300, 1500, 1450, 1400, 1300, 1300)
    without = [people[3].pk]
    for left_out in ([], without):
        every = board_page("overall", "", {}, 50, left_out).rows
        higher = [sum(other_row.rating > row.rating for other_row in every) for row in every]
        assert [row.rank for row in every] == [n + 1 for n in higher]
        cut, last = [], board_page("overall", "", {}, size, left_out)
        cut += last.rows
        while last.next:
            before, last = last, board_page("overall", "", {"after": last.next}, size, left_out)
            cut += last.rows
            back = board_page("overall", "", {"before": last.previous}, size, left_out)
            assert back.rows == before.rows
        assert cut == every


def test_a_search_keeps_the_rank_among_all(client):
    rated(1600, 1500, 1550, 1550, 1400)
    rows = board_page("overall", "player-1", {}, 50).rows
    assert [(row.rank, row.player.name) for row in rows] == [(4, "player-1")]
    text = page(client, "players", pool="overall", name="@player-4")
    assert "@player-4" in text
    assert "@player-1" not in text
    assert "No player called “zoe” is ranked" in page(client, "players", pool="overall", name="zoe")


def test_whole_points_are_shown_and_thousandths_told(client, ana, ben):
    played(ana, ben)
    fold_pending()
    text = page(client, "players", pool="2")
    assert '<span title="1520.000">1520</span>' in text
    assert "provisional: this rating needs 10 rated games, and has one" in text
    assert "1 Jan 2026" in text


def test_ten_games_are_enough(client):
    rated(1500, games=10)
    assert 'class="provisional"' not in page(client, "players", pool="overall")


def test_my_own_row_is_marked(client, ana, ben):
    played(ana, ben)
    fold_pending()
    assert "is-me" not in page(client, "players", pool="2")
    client.force_login(ana.account)
    assert page(client, "players", pool="2").count("is-me") == 1


def test_the_best_of_all_pools():
    rated(1600, 1500, 1700)
    assert [(row.rank, row.rating) for row in best_players(2)] == [(1, 1_700_000), (2, 1_600_000)]


def test_who_is_listed_until_today_is_listed_today():
    ana, ben = rated(1500, 1600)
    today = timezone.now().date()
    Rating.objects.filter(player=ana).update(listed_until=today)
    Rating.objects.filter(player=ben).update(listed_until=today - timedelta(days=1))
    assert [(row.rank, row.player) for row in best_players(5)] == [(1, ana)]
    assert [rating.rank for rating in pool_ratings(ana)] == [1]
    assert [rating.rank for rating in pool_ratings(ben)] == [None]


def count_of_queries(captured: CaptureQueriesContext) -> int:
    """Without that of the database's clock, whose answer is kept for a while."""
    queries = [query["sql"] for query in captured.captured_queries]
    return len([sql for sql in queries if "clock_timestamp" not in sql])


def test_a_board_takes_the_same_queries_however_long(client):
    people = rated(*range(1400, 1460))
    for count in (1, 60):
        Rating.objects.all().delete()
        Rating.objects.bulk_create(
            Rating(
                player=person,
                pool=pool,
                rating=person.pk,
                games=1,
                last_played=DAY,
                listed_until=date.max,
            )
            for person in people[:count]
            for pool in Pool
        )
        cached_distribution.cache_clear()
        with CaptureQueriesContext(connection) as captured:
            page(client, "players", pool="overall")
        assert count_of_queries(captured) == 4


def test_the_first_page_shows_how_the_ratings_are_spread(client):
    rated(1449, 1450, 1480, 1600)
    cached_distribution.cache_clear()
    text = page(client, "players", pool="overall")
    assert "4 players in total. The largest group is at 1450 to 1499: 2 players." in text
    assert (
        text.count("<title>14") + text.count("<title>15") + text.count("<title>16") == 5
    )  # 1400, 1450, 1500, 1550, 1600
    assert "players in all" not in page(client, "players", pool="2", name="nobody")


def test_everybody_is_listed_rated_or_not(client):
    ana, ben, zoe = players("ana", "ben", "zoe")
    Player.objects.create(known_to=ana.account, name="Aunt Ida")
    Player.objects.create(known_to=ana.account, name="Annie", merged_into=zoe)
    played(ana, ben)
    fold_pending()
    with CaptureQueriesContext(connection) as captured:
        text = page(client, "players", pool="all")
    assert count_of_queries(captured) == 3
    for words in ["@ana", "@ben", "@zoe", "Aunt Ida", "guest of @ana", ">1520<"]:
        assert words in text
    assert "Annie" not in text


def test_players_are_found_by_a_part_of_the_name(client):
    ana, _, _ = players("ana", "hanna", "ben")
    Player.objects.create(known_to=ana.account, name="Anaïs")
    text = page(client, "players", name="aNa")
    assert "@ana" in text
    assert "Anaïs" in text
    assert "@ben" not in text
    assert "@hanna" not in page(client, "players", name="@an")
    assert "No player here is called “zoe”" in page(client, "players", name="zoe")


def test_the_list_of_players_has_pages(client):
    players(*(f"p{number:02}" for number in range(60)))
    first = client.get("/players/").context["page"]
    second = client.get("/players/", {"after": first.next}).context["page"]
    assert [len(first.rows), len(second.rows)] == [50, 10]
    assert second.rows[0].player.name == "p50"


def test_a_player_who_is_not_rated(client, ana):
    text = page(client, "player", ana.pk)
    assert "Not rated yet" in text
    assert "No games yet" in text


def test_a_guest_can_be_claimed(client, ana):
    guest = Player.objects.create(known_to=ana.account, name="Ida")
    text = page(client, "player", guest.pk)
    assert "A guest of @ana" in text
    assert reverse("player-claim", args=[guest.pk]) in text
    assert "player-claim" not in page(client, "player", ana.pk)


def test_a_merged_guest_is_the_player(client, ana):
    guest = Player.objects.create(known_to=ana.account, name="Ida", merged_into=ana)
    answer = client.get(reverse("player", args=[guest.pk]))
    assert (answer.status_code, answer.url) == (302, reverse("player", args=[ana.pk]))


def test_a_player_in_numbers(client, ana, ben, cleo):
    played(ana, ben)
    played(ana, ben, cleo, places=[1, 1, 3], day=1)
    played(cleo, ana, day=2)
    stand(played(ben, ana, day=3), Standing.VOID)
    fold_pending()
    results = player_results(ana)
    assert (results.total.games, results.total.wins, results.total.points) == (3, 2, 40 + 40 + 39)
    assert results.players[2].games == 2
    assert results.sides["temple"]["A"].mean == pytest.approx(119 / 3)
    assert results.total.place == pytest.approx(4 / 3)
    assert results.sides["temple"]["B"].mean == results.sides["temple"]["B"].share == 0
    assert [(opponent.player, *opponent[1:]) for opponent in frequent_opponents(ana, 9)] == [
        (ben, 2, 1, 0, 1),
        (cleo, 2, 1, 1, 0),
    ]
    assert [opponent.player for opponent in frequent_opponents(ana, 1)] == [ben]
    assert overall_ratings([ana.account_id, 0]) == {
        ana.account_id: Overall(pool_ratings(ana)[0].rating, 3)
    }
    assert [(opponent.pool, opponent.games, opponent.rank) for opponent in pool_ratings(ana)] == [
        (Pool.OVERALL, 3, 1),
        (Pool.TWO, 2, 2),
        (Pool.THREE, 1, 1),
    ]
    text = page(client, "player", ana.pk)
    for words in ["rank 1<br>", "3 rated games, from 1 Jan 2026", "4 Jan 2026", 'role="img"']:
        assert words in text
    assert "one rated game, from 2 Jan 2026" in page(client, "player", ana.pk, pool="3")
    assert "No rated games of this kind." in page(client, "player", ana.pk, pool="4")


def test_the_games_that_were_played_last(ana, ben, cleo):
    second, fourth, third = (played(ana, ben, day=day) for day in (2, 0, 1))
    played(ben, cleo, day=9)
    first = played(ana, cleo, day=2)
    assert recent_games(ana, 2) == [first, second]
    assert recent_games(ana, 4)[2:] == [third, fourth]
    assert recent_games(ana, 1) == [first]
    assert recent_games(Player(pk=0), 1) == []


def test_a_player_is_shown_with_ten_of_their_games(client, ana, ben):
    stored_games = [played(ana, ben, day=day) for day in range(11)]
    text = page(client, "player", ana.pk).partition('id="recent-title"')[2]
    assert [f'"/games/{game.pk}/"' in text for game in stored_games] == [False] + [True] * 10


def test_a_player_takes_the_same_queries_however_much_was_played(
    client, django_assert_max_num_queries, monkeypatch
):
    """With three for the profile: its row, present games, best results; two for ranks."""
    monkeypatch.setattr(clock, "cached_time", timezone.now)  # else a query a second
    sitting = players("ana", "ben", "cleo", "dan")
    for times in (1, 30):
        for game in games([(sitting, [1, 2, 3, 4]), (sitting[:2], [2, 1])] * times):
            stand(game, Standing.COUNTED)
        fold_pending()
        with django_assert_max_num_queries(19):
            page(client, "player", sitting[0].pk)


def test_the_ledger_keeps_what_was_retired(client, ana, ben, cleo):
    first = played(ana, ben)
    played(ana, cleo, day=1)
    fold_pending()
    stand(first, Standing.VOID)
    fold_pending()
    text = page(client, "ledger", ana.pk, "overall")
    assert text.count(">no longer counts<") == 2
    assert "+18.840" in text  # as it was, after the first game
    assert text.count("+20.000") == 4  # the change and its one term, of each game
    assert reverse("game", args=[first.pk]) in text
    assert "No rated games" in page(client, "ledger", ana.pk, "4")


def test_a_ledger_takes_the_same_queries_however_long(client, django_assert_num_queries):
    sitting = players("ana", "ben", "cleo", "dan")
    for times in (1, 30):
        for game in games([(sitting, [1, 2, 3, 4])] * times):
            stand(game, Standing.COUNTED)
        fold_pending()
        with django_assert_num_queries(4):
            text = page(client, "ledger", sitting[0].pk, "4")
    assert 'rel="next"' in text


def test_a_game_shows_what_it_did_to_the_ratings(client):
    club = account("club", arbiter=True)
    account("ana")
    account("ben")
    game = game_of(submit(club, finished_log()))
    address = reverse("game", args=[game.pk])
    before = client.get(address).content.decode()
    assert "How this is calculated" not in before
    fold_pending()
    with CaptureQueriesContext(connection) as captured:
        text = client.get(address).content.decode()
    assert sum("ratingchange" in query["sql"] for query in captured.captured_queries) == 2
    assert "How this is calculated" in text
    assert "+20.000" in text
    assert "\N{MINUS SIGN}20.000" in text
    assert "0.500" in text


def test_the_changes_of_a_game_by_pool_the_largest_gain_first(ana, ben, cleo):
    game = played(ben, cleo, ana)
    fold_pending()
    changes = changes_of(game)
    assert [(row.pool, row.player) for row in changes] == [
        (pool, player) for pool in ("overall", "3") for player in (ben, cleo, ana)
    ]
    changes[0].pairs[0]["opponent"] = 0  # a player who is not here
    name_pairs(changes)
    assert [pair["name"] for pair in changes[0].pairs] == ["?", "@ana"]


@pytest.mark.parametrize("viewer", ["nobody", "ana", "stranger", "moderator"])
def test_everybody_may_look_at_everything(client, viewer, ana, ben):
    played(ana, ben)
    fold_pending()
    if viewer == "ana":
        client.force_login(ana.account)
    elif viewer != "nobody":
        client.force_login(account(viewer, moderator=viewer == "moderator"))
    page(client, "players", pool="2")
    page(client, "players")
    page(client, "player", ana.pk)
    page(client, "ledger", ana.pk, "2")
