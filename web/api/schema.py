"""The description of the API: what REST framework cannot know of it by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from web.api.problem_kinds import KINDS, MEDIA_TYPE

OPEN_TO_ALL: Any = [{"token": []}, {"session": []}, {}]
"""A login is not needed, but changes the answer."""

SMALL_INTEGER: Final = {"type": "integer", "minimum": -9999, "maximum": 99999}
PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}
WORDS: Final = {
    304: "Not modified since the ETag that was sent.",
    400: "The input cannot be used: `errors` by field.",
    401: "There is no session, or the token does not work.",
    403: "This account or this token has no permission.",
    404: "It does not exist, or you have no access to it.",
    405: "This address does not have that method.",
    406: "It is not available in this format.",
    409: "It conflicts with the current state.",
    410: "It was here and has been deleted.",
    411: "The length of the body is missing.",
    413: "The body is too large.",
    415: "Bodies of this type are not accepted.",
    422: "The log was refused, with the place and the rule.",
    429: "Too many requests: Retry-After says when to try again.",
    500: "Something went wrong on our side.",
}
ALWAYS: Final = (400, 401, 403, 406, 429, 500)

REFUSED: Final = {
    "type": "/api/v1/problems/refused",
    "title": KINDS["refused"].title,
    "status": 422,
    "detail": "the ship has too few stones to sail (1 of 3)",
    "instance": "/api/v1/uploads",
    "kind": "illegal",
    "rule": "SHIP_TOO_LIGHT",
    "sentence": "the ship has too few stones to sail",
    "place": "R2.4",
    "line": 14,
    "ply": 4,
    "actor": "white",
    "tried": "sail 1 temple",
    "legal": ["take", "load 1.2", "load 1.3"],
}


def problems(*statuses: int) -> dict[object, object]:
    """The errors of an endpoint, for ``extend_schema(responses=…)``."""
    return {(status, MEDIA_TYPE): described(status) for status in statuses}


def described(status: int) -> OpenApiResponse:
    examples = [OpenApiExample("An illegal entry", REFUSED, response_only=True)]
    return OpenApiResponse(PROBLEM, WORDS[status], examples if status == 422 else [])


def renamed_filters(names: Mapping[str, str]) -> list[OpenApiParameter]:
    """Deprecated names of filters for whole numbers, for ``extend_schema(parameters=…)``;
    `names` gives the present name of each."""
    return [
        OpenApiParameter(
            old, SMALL_INTEGER, deprecated=True, description=f"The former name of `{new}`."
        )
        for old, new in names.items()
    ]


class Schema(AutoSchema):
    """Adds the errors that any endpoint may answer with, and 304 where there is an ETag."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        responses = operation["responses"]
        for status in ALWAYS:
            responses.setdefault(
                str(status),
                {"content": {MEDIA_TYPE: {"schema": PROBLEM}}, "description": WORDS[status]},
            )
        if (
            self.method == "GET"
            and getattr(self.view, "public", False)
            and getattr(self.view, "has_etag", False)
        ):
            responses.setdefault("304", {"description": WORDS[304]})
        operation["responses"] = dict(sorted(responses.items()))
        return operation
