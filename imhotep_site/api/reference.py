"""The API's reference for its page: operations by resource, each with a request and an answer."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NotRequired, TypedDict, cast

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

Schema = TypedDict(
    "Schema",
    {
        "$ref": str,
        "allOf": "list[Schema]",
        "oneOf": "list[Schema]",
        "anyOf": "list[Schema]",
        "type": str,
        "format": str,
        "enum": list[object],
        "items": "Schema",
        "properties": "dict[str, Schema]",
        "additionalProperties": "Schema",
        "required": list[str],
        "description": str,
        "default": object,
        "example": object,
        "deprecated": bool,
    },
    total=False,
)
"""The parts of an OpenAPI 3.0 schema object that are read here; likewise below."""

Schemas = Mapping[str, Schema]


class Media(TypedDict):
    schema: Schema


Bodies = Mapping[str, Media]


class Answer(TypedDict):
    description: str
    content: NotRequired[Bodies]


Parameter = TypedDict(
    "Parameter",
    {
        "name": str,
        "in": str,
        "schema": Schema,
        "description": NotRequired[str],
        "required": NotRequired[bool],
        "deprecated": NotRequired[bool],
    },
)


class RequestBody(TypedDict):
    content: Bodies


class Operation(TypedDict):
    operationId: str
    description: str
    tags: NotRequired[list[str]]
    parameters: NotRequired[list[Parameter]]
    requestBody: NotRequired[RequestBody]
    security: NotRequired[list[dict[str, list[str]]]]
    responses: Mapping[str, Answer]


class Components(TypedDict):
    schemas: Schemas


class ApiDescription(TypedDict):
    paths: Mapping[str, Mapping[str, Operation]]
    components: Components


JSON: Final = "application/json"
PLAIN_SUCCESS: Final = ("200", "201", "202", "204")
USUAL: Final = ("304", "400", "401", "403", "404", "406", "413", "415", "429", "500")
"""Statuses that say the same at every operation: the page lists them once."""

SENTENCE_END: Final = re.compile(r"(?<=[.])\s+(?=[A-Z`])")

DEPTH: Final = 6
"""Levels of nested objects in an example."""

EXAMPLES: Final[Mapping[str, object]] = {
    "date": "2026-11-14",
    "date-time": "2026-11-14T20:15:00Z",
    "uri": "https://…",
    "uri-reference": "/api/v1/…",
    "uuid": "0b6ce0b0-0000-4000-8000-000000000000",
    "string": "…",
    "integer": 0,
    "number": 0.0,
    "boolean": False,
}
"""Values by format or type."""


METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
"""Methods of requests, in the order in which a resource lists them."""

LEARNING_ORDER: Final = (
    *("root", "games", "uploads", "players", "leaderboards", "stats", "puzzles"),
    *("lobby", "tables", "turns", "drafts", "account", "notices", "confirmations"),
    *("clubs", "events", "series", "week-deal", "occasions", "editions"),
)
"""Resources in the order in which a reader learns them: read, play, meet. Others follow."""


def reference_groups(description: ApiDescription, site: str) -> list[dict[str, object]]:
    """Operations of an OpenAPI `description` by the first part of their paths, as the page lists
    them, in `LEARNING_ORDER`. `site` is the address of the site, without a slash at its end."""
    schemas = description["components"]["schemas"]
    groups: dict[str, list[dict[str, object]]] = {}
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            (tag, *_) = operation.get("tags", ["root"])
            name = tag.partition(".")[0]
            listed = listed_operation(path, method.upper(), operation, schemas, site)
            groups.setdefault(name, []).append(listed)
    return [
        {
            "name": name,
            "about": min(listed, key=_path_length)["title"],
            "methods": " ".join(
                method for method in METHODS if any(row["method"] == method for row in listed)
            ),
            "operations": listed,
        }
        for name, listed in sorted(groups.items(), key=_learning_rank)
    ]


def _path_length(operation: Mapping[str, object]) -> int:
    return len(str(operation["path"]))


def _learning_rank(group: tuple[str, list[dict[str, object]]]) -> int:
    name, _ = group
    return LEARNING_ORDER.index(name) if name in LEARNING_ORDER else len(LEARNING_ORDER)


def filtered_groups(groups: list[dict[str, object]], query: str) -> list[dict[str, object]]:
    """The operations whose method, path, title or text has every word of `query`."""
    words = query.casefold().split()
    narrowed = []
    for group in groups:
        operations = cast("list[dict[str, object]]", group["operations"])
        matches = [row for row in operations if all(word in _searched(row) for word in words)]
        if matches:
            narrowed.append({**group, "operations": matches})
    return narrowed


def _searched(operation: Mapping[str, object]) -> str:
    fields = ("method", "path", "title", "paragraphs", "id")
    return " ".join(str(operation[field]) for field in fields).casefold()


def listed_operation(
    path: str, method: str, operation: Operation, schemas: Schemas, site: str
) -> dict[str, object]:
    """An operation as ``api/docs.html`` shows it."""
    first, *paragraphs = operation["description"].strip().split("\n\n")
    title, *further = SENTENCE_END.split(first, maxsplit=1)
    bodies = operation["requestBody"]["content"] if "requestBody" in operation else {}
    needs_login = {} not in operation.get("security", [{}])
    status, answer = answer_example(operation["responses"], schemas)
    return {
        "id": operation["operationId"],
        "method": method,
        "path": path,
        "broken_path": breakable(path),
        "title": inline_code(title),
        "paragraphs": [inline_code(paragraph) for paragraph in (*further, *paragraphs)],
        "needs_login": needs_login,
        "curl": format_html(
            "{}{}", curl(site, method, bodies, schemas, needs_login=needs_login), breakable(path)
        ),
        "parameters": [
            _parameter(parameter, schemas) for parameter in operation.get("parameters", ())
        ],
        "fields": list(_fields(bodies, schemas)),
        "status": status,
        "answer": answer,
        "statuses": [
            (status, inline_code(response["description"]))
            for status, response in operation["responses"].items()
            if status not in USUAL and response["description"]
        ],
    }


def breakable(path: str) -> SafeString:
    """`path` as HTML: a line may end before each slash."""
    return format_html_join("", "<wbr>/{}", ((part,) for part in path.split("/")[1:]))


def usual_statuses(description: ApiDescription) -> list[tuple[str, SafeString]]:
    """The statuses that any operation may answer with, and their meaning."""
    meanings: dict[str, str] = {}
    for operations in description["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                if status in USUAL:
                    meanings.setdefault(status, response["description"])
    return [(status, inline_code(meanings[status])) for status in sorted(meanings)]


def curl(url: str, method: str, bodies: Bodies, schemas: Schemas, *, needs_login: bool) -> str:
    """A command for a shell that sends the request."""
    words = ["curl"] if method == "GET" else ["curl", "-X", method]
    if needs_login:
        words.append("-H 'Authorization: Bearer imh_…'")
    if JSON in bodies and "text/plain" not in bodies:
        sent = json.dumps(example_value(bodies[JSON]["schema"], schemas), ensure_ascii=False)
        words += [f"-H 'Content-Type: {JSON}'", f"-d '{sent}'"]
    elif bodies:
        words += ["-H 'Content-Type: text/plain'", "--data-binary @game.imh"]
    return " ".join([*words, url])


def answer_example(responses: Mapping[str, Answer], schemas: Schemas) -> tuple[str, SafeString]:
    """The status of the first success, and an example of its body as HTML if that is JSON."""
    status = next(status for status in PLAIN_SUCCESS if status in responses)
    content = responses[status].get("content", {})
    if JSON not in content or content[JSON]["schema"].get("format") == "binary":
        return status, SafeString()
    value = example_value(content[JSON]["schema"], schemas)
    return status, json_in_html(value)


def json_in_html(value: object) -> SafeString:
    """`value` as JSON for the content of an element. Its many quotation marks stay as they are
    there: they are a sixth of the page when they are written as entities."""
    return mark_safe(html.escape(json.dumps(value, ensure_ascii=False, indent=2), quote=False))


def example_value(schema: Schema, schemas: Schemas, depth: int = DEPTH) -> object:
    """A value that `schema` allows, short."""
    schema = resolved(schema, schemas)
    if "example" in schema:
        return schema["example"]
    if schema.get("default") not in (None, ""):
        return schema["default"]
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return _example_object(schema, schemas, depth)
        case "array":
            return [example_value(schema["items"], schemas, depth - 1)] if depth else []
        case kind:
            return EXAMPLES.get(schema.get("format", ""), EXAMPLES.get(str(kind)))


def _example_object(schema: Schema, schemas: Schemas, depth: int) -> dict[str, object]:
    if not depth:
        return {}
    fields = schema.get("properties", {})
    example = {
        name: example_value(field, schemas, depth - 1)
        for name, field in fields.items()
        if not field.get("deprecated")
    }
    values = schema.get("additionalProperties")
    if isinstance(values, Mapping) and values:
        example["…"] = example_value(values, schemas, depth - 1)
    return example


def resolved(schema: Schema, schemas: Schemas) -> Schema:
    """`schema`, or the one that it refers to with what it adds."""
    if reference := schema.get("$ref"):
        return resolved(schemas[reference.rpartition("/")[2]], schemas)
    parts = schema.get("allOf") or schema.get("oneOf") or schema.get("anyOf")
    return resolved(parts[0], schemas) | schema if parts else schema


def type_words(schema: Schema, schemas: Schemas) -> str:
    """The type of a field: its choices, its format or its name."""
    schema = resolved(schema, schemas)
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"[{type_words(schema['items'], schemas)}]"
    return str(schema.get("format") or schema.get("type", ""))


def _parameter(parameter: Parameter, schemas: Schemas) -> dict[str, object]:
    return {
        "name": parameter["name"],
        "place": parameter["in"],
        "type": type_words(parameter["schema"], schemas),
        "words": inline_code(parameter.get("description", "").strip()),
        "required": parameter.get("required", False),
        "deprecated": parameter.get("deprecated", False),
    }


def _fields(bodies: Bodies, schemas: Schemas) -> Iterator[dict[str, object]]:
    """Fields of a body of JSON."""
    schema = resolved(bodies[JSON]["schema"], schemas) if JSON in bodies else Schema()
    for name, field in schema.get("properties", {}).items():
        yield {
            "name": name,
            "place": "body",
            "type": type_words(field, schemas),
            "words": inline_code(field.get("description", "")),
            "required": name in schema.get("required", ()),
            "deprecated": field.get("deprecated", False),
        }


def inline_code(text: str) -> SafeString:
    """`text` as HTML: what stands between backticks is code."""
    return format_html_join("", "{}", ((part,) for part in _marked(text.split("`"))))


def _marked(parts: Iterable[str]) -> Iterator[str]:
    for number, part in enumerate(parts):
        yield format_html("<code>{}</code>", part) if number % 2 else part
