"""A parameter or a field with a slip in its name: refused with the right name, never ignored."""

from __future__ import annotations

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from tables.models import Table
from tests.site.api.operations import OPERATIONS
from tests.worlds.api_world import ASYNC, Asker, World, assert_problem, make_world, token
from tests.worlds.modules import module_world
from web.api import inputs

pytestmark = pytest.mark.django_db

stored_world, shared_world = module_world(make_world, "shared_world")

LET_THROUGH = "format={}&utm_source=mail&_=1732400000&cb=7"
FORMATS = {
    "game_log": "text",
    "games_export": "ndjson",
    "upload_raw": "raw",
    **dict.fromkeys(("table_stream", "lobby_stream", "turns_stream"), "events"),
}

PART = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n1\r\n'
FILE = PART.format('file"; filename="a.imh')
FORM_OF_AN_UPLOAD = PART.format("no_such_name") + FILE + "--x--\r\n"


@pytest.fixture
def world(shared_world: World) -> World:
    return shared_world


def with_query(address: str, query: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}{query}"


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_address_ignores_an_unknown_parameter(world: World, name: str):
    operation = OPERATIONS[name]
    asker = Asker(token(world["ana"]))
    answer = asker.ask(
        operation.method,
        with_query(operation.path(world), "no_such_name=1"),
        operation.body,
        content_type=operation.type,
        headers=ASYNC,
    )
    assert list(assert_problem(answer, 400, "invalid")["errors"]) == ["no_such_name"]


def test_no_address_prints_a_warning_when_it_looks_for_its_parameters(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    """On a full disk it could not, and an answer that only reads would be refused."""
    warnings: list[str] = []
    monkeypatch.setattr(GENERATOR_STATS, "emit", lambda words, _level: warnings.append(words))
    monkeypatch.setattr(inputs, "_operation_inputs", {})
    asker = Asker(token(world["ana"]))
    for operation in OPERATIONS.values():
        address = with_query(operation.path(world), "no_such_name=1")
        asker.ask(operation.method, address, operation.body, content_type=operation.type)
    assert inputs._operation_inputs
    assert warnings == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_additions_of_caches_and_mails_change_no_answer(world: World, name: str):
    operation = OPERATIONS[name]
    asker = Asker(token(world["ana"]))
    answer = asker.ask(
        operation.method,
        with_query(operation.path(world), LET_THROUGH.format(FORMATS.get(name, "json"))),
        operation.body,
        content_type=operation.type,
        headers=ASYNC,
    )
    assert answer.status_code in (operation.answers["ana"], operation.answers.get("play"))


@pytest.mark.parametrize(
    "name", [name for name, operation in OPERATIONS.items() if operation.method != "GET"]
)
def test_no_address_ignores_an_unknown_field_of_a_body(world: World, name: str):
    operation = OPERATIONS[name]
    kind, body = operation.type, FORM_OF_AN_UPLOAD
    if name == "upload":
        kind = "multipart/form-data; boundary=x"
    else:
        body = {**(operation.body or {}), "no_such_name": 1}
    asker = Asker(token(world["ana"]))
    answer = asker.ask(
        operation.method, operation.path(world), body, content_type=kind, headers=ASYNC
    )
    assert list(assert_problem(answer, 400, "invalid")["errors"]) == ["no_such_name"]


def test_every_described_parameter_is_accepted(world: World):
    """Each alone, with a value that may be wrong, but never with an unknown name."""
    paths = SchemaGenerator().get_schema(public=True)["paths"].values()
    described = {
        operation["operationId"]: [
            parameter["name"]
            for parameter in operation.get("parameters", [])
            if parameter["in"] == "query"
        ]
        for path in paths
        for operation in path.values()
    }
    assert sum(map(len, described.values())) > 60
    asker = Asker(token(world["ana"]))
    for name, parameters in described.items():
        operation = OPERATIONS[name]
        for parameter in parameters:
            answer = asker.ask(
                operation.method,
                with_query(operation.path(world), f"{parameter}=1"),
                operation.body,
                content_type=operation.type,
                headers=ASYNC,
            )
            refusal = b"" if answer.streaming else answer.content
            assert b"There is no such parameter" not in refusal, (name, parameter)


def test_a_table_for_computer_players_is_not_opened_for_a_misspelt_field(world: World):
    tables = Table.objects.count()
    answer = Asker(token(world["ana"])).ask("POST", "tables", {"seats": 2, "computer": ["greedy"]})
    document = assert_problem(answer, 400, "invalid")
    assert "computers" in document["errors"]["computer"][0]
    assert Table.objects.count() == tables


def test_a_misspelt_filter_does_not_give_all_games(world: World):
    document = assert_problem(Asker().ask("GET", "games?plyer=@ana"), 400, "invalid")
    assert "player" in document["errors"]["plyer"][0]
    assert "plyer" in document["detail"]


def test_the_description_of_the_api_takes_its_parameters_alone():
    assert_problem(Asker().ask("GET", "schema?formt=yaml"), 400, "invalid")
    assert Asker().ask("GET", "schema?format=yaml").status_code == 200


@pytest.mark.parametrize(
    "path", ["/games/", "/players/", "/players/?pool=2", "/moderation/", "/stats/"]
)
def test_each_page_with_filters_names_unknown_ones(world: World, path: str):
    """A misspelt filter gives all rows, and the page says so; what caches add is no filter."""
    sentence = "These filters do not exist and have no effect: "
    page = Client().get(path, {"palyers": "4", "nmae": "ana"}).content.decode()
    assert f"{sentence}palyers, nmae" in page
    long_list = Client().get(path, {f"<b>{n}{'x' * 99}": "1" for n in range(99)}).content.decode()
    assert long_list.partition(sentence)[2].partition("</p>")[0].count("&lt;b&gt;") == 10
    assert "<b>" not in long_list.partition(sentence)[2].partition("</p>")[0]
    assert sentence not in Client().get(path, {"utm_source": "mail", "_": "1"}).content.decode()
    assert sentence not in Client().get(path).content.decode()


def test_the_page_of_games_names_unknown_filters():
    page = Client().get("/games/?plyer=@ana&utm_source=mail&sort=long").content.decode()
    assert "have no effect: plyer<" in page
    assert "have no effect" not in Client().get("/games/?player=@ana&pick=add").content.decode()
