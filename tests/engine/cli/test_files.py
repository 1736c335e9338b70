"""Logs out of files, however large, in little memory."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest

from engine.errors import (
    EngineError,
    IllegalAction,
    LogSyntaxError,
    ReplayError,
    ResultMismatch,
    Rule,
)
from engine.files import in_file, is_log, paths, records, single_log
from engine.log import LOG_BYTE_LIMIT

GAME = b"imhotep 1\nedition: 2026.1\nround 4 3 2 2\n"


def write(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)


def test_a_file_of_several_logs_is_taken_apart_byte_by_byte(tmp_path: Path) -> None:
    pieces = [b"# before\n" + GAME, GAME + b"# between\n\n", b'{"imhotep": 1}\n', GAME]
    logs = list(records(write(tmp_path / "games.imh", b"".join(pieces))))
    assert [record.source for record in logs] == pieces
    assert [record.line for record in logs] == [1, 5, 10, 11]
    assert {record.error for record in logs} == {""}


def test_blank_lines_before_a_log_are_not_its_own(tmp_path: Path) -> None:
    (record,) = records(write(tmp_path / "game.imh", b"\n \n" + GAME))
    assert (record.line, record.source) == (3, GAME)


def test_json_over_several_lines_is_one_log_and_so_is_the_next(tmp_path: Path) -> None:
    pretty = b'{\n "imhotep": 1,\n "entries": []\n}\n'
    logs = list(records(write(tmp_path / "games.json", pretty + pretty + GAME)))
    assert [record.source for record in logs] == [pretty, pretty, GAME]
    assert [record.line for record in logs] == [1, 5, 9]


@pytest.mark.parametrize("limit", [LOG_BYTE_LIMIT - 1, LOG_BYTE_LIMIT, LOG_BYTE_LIMIT + 1])
def test_a_line_of_json_as_long_as_a_log_may_be_is_whole(tmp_path: Path, limit: int) -> None:
    line = b'{"a": "' + b"x" * (limit - 9) + b'"}'
    assert len(line) == limit
    logs = list(records(write(tmp_path / "games.ndjson", line + b"\r\n" + line)))
    assert [record.source.strip() == line for record in logs] == [True, True]


@pytest.mark.parametrize("unit", [b"\0", b"#" * 99 + b"\n", b"{"])
def test_a_gzip_bomb_takes_no_more_memory_than_a_few_logs(tmp_path: Path, unit: bytes) -> None:
    bomb = gzip.compress(GAME + unit * (16 * 2**20 // len(unit)), 1, mtime=0)
    name = write(tmp_path / "bomb.imh.gz", bomb)
    del bomb
    tracemalloc.start()
    try:
        assert 1 <= sum(1 for _ in records(name)) <= 20
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2**23


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"imhotep 1", True),
        (b"imhotep 2", True),
        (b"\xef\xbb\xbf# a remark\r\n\r\n  imhotep 1", True),
        (b" \n{", True),
        (b"", False),
        (b"# imhotep 1", False),
        (b"Imhotep 1", False),
        (b"[]", False),
    ],
)
def test_a_log_is_known_by_its_first_word(source: bytes, expected: bool) -> None:
    assert is_log(source) is expected


def test_what_is_no_directory_is_a_file_even_if_it_is_not_there() -> None:
    assert list(paths(["-", "missing.imh"])) == ["-", "missing.imh"]


def test_one_log_is_found_by_its_number(tmp_path: Path) -> None:
    name = write(tmp_path / "games.imh", GAME + GAME)
    assert single_log(name, 2).line == 4
    with pytest.raises(LogSyntaxError, match="there is no game 3 in it"):
        single_log(name, 3)


CAUSE = IllegalAction(Rule.SHIP_TOO_LIGHT, "1 of 2")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (
            ReplayError(CAUSE, 7, 4, "white", "white sail 2 temple", ["white take"]),
            ReplayError(CAUSE, 16, 4, "white", "white sail 2 temple", ["white take"]),
        ),
        (ResultMismatch(5, {"a": 1}, {"a": 2}), ResultMismatch(14, {"a": 1}, {"a": 2})),
        (LogSyntaxError(3, "not a log"), LogSyntaxError(12, "not a log")),
    ],
)
def test_a_line_of_a_log_becomes_the_line_of_its_file(
    error: EngineError, expected: EngineError
) -> None:
    moved = in_file(error, 10)
    assert type(moved) is type(expected)
    assert (vars(moved), str(moved)) == (vars(expected), str(expected))


@pytest.mark.parametrize(
    "error",
    [
        ReplayError(CAUSE, 0, 4, "white", "white sail 2 temple", []),
        ResultMismatch(0, {"a": 1}, {"a": 2}),
        LogSyntaxError(0, "too long"),
        CAUSE,
    ],
)
def test_what_has_no_line_gets_none(error: EngineError) -> None:
    assert in_file(error, 10) is error


def test_a_line_of_a_dump_is_the_log_in_it(tmp_path: Path) -> None:
    log = GAME.decode()
    lines = [
        json.dumps({"id": "1", "log": log}),
        json.dumps({"id": "2", "log": log + "é\ud800"}),
    ]
    packed = gzip.compress("\n".join(lines).encode())
    first, second = records(write(tmp_path / "games.ndjson.gz", packed))
    assert first == (f"{tmp_path}/games.ndjson.gz:1", 1, GAME, "")
    assert second.file == f"{tmp_path}/games.ndjson.gz:2"
    assert second.source.decode() == log + "é?"


@pytest.mark.parametrize(
    "line",
    [
        b'{"imhotep": 1, "log": "imhotep 1"}',
        b'{"log": 7}',
        b'{"log": "imhotep 1"',
        b'{"log": ' + b"[" * 100_000 + b"}",
        b'{"id": "1"}',
    ],
)
def test_a_line_that_has_no_log_is_as_it_was(tmp_path: Path, line: bytes) -> None:
    (record,) = records(write(tmp_path / "games.ndjson", line))
    assert (record.source, record.line) == (line, 1)
