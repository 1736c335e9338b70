"""Logs from files: text, JSON, NDJSON, lines of a dump, several games in one file, gzip,
directories, stdin."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os.path
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, NamedTuple, cast

from engine.errors import (
    DealMismatch,
    EngineError,
    LogSyntaxError,
    ReplayError,
    ResultMismatch,
)
from engine.log import LOG_BYTE_LIMIT

SUFFIXES: Final = (".imh", ".json", ".ndjson", ".jsonl")
GZIP_MAGIC: Final = b"\x1f\x8b"
FIRST_WORD: Final = b"imhotep"
MAY_BEGIN: Final = frozenset(bytes([byte]) for byte in b"{i\xef\xbb\xbf \t\r\n\v\f")
"""First bytes of a line that may begin a log, or be empty."""

LONGEST_LINE: Final = LOG_BYTE_LIMIT + 3
"""More than one log in one line, its CRLF included."""


class Record(NamedTuple):
    """One log in a file: its bytes, and the line of the file at which it begins (from 1).

    `error` says why there are no bytes worth reading.
    """

    file: str
    line: int
    source: bytes
    error: str = ""


def paths(names: list[str]) -> Iterator[str]:
    """The files that `names` mean: a directory is every log below it, ``-`` is stdin."""
    for name in names:
        if name != "-" and os.path.isdir(name):  # unlike Path's, never an error
            yield from _logs_below(name) or [name]
        else:
            yield name


def _logs_below(folder: str) -> list[str]:
    return [
        str(path)
        for path in sorted(Path(folder).rglob("*"))
        if (path.with_suffix("") if path.suffix == ".gz" else path).suffix in SUFFIXES
        and os.path.isfile(path)
    ]


def records(name: str) -> Iterator[Record]:
    """The logs in the file `name`; what cannot be read is a record with an error."""
    source_name = "<stdin>" if name == "-" else name
    empty = True
    try:
        for record in _read(name, source_name):
            yield unwrapped(record)
            empty = False
    except (OSError, EOFError, zlib.error) as error:
        yield Record(source_name, 0, b"", getattr(error, "strerror", None) or str(error))
        return
    if empty:
        yield Record(source_name, 0, b"", "there is nothing in it")


def unwrapped(record: Record) -> Record:
    """The log in a line of a site's dump or export, named as ``file:line``; any other record as it
    is."""
    if not record.source.startswith(b"{") or b'"log":' not in record.source:
        return record
    try:
        document = json.loads(record.source)
    except (ValueError, RecursionError):
        return record
    log = document.get("log")
    if not isinstance(log, str) or FIRST_WORD.decode() in document:
        return record
    return Record(f"{record.file}:{record.line}", 1, log.encode("utf-8", "replace"))


def _read(name: str, source_name: str) -> Iterator[Record]:
    with _opened(name) as file:
        if file.peek(len(GZIP_MAGIC)).startswith(GZIP_MAGIC):
            with gzip.open(file) as unzipped:
                yield from split_stream(source_name, unzipped)
        else:
            yield from split_stream(source_name, file)


def _opened(name: str) -> io.BufferedReader:
    if name == "-":
        if sys.stdin is None:
            raise OSError(errno.EBADF, "it is closed")
        return cast(io.BufferedReader, sys.stdin.buffer)
    if os.path.isdir(name):
        raise IsADirectoryError(errno.EISDIR, "there is no log in this directory")
    return Path(name).open("rb")


def split_stream(name: str, stream: IO[bytes] | gzip.GzipFile) -> Iterator[Record]:
    """Take the stream apart: a line that begins with ``imhotep``, or with a brace, begins a log;
    a line of NDJSON is a whole one. Comments before the first log belong to it.

    No more than one log is held in memory, and of one too long no more than the limit.
    """
    buffer: list[bytes] = []
    size = first = 0
    comments = True  # nothing else is held
    for number, line, starts in _lines(stream):
        if not comments and line[:1] not in MAY_BEGIN:  # most lines: another entry of a text
            size += len(line)
            if size <= LOG_BYTE_LIMIT + len(line):
                buffer.append(line)
            continue
        start = line.lstrip(b"\xef\xbb\xbf \t")
        brace = starts and start[:1] == b"{"
        text = starts and start.split(maxsplit=1)[:1] == [FIRST_WORD]
        if buffer and (brace or (text and not comments)):
            yield _record(name, first, buffer)
            buffer, size, comments = [], 0, True
        if brace and len(line) < LONGEST_LINE and line.rstrip()[-1:] == b"}":
            yield Record(name, number, line)
        elif buffer or line.strip():
            first = first if buffer else number
            size += len(line)
            comments = comments and start.strip()[:1] in (b"", b"#")
            if size <= LOG_BYTE_LIMIT + len(line):  # enough to see that it is too long
                buffer.append(line)
    if buffer:
        yield _record(name, first, buffer)


def _record(name: str, first: int, lines: list[bytes]) -> Record:
    return Record(name, first, b"".join(lines))


def _lines(stream: IO[bytes] | gzip.GzipFile) -> Iterator[tuple[int, bytes, bool]]:
    """Numbered lines; one longer than a log may be comes in pieces, of which one starts it."""
    number, starts = 1, True
    while line := stream.readline(LONGEST_LINE):
        yield number, line, starts
        starts = line.endswith(b"\n")
        number += starts


def is_log(source: bytes) -> bool:
    """True if `source` so much as begins like a log."""
    lines = map(bytes.strip, source.removeprefix(b"\xef\xbb\xbf").split(b"\n"))
    entry_lines = (line for line in lines if line and not line.startswith(b"#"))
    return next(entry_lines, b"").startswith((FIRST_WORD, b"{"))


def in_file(error: EngineError, begins: int) -> EngineError:
    """`error` with the line of the file, of a log that begins at line `begins` of it."""
    match error:
        case ReplayError(line=line) if line:
            place = (line + begins - 1, error.ply)
            return ReplayError(error.cause, *place, error.actor, error.tried, error.legal)
        case ResultMismatch(line=line) if line:
            return ResultMismatch(line + begins - 1, error.claimed, error.computed)
        case DealMismatch(line=line) if line:
            return error.with_place(line + begins - 1, error.ply)
        case LogSyntaxError(line=line) if line:
            return LogSyntaxError(line + begins - 1, error.message)
    return error


def single_log(name: str, number: int) -> Record:
    """Log `number` (from 1) of a file; raises ``LogSyntaxError`` if there is none."""
    for count, record in enumerate(records(name), 1):
        if record.error:
            raise LogSyntaxError(0, f"{name}: {record.error}")
        if count == number:
            return record
    raise LogSyntaxError(0, f"{name}: there is no game {number} in it")
