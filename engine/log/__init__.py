"""The log of a game: read, written, taken apart (``docs/log-format.md``)."""

from __future__ import annotations

from typing import Final

from engine.entries import Entry
from engine.errors import LogSyntaxError
from engine.log.entries import entry_text, parse_entry
from engine.log.envelope import read_json, to_json, write_json
from engine.log.header import FIELDS, header_fields, parse_seats, setup_fields
from engine.log.model import LOG_BYTE_LIMIT, LOG_ENTRY_LIMIT, Header, Log
from engine.log.text import read_text, write_text

__all__ = [
    "FIELDS",
    "LOG_BYTE_LIMIT",
    "LOG_ENTRY_LIMIT",
    "Entry",
    "Header",
    "Log",
    "entry_text",
    "header_fields",
    "parse_entry",
    "parse_seats",
    "read_json",
    "read_log",
    "read_text",
    "setup_fields",
    "to_json",
    "write_json",
    "write_text",
]

BYTE_ORDER_MARK: Final = "\ufeff"


def read_log(source: str | bytes) -> Log:
    """The log that `source` holds: text, or JSON; UTF-8 of at most 1 MiB.

    Raises ``LogSyntaxError`` with the line.
    """
    _check_size(len(source))  # a string has no fewer bytes than characters
    text = _decoded(source) if isinstance(source, bytes) else source
    text = text.removeprefix(BYTE_ORDER_MARK)
    if not text.isascii():
        _check_size(len(_encoded(text)))
    return read_json(text) if text.lstrip()[:1] == "{" else read_text(text)


def _check_size(size: int) -> None:
    if size > LOG_BYTE_LIMIT:
        raise LogSyntaxError(0, f"a log can have at most {LOG_BYTE_LIMIT} bytes")


def _decoded(source: bytes) -> str:
    try:
        return source.decode()
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        raise LogSyntaxError(line, "not UTF-8 text") from None


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        line = text[: error.start].count("\n") + 1
        raise LogSyntaxError(line, "not UTF-8 text") from None
