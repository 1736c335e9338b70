"""A dump of a small record, written once; each test changes a copy of it."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from archive.dumps.services.publish import dump
from tests.worlds.dumped_league import small_league

Change = Callable[[dict[str, Any]], dict[str, Any] | None]


class Copy:
    """A dump that a hand has changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def lines(self, name: str) -> list[dict[str, Any]]:
        raw = gzip.decompress((self.folder / f"{name}.ndjson.gz").read_bytes())
        return [json.loads(line) for line in raw.splitlines()]

    def change(self, name: str, change: Change) -> None:
        """Each line of a file becomes what `change` makes of it; ``None``: it goes. The manifest
        names the new file: who can change the one can change the other."""
        changed = [one for line in self.lines(name) if (one := change(line)) is not None]
        self.write(name, "".join(f"{canonical(line)}\n" for line in changed).encode())

    def write(self, name: str, raw: bytes) -> None:
        (self.folder / f"{name}.ndjson.gz").write_bytes(gzip.compress(raw, mtime=0))
        self.sign()

    def sign(self) -> None:
        """Write the digests of the files as they are into the manifest."""
        path = self.folder / "manifest.json"
        document = json.loads(path.read_text("utf-8"))
        for file in document["files"]:
            if file["optional"] and not (self.folder / file["name"]).exists():
                continue
            raw = (self.folder / file["name"]).read_bytes()
            file["bytes"], file["sha256"] = len(raw), sha256(raw).hexdigest()
            if file["lines"] is not None:
                file["lines"] = gzip.decompress(raw).count(b"\n")
        path.write_text(json.dumps(document), "utf-8")


def canonical(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@pytest.fixture
def original(db: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Written by the first test that asks for it."""
    if not WRITTEN:
        small_league()
        folder = tmp_path_factory.mktemp("dumped") / "dump"
        dump(folder)
        WRITTEN.append(folder)
    return WRITTEN[0]


WRITTEN: list[Path] = []


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Copy:
    """Without the optional tables, which would tell the truth."""
    leave_out = shutil.ignore_patterns("parquet")
    shutil.copytree(original, tmp_path / "dump", ignore=leave_out)
    return Copy(tmp_path / "dump")


@pytest.fixture
def copy_with_tables(original: Path, tmp_path: Path) -> Copy:
    shutil.copytree(original, tmp_path / "dump")
    return Copy(tmp_path / "dump")
