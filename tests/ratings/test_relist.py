"""Until when players are listed: how many games are read for it, and whose."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Player
from ratings import listing
from ratings.listing import listing_progress, update_all_listings, update_listings
from ratings.models import Rating
from ratings.services.fold import fold_pending
from tests.worlds.league import DAY, played, players

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

DAYS = 100


def today() -> date:
    """Asked for in each test: a run may go past midnight."""
    return timezone.now().date()


@pytest.fixture(autouse=True)
def three_games_against_two(settings: object) -> None:
    for name, value in {"GAMES": 3, "OPPONENTS": 2, "DAYS": DAYS}.items():
        setattr(settings, f"LEADERBOARD_{name}", value)


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "STRETCH", 2)
    monkeypatch.setattr(listing, "BATCH", 1)


def play(player: Player, other: Player, *ago: int) -> None:
    """A game of these two, so many days ago; as many of them as there are numbers."""
    for days in ago:
        played(player, other, day=(today() - DAY).days - days)


def until(player: Player) -> date | None:
    listed_until: date | None = Rating.objects.get(player=player, pool="overall").listed_until
    return listed_until


def sought(*people: Player) -> Iterator[date | None]:
    Rating.objects.update(listed_until=None)
    update_listings(person.pk for person in people)
    yield from map(until, people)


@pytest.mark.usefixtures("few_at_once")
@pytest.mark.parametrize("latest", [3, 4, 5])
def test_games_are_read_until_one_decides(latest: int) -> None:
    """The others follow in stretches: of two games here."""
    ana, ben, cleo = players("ana", "ben", "cleo")
    play(ana, ben, *range(latest))
    play(ana, cleo, 50)
    fold_pending()
    assert list(sought(ana, ben, cleo)) == [
        today() - timedelta(days=50) + timedelta(DAYS),
        None,
        None,
    ]


@pytest.mark.usefixtures("few_at_once")
def test_how_many_ratings_changed(ana: Player, ben: Player, cleo: Player) -> None:
    play(ana, ben, 0, 1, 2)
    play(ana, cleo, 3)
    play(ben, cleo, 4)
    fold_pending()
    assert [until(player) is not None for player in (ana, ben, cleo)] == [True, True, False]
    Rating.objects.update(listed_until=None)
    assert update_listings([ana.pk, ben.pk, cleo.pk, ana.pk]) == 4  # of two, in two pools
    assert update_listings([ana.pk, ben.pk, cleo.pk]) == 0


def test_the_last_day_that_counts(ana: Player, ben: Player, cleo: Player) -> None:
    play(ana, ben, DAYS, DAYS)
    play(ana, cleo, DAYS)
    fold_pending()
    Rating.objects.update(listed_until=None)
    assert update_all_listings() == 2
    assert until(ana) == today()


def test_a_day_later_they_do_not(ana: Player, ben: Player, cleo: Player) -> None:
    play(ana, ben, 0, 1)
    play(ana, cleo, DAYS + 1)
    fold_pending()
    assert until(ana) is None
    progress = listing_progress(ana.pk)
    assert (progress.games, progress.opponents) == (2, 1)
    assert progress.terms == (3, 2, DAYS, 0)


def test_the_page_of_a_player_reads_so_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "STRETCH", 1)
    ana, ben = players("ana", "ben")
    play(ana, ben, *range(30))
    fold_pending()
    with CaptureQueriesContext(connection) as queries:
        progress = listing_progress(ana.pk)
    assert (progress.games, progress.opponents) == (16, 1)
    assert sum("LIMIT 1" in query["sql"] for query in queries) < 24
