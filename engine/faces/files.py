"""Logs from files: text, JSON, NDJSON, several games in one file, gzip, directories, stdin."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, NamedTuple

from engine.errors import LogSyntaxError
from engine.log import MOST_BYTES

SUFFIXES: Final = (".imh", ".json", ".ndjson", ".jsonl")
GZIP_MAGIC: Final = b"\x1f\x8b"
FIRST_WORD: Final = b"imhotep"


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
        path = Path(name)
        if name != "-" and path.is_dir():
            for found in sorted(path.rglob("*")):
                plain = found.with_suffix("") if found.suffix == ".gz" else found
                if found.is_file() and plain.suffix in SUFFIXES:
                    yield str(found)
        else:
            yield name


def records(name: str) -> Iterator[Record]:
    """The logs in the file `name`; what cannot be read is a record with an error."""
    try:
        if name == "-":
            yield from _split("<stdin>", sys.stdin.buffer)
            return
        with Path(name).open("rb") as file:
            zipped = file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
            file.seek(0)
            if zipped:
                with gzip.open(file) as unzipped:
                    yield from _split(name, unzipped)
            else:
                yield from _split(name, file)
    except (OSError, EOFError, zlib.error) as error:
        yield Record(name, 0, b"", getattr(error, "strerror", None) or str(error))


def _split(name: str, stream: IO[bytes] | gzip.GzipFile) -> Iterator[Record]:
    """Take the stream apart: a line that begins with ``imhotep`` begins a log, and so does each
    line of NDJSON. No more than one log is held in memory, and of one too long no more than the
    limit."""
    held: list[bytes] = []
    size = first = 0
    for number, line in _lines(stream):
        start = line.lstrip(b"\xef\xbb\xbf \t")
        json_line = start[:1] == b"{" and line.rstrip()[-1:] == b"}"
        if held and (json_line or start.split(maxsplit=1)[:1] == [FIRST_WORD]):
            yield _record(name, first, held)
            held, size = [], 0
        if json_line:
            yield Record(name, number, line)
        elif held or line.strip():
            first = first if held else number
            size += len(line)
            if size <= MOST_BYTES + len(line):  # enough to see that it is too long
                held.append(line)
    if held:
        yield _record(name, first, held)


def _record(name: str, first: int, lines: list[bytes]) -> Record:
    return Record(name, first, b"".join(lines))


def _lines(stream: IO[bytes] | gzip.GzipFile) -> Iterator[tuple[int, bytes]]:
    """Numbered lines; one longer than a log may be comes in pieces."""
    number = 1
    while line := stream.readline(MOST_BYTES + 2):
        yield number, line
        number += line.endswith(b"\n")


def is_log(source: bytes) -> bool:
    """Whether `source` so much as begins like a log."""
    start = source.removeprefix(b"\xef\xbb\xbf").lstrip()
    while start.startswith(b"#"):
        start = start.partition(b"\n")[2].lstrip()
    return start.startswith((FIRST_WORD, b"{"))


def one_log(name: str, number: int) -> Record:
    """Log `number` (from 1) of a file; raises ``LogSyntaxError`` if there is none."""
    for count, record in enumerate(records(name), 1):
        if record.error:
            raise LogSyntaxError(0, f"{name}: {record.error}")
        if count == number:
            return record
    raise LogSyntaxError(0, f"{name}: there is no game {number} in it")
