"""The description of the API is whole, and so is the page that shows it."""

import html
import json
import re
import shlex

import pytest
import yaml
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from imhotep_site.api.reference import (
    LEARNING_ORDER,
    example_value,
    filtered_groups,
    inline_code,
    reference_groups,
)
from tests.worlds.api_world import Asker, World, token

pytestmark = pytest.mark.django_db


def description() -> dict:
    return SchemaGenerator().get_schema(public=True)


def test_the_description_is_valid_and_nothing_had_to_be_guessed(tmp_path):
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml")
    )


@pytest.mark.parametrize("path", ["schema", "schema/"])
@pytest.mark.parametrize("form", ["", "json", "yaml"])
def test_the_description_in_both_forms(path: str, form: str):
    answer = Asker().ask("GET", f"{path}?format={form}" if form else path)
    assert answer.status_code == 200
    document = yaml.safe_load(answer.content) if form == "yaml" else json.loads(answer.content)
    assert document["openapi"].startswith("3.")


def test_every_error_is_a_problem_and_every_operation_says_what_it_does():
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], (path, method)
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    assert list(answer["content"]) == ["application/problem+json"], (path, status)
                    (body,) = answer["content"].values()
                    assert body["schema"] == {"$ref": "#/components/schemas/Problem"}


def test_both_ways_to_authenticate_are_described():
    schemes = description()["components"]["securitySchemes"]
    assert schemes["token"]["scheme"] == "bearer"
    assert schemes["session"]["in"] == "cookie"


def test_an_upload_names_every_status_and_every_body():
    upload = description()["paths"]["/api/v1/uploads"]["post"]
    assert {"200", "201", "202", "409", "411", "413", "415", "422"} <= set(upload["responses"])
    assert {"multipart/form-data", "text/plain", "application/zip"} <= set(
        upload["requestBody"]["content"]
    )
    example = upload["responses"]["422"]["content"]["application/problem+json"]["examples"]
    assert "legal" in next(iter(example.values()))["value"]


def test_the_filters_of_games_are_described_for_the_list_and_the_export():
    paths = description()["paths"]
    for path in ("/api/v1/games", "/api/v1/games.ndjson"):
        names = {parameter["name"] for parameter in paths[path]["get"]["parameters"]}
        assert {"player", "players", "module", "played_after", "standing", "after"} <= names


def test_the_mean_rating_is_described_and_its_former_name_is_deprecated():
    said = description()
    for path in ("/api/v1/games", "/api/v1/games.ndjson"):
        marked = {
            parameter["name"]: parameter.get("deprecated", False)
            for parameter in said["paths"][path]["get"]["parameters"]
        }
        assert [marked[name] for name in ("mean_rating_min", "mean_rating_max")] == [False] * 2
        assert [marked[name] for name in ("strength_min", "strength_max")] == [True] * 2
    for schema in ("GameShort", "GameFull"):
        fields = said["components"]["schemas"][schema]["properties"]
        assert "deprecated" not in fields["mean_rating"]
        assert fields["strength"]["deprecated"]


def docs_page() -> str:
    answer = Asker().ask("GET", "docs/")
    assert answer.status_code == 200
    return answer.content.decode().replace("<wbr>", "")


def test_the_page_needs_nothing_from_elsewhere_and_nothing_inline():
    page = docs_page()
    assert not re.findall(r'(?:src|href)="https?:', page)
    assert "<style" not in page
    assert " style=" not in page
    files = re.findall(r'(?:src|href)="/static/([^"]+)"', page)
    assert len(files) >= 4
    assert all(finders.find(file) for file in files)
    assert len(re.findall(r"<script\b", page)) == len(re.findall(r"<script[^>]*\ssrc=", page))


def test_the_page_shows_every_operation_with_a_request_and_its_answer():
    page = docs_page()
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            name = operation["operationId"]
            markup = page.partition(f'id="{name}"')[2].partition("</details>")[0]
            assert f"<code>{path}</code>" in markup, name
            assert f"http://testserver{path}</code>" in markup, name
            assert (method == "get") is ("curl -X" not in markup), name
            for parameter in operation.get("parameters", ()):
                assert f">{parameter['name']}</code>" in markup, name
    assert ">/api/v1/tables/{table_id}/entries<" in page
    assert "&quot;ply&quot;" in page


def test_a_resource_lists_its_methods():
    page = docs_page()
    assert re.search(r">games <small[^>]*>GET POST DELETE</small></a>", page)
    assert re.search(r">players <small[^>]*>GET POST</small></a>", page)


def assert_has_members(answer: object, example: object) -> None:
    """`answer` has the members of `example`, in lists those of its first row."""
    match answer, example:
        case dict(), dict():
            for name, value in example.items():
                assert name in answer
                if name not in ("points",):  # by colours of seats
                    assert_has_members(answer[name], value)
        case [first, *_], [row]:
            assert_has_members(first, row)


def test_the_examples_of_the_page_work(world: World):
    """As they stand there, with a game, a table and a move in the gaps."""
    examples = re.findall(r'class="api-example"[^>]*>(.*?)</code>', docs_page())
    latest, log, check, play = (shlex.split(html.unescape(example))[1:] for example in examples)
    pattern = r'class="api-answer api-answer--short"[^>]*><code[^>]*>(.*?)</code>'
    answers = re.findall(pattern, docs_page(), re.S)
    games, _log, verdicts, entries = map(html.unescape, answers)
    client = Client()
    (listed,) = client.get(latest[0]).json()["results"]
    assert_has_members(client.get(latest[0]).json(), json.loads(games))
    assert listed["id"] == world.game.pk
    text = client.get(log[0].replace("{game_id}", listed["id"])).content
    assert text == world.game.log.encode()

    assert check[:3] == ["-H", "Content-Type: text/plain", "--data-binary"]
    verdict = client.post(check[4], text, content_type="text/plain")
    assert verdict.status_code == 200
    assert [row["verdict"] for row in verdict.json()["verdicts"]] == ["ok"]
    assert_has_members(verdict.json(), json.loads(verdicts))

    assert play[:2] == ["-H", "Authorization: Bearer imh_…"]
    assert play[2:4] == ["-H", "Content-Type: application/json"]
    address = play[-1].replace("{table_id}", world.playing.pk)
    for asker in (Asker(token(world["ana"])), Asker(token(world["ben"]))):
        legal = asker.ask("GET", f"tables/{world.playing.pk}/legal").json()
        if legal["legal"]:
            break
    move = dict(zip(json.loads(play[5]), (legal["plies"] + 1, legal["legal"][0]), strict=True))
    path = address.removeprefix("http://testserver")
    answer = asker.ask("POST", path, move)
    assert answer.status_code == 201
    assert_has_members(answer.json(), json.loads(entries))


def test_a_value_of_an_example_is_one_that_its_schema_allows():
    schemas = {
        "Colour": {"type": "string", "enum": ["black", "white"]},
        "Node": {
            "type": "object",
            "properties": {
                "colour": {"oneOf": [{"$ref": "#/components/schemas/Colour"}, {"enum": [None]}]},
                "children": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
                "old": {"type": "string", "deprecated": True},
                "day": {"type": "string", "format": "date"},
                "by_seat": {"type": "object", "additionalProperties": {"type": "integer"}},
            },
        },
    }
    node = example_value({"$ref": "#/components/schemas/Node"}, schemas, depth=2)
    leaf = {"colour": "black", "children": [{}], "day": "2026-11-14", "by_seat": {"…": 0}}
    assert node == leaf
    assert inline_code("a `b<` c") == "a <code>b&lt;</code> c"


def test_the_root_leads_everywhere():
    for address in Asker().ask("GET", "").json().values():
        path = address.removeprefix("http://testserver")
        answer = Asker().ask("GET", path)
        is_private = path.endswith(("uploads", "notices", "confirmations", "drafts", "reports"))
        assert answer.status_code == (401 if is_private else 200), path


def test_each_type_of_problem_says_what_it_means():
    listed = Asker().ask("GET", "problems").json()
    assert {problem["type"].rpartition("/")[2] for problem in listed} >= {
        "refused",
        "duplicate",
        "invalid",
    }
    for problem in listed:
        assert Asker().ask("GET", problem["type"]).json() == problem


def test_a_search_narrows_the_operations_of_the_page():
    rows: list[dict[str, object]] = [
        {"method": method, "path": "/api/v1/uploads", "title": title, "paragraphs": [], "id": title}
        for method, title in (("GET", "Your uploads"), ("POST", "Bring a log"))
    ]
    groups: list[dict[str, object]] = [{"name": "uploads", "operations": rows}]
    assert filtered_groups(groups, "") == groups
    assert filtered_groups(groups, "post LOG") == [{"name": "uploads", "operations": rows[1:]}]
    assert filtered_groups(groups, "get log") == []


def test_the_page_lists_resources_in_the_order_to_learn_them():
    names = [group["name"] for group in reference_groups(description(), "http://localhost")]
    assert tuple(names[: len(LEARNING_ORDER)]) == LEARNING_ORDER, names
