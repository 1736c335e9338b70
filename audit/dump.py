"""A dump as it lies in a folder: its manifest, its files, their lines.

Who wrote it is not trusted: no file outside the folder is opened, no line is longer than a game
can be, and no more than one of them is in memory.
"""

from __future__ import annotations

import gzip
import json
import stat
import zlib
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple, NoReturn

from audit import fields
from audit.differences import Difference
from audit.fields import Line, Wrong

MANIFEST: Final = "manifest.json"
FORM: Final = 1
LARGEST_MANIFEST: Final = 64 << 20
LONGEST_LINE: Final = 4 << 20
"""Bytes. A log has at most one MiB, and each of its characters at most two as JSON."""

NEEDED: Final = (
    *("games", "verifications", "standings", "tables", "ledger", "books", "ratings", "players"),
    "editions",
)
"""The files without which there is nothing to audit."""


class Unreadable(Exception):
    """The dump cannot be read; the sentence says where and why."""


class Named(NamedTuple):
    """A file as the manifest names it; `lines` of a file that has some."""

    name: str
    path: Path
    bytes: int
    sha256: str
    lines: int | None
    optional: bool


class Dump(NamedTuple):
    """A dump: `files` by name. `settings`: those that ratings and lists follow from."""

    folder: Path
    made_at: str
    engine: str
    settings: Line
    files: dict[str, Named]


def read(folder: Path) -> Dump:
    """The dump in `folder`; raises ``Unreadable``."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            raw = file.read(LARGEST_MANIFEST + 1)
    except OSError as error:
        raise Unreadable(f"{folder / MANIFEST}: {error.strerror or error}") from None
    if len(raw) > LARGEST_MANIFEST:
        raise Unreadable(f"{MANIFEST}: it is larger than {LARGEST_MANIFEST} bytes")
    said = parsed(raw, MANIFEST, 0)
    try:
        if fields.number(said, "form") != FORM:
            raise Unreadable(f"{MANIFEST}: a form that this program does not know")
        named = [_named(folder, one) for one in fields.lines(said, "files")]
        files = {one.name: one for one in named}
        settings = fields.object_or_none(said, "settings") or {}
        found = Dump(
            folder, fields.moment(said, "made_at"), fields.text(said, "engine"), settings, files
        )
    except Wrong as error:
        raise Unreadable(f"{MANIFEST}: {error}") from None
    for name in NEEDED:
        if file_of(name) not in files:
            raise Unreadable(f"{MANIFEST}: it does not name {file_of(name)}")
    return found


def file_of(name: str) -> str:
    return f"{name}.ndjson.gz"


def compare_digests(dump: Dump) -> Iterator[Difference]:
    """Files whose digest differs from the manifest's. An optional one may be missing."""
    for one in dump.files.values():
        if not one.path.exists() and one.optional:
            continue
        try:
            if not stat.S_ISREG(one.path.stat().st_mode):
                raise Unreadable(f"{one.name}: it is no file")
            with one.path.open("rb") as file:
                digest = file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise Unreadable(f"{one.name}: {error.strerror or error}") from None
        if digest != one.sha256:
            yield Difference(MANIFEST, 0, f"SHA-256 of {one.name}", one.sha256, digest)


def lines(dump: Dump, name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file, from 1, without their line feeds. Raises ``Unreadable``."""
    file = file_of(name)
    number = 0
    try:
        with gzip.open(dump.files[file].path, "rb") as packed:
            while raw := packed.readline(LONGEST_LINE + 1):
                number += 1
                if len(raw) > LONGEST_LINE:
                    raise Unreadable(f"{file}:{number}: longer than {LONGEST_LINE} bytes")
                yield number, raw.rstrip(b"\n")
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable(f"{file}: after line {number}: {error}") from None


def parsed(raw: bytes, file: str, number: int) -> Line:
    """The object of a line; raises ``Unreadable``."""
    try:
        said = DECODER.decode(raw.decode())
    except (ValueError, RecursionError) as error:
        said = error
    if not isinstance(said, dict):
        why = said if isinstance(said, ValueError) else "it is no object of JSON"
        raise Unreadable(f"{file}:{number}: {str(why)[:200]}")
    return said


def counted(dump: Dump, name: str, count: int) -> Iterator[Difference]:
    """A number of lines that differs from the manifest's."""
    said = dump.files[file_of(name)].lines
    if said != count:
        yield Difference(MANIFEST, 0, f"lines of {file_of(name)}", said, count)


# --- inside -------------------------------------------------------------------


def _named(folder: Path, said: Line) -> Named:
    name = fields.text(said, "name")
    pure, path = PurePosixPath(name), folder / name
    if pure.is_absolute() or ".." in pure.parts or not name.isprintable() or "\\" in name:
        raise Wrong(f"files: {name[:80]!r} is not within the folder")
    if not path.resolve().is_relative_to(folder.resolve()):
        raise Wrong(f"files: {name[:80]!r} leads out of the folder")
    return Named(
        name,
        path,
        fields.number(said, "bytes"),
        fields.text(said, "sha256"),
        fields.number_or_none(said, "lines"),
        bool(said.get("optional")),
    )


def _no_number(said: str) -> NoReturn:
    raise ValueError(f"{said} is no number of JSON")


DECODER: Final = json.JSONDecoder(parse_constant=_no_number)
"""Made once: to make it takes as long as to read a short line."""
