"""One person uses up what is there for the whole site: by accounts without an address, by the many
networks of one connection, from one IPv4 address."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client, override_settings
from drf_spectacular.generators import SchemaGenerator

from games.models import Account, Draft, Game
from insights.reviews.limits import MAX_OF_ACCOUNT
from insights.reviews.models import Review, ReviewReason, ReviewState
from insights.reviews.services import queue
from insights.reviews.services.asking import begin_rated
from tables.learn import first_game
from tables.limits import FIRST_GAMES_BEGUN
from tables.models import FirstGame
from tables.recorder import drafts
from tests.attacks.test_drafts import draft
from tests.cast import account, client_of, finished_log, game_of, submit
from web.rate_limits import (
    ANSWERS,
    ANSWERS_OF_ALL,
    WRONG_DRAFT_CODES,
    WRONG_DRAFT_CODES_OF_ALL,
    Throttle,
    network_of,
)

__all__ = ["draft"]

pytestmark = pytest.mark.django_db

BEGIN = "/learn/game/begin/"


def fresh_accounts(number: int) -> list[Account]:
    """Accounts without a verified address, as one person signs up."""
    return [Account.objects.create_user(f"fresh{n}") for n in range(number)]


def request_analysis(client: Client, game: Game) -> int:
    return client.post(f"/api/v1/games/{game.pk}/analysis").status_code


@pytest.fixture
def games(ana: Account, ben: Account) -> list[Game]:
    return [game_of(submit(ana, finished_log(seed=seed))) for seed in range(1, 13)]


def test_fifty_fresh_accounts_leave_room_for_analyses(games: list[Game], ana: Account) -> None:
    with override_settings(REVIEWS_A_DAY=10):
        answers = []
        accounts = fresh_accounts(50)
        for game, fresh in zip(games * 5, accounts, strict=False):
            answers.append(request_analysis(client_of(fresh), game))
        assert Review.objects.count() == 5
        assert answers.count(429) > 20
        begin_rated([game.pk for game in games])
        assert Review.objects.count() <= 8
        unasked = games[-1]
        Review.objects.filter(game=unasked).delete()
        assert request_analysis(client_of(ana), unasked) == 202
    first = queue.lease_review()
    assert first is not None
    assert first.asked_by == ana


def test_analyses_by_themselves_leave_room_for_requests(games: list[Game], ana: Account) -> None:
    with override_settings(REVIEWS_A_DAY=4):
        for game in games[:3]:
            Review.objects.create(
                game=game, method=1, engine="x", reason=ReviewReason.RATED, entries=9
            )
        Review.objects.update(state=ReviewState.DONE)
        (fresh,) = fresh_accounts(1)
        assert request_analysis(client_of(fresh), games[4]) == 429
        assert request_analysis(client_of(ana), games[4]) == 202
    assert MAX_OF_ACCOUNT > 1


def test_strangers_leave_first_games_for_accounts(
    ana: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_game, "MAX_FIRST_GAMES", 1)
    Client().post(BEGIN)
    while FIRST_GAMES_BEGUN.allows("127.0.0.1"):
        pass
    assert Client().post(BEGIN).url == "/learn/"
    (fresh,) = fresh_accounts(1)
    assert client_of(fresh).post(BEGIN).url == "/learn/"
    assert client_of(ana).post(BEGIN).url != "/learn/"
    assert FirstGame.objects.filter(account=ana).exists()


def test_wrong_codes_of_strangers_leave_the_right_one_of_an_account(draft: Draft) -> None:
    code = drafts.offer_code(draft.account, draft.pk).code
    WRONG_DRAFT_CODES_OF_ALL.take("all", WRONG_DRAFT_CODES_OF_ALL.most)
    while WRONG_DRAFT_CODES.allows("127.0.0.1"):
        pass
    body = {"code": code}
    kind = "application/json"
    assert Client().post("/api/v1/drafts/by-code", body, content_type=kind).status_code == 429
    cleo = client_of(account("cleo"))
    assert cleo.post("/api/v1/drafts/by-code", body, content_type=kind).status_code == 200


def test_answers_of_the_computer_to_strangers_leave_those_to_accounts(
    games: list[Game], ana: Account
) -> None:
    address = f"/games/{games[0].pk}/30/what-if/answer/"
    ANSWERS_OF_ALL.take("all", ANSWERS_OF_ALL.most)
    assert Client().post(address, {"level": "random"}).status_code == 429
    ANSWERS.take("127.0.0.1", ANSWERS.most - 1)
    assert client_of(ana).post(address, {"level": "random"}).status_code != 429


def test_the_many_networks_of_one_connection_count_together() -> None:
    throttle = Throttle("a-test", most=10, seconds=60)
    number = sum(
        throttle.allows(network_of(f"2001:db8:7:{network:x}::1"))
        for network in range(256)
        for _try in range(2)
    )
    assert number == 40  # of one /56, four times what a /64 may
    elsewhere = range(256, 65536, 64)
    number += sum(throttle.allows(network_of(f"2001:db8:7:{net:x}::1")) for net in elsewhere)
    assert number == 80  # of one /48, eight times
    assert not throttle.allows(network_of("2001:db8:7:ff00::1"))
    assert throttle.allows(network_of("2001:db8:8::1"))
    assert throttle.allows("192.0.2.1")


def test_what_is_refused_or_given_back_is_not_counted_around_it() -> None:
    throttle = Throttle("another-test", most=2, seconds=60)
    first, second = network_of("2001:db8:9::1"), network_of("2001:db8:9:1::1")
    assert [throttle.allows(first) for _try in range(20)].count(True) == 2
    for _try in range(20):
        assert throttle.allows(second)
        throttle.give_back(second)
    third = network_of("2001:db8:9:2::1")
    assert [throttle.allows(third) for _try in range(3)] == [True, True, False]


def test_sixty_networks_of_one_connection_do_not_shut_the_codes(draft: Draft) -> None:
    code = drafts.offer_code(draft.account, draft.pk).code
    kind = "application/json"
    for network in range(60):
        client = Client(REMOTE_ADDR=f"2001:db8:5:{network:x}::1")
        for number in range(WRONG_DRAFT_CODES.most):
            client.post("/api/v1/drafts/by-code", {"code": f"{number:08}"}, content_type=kind)
    friend = Client(REMOTE_ADDR="192.0.2.9")
    answer = friend.post("/api/v1/drafts/by-code", {"code": code}, content_type=kind)
    assert answer.status_code == 200


def test_the_schema_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from imhotep_site.api.urls import CachedGenerator

    monkeypatch.setattr(CachedGenerator, "schemas", {})
    calls = []
    generate = SchemaGenerator.get_schema

    def generate_and_count(self: SchemaGenerator, *args: Any, **kwargs: Any) -> Any:
        calls.append(1)
        return generate(self, *args, **kwargs)

    monkeypatch.setattr(SchemaGenerator, "get_schema", generate_and_count)
    pages = [Client().get(f"/api/v1/{path}") for path in ("schema", "schema/", "schema")]
    assert {page.status_code for page in pages} == {200}
    assert len({json.dumps(page.json(), sort_keys=True) for page in pages}) == 1
    assert len(calls) == 1
