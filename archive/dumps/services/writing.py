"""Writes a dump into a folder that is empty: files of lines, tables, and the manifest last."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import file_digest
from pathlib import Path
from typing import IO, Final, NamedTuple

from django.conf import settings

from archive.dumps.services.contents import FILES, pieces, plain_name
from archive.dumps.services.flat import Flat
from archive.log.leaf_lines import settings_line
from archive.log.reading import copy_log, log_state
from archive.log.witnesses import cosigned_note
from engine.build import VERSION, engine_version
from games.lines import Line, canonical_json_line, timestamp_text
from games.queries import patterns_off_board
from insights.stats.services import research
from web.database_clock import database_time

FORM: Final = 1
"""Of the dump: its files, and what a line has."""

MANIFEST: Final = "manifest.json"
PARQUET: Final = "parquet"


class DumpFile(NamedTuple):
    """A file of a dump, as the manifest names it: `name` within the folder; `lines` of a file that
    has some. `optional`: nothing that is not in the others."""

    name: str
    bytes: int
    sha256: str
    lines: int | None = None
    optional: bool = False


def write_dump_files(folder: Path) -> list[DumpFile]:
    """Write every file of a dump, and last its manifest, into the empty `folder`. To be called
    inside ``settled_moment``."""
    dump_time = timestamp_text(database_time())
    (folder / PARQUET).mkdir()
    with ExitStack() as stack:
        files = {name: stack.enter_context(Lines(folder, name)) for name in FILES}
        flat = stack.enter_context(Flat(folder / PARQUET))
        for name, lines in pieces():
            files[name].write(flat.passed(name, lines))
    research.export(folder / PARQUET)
    copy_log(folder, cosigned_note(log_state()))
    counts = {file.path: file.count for file in files.values()}
    dump_files = [_dump_file(folder, path, counts.get(path)) for path in _every(folder)]
    manifest = {
        "form": FORM,
        "made_at": dump_time,
        "site": settings.SITE_URL,
        "code": VERSION,
        "engine": engine_version(),
        "settings": settings_line(),
        "leaderboard_without": sorted(patterns_off_board().values_list("player", flat=True)),
        "files": [file._asdict() for file in dump_files],
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False)
    (folder / MANIFEST).write_text(f"{text}\n", "utf-8")
    return dump_files


class Lines:
    """A file of lines that is being written. Use it as a context.

    The same lines give the same bytes: its head says neither a time nor a name.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / plain_name(name)
        self.count = 0
        self._file: IO[bytes] = self.path.open("wb")
        self._packed = gzip.GzipFile("", "wb", 6, self._file, mtime=0)

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._packed.close()
        finally:
            self._file.close()

    def write(self, lines: Iterator[Line]) -> None:
        texts = [canonical_json_line(line) for line in lines]
        if texts:
            self._packed.write(b"\n".join(texts) + b"\n")
            self.count += len(texts)


# --- inside -------------------------------------------------------------------


def _every(folder: Path) -> Sequence[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _dump_file(folder: Path, path: Path, lines: int | None) -> DumpFile:
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    name = path.relative_to(folder).as_posix()
    return DumpFile(name, path.stat().st_size, digest, lines, name.startswith(f"{PARQUET}/"))
