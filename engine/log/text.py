"""The text form of a log (``docs/log-format.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.entries import Entry, EntryError
from engine.errors import LogSyntaxError, SetupError
from engine.log.entries import Decoder, decoder, entry_texts
from engine.log.header import FIELDS, header_fields, parse_header
from engine.log.model import LOG_ENTRY_LIMIT, Header, Log

FIRST_LINE: Final = "imhotep 1"
FIELD_NAMES: Final = frozenset(FIELDS)

Comments = list[tuple[int, str]]


def read_text(text: str) -> Log:
    """The log in its text form; raises ``LogSyntaxError`` with the line."""
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    lines = text.rstrip("\n").split("\n")
    comments: Comments = []
    header, fields, first_entry = _read_header(lines, comments)
    codec = decoder(header.setup.seats)
    entries: Sequence[Entry]
    numbers: Sequence[int]
    try:
        entries = tuple([codec[line] for line in lines[first_entry:]])
        numbers = range(first_entry + 1, len(lines) + 1)
    except EntryError:  # something that is no entry: a comment, a blank line, a mistake
        entries, numbers = _read_entries(lines, first_entry, codec, comments)
    if len(entries) > LOG_ENTRY_LIMIT:
        raise LogSyntaxError(
            numbers[LOG_ENTRY_LIMIT], f"a log can have at most {LOG_ENTRY_LIMIT} entries"
        )
    return Log(header, tuple(entries), numbers, fields, tuple(comments))


def _read_entries(
    lines: list[str], first: int, codec: Decoder, comments: Comments
) -> tuple[list[Entry], list[int]]:
    """The entries from line index `first` on, and their line numbers."""
    entries: list[Entry] = []
    numbers: list[int] = []
    for number, raw in enumerate(lines[first:], first + 1):
        line = _without_comment(raw, len(entries), comments)
        if line:
            try:
                entries.append(codec[line])
            except EntryError as error:
                raise LogSyntaxError(number, str(error)) from None
            numbers.append(number)
    return entries, numbers


def _without_comment(line: str, entries: int, comments: Comments) -> str:
    if "#" in line:
        line, _, comment = line.partition("#")
        comments.append((entries, comment.strip()))
    return line.strip()


def _read_header(lines: list[str], comments: Comments) -> tuple[Header, dict[str, int], int]:
    """The header, the line of each of its fields, and the index of the first entry."""
    fields: dict[str, str] = {}
    numbers: dict[str, int] = {}
    begun = False
    end = len(lines)
    for index, raw in enumerate(lines):
        field, colon, value = raw.partition(": ")
        if not begun or field not in FIELD_NAMES or field in fields or "#" in value:
            before = len(comments)
            line = _without_comment(raw, 0, comments)
            if not line:
                continue
            if not begun:
                _check_first(index + 1, line)
                begun = True
                continue
            field, colon, value = line.partition(":")
            if not colon:
                _check_entry_begins(index + 1, line)
                del comments[before:]  # the comment is the first entry's; it is read again
                end = index
                break
            if field not in FIELDS or field in fields:
                problem = "twice" if field in fields else "which is unknown"
                raise LogSyntaxError(index + 1, f"the header has {field[:40]!r}, {problem}")
        fields[field] = value.strip()
        numbers[field] = index + 1
    if not begun:
        raise LogSyntaxError(1, f"a log has to begin with {FIRST_LINE!r}")
    try:
        return parse_header(fields), numbers, end
    except SetupError as error:
        cause = error
    refusal = LogSyntaxError(numbers.get(cause.field, 1), f"{cause.field}: {cause.message}")
    refusal.__cause__ = cause  # "raise from" is not kept by the compiler
    raise refusal


def _check_first(number: int, line: str) -> None:
    words = line.split()
    if words != FIRST_LINE.split():
        version = words[0] == FIRST_LINE.split()[0]
        problem = "another version of the log" if version else "not a log"
        raise LogSyntaxError(number, f"{problem}: the first line has to be {FIRST_LINE!r}")


def _check_entry_begins(number: int, line: str) -> None:
    """A line without a colon ends the header, unless it was meant for it."""
    word = line.split()[0]
    if word in FIELDS:
        raise LogSyntaxError(number, f"every header line needs a colon, as in '{word}: …'")


# ----------------------------------------------------------------------------- writing


def write_text(log: Log, *, comments: bool = False) -> str:
    """The text of `log` in canonical form; with `comments`, each before the entry it preceded."""
    lines = entry_texts(log.setup, log.entries)
    return head_text(log.header) + body_text(_remarked(log, lines) if comments else lines)


def head_text(header: Header) -> str:
    """A log in canonical form as far as its first entry."""
    fields = [f"{field}: {value}" for field, value in header_fields(header)]
    return "\n".join([FIRST_LINE, *fields, "", ""])


def body_text(lines: Iterable[str]) -> str:
    """The rest of it: `lines` are its entries, and comments perhaps."""
    return "\n".join([*lines, ""])


def _remarked(log: Log, lines: list[str]) -> Iterator[str]:
    remarks: dict[int, list[str]] = {}
    for before, comment in log.comments:
        remarks.setdefault(before, []).append(f"# {comment}".rstrip())
    for index, line in enumerate(lines):
        yield from remarks.get(index, ())
        yield line
    yield from remarks.get(len(lines), ())
