"""Who may: every operation, for each of the cast."""

import pytest
from drf_spectacular.generators import SchemaGenerator

from games.models import Dispute
from tests.site.api.operations import CAST, OPERATIONS, PEOPLE, Operation
from tests.worlds.api_world import ASYNC, Asker, World, assert_problem, logged_in, token

pytestmark = pytest.mark.django_db


def asker(world: World, role: str) -> Asker:
    if role == "anonymous":
        return Asker()
    if role in PEOPLE:
        return logged_in(world[role])
    if role in ("expired", "revoked"):
        return Asker(token(world["ana"], **{role: True}))
    return Asker(token(world["ana"], role))


def test_every_operation_has_a_row():
    paths = SchemaGenerator().get_schema(public=True)["paths"].values()
    described = {operation["operationId"] for path in paths for operation in path.values()}
    assert described == set(OPERATIONS)


def lacks_scope(operation: Operation, role: str) -> bool:
    """True if it is the token that may not: not where ana with it may not either."""
    return role not in PEOPLE and not (role == "play" and operation.answers["ana"] == 403)


@pytest.mark.parametrize("name", OPERATIONS)
def test_everybody_is_answered_as_the_table_says(world: World, name: str):
    operation = OPERATIONS[name]
    statuses = {}
    for role in CAST:
        answer = asker(world, role).ask(
            operation.method,
            operation.path(world),
            operation.body,
            content_type=operation.type,
            headers=ASYNC,
        )
        statuses[role] = answer.status_code
        if answer.status_code >= 400:
            kind = operation.kind(answer.status_code)
            if answer.status_code == 403 and lacks_scope(operation, role):
                kind = "scope"
                assert "insufficient_scope" in answer["WWW-Authenticate"]
            assert_problem(answer, answer.status_code, kind)
        if name == "game_dispute" and answer.status_code == 201:
            Dispute.objects.all().delete()  # a game is disputed once
    assert statuses == operation.answers


@pytest.mark.parametrize(
    "name", [name for name, one in OPERATIONS.items() if one.method != "GET" and name != "upload"]
)
def test_a_session_needs_the_csrf_token_to_change_something(world: World, name: str):
    operation = OPERATIONS[name]
    client = logged_in(world["ana"], enforce_csrf_checks=True)
    answer = client.ask(operation.method, operation.path(world), operation.body)
    assert_problem(answer, 403, "csrf")


def test_an_upload_by_session_needs_the_csrf_token_and_one_by_token_does_not(world: World):
    body = OPERATIONS["upload"].body
    client = logged_in(world["ana"], enforce_csrf_checks=True)
    assert_problem(client.ask("POST", "uploads", body), 403, "csrf")
    assert Asker(token(world["ana"])).ask("POST", "uploads", body, headers=ASYNC).status_code == 202
    client.cookies["csrftoken"] = "x" * 32
    answer = client.ask("POST", "uploads", body, headers={**ASYNC, "X-CSRFToken": "x" * 32})
    assert answer.status_code == 202


def test_a_session_of_a_closed_account_is_nobody(world: World):
    client = logged_in(world["ana"])
    world["ana"].is_active = False
    world["ana"].save()
    assert_problem(client.ask("GET", "uploads"), 401)
