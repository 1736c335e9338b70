"""A player against the field, and two head to head: numbers are those of their games."""

from collections.abc import Sequence
from math import isclose
from statistics import fmean

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.accounts.closing import close
from games.models import Account, Game, Player, Seat
from games.standing.resolve_players import ensure_player
from insights.stats.contrasts import TWELVE, RatedScore
from insights.stats.field import (
    LEAST,
    against_field,
    chance,
    significant,
)
from insights.stats.head_to_head import meeting
from insights.stats.models import PlayerTally, Tally
from insights.stats.services.tally import TALLY_VERSION, mark, tally
from insights.stats.sums import LENGTH, Sums
from insights.stats.templatetags.shares import score_surplus
from ratings.models import Pool, RatingChange

pytestmark = pytest.mark.both_databases


def player(name: str) -> Player:
    return Player.objects.get(account__username=name)


def test_of_many_differences_few_are_told_by_chance():
    assert significant([0.04] * 1 + [0.9] * 39) == [False] * 40
    assert significant([0.0001] + [0.9] * 39) == [True] + [False] * 39
    assert significant([0.04, 0.045, 0.049]) == [True] * 3
    assert significant([]) == []
    assert significant([1.0]) == [False]
    assert chance(0.0, 4.0) == chance(3.0, 0.0) == 1.0
    assert isclose(chance(-2.0, 1.0), 0.0455, abs_tol=1e-4)


def tallied(wins: int, games: int, score: Sequence[int] = (0, 0, 0, 0)) -> None:
    """Player 7 won so many games with chamber C, where the field wins half; `score` as of
    ``score_row``."""
    numbers = [games, games, TWELVE * wins, wins, 40 * games] + [0] * (LENGTH - 5)
    cells = {"side burial_chamber C": [games, TWELVE * wins, 40 * games, 0, *score]}
    PlayerTally.objects.create(
        player_id=7, players=2, people=True, version=TALLY_VERSION, numbers=numbers, cells=cells
    )
    field = [10_000, 20_000, TWELVE * 10_000, 10_000] + [0] * (LENGTH - 4)
    for dimension, key in (("side", "burial_chamber C"), ("players", "2")):
        Tally.objects.create(
            dimension=dimension,
            key=key,
            players=2,
            people=True,
            games=1,
            numbers=field,
            version=TALLY_VERSION,
        )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wins", "games", "tells"),
    [(58, 100, False), (610, 1000, True), (390, 1000, True), (LEAST - 1, LEAST - 1, False)],
)
def test_only_what_is_no_chance_is_told(wins: int, games: int, tells: bool):
    tallied(wins, games)
    record_against = against_field(Player(pk=7))
    assert record_against is not None
    (line,) = record_against.lines["side"]
    assert (line.share, line.usual) == (wins / games, 0.5)
    assert line.tells is tells
    assert line.better is (wins * 2 > games)
    assert (line in record_against.telling_lines) is tells


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wins", "expected", "tells"),
    [(610, 610, False), (610, 500, True), (500, 610, True), (500, 500, False)],
)
def test_a_strong_player_is_compared_with_what_ratings_expect(
    wins: int, expected: int, tells: bool
):
    """Where the field wins half, and the ratings expect the player to win so many of 1,000."""
    games, chance_of_win = 1000, expected  # in thousandths
    surplus = 1000 * wins - chance_of_win * games
    squares = wins * (1000 - chance_of_win) ** 2 + (games - wins) * chance_of_win**2
    tallied(wins, games, (games, chance_of_win * games, surplus, squares))
    against = against_field(Player(pk=7))
    assert against is not None
    (line,) = against.lines["side"]
    assert line.by_ratings
    assert line.tells is tells
    assert line.better is (wins > expected)
    sentence = render_to_string("stats/partials/field_line.html", {"line": line}).strip()
    assert sentence == (
        f"{line.label}: finishes ahead of {wins / 10:.1f} % of the opponents; the ratings expect "
        f"{expected / 10:.1f} %."
    )
    assert isclose(line.score.score, wins / games)
    assert isclose(line.score.expected, expected / games)


def test_a_single_game_tells_no_error():
    assert score_surplus(RatedScore.read([1, 400, 600, 360_000], 2)) == "–"
    assert score_surplus(RatedScore.read([2, 1000, 0, 500_000], 2)) == "0.0 ± 35.4"


def test_the_field_is_that_of_as_many_games_of_each_kind(
    league: list[Game], django_assert_num_queries
):
    tally()
    ana = player("ana")
    with django_assert_num_queries(2):
        record_against = against_field(ana)
    assert record_against is not None
    seats = list(Seat.objects.filter(player=ana).select_related("game"))
    assert record_against.games == len(seats)
    wins = sum((seat.rated_place == 1) / seat.game.winners for seat in seats)
    (line,) = record_against.lines["players"]
    assert isclose(line.share, wins / len(seats))
    assert line.usual == 0.5
    assert isclose(line.mean, fmean([seat.points for seat in seats]))
    changes = RatingChange.objects.filter(player=ana, pool=Pool.OVERALL)
    assert line.score.seats == changes.filter(game__in=[seat.game_id for seat in seats]).count()
    for lines in record_against.lines.values():
        if lines and lines[0].kind in ("players", "seat"):
            assert sum(row.score.seats for row in lines) == line.score.seats
    for line in record_against.lines["side"]:
        page = Client().get(line.link)
        assert len(page.context["page"].rows) == line.comparison.games
    text = Client().get(f"/players/{ana.pk}/field/").content.decode()
    assert "All players" in text
    assert "Nothing stands out yet" in text
    assert "Compared with all players" not in Client().get(f"/players/{ana.pk}/").content.decode()


def test_games_with_computers_are_compared_with_such_games(league: list[Game]):
    robot = ensure_player(Account.objects.create(username="robot", computer="greedy"))
    for game in league[:2]:
        game.seats.filter(player__account__username="ben").update(player=robot)
    mark(game.pk for game in league)
    tally()
    ana = player("ana")
    among_people, all_games = against_field(ana), against_field(ana, all_games=True)
    machine = against_field(robot)
    assert among_people is not None
    assert all_games is not None
    assert machine is not None
    assert (among_people.games, all_games.games, machine.games) == (4, 6, 2)
    assert not among_people.with_computers
    assert all_games.with_computers
    assert machine.with_computers
    for against in (among_people, all_games, machine):
        for line in against.lines["side"]:
            page = Client().get(line.link)
            assert len(page.context["page"].rows) == line.comparison.games, line.link
    text = Client().get(f"/players/{ana.pk}/field/").content.decode()
    assert 'href="?with=computers"' in text
    text = Client().get(f"/players/{ana.pk}/field/?with=computers").content.decode()
    assert "Games with computers are counted too." in text


def test_head_to_head_is_what_their_games_say(league: list[Game], django_assert_max_num_queries):
    ana, ben = player("ana"), player("ben")
    with django_assert_max_num_queries(8):
        meeting_facts = meeting(ana, ben)
    assert meeting_facts is not None
    ahead = behind = margin = 0
    for game in league:
        ana_seat, theirs = (game.seats.get(player=one) for one in (ana, ben))
        ahead += ana_seat.rated_place < theirs.rated_place
        behind += ana_seat.rated_place > theirs.rated_place
        margin += ana_seat.points - theirs.points
    whole = meeting_facts.score
    assert (whole.games, whole.ahead, whole.behind) == (len(league), ahead, behind)
    assert whole.margin == margin
    changes = RatingChange.objects.filter(player=ana, pool="overall", retired_by=None)
    expected = sum(pair["expected"] for change in changes for pair in change.pairs)
    assert isclose(meeting_facts.expected, expected / 1000, abs_tol=0.01)
    assert meeting_facts.rated == len(league)
    for line in (*meeting_facts.players, *meeting_facts.sides):
        page = Client().get(line.link)
        assert len(page.context["page"].rows) == line.score.games, line.link
    back = meeting(ben, ana)
    assert back is not None
    assert (back.score.ahead, back.score.margin) == (behind, -margin)
    answer = Client().get(f"/players/{ana.pk}/against/{ben.pk}/")
    assert "noindex" in answer.content.decode()
    link = f'href="/players/{ana.pk}/against/{ben.pk}/"'
    assert link in Client().get(f"/players/{ana.pk}/").content.decode()


def test_who_never_met_and_who_is_not_there(league: list[Game]):
    client, ana = Client(), player("ana")
    ida = Player.objects.create(known_to=ana.account, name="Ida")
    page = client.get(f"/players/{ana.pk}/against/{ida.pk}/")
    assert "not played a rated game together" in page.content.decode()
    assert client.get(f"/players/{ida.pk}/field/").status_code == 200
    for wrong in (f"{ana.pk}/against/{ana.pk}", f"{ana.pk}/against/987654", f"{10**30}/field"):
        assert client.get(f"/players/{wrong}/").status_code == 404


def test_a_merged_guest_is_the_player_they_are(league: list[Game]):
    ana, ben = player("ana"), player("ben")
    guest = Player.objects.create(known_to=ana.account, name="Anna", merged_into=ana)
    client = Client()
    assert client.get(f"/players/{guest.pk}/field/")["Location"] == f"/players/{ana.pk}/field/"
    path = client.get(f"/players/{guest.pk}/against/{ben.pk}/")["Location"]
    assert path == f"/players/{ana.pk}/against/{ben.pk}/"
    assert client.get(f"/players/{guest.pk}/against/{ana.pk}/").status_code == 404


def test_who_closed_their_account_is_a_number_here_too(league: list[Game]):
    tally()
    ana, ben = player("ana"), player("ben")
    assert ben.account is not None
    close(ben.account)
    tally()
    for address in (f"{ben.pk}/field", f"{ana.pk}/against/{ben.pk}", f"{ana.pk}"):
        assert "@ben" not in Client().get(f"/players/{address}/").content.decode()
    assert Sums(PlayerTally.objects.get(player_id=ben.pk).numbers).games == len(league)
