"""Games in which somebody was replaced, and the rows of computer players."""

import json
from dataclasses import replace
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine import read_log, write_text
from games.intake.receive import receive
from games.intake.verify import verify_submissions
from games.models import Account, Channel, Game, Player, Seat
from games.standing.resolve_players import ensure_player
from ratings import recompute
from ratings.models import Rating
from ratings.queries import board_page, computer_player_ids, frequent_opponents
from ratings.results import player_results
from ratings.services.fold import fold_pending
from ratings.services.rebuild import rebuild_ledger
from tests.cast import account, finished_log
from tests.worlds.league import DAY, ledger, played, players

pytestmark = pytest.mark.django_db


def replaced(game: Game, *rated_places: int) -> None:
    """Give the seats these places for ratings, as if the game had come so."""
    for seat, place in zip(game.seats.order_by("number"), rated_places, strict=True):
        Seat.objects.filter(pk=seat.pk).update(rated_place=place)


def rating_of(player: Player) -> int:
    return Rating.objects.get(player=player, pool="overall").rating


def test_a_replaced_player_loses_to_those_who_played_on(ana: Player, ben: Player) -> None:
    """Also where the computer player that stood in won the game."""
    replaced(played(ana, ben, places=(1, 2)), 2, 1)
    fold_pending()
    assert (rating_of(ana), rating_of(ben)) == (1_480_000, 1_520_000)
    assert rebuild_ledger(dry_run=True).nothing_differs


def test_tables_of_results_agree_with_the_ledger(ana: Player, ben: Player) -> None:
    replaced(played(ana, ben, places=(1, 2)), 2, 1)
    fold_pending()
    assert player_results(ana).total.wins == 0
    assert player_results(ben).total.wins == 1
    (line,) = frequent_opponents(ana, 5)
    assert (line.better, line.equal, line.worse) == (0, 0, 1)


def test_the_ledger_follows_from_the_export(client) -> None:
    """A game of a table: Ana, who would have won or not, was replaced."""
    ana = account("ana")
    account("ben")
    log = read_log(finished_log())
    text = write_text(replace(log, header=replace(log.header, replaced=(30, 0))))
    upload = receive(ana, text.encode(), "table.imh", Channel.TABLE)
    verify_submissions([submission.pk for submission in upload.submissions.all()])
    fold_pending()
    (line,) = b"".join(client.get("/api/v1/games.ndjson").streaming_content).splitlines()
    game = json.loads(line)
    assert (game["played_here"], game["unrated"], game["standing"]) == (True, False, "counted")
    seats = {seat["name"]: seat for seat in game["seats"]}
    assert (seats["@ana"]["rated_place"], seats["@ana"]["replaced_at"]) == (2, 30)
    assert (seats["@ben"]["rated_place"], seats["@ben"]["replaced_at"]) == (1, None)
    game_row = Game.objects.get()
    html = client.get(f"/games/{game_row.pk}/").content.decode()
    badge = f'href="/games/{game_row.pk}/#played-title" title="Did not play to the end: '
    assert badge in html, "the word leads to its explanation"
    assert 'id="played-title"' in html
    entries = recompute.recompute_ledger([game])
    assert {
        (
            *(*row[:6], json.dumps(row.pairs, sort_keys=True), row.nth, row.kind),
            *(row.deviation_before, row.deviation),
        )
        for row in entries
    } == ledger()
    assert rating_of(ensure_player(ana)) == 1_480_000


def test_without_a_place_for_ratings_the_place_of_the_result_counts() -> None:
    seats = [
        {"player": "ana", "place": 1, "rated_place": 2},
        {"player": "ben", "place": 2, "rated_place": 1},
    ]
    game = {"id": "a", "played_on": "2026-01-01", "accepted_at": "2026-01-01T20:00:00Z"}
    after = {row.player: row.after for row in recompute.recompute_ledger([game | {"seats": seats}])}
    assert after == {"ana": 1_480_000, "ben": 1_520_000}
    for seat in seats:
        del seat["rated_place"]
    after = {row.player: row.after for row in recompute.recompute_ledger([game | {"seats": seats}])}
    assert after == {"ana": 1_520_000, "ben": 1_480_000}


@pytest.fixture
def board() -> list[Player]:
    """Ana, a computer player, Ben, a second one and a guest, the best first."""
    ana, ben = players("ana", "ben")
    seats = []
    for handle in ("computer-greedy", "computer-random"):
        level = handle.removeprefix("computer-")
        seats.append(ensure_player(Account.objects.create(username=handle, computer=level)))
    guest = Player.objects.create(known_to=ana.account, name="Ida")
    people = [ana, seats[0], ben, seats[1], guest]
    Rating.objects.bulk_create(
        Rating(
            player=person,
            pool="overall",
            rating=1_600_000 - n,
            games=20,
            last_played=DAY,
            listed_until=date.max,
        )
        for n, person in enumerate(people)
    )
    return people


def test_computer_players_have_rows_of_their_own(board: list[Player]) -> None:
    rows = board_page("overall", "", {}, 10).rows
    assert [(row.rank, row.player) for row in rows] == list(enumerate(board, 1))


def test_people_are_ranked_among_themselves(board: list[Player]) -> None:
    rows = board_page("overall", "", {}, 10, computer_player_ids()).rows
    assert [(row.rank, row.player) for row in rows] == [(1, board[0]), (2, board[2]), (3, board[4])]


def test_the_page_marks_them_or_leaves_them_out(client, board: list[Player]) -> None:
    address = reverse("players")
    text = client.get(address).content.decode()
    assert "Computer (easy)" in text
    assert "Computer (very easy)" in text
    assert "?computers=no" in text
    people = client.get(address, {"computers": "no"}).content.decode()
    assert "Computer (" not in people
    assert "@ben" in people


def test_the_api_leaves_them_out_too(client, board: list[Player]) -> None:
    address = "/api/v1/leaderboards/overall"
    rows = client.get(address).json()["results"]
    assert [row["player"]["computer"] for row in rows] == [None, "greedy", None, "random", None]
    rows = client.get(address, {"computers": "no"}).json()["results"]
    assert [(row["rank"], row["player"]["name"]) for row in rows] == [
        (1, "ana"),
        (2, "ben"),
        (3, "Ida"),
    ]


def test_a_mark_costs_no_query(client, board: list[Player]) -> None:
    address = reverse("leaderboard", args=["overall"])
    client.get(address)
    with CaptureQueriesContext(connection) as before:
        client.get(address)
    Rating.objects.filter(player__in=board[2:]).delete()
    with CaptureQueriesContext(connection) as after:
        client.get(address)
    assert len(before) == len(after)


@pytest.mark.parametrize("view", ["player", "ledger"])
def test_their_own_pages_say_what_they_are(client, board: list[Player], view: str) -> None:
    args = [board[1].pk] + (["overall"] if view == "ledger" else [])
    page = client.get(reverse(view, args=args)).content.decode()
    assert "Computer (" in page
    assert "@computer-" not in page
    args[0] = board[0].pk
    assert "Computer (" not in client.get(reverse(view, args=args)).content.decode()
