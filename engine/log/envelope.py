"""The JSON form of a log: the same header fields, the same entry strings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from engine.errors import LogSyntaxError, SetupError
from engine.log.entries import entry_text, parse_entry
from engine.log.header import FIELDS, header_fields, parse_header
from engine.log.model import LOG_ENTRY_LIMIT, Header, Log

VERSION: Final = 1
KEYS: Final = frozenset({"imhotep", *FIELDS, "entries", "comments"})


def to_json(log: Log) -> dict[str, object]:
    """`log` as a JSON object."""
    body: dict[str, Any] = {"imhotep": VERSION, **dict(header_fields(log.header))}
    body["entries"] = [entry_text(log.setup, entry) for entry in log.entries]
    if log.comments:
        body["comments"] = [[before, text] for before, text in log.comments]
    return body


def write_json(log: Log) -> str:
    """`log` as one line of JSON (an NDJSON record, without its newline)."""
    return json.dumps(to_json(log), ensure_ascii=False, separators=(",", ":"))


def read_json(text: str) -> Log:
    """The log in its JSON form; raises ``LogSyntaxError``."""
    try:
        body = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise LogSyntaxError(error.lineno, f"not JSON: {error.msg}") from None
    except (RecursionError, ValueError):  # nested too deep; a number too long
        raise LogSyntaxError(0, "this JSON is not a log") from None
    return from_json(body)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise LogSyntaxError(0, "an object has the same key twice")
    return members


def from_json(body: object) -> Log:
    """The log that a JSON value says; raises ``LogSyntaxError``."""
    if not isinstance(body, Mapping):
        _refuse("a log has to be a JSON object")
    unknown = sorted(str(key)[:40] for key in body if key not in KEYS)
    if unknown:
        _refuse(f"unknown key {unknown[0]!r}")
    version = body.get("imhotep")
    if type(version) is not int or version != VERSION:
        _refuse(f'"imhotep" has to be {VERSION}')
    try:
        header = parse_header(_fields(body))
    except SetupError as error:
        raise LogSyntaxError(0, f"{error.field}: {error.message}") from error
    return _with_entries(header, body)


def _with_entries(header: Header, body: Mapping[str, object]) -> Log:
    texts = body.get("entries")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        _refuse('"entries" has to be a list of strings')
    if len(texts) > LOG_ENTRY_LIMIT:
        _refuse(f"a log can have at most {LOG_ENTRY_LIMIT} entries")
    entries = []
    for number, text in enumerate(texts, 1):
        try:
            entries.append(parse_entry(header.setup, text))
        except LogSyntaxError as error:
            _refuse(f"entry {number}: {error.message}")
    return Log(header, tuple(entries), comments=_comments(body.get("comments", []), len(entries)))


def _fields(body: Mapping[str, object]) -> dict[str, str]:
    fields = dict[str, str]()
    for field in FIELDS:
        if field in body:
            value = body[field]
            if not isinstance(value, str):
                _refuse(f"{field}: expected a string")
            fields[field] = " ".join(value.split())
    return fields


def _comments(values: object, entries: int) -> tuple[tuple[int, str], ...]:
    problem = '"comments" has to be a list of [number of entries before, text]'
    if not isinstance(values, list):
        _refuse(problem)
    comments = []
    for value in values:
        match value:
            case [int(before), str(text)] if (
                0 <= before <= entries and type(before) is int and _is_text(text)
            ):
                comments.append((before, " ".join(text.split())))
            case _:
                _refuse(problem)
    return tuple(comments)


def _is_text(text: str) -> bool:
    """True if `text` can be written: JSON can name half a character."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _refuse(message: str) -> NoReturn:
    raise LogSyntaxError(0, message)
