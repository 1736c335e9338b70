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
from audit.fields import AuditDifference, Line, WrongField

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


class UnreadableDump(Exception):
    """The dump cannot be read; the sentence says where and why."""


class ListedFile(NamedTuple):
    """A file as the manifest names it; `lines` of a file that has some."""

    name: str
    path: Path
    bytes: int
    sha256: str
    lines: int | None
    optional: bool


class Dump(NamedTuple):
    """A dump: `files` by name. `settings`: those that ratings and lists follow from. `off_board`:
    players under an open pattern, whom leaderboards leave out."""

    folder: Path
    made_at: str
    engine: str
    settings: Line
    files: dict[str, ListedFile]
    off_board: frozenset[int] = frozenset()


def read_dump(folder: Path) -> Dump:
    """The dump in `folder`; raises ``UnreadableDump``."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            raw = file.read(LARGEST_MANIFEST + 1)
    except OSError as error:
        raise UnreadableDump(f"{folder / MANIFEST}: {error.strerror or error}") from None
    if len(raw) > LARGEST_MANIFEST:
        raise UnreadableDump(f"{MANIFEST}: it is larger than {LARGEST_MANIFEST} bytes")
    manifest = parse_line(raw, MANIFEST, 0)
    try:
        if fields.number_field(manifest, "form") != FORM:
            raise UnreadableDump(f"{MANIFEST}: a form that this program does not know")
        named = [_listed_file(folder, line) for line in fields.objects_field(manifest, "files")]
        files = {line.name: line for line in named}
        settings = fields.object_or_none(manifest, "settings") or {}
        dump = Dump(
            folder,
            fields.moment_field(manifest, "made_at"),
            fields.text_field(manifest, "engine"),
            settings,
            files,
            _off_board(manifest),
        )
    except WrongField as error:
        raise UnreadableDump(f"{MANIFEST}: {error}") from None
    for name in NEEDED:
        if file_name(name) not in files:
            raise UnreadableDump(f"{MANIFEST}: it does not name {file_name(name)}")
    return dump


def _off_board(manifest: Line) -> frozenset[int]:
    players = manifest.get("leaderboard_without", [])
    if not isinstance(players, list):
        raise WrongField("leaderboard_without: no list")
    return frozenset(player for player in players if type(player) is int)


def file_name(name: str) -> str:
    return f"{name}.ndjson.gz"


def compare_digests(dump: Dump) -> Iterator[AuditDifference]:
    """Files whose digest differs from the manifest's. An optional one may be missing."""
    for listed in dump.files.values():
        if not listed.path.exists() and listed.optional:
            continue
        try:
            if not stat.S_ISREG(listed.path.stat().st_mode):
                raise UnreadableDump(f"{listed.name}: it is no file")
            with listed.path.open("rb") as file:
                digest = file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise UnreadableDump(f"{listed.name}: {error.strerror or error}") from None
        if digest != listed.sha256:
            yield AuditDifference(MANIFEST, 0, f"SHA-256 of {listed.name}", listed.sha256, digest)


def compare_engine(dump: Dump) -> Iterator[AuditDifference]:
    """An engine of the manifest that its settings, which the log has a leaf of, do not name."""
    settled = dump.settings.get("engine", dump.engine)
    if settled != dump.engine:
        yield AuditDifference(MANIFEST, 0, "engine", dump.engine, settled)


def read_lines(dump: Dump, name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file, from 1, without their line feeds. Raises ``UnreadableDump``."""
    file = file_name(name)
    number = 0
    try:
        with gzip.open(dump.files[file].path, "rb") as packed:
            while raw := packed.readline(LONGEST_LINE + 1):
                number += 1
                if len(raw) > LONGEST_LINE:
                    raise UnreadableDump(f"{file}:{number}: longer than {LONGEST_LINE} bytes")
                yield number, raw.rstrip(b"\n")
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableDump(f"{file}: after line {number}: {error}") from None


def parse_line(raw: bytes, file: str, number: int) -> Line:
    """The object of a line; raises ``UnreadableDump``."""
    try:
        decoded = DECODER.decode(raw.decode())
    except (ValueError, RecursionError) as error:
        decoded = error
    if not isinstance(decoded, dict):
        cause = decoded if isinstance(decoded, ValueError) else "it is no object of JSON"
        raise UnreadableDump(f"{file}:{number}: {str(cause)[:200]}")
    return decoded


def compare_line_count(dump: Dump, name: str, count: int) -> Iterator[AuditDifference]:
    """A number of lines that differs from the manifest's."""
    listed = dump.files[file_name(name)].lines
    if listed != count:
        yield AuditDifference(MANIFEST, 0, f"lines of {file_name(name)}", listed, count)


# --- inside -------------------------------------------------------------------


def _listed_file(folder: Path, line: Line) -> ListedFile:
    name = fields.text_field(line, "name")
    pure, path = PurePosixPath(name), folder / name
    if pure.is_absolute() or ".." in pure.parts or not name.isprintable() or "\\" in name:
        raise WrongField(f"files: {name[:80]!r} is not within the folder")
    if not path.resolve().is_relative_to(folder.resolve()):
        raise WrongField(f"files: {name[:80]!r} leads out of the folder")
    return ListedFile(
        name,
        path,
        fields.number_field(line, "bytes"),
        fields.text_field(line, "sha256"),
        fields.number_or_none(line, "lines"),
        bool(line.get("optional")),
    )


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


DECODER: Final = json.JSONDecoder(parse_constant=_refuse_constant)
"""Made once: to make it takes as long as to read a short line."""
