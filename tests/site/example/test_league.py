"""The example league: everything that a page could show, made by the real services."""

from collections import Counter
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from engine import Setup
from games.example import playing
from games.example.league import fill_league, is_site_empty
from games.example.people import GAMES, MODERATOR
from games.models import Account, Game, Submission
from ratings.models import Rating
from ratings.services.fold import fold_pending

pytestmark = pytest.mark.django_db

TODAY = date(2026, 3, 1)
YEAR_OF_PLANS = [playing.plan(number, 2650, TODAY) for number in range(GAMES)]


def test_the_league_has_one_of_everything():
    assert is_site_empty()
    password = fill_league(12)
    assert not is_site_empty()
    statuses = Counter(Submission.objects.values_list("status", flat=True))
    assert statuses == {"verified": 12, "refused": 3}
    kinds = {s.refusal["kind"] for s in Submission.objects.filter(status="refused") if s.refusal}
    assert kinds == {"illegal", "syntax", "result"}
    standings = Counter(Game.objects.values_list("standing", flat=True))
    assert (standings["disputed"], standings["void"], standings["waiting"]) == (1, 1, 1)
    fold_pending()
    assert Rating.objects.exists()

    moderator = Account.objects.get(username=MODERATOR)
    assert moderator.check_password(password)
    assert moderator.is_staff
    assert not moderator.is_superuser
    assert moderator.is_moderator
    assert moderator.is_arbiter
    accounts = Account.objects.exclude(pk=moderator.pk)
    assert not any(account.has_usable_password() for account in accounts)


@pytest.mark.parametrize(
    ("games", "standings"),
    [(0, {}), (1, {"counted": 1}), (3, {"counted": 3}), (5, {"counted": 4, "disputed": 1})],
)
def test_a_small_league_has_as_much_as_there_are_games_for(games: int, standings: dict[str, int]):
    fill_league(games)
    assert Counter(Game.objects.values_list("standing", flat=True)) == standings
    assert Submission.objects.filter(status="refused").count() == (3 if games else 0)


def test_every_plan_is_played_alike_every_time():
    first, repeated_plan = (playing.plan(7, 2650, TODAY) for _ in range(2))
    assert first == repeated_plan
    assert playing.play_game(first) == playing.play_game(repeated_plan)


def test_the_year_has_all_sides_modules_profiles_and_numbers_of_players():
    setups: list[Setup] = [plan.setup for plan in YEAR_OF_PLANS]
    for site in range(5):
        assert {setup.sides[site].word for setup in setups} == set("ABCD")
    assert len({module for setup in setups for module in setup.modules}) == 8
    assert {setup.profile.value for setup in setups} == {"official", "yucata"}
    assert {len(setup.seats) for setup in setups} == {2, 3, 4}
    days = [plan.played for plan in YEAR_OF_PLANS]
    assert (max(days) - min(days)).days > 300
    assert max(days) < TODAY


def test_the_command_is_for_an_empty_site(capsys):
    call_command("example_league", games=8)
    assert "moderator, password " in capsys.readouterr().out
    with pytest.raises(CommandError, match="not empty"):
        call_command("example_league")
