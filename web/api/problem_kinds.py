"""Problem types (RFC 9457) and parts of the API's description. Settings read this: no Django."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from web.public_id import ALPHABET, LENGTH

MEDIA_TYPE: Final = "application/problem+json"
PATH: Final = "/api/v1/problems/"
"""Address to which `type` points; ``web.api.root.ProblemType`` answers there."""


class ProblemKind(NamedTuple):
    """A problem that means more than its status says."""

    status: int
    title: str
    description: str


KINDS: Final[Mapping[str, ProblemKind]] = {
    "invalid": ProblemKind(400, "The input cannot be used", "`errors` has sentences by field."),
    "malformed": ProblemKind(
        400, "The body cannot be read", "It is not what its Content-Type says."
    ),
    "scope": ProblemKind(403, "The token lacks a scope", "`scope` is the scope that you need."),
    "csrf": ProblemKind(
        403, "The CSRF check failed", "With a session, send the cookie's token as X-CSRFToken."
    ),
    "duplicate": ProblemKind(
        409, "The game is here already", "`game` is the stored game. Nothing was added."
    ),
    "conflict": ProblemKind(409, "It conflicts with what is there", "`detail` says with what."),
    "too-large": ProblemKind(
        413, "The upload is too large", "`detail` says which limit was passed."
    ),
    "too-slow": ProblemKind(
        503,
        "The search takes too long",
        "The last line of an export that was stopped. To continue, start after the game in "
        "`after`.",
    ),
    "refused": ProblemKind(
        422,
        "The log was refused",
        "`kind` says why: illegal, result, deal, syntax, account, date, unreadable. `line` is the "
        "line of the file, 0 if there is none. Of an illegal entry also `rule`, `sentence`, "
        "`place` (in the rulings), `rule_url` (their page), `ply`, `actor`, what was `tried` and "
        "what would have been `legal`; of a wrong result `claimed` and `computed`; of a deal that "
        "does not follow from what the log reveals `part`, `ply`, what was `written` and what was "
        "`dealt`.",
    ),
    "stale": ProblemKind(
        409,
        "The game has gone on",
        "`plies` is the number of entries there are: read those that are new, and decide again.",
    ),
    "draft-changed": ProblemKind(
        409,
        "Another device has written to the draft",
        "`version` and `log` are what is there. Nothing was written: ask which one is right, and "
        "write that one on this `version`.",
    ),
    "time-over": ProblemKind(409, "The time is over", "The entry came after the deadline."),
    "not-your-turn": ProblemKind(403, "It is not your turn", "It is another player's turn."),
    "illegal-entry": ProblemKind(
        422,
        "The rules do not allow it",
        "`rule`, `sentence` and `place` (in the rulings, at `rule_url`) say why; `legal` is what "
        "may be written. Nothing was written.",
    ),
    "no-space": ProblemKind(
        503,
        "There is no space left",
        "Nothing was stored. Reading still works. Retry-After says when to try again.",
    ),
    "quota": ProblemKind(
        429,
        "The account has reached its upload limit for today",
        "`used_bytes` of `limit_bytes` and `used_logs` of `limit_logs` (0: no limit) are counted "
        "on this day of UTC. `ends` and Retry-After say when more may come.",
    ),
    "throttled": ProblemKind(429, "Too many requests", "Retry-After says when to come again."),
}


# --- parts of the API's description that no serializer describes -----------


_TEXT: Final = {"type": "string"}
_NUMBER: Final = {"type": "integer"}
_TEXTS: Final = {"type": "array", "items": _TEXT}

GAME_ID: Final = {"type": "string", "pattern": f"^[{ALPHABET}]{{{LENGTH}}}$"}

COMPONENTS: Final[dict[str, Any]] = {
    "schemas": {
        "Problem": {
            "type": "object",
            "description": "Problem details (RFC 9457). `type` is about:blank, or the address of a "
            "page that says more: " + ", ".join(KINDS) + ".",
            "required": ["type", "title", "status", "detail", "instance"],
            "properties": {
                "type": _TEXT | {"format": "uri-reference"},
                "title": _TEXT,
                "status": _NUMBER,
                "detail": _TEXT,
                "instance": _TEXT | {"format": "uri-reference"},
                "errors": {
                    "type": "object",
                    "description": "Sentences by field; an empty name: of the whole.",
                    "additionalProperties": _TEXTS,
                },
                "scope": _TEXT | {"description": "the scope that the token lacks"},
                "kind": _TEXT | {"description": "why a log was refused"},
                "rule": _TEXT,
                "sentence": _TEXT | {"description": "the rule in words"},
                "place": _TEXT | {"description": "the number of the ruling"},
                "rule_url": _TEXT
                | {"format": "uri-reference", "description": "where the site explains the ruling"},
                "line": _NUMBER | {"description": "of the file, from 1; 0: none"},
                "ply": _NUMBER,
                "actor": _TEXT,
                "tried": _TEXT,
                "legal": _TEXTS | {"description": "what would have been legal"},
                "claimed": {"description": "the result as the log says it"},
                "computed": {"description": "the result as it is"},
                "part": _TEXT | {"description": "the part of the deal that does not follow"},
                "written": _TEXT | {"description": "what the log says there"},
                "dealt": _TEXT | {"description": "the value that follows from the log"},
                "member": _TEXT | {"description": "the file in the archive"},
                "number": _NUMBER | {"description": "of the log in the upload, from 1"},
                "game": {
                    "type": "object",
                    "description": "the game that is here already",
                    "properties": {"id": _TEXT, "url": _TEXT},
                },
                "upload": {"type": "object", "description": "what was stored, as for 201"},
                "verdicts": {
                    "type": "array",
                    "items": {"type": "object"},
                    "description": "of a dry run, one for each log",
                },
            },
        }
    }
}
