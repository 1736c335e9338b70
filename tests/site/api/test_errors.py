"""One shape of an error: every operation, every error that it can have."""

import re
import time

import pytest
import redis
from django.core.cache import cache
from django.test import Client
from rest_framework.views import APIView

from tests.site.api.operations import OPERATIONS, Operation
from tests.worlds.api_world import Asker, World, assert_problem, logged_in

pytestmark = pytest.mark.django_db


DRAFT = re.compile(r"drafts/[0-9a-f-]{36}")
OF_EVENT = re.compile(r"(events|tables|penalties|series|players|guests)/\d+")

LISTS = [
    "uploads_list",
    "submissions_list",
    "games_list",
    "players_list",
    "player_games",
    "leaderboard",
    "ledger",
]


def ask(world: World, operation: Operation, path: str = "", query: str = "", **headers: str):
    path = path or operation.path(world)
    path += query.replace("?", "&") if "?" in path else query
    client = logged_in(world["ana"])
    return client.ask(
        operation.method, path, operation.body, content_type=operation.type, headers=headers
    )


def test_nothing_can_be_had_as_a_picture(world: World, subtests):
    for name, operation in OPERATIONS.items():
        with subtests.test(name):
            assert_problem(ask(world, operation, Accept="image/png"), 406)


def test_a_form_that_does_not_exist_is_not_acceptable(world: World, subtests):
    for name, operation in OPERATIONS.items():
        with subtests.test(name):
            assert_problem(ask(world, operation, query="?format=papyrus"), 406)


def test_a_method_that_does_not_exist_is_refused_and_the_others_are_named(world: World, subtests):
    client = logged_in(world["ana"])

    def form_of(operation: Operation) -> str:
        """The address without what is another one each time."""
        path = operation.path(world).replace(world.playing.pk, world.table.pk)
        return OF_EVENT.sub(r"\1/one", DRAFT.sub("drafts/one", path))

    forms = {name: form_of(operation) for name, operation in OPERATIONS.items()}
    combinations = {(operation.method, forms[name]) for name, operation in OPERATIONS.items()}
    for name, operation in OPERATIONS.items():
        path = operation.path(world)
        for method in ("DELETE", "PATCH", "PUT", "TRACE"):
            if method == operation.method or (method, forms[name]) in combinations:
                continue
            with subtests.test(name, method=method):
                answer = client.ask(method, path)
                assert_problem(answer, 405)
                assert operation.method in answer["Allow"]


def test_a_token_that_does_not_work(world: World, subtests):
    for name, operation in OPERATIONS.items():
        cache.clear()  # so many wrong tokens in a row are a reason of their own
        with subtests.test(name):
            answer = ask(world, operation, Authorization="Bearer imh_wrong")
            assert_problem(answer, 401)
            assert answer["WWW-Authenticate"].startswith("Bearer")


def test_an_unknown_id(world: World, subtests):
    for name, operation in OPERATIONS.items():
        if operation.unknown:
            with subtests.test(name):
                assert_problem(ask(world, operation, operation.unknown), 404)


def test_too_many_requests(world: World, subtests, settings):
    settings.API_THROTTLES = dict.fromkeys(settings.API_THROTTLES, ("0/minute", "0/minute"))
    for name, operation in OPERATIONS.items():
        with subtests.test(name):
            answer = ask(world, operation)
            assert_problem(answer, 429, "throttled")
            assert 1 <= int(answer["Retry-After"]) <= 60


def test_a_fault_of_ours_is_logged_and_says_nothing_of_our_inside(
    world: World, subtests, monkeypatch, caplog
):
    def fail(*_: object) -> None:
        raise RuntimeError("the harbour is on fire")

    monkeypatch.setattr(APIView, "check_throttles", fail)
    for name, operation in OPERATIONS.items():
        with subtests.test(name):
            caplog.clear()
            answer = ask(world, operation)
            assert_problem(answer, 500)
            assert b"fire" not in answer.content
            assert "the harbour is on fire" in caplog.text


BAD_PAGES = [
    "page_size=0",
    "page_size=101",
    "page_size=-1",
    "page_size=x",
    "page_size=" + "9" * 5000,
    "page_size=%D9%A3",
    "after=nonsense",
    "after=%00",
    "after=W10",
    "before=WyIxIiwiMiIsIjMiXQ",
    "before=" + "A" * 5000,
    "after=%FF%FE",
]


def test_pages_that_do_not_exist(world: World, subtests):
    for name in LISTS:
        for query in BAD_PAGES:
            with subtests.test(name, query=query[:40]):
                answer = ask(world, OPERATIONS[name], query=f"?{query}")
                problem = assert_problem(answer, 400, "invalid")
                assert list(problem["errors"]) == [query.partition("=")[0]]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/v1/nonsense"),
        ("POST", "/api/v1/nonsense"),
        ("GET", "/api/v1/games/"),
        ("GET", "/api/v1/games/nonsense"),
        ("GET", "/api/v1/games/%00"),
        ("GET", "/api/v1/uploads/nonsense"),
        ("GET", "/api/v1/players/-1"),
        ("GET", "/api/v1/players/x"),
        ("GET", "/api/v1/players/" + "9" * 40),
        ("GET", "/api/v1/leaderboards/%F0%9F%97%BF"),
        ("GET", "/api/v2/games"),
        ("GET", "/api/"),
        ("GET", "/api"),
        ("DELETE", "/api/v2/games"),
    ],
)
def test_addresses_that_lead_nowhere(db, method, path):
    assert_problem(Asker().ask(method, path), 404)


def test_a_wrong_host_below_the_api():
    answer = Client(raise_request_exception=False).get("/api/v1/games", headers={"Host": "evil"})
    assert_problem(answer, 400, "malformed")


def test_the_pages_for_people_keep_their_own_errors(db):
    answer = Client(raise_request_exception=False).get("/nonsense/")
    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("text/html")


NO_DISPUTES = [
    b"",
    b"{",
    b"[]",
    b'"x"',
    b"null",
    b"{}",
    b'{"reason": ""}',
    b'{"reason": "  "}',
    b'{"reason": null}',
    b'{"reason": {"a": 1}}',
    b'{"reason": "\\u0000"}',
    b'{"reason": "\\ud800"}',
    b'{"reason": "\xff"}',
    b"\xff\xfe",
    b'{"reason": NaN}',
    b"[" * 60_000,
    b"9" * 60_000,
    b'{"reason": "' + b"x" * 2001 + b'"}',
]


def test_bodies_that_are_no_dispute(world: World, subtests):
    path = OPERATIONS["game_dispute"].path(world)
    client = logged_in(world["ana"])
    for body in NO_DISPUTES:
        with subtests.test(body[:30].decode("latin1")):
            answer = client.ask("POST", path, body, content_type="application/json")
            assert answer.status_code == 400
            assert_problem(answer, 400, answer.json()["type"].rpartition("/")[2])
    assert not world.game.disputes.exists()


def test_a_body_of_json_that_is_not_read_to_the_end(world: World):
    body = b'{"reason": "' + b"x" * (65 << 10) + b'"}'
    operation = OPERATIONS["game_dispute"]
    answer = logged_in(world["ana"]).ask(
        "POST", operation.path(world), body, content_type="application/json"
    )
    assert_problem(answer, 413, "too-large")


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "nonsense", "x" * 500])
def test_a_dispute_is_json(world: World, kind: str):
    operation = OPERATIONS["game_dispute"]
    answer = logged_in(world["ana"]).ask(
        "POST", operation.path(world), b'{"reason": "x"}', content_type=kind
    )
    assert_problem(answer, 415)


def test_an_error_is_json_whatever_was_asked_for(world: World):
    answer = Asker().ask("GET", "games/000000000000/log", headers={"Accept": "text/plain"})
    assert_problem(answer, 404)


def test_without_redis_requests_are_counted_in_the_process(world: World, settings, caplog):
    settings.REDIS_URL = "unix:///nowhere/at.all"
    settings.API_THROTTLES = settings.API_THROTTLES | {"any": ("5/minute", "2/minute")}
    assert [Asker().ask("GET", "editions").status_code for _ in range(3)] == [200, 200, 429]
    assert "Redis does not answer" in caplog.text


def test_the_window_of_a_throttle_opens_again(world: World, settings):
    settings.API_THROTTLES = settings.API_THROTTLES | {"any": ("5/minute", "2/minute")}
    assert [Asker().ask("GET", "editions").status_code for _ in range(3)] == [200, 200, 429]
    assert 50 <= int(Asker().ask("GET", "editions")["Retry-After"]) <= 60
    assert logged_in(world["ana"]).ask("GET", "editions").status_code == 200
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for key in client.scan_iter("throttle:api:any:*"):
            client.pexpire(key, 1)  # the minute is over
    time.sleep(0.01)
    assert Asker().ask("GET", "editions").status_code == 200
