"""Analyses as a way in: processors, other people's games, what is not to be known."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from games.models import Account, Game
from insights.reviews.limits import MAX_OF_ACCOUNT, MAX_WAITING
from insights.reviews.models import Review, ReviewState
from insights.reviews.services.asking import REQUEST_THROTTLE
from tables.models import Table
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.worlds.tables import act_once, dealt
from web.rate_limits import ANSWERS


@pytest.fixture
def game(db: None) -> Game:
    account("ben")
    return game_of(submit(account("ana"), finished_log()))


def asked(client: Client, game: Game) -> int:
    return client.post(f"/api/v1/games/{game.pk}/analysis").status_code


def test_a_stranger_who_asks_for_everything_gets_a_few(game: Game):
    """Of ten thousand requests those that begin something are bounded by the account."""
    eve = account("eve")
    client = client_of(eve)
    games = [game_of(submit(eve, finished_log(seed=seed))) for seed in range(2, 7)]
    answers = [asked(client, one) for one in (game, *games)]
    assert answers == [202] * MAX_OF_ACCOUNT + [429] * (6 - MAX_OF_ACCOUNT)
    assert Review.objects.count() == MAX_OF_ACCOUNT
    for _ in range(REQUEST_THROTTLE.most):
        REQUEST_THROTTLE.count(f"account:{eve.pk}")
    assert asked(client, games[-1]) == 429
    assert asked(Client(), game) == 401


def test_many_accounts_together_are_bounded_too(game: Game):
    with override_settings(REVIEWS_A_DAY=1):
        assert asked(client_of(account("eve")), game) == 202
        Review.objects.update(state=ReviewState.DONE)
        other = game_of(submit(account("mallory"), finished_log(seed=2)))
        assert asked(client_of(Account.objects.get(username="mallory")), other) == 429
    assert MAX_WAITING < 1000


def test_asking_again_costs_nothing_and_gives_the_same(game: Game):
    clients = [client_of(account(name)) for name in ("eve", "mallory")]
    assert [asked(client, game) for client in clients for _ in range(3)] == [202] * 6
    row = Review.objects.get()
    assert row.asked_by is not None
    assert row.asked_by.username == "eve"


def test_nothing_is_said_of_a_game_that_is_being_played(game: Game):
    """A table is no game of the record: no address of an analysis knows its id, nor does a log that
    is not finished become a game."""
    ana = Account.objects.get(username="ana")
    table = dealt([ana, account("cat")])
    for _ in range(6):
        act_once(table.pk)
    client = client_of(ana)
    for path in (f"games/{table.pk}/analysis/", f"games/{table.pk}/analysis.json"):
        assert client.get(f"/{path}").status_code == 404
    assert client.post(f"/games/{table.pk}/analysis/ask/").status_code == 404
    assert client.post(f"/api/v1/games/{table.pk}/analysis").status_code == 404
    assert "analysis" not in client.get(f"/play/{table.pk}/").content.decode()
    assert Table.objects.get(pk=table.pk).upload_id is None


def test_who_asked_is_not_told_to_others(game: Game):
    asker = account("quetzal")
    client_of(asker).post(f"/games/{game.pk}/analysis/ask/")
    for path in (f"games/{game.pk}/", f"games/{game.pk}/analysis.json"):
        assert b"quetzal" not in client_of(account(f"m{len(path)}")).get(f"/{path}").content
    assert b"quetzal" not in Client().get(f"/api/v1/games/{game.pk}/analysis").content


def test_another_site_cannot_ask_in_the_name_of_an_account(game: Game):
    client = Client(enforce_csrf_checks=True)
    client.force_login(account("eve"))
    assert client.post(f"/games/{game.pk}/analysis/ask/").status_code == 403
    there = f"/api/v1/games/{game.pk}/analysis"
    assert client.post(there, content_type="application/json").status_code == 403
    assert not Review.objects.exists()


def test_evaluations_of_a_branch_are_counted_with_the_computers_answers(game: Game):
    there = f"/games/{game.pk}/30/what-if/shares/"
    for _ in range(ANSWERS.most):
        ANSWERS.count("127.0.0.1")
    assert Client().post(there, {"m": ""}).status_code == 429


def test_only_moderators_see_the_list(game: Game):
    eve, mo = account("eve"), account("mo", moderator=True)
    client_of(eve).post(f"/games/{game.pk}/analysis/ask/")
    row = Review.objects.get()
    Review.objects.update(asked_at=timezone.now() - timedelta(hours=1))
    path = f"/admin/reviews/review/{row.pk}/change/"
    assert client_of(eve).get(path).status_code == 302
    assert client_of(mo).get(path).status_code == 200
    stop = {"action": "stop", "_selected_action": [row.pk]}
    client_of(eve).post("/admin/reviews/review/", stop)
    row.refresh_from_db()
    assert row.state == ReviewState.QUEUED
    client_of(mo).post("/admin/reviews/review/", stop)
    row.refresh_from_db()
    assert row.state == ReviewState.STOPPED
