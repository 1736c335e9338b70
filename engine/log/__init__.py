"""The log of a game: read, written, taken apart (``docs/log-format.md``)."""

from __future__ import annotations

from engine.errors import LogSyntaxError
from engine.log.entries import entry_text, parse_entry
from engine.log.envelope import read_json, to_json, write_json
from engine.log.model import MOST_BYTES, MOST_ENTRIES, Entry, Header, Log
from engine.log.text import read_text, write_text

__all__ = [
    "MOST_BYTES",
    "MOST_ENTRIES",
    "Entry",
    "Header",
    "Log",
    "entry_text",
    "parse_entry",
    "read_json",
    "read_log",
    "read_text",
    "to_json",
    "write_json",
    "write_text",
]


def read_log(source: str | bytes) -> Log:
    """The log that `source` holds: text, or JSON; UTF-8 of at most 1 MiB.

    Raises ``LogSyntaxError`` with the line.
    """
    text = source if isinstance(source, str) else _decoded(source)
    if len(text) > MOST_BYTES or (not text.isascii() and _size(text) > MOST_BYTES):
        raise LogSyntaxError(0, f"a log has at most {MOST_BYTES} bytes")
    return read_json(text) if text.lstrip()[:1] == "{" else read_text(text)


def _size(text: str) -> int:
    return len(text.encode(errors="replace"))


def _decoded(source: bytes) -> str:
    try:
        return source[: MOST_BYTES + 1].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if len(source) > MOST_BYTES:
            raise LogSyntaxError(0, f"a log has at most {MOST_BYTES} bytes") from None
        line = source[: error.start].count(b"\n") + 1
        raise LogSyntaxError(line, "not UTF-8 text") from None
