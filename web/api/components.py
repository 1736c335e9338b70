"""Parts of the API's description that no serializer describes. Settings read this: no Django."""

from __future__ import annotations

from typing import Any, Final

from web.api.problem_kinds import KINDS
from web.public_id import ALPHABET, LENGTH

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
                "part": _TEXT | {"description": "what of the deal does not follow"},
                "written": _TEXT | {"description": "what the log says there"},
                "dealt": _TEXT | {"description": "what follows from what the log reveals"},
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
