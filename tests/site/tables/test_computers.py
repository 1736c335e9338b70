"""The accounts of computer players."""

import re
import threading

import pytest
from django.contrib.auth import authenticate
from django.db import connections
from django.urls import reverse
from django.utils import timezone

from engine.computer import LEVELS
from games.accounts.lifecycle import InvalidField, sign_up
from games.accounts.tokens import make_token
from games.models import Account
from games.models.account import HANDLE
from games.standing.resolve_players import ensure_player
from ratings.models import Pool, Rating
from ratings.queries import level_ratings
from tables.play.computers import computer_account, computer_handle
from tests.cast import PASSWORD, account, client_of
from web.errors import NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_each_level_has_an_account_and_one_only() -> None:
    computers = {level: computer_account(level) for level in LEVELS}
    assert {level: computer.username for level, computer in computers.items()} == {
        level: f"computer-{level}" for level in LEVELS
    }
    assert {level: computer_account(level) for level in LEVELS} == computers
    assert Account.objects.count() == len(LEVELS)
    assert [ensure_player(computer).computer for computer in computers.values()] == list(LEVELS)


def test_there_is_none_of_an_unknown_level() -> None:
    with pytest.raises(KeyError):
        computer_account("genius")
    assert not Account.objects.exists()


def test_the_handles_are_handles() -> None:
    for level in LEVELS:
        HANDLE(computer_handle(level, 99))


def test_a_person_who_has_the_handle_keeps_it() -> None:
    person = account("computer-greedy")
    computer = computer_account("greedy")
    assert computer.username == "computer-greedy-2"
    person.refresh_from_db()
    assert person.computer == ""
    assert computer_account("greedy") == computer


def test_nobody_signs_up_with_such_a_handle() -> None:
    with pytest.raises(InvalidField) as refusal:
        sign_up("computer-mine", "", PASSWORD)
    assert refusal.value.field == "handle"


def test_nobody_logs_in_as_one(client) -> None:
    computer = computer_account("greedy")
    assert not computer.has_usable_password()
    assert authenticate(username=computer.username, password="") is None
    computer.set_password(PASSWORD)  # whatever happened to it
    computer.save()
    answer = client.post(reverse("login"), {"username": computer.username, "password": PASSWORD})
    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session


def test_it_has_no_tokens() -> None:
    with pytest.raises(NotAllowed):
        make_token(computer_account("greedy"), "laptop", ["read"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_who_ask_at_once_get_the_same() -> None:
    accounts: list[Account] = []
    start = threading.Barrier(4)

    def ask() -> None:
        start.wait(10)
        accounts.append(computer_account("random"))
        connections.close_all()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(accounts) == 4
    assert len(set(accounts)) == 1


def test_levels_show_their_ratings_where_one_chooses_an_opponent() -> None:
    """A provisional rating is not shown, nor is that of a person in the same pool."""
    ana, today = account("ana"), timezone.now().date()
    for level, rating, deviation in (
        ("greedy", 1_312_000, 60_000),
        ("search-1", 1_600_000, 200_000),
    ):
        player = ensure_player(computer_account(level))
        Rating.objects.create(
            player=player, pool=Pool.COMPUTERS, rating=rating, games=30, last_played=today,
            deviation=deviation,
        )  # fmt: skip
    Rating.objects.create(
        player=ensure_player(ana), pool=Pool.COMPUTERS, rating=1_777_000, games=30,
        last_played=today, deviation=60_000,
    )  # fmt: skip
    assert {level: rating.rating for level, rating in level_ratings().items()} == {
        "greedy": 1_312_000
    }
    form = client_of(ana).get("/").content.decode().partition("quick__levels")[2]
    choices = re.findall(r'value="([a-z0-9-]+)" title.*?</button>', form.partition("</form>")[0])
    assert choices == list(LEVELS)
    assert re.search(r'value="greedy".*?>1312</span></span></button>', form)
    assert "1600" not in form.partition("</form>")[0]
    assert "1777" not in form.partition("</form>")[0]
