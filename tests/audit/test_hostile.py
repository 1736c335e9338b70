"""A dump by another hand: it is read, or refused in a sentence."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from audit import dump as reading
from audit.__main__ import main
from tests.audit.conftest import Copy, canonical


def refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main([str(folder), "--jobs", "1"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("unreadable: ")
    assert err.count("\n") == 1
    return err


def manifest(copy: Copy, **fields: Any) -> None:
    path = copy.folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **fields}), "utf-8")


def test_there_is_no_dump(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "manifest.json" in refused(tmp_path, capsys)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "nonsense",
        '{"form": 2}',
        '{"form": NaN}',
        '{"form": true}',
        "[" * 100_000,
        '{"form": 1, "files": 7, "made_at": "now"}',
        '{"form": ' + "9" * 5000 + "}",
    ],
)
def test_a_manifest_that_is_none(copy: Copy, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (copy.folder / "manifest.json").write_text(text, "utf-8")
    assert "manifest.json" in refused(copy.folder, capsys)


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../outside.gz", "a/../../outside.gz", "a\\b", "a\0b", "a\nb"]
)
def test_a_path_out_of_the_folder(
    copy: Copy, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (copy.folder.parent / "outside.gz").write_bytes(gzip.compress(b"secret"))
    files = json.loads((copy.folder / "manifest.json").read_text("utf-8"))["files"]
    manifest(copy, files=[{**files[0], "name": name}, *files])
    assert "not within the folder" in refused(copy.folder, capsys)


def test_a_link_out_of_the_folder(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    path = copy.folder / "games.ndjson.gz"
    outside = copy.folder.parent / "outside.gz"
    path.rename(outside)
    path.symlink_to(outside)
    assert "leads out of the folder" in refused(copy.folder, capsys)


def test_a_file_that_never_ends(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    path = copy.folder / "games.ndjson.gz"
    path.unlink()
    os.mkfifo(path)
    assert "it is no file" in refused(copy.folder, capsys)


@pytest.mark.parametrize("name", reading.NEEDED)
def test_a_file_that_is_missing(copy: Copy, capsys: pytest.CaptureFixture[str], name: str) -> None:
    (copy.folder / f"{name}.ndjson.gz").unlink()
    assert f"{name}.ndjson.gz" in refused(copy.folder, capsys)


def test_a_file_that_is_not_named(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    files = json.loads((copy.folder / "manifest.json").read_text("utf-8"))["files"]
    manifest(copy, files=[file for file in files if file["name"] != "ledger.ndjson.gz"])
    assert "it does not name ledger.ndjson.gz" in refused(copy.folder, capsys)


@pytest.mark.parametrize("name", ["games", "standings", "ledger", "players", "books", "ratings"])
@pytest.mark.parametrize(
    "line",
    [b"[]", b"{}", b"nonsense", b"\xff\xfe", b"[" * 100_000, b'{"a": NaN}', b"{" * 50_000],
    ids=["list", "empty", "nonsense", "bytes", "deep list", "no number", "deep object"],
)
def test_a_line_that_is_none(
    copy: Copy, capsys: pytest.CaptureFixture[str], name: str, line: bytes
) -> None:
    copy.write(name, line + b"\n")
    if (name, line) in {("games", b"{}"), ("standings", b"{}"), ("ledger", b"{}")}:
        assert main([str(copy.folder), "--jobs", "1"]) == 1  # of no game: a difference
        return
    assert f"{name}.ndjson.gz:1: " in refused(copy.folder, capsys)


def test_a_line_of_a_gigabyte(
    copy: Copy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not read to its end: as little as a hundred megabytes show it."""
    with gzip.open(copy.folder / "games.ndjson.gz", "wb", 1) as file:
        for _ in range(100):
            file.write(b" " * (1 << 20))
    copy_sign_without_reading(copy)
    assert "games.ndjson.gz:1: longer than" in refused(copy.folder, capsys)


def copy_sign_without_reading(copy: Copy) -> None:
    files = json.loads((copy.folder / "manifest.json").read_text("utf-8"))["files"]
    manifest(copy, files=files)


@pytest.mark.parametrize("cut", [1, 9, 200])
def test_a_file_that_is_cut_off(copy: Copy, capsys: pytest.CaptureFixture[str], cut: int) -> None:
    path = copy.folder / "games.ndjson.gz"
    path.write_bytes(path.read_bytes()[:-cut])
    assert "games.ndjson.gz" in refused(copy.folder, capsys)


def test_no_gzip(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    (copy.folder / "games.ndjson.gz").write_bytes(b"plain text\n")
    assert "games.ndjson.gz" in refused(copy.folder, capsys)


def test_lines_out_of_order(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    lines = copy.lines("games")
    text = "".join(f"{canonical(line)}\n" for line in reversed(lines))
    copy.write("games", text.encode())
    assert "it stands behind a later game" in refused(copy.folder, capsys)


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("games", "log", 7),
        ("games", "seats", {}),
        ("games", "seats", [[]]),
        ("games", "fingerprint", None),
        ("games", "entries", True),
        ("games", "entries", 10**30),
        ("games", "played_on", "2026-1-1"),
        ("standings", "seats", None),
        ("standings", "arbiter", []),
        ("standings", "void", 0),
        ("verifications", "at", "yesterday"),
        ("verifications", "verdict", []),
        ("ledger", "player", "1"),
        ("ledger", "nth", None),
        ("ratings", "rating", 1.5),
        ("players", "id", {}),
    ],
)
def test_a_field_of_another_type(
    copy: Copy, capsys: pytest.CaptureFixture[str], name: str, field: str, value: object
) -> None:
    copy.change(name, lambda line: {**line, field: value})
    assert f"{name}.ndjson.gz:" in refused(copy.folder, capsys)


def test_a_log_that_is_no_log(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    for log in ("", "\0" * 1000, "imhotep 1\n" * 10_000, "x" * 3_000_000):
        copy.change("games", lambda line, log=log: {**line, "log": log})  # type: ignore[misc]
        assert main([str(copy.folder), "--jobs", "1"]) == 1
        assert "follows refused: " in capsys.readouterr().out


def test_what_is_shown_moves_no_cursor(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    copy.change("games", lambda line: {**line, "edition": "\x1b[2J" + "y" * 10_000})
    assert main([str(copy.folder), "--jobs", "1"]) == 1
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) < 1000
