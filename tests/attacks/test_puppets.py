"""Two who play nobody but each other, for a place on the leaderboard."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from archive.dumps.services.publish import dump
from audit.runner import Audit
from games.models import Account, Game, Player
from games.moderation.actions import void
from games.standing.attest import attest
from ratings.listing import listing_progress, update_all_listings
from ratings.models import Rating
from ratings.queries import best_players, leaderboard
from ratings.services.fold import fold_pending
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.worlds.league import DAY, played, players

pytestmark = pytest.mark.django_db


def today() -> date:
    """Asked for in each test: a run may go past midnight."""
    return timezone.now().date()


@pytest.fixture(autouse=True)
def as_in_production(settings: object) -> None:
    """The terms that sites have, but for witnessed games."""
    for name, value in {"GAMES": 10, "OPPONENTS": 4, "DAYS": 365, "WITNESSED_GAMES": 0}.items():
        setattr(settings, f"LEADERBOARD_{name}", value)


def listed(pool: str = "overall") -> set[Player]:
    return {row.player for row in leaderboard(pool)}


def days(number: int) -> list[int]:
    """The last days, today first."""
    lately = (today() - DAY).days
    return [lately - n for n in range(number)]


def test_two_puppets_are_on_no_leaderboard(client: object) -> None:
    a, b = players("a", "b")
    for day in days(20):
        played(a, b, places=(1, 2), day=day)
    fold_pending()
    assert Rating.objects.get(player=a, pool="overall").rating > 1_600_000
    assert (listed(), best_players(5)) == (set(), [])
    get = client.get  # type: ignore[attr-defined]
    assert get("/api/v1/leaderboards/overall").json()["results"] == []
    page = get(f"/players/{a.pk}/").content.decode()
    assert "So far: 20 of 10 games, 1 of 4 people" in page
    assert "not listed" in page


def test_a_player_who_met_four_people_is_listed() -> None:
    everybody = players("a", "b", "c", "d", "e")
    for number, day in enumerate(days(20)):
        played(everybody[0], everybody[1 + number % 4], places=(1, 2), day=day)
    fold_pending()
    assert (listed(), listed("2")) == ({everybody[0]}, {everybody[0]})


def test_computer_players_are_not_people_who_were_met() -> None:
    everybody = players("a", "b", "c", "d", "e")
    Account.objects.filter(player__in=everybody[2:]).update(computer="steady")
    for number, day in enumerate(days(20)):
        played(everybody[0], everybody[1 + number % 4], places=(1, 2), day=day)
    fold_pending()
    assert (listed(), listing_progress(everybody[0].pk).opponents) == (set(), 1)


@pytest.fixture
def five_witnessed(settings: object) -> None:
    settings.LEADERBOARD_WITNESSED_GAMES = 5  # type: ignore[attr-defined]


@pytest.mark.usefixtures("five_witnessed")
def test_games_that_nobody_saw_give_no_place() -> None:
    """Four puppets who lose twenty games on paper, each with an address of their own."""
    everybody = players("a", "b", "c", "d", "e")
    for number, day in enumerate(days(20)):
        played(everybody[0], everybody[1 + number % 4], places=(1, 2), day=day)
    fold_pending()
    assert listed() == set()
    progress = listing_progress(everybody[0].pk)
    assert (progress.games, progress.opponents, progress.witnessed) == (20, 4, 0)


@pytest.mark.usefixtures("five_witnessed")
@pytest.mark.parametrize("witness", ["played_here", "arbiter"])
def test_a_place_takes_five_witnessed_games(witness: str, tmp_path: Path) -> None:
    everybody = players("a", "b", "c", "d", "e")
    value = True if witness == "played_here" else players("ida")[0].account
    for number, day in enumerate(days(20)):
        game = played(everybody[0], everybody[1 + number % 4], places=(1, 2), day=day)
        if number in (2, 5, 8, 11):
            Game.objects.filter(pk=game.pk).update(**{witness: value})
    fold_pending()
    assert (listed(), listed_by_the_audit(tmp_path / "four")) == (set(), set())
    Game.objects.filter(pk=game.pk).update(**{witness: value})
    assert update_all_listings() == 2  # in the pool of all games, and in that of two
    assert listed() == {everybody[0]}
    assert listed_by_the_audit(tmp_path / "five") == {"@a"}
    row = Rating.objects.get(player=everybody[0], pool="overall")
    assert row.listed_until == today() - timedelta(days=19) + timedelta(days=365)


def listed_by_the_audit(folder: Path) -> set[str]:
    dump(folder)
    audit = Audit(folder, quick=True)
    for _difference in audit.differences():
        pass
    return {name for _pool, rows in audit.boards for name, _rating, _games in rows}


def test_a_year_later_nobody_is_listed_any_more() -> None:
    everybody = players("a", "b", "c", "d", "e")
    for number, day in enumerate(days(20)):
        played(everybody[0], everybody[1 + number % 4], places=(1, 2), day=day - 350)
    fold_pending()
    assert listed() == {everybody[0]}
    row = Rating.objects.get(player=everybody[0], pool="overall")
    # the tenth game from the end
    assert row.listed_until == today() - timedelta(days=350 + 9) + timedelta(days=365)
    Rating.objects.filter(player=everybody[0]).update(listed_until=today() - timedelta(days=1))
    assert listed() == set()


def test_whose_games_are_void_is_listed_no_longer() -> None:
    everybody = players("a", "b", "c", "d", "e")
    games = [
        played(everybody[0], everybody[1 + number % 4], places=(1, 2), day=day)
        for number, day in enumerate(days(10))
    ]
    fold_pending()
    assert listed() == {everybody[0]}
    void(account("mo", moderator=True), games[0], "Never played.")
    fold_pending()
    assert listed() == set()


def test_losses_that_are_left_unconfirmed_are_shown() -> None:
    """Four of eight games: the loser never says so."""
    ana, ben = account("ana"), account("ben")
    for seed in range(8):
        game = game_of(submit(ana, finished_log("black=@ana white=@ben", seed=seed)))
        lost = game.seats.get(player__account=ben).place > 1
        if not lost:
            attest(ben, game)
    waiting = Game.objects.filter(standing="waiting").count()
    assert 1 < waiting < 8
    player = Player.objects.get(account=ben)
    page = client_of(ana).get(f"/players/{player.pk}/").content.decode()
    assert f"@ben has yet to confirm {waiting} games that they did not win." in page
    player = Player.objects.get(account=ana)
    assert "did not win" not in client_of(ana).get(f"/players/{player.pk}/").content.decode()
