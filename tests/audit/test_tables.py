"""Tables in Parquet say what the lines and the games say, or the audit names them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from archive.dumps.services.flat import COLUMNS
from audit.__main__ import main
from audit.parquet import NoTable, ParquetTable
from audit.runner import Audit
from audit.tables import LINE_TABLES, line_table_differences
from insights.stats.parquet import Column, ColumnType, ParquetWriter, Value
from tests.audit.conftest import Copy, copy_with_tables, original

__all__ = ["copy_with_tables", "original"]

pytestmark = pytest.mark.django_db

TABLES = ("games", "seats", "verifications", "standings", "ledger")
KINDS = {0: ColumnType.YES, 1: ColumnType.NUMBER, 2: ColumnType.LONG, 6: ColumnType.TEXT}
Rows = list[list[Value]]


@pytest.fixture
def copy(copy_with_tables: Copy) -> Copy:
    return copy_with_tables


def rewrite(copy: Copy, name: str, change: Callable[[Rows], Rows], **about: str) -> None:
    """Rows of a table become what `change` makes of them; the manifest fits."""
    path = copy.folder / "parquet" / f"{name}.parquet"
    table = ParquetTable(path)
    rows = change([list(row) for row in table])
    columns = [
        Column(c.name, ColumnType.DAY if c.day else KINDS[c.kind], c.missing) for c in table.columns
    ]
    with path.open("wb") as file, ParquetWriter(file, columns, table.about | about) as writer:
        writer.write(rows)
    copy.sign()


def named(copy: Copy) -> list[str]:
    return [str(difference) for difference in Audit(copy.folder).differences()]


def column(copy: Copy, table: str, name: str) -> int:
    columns = ParquetTable(copy.folder / "parquet" / f"{table}.parquet").columns
    return [column.name for column in columns].index(name)


def test_an_honest_dump_has_nothing_to_tell(copy: Copy, capsys: Any) -> None:
    assert main([str(copy.folder), "--jobs", "1"]) == 0
    assert "not audited" not in capsys.readouterr().out


def test_written_again_they_are_the_same(copy: Copy) -> None:
    for name in TABLES:
        rewrite(copy, name, lambda rows: rows)
    assert named(copy) == []


LIES = [
    ("games", "margin", 99),
    ("games", "mean_rating", 1900),
    ("games", "standing", "counted!"),
    ("seats", "points", 99),
    ("seats", "rating_before", 1900),
    ("seats", "player", 7),
    ("verifications", "verdict", "no"),
    ("standings", "void", True),
    ("ledger", "after", 1_900_000),
    ("ledger", "retired", "{}"),
]


@pytest.mark.parametrize(("table", "name", "lie"), LIES)
def test_a_value_is_another(copy: Copy, table: str, name: str, lie: Value) -> None:
    place = column(copy, table, name)

    def change(rows: Rows) -> Rows:
        changed = next(row for row in rows if row[place] != lie)
        changed[place] = lie
        return rows

    rewrite(copy, table, change)
    sentences = named(copy)
    assert len(sentences) == 1
    assert sentences[0].startswith(f"parquet/{table}.parquet:")


@pytest.mark.parametrize("table", TABLES)
def test_a_row_is_written_twice(copy: Copy, table: str) -> None:
    rewrite(copy, table, lambda rows: [*rows, rows[-1]])
    assert any(f"parquet/{table}.parquet:" in line for line in named(copy))


@pytest.mark.parametrize("table", ["seats", "verifications", "standings", "ledger"])
def test_a_row_is_left_out(copy: Copy, table: str) -> None:
    rewrite(copy, table, lambda rows: rows[:-1])
    assert any(f"parquet/{table}.parquet" in line for line in named(copy))


def test_a_game_without_a_row_is_told(copy: Copy, capsys: Any) -> None:
    """Its facts may not be gathered yet: that is no difference."""
    first = [""]

    def change(rows: Rows) -> Rows:
        first[0] = str(rows[0][0])
        return rows[1:]

    rewrite(copy, "games", change)
    rewrite(copy, "seats", lambda rows: [row for row in rows if row[0] != first[0]])
    assert main([str(copy.folder), "--jobs", "1"]) == 0
    assert "not audited: 1 games have no row in Parquet yet" in capsys.readouterr().out


def test_facts_of_another_version_are_told(copy: Copy, capsys: Any) -> None:
    rewrite(copy, "games", lambda rows: rows, **{"imhotep.version": "999"})
    assert main([str(copy.folder), "--jobs", "1"]) == 0
    assert "not audited: games and seats in Parquet have facts of" in capsys.readouterr().out


def test_a_fact_is_said_to_mean_something_else(copy: Copy) -> None:
    rewrite(copy, "games", lambda rows: rows, **{"imhotep.facts": "{}"})
    assert any("parquet/games.parquet metadata" in line for line in named(copy))


def test_tables_that_are_not_here_are_told(copy: Copy, capsys: Any) -> None:
    (copy.folder / "parquet" / "games.parquet").unlink()
    (copy.folder / "parquet" / "ledger.parquet").unlink()
    assert main([str(copy.folder), "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "not audited: parquet/games.parquet, parquet/ledger.parquet (not here)" in out


def broken_files(raw: bytes) -> Iterator[bytes]:
    yield b""
    yield b"PAR1"
    yield raw[: len(raw) // 2]
    yield raw[:-4] + b"PAR2"
    yield raw[:-8] + (1 << 31).to_bytes(4, "little") + b"PAR1"
    for place in range(0, len(raw), max(1, len(raw) // 150)):
        yield raw[:place] + bytes([raw[place] ^ 0x55]) + raw[place + 1 :]


def test_a_file_that_is_no_table_stops_nothing(copy: Copy) -> None:
    """Whatever a byte says: it is read, or named."""
    path = copy.folder / "parquet" / "verifications.parquet"
    raw = path.read_bytes()
    dump_read = Audit(copy.folder)
    list(dump_read.differences())
    assert dump_read.dump is not None
    for broken in broken_files(raw):
        path.write_bytes(broken)
        if broken != raw:
            list(line_table_differences(dump_read.dump))
    path.write_bytes(b"PAR1")
    (difference,) = line_table_differences(dump_read.dump)
    assert str(difference).startswith("parquet/verifications.parquet table: written none")


def test_tables_of_games_that_are_none_are_named(copy: Copy) -> None:
    (copy.folder / "parquet" / "seats.parquet").write_bytes(b"no table")
    copy.sign()
    assert any("parquet/games.parquet tables: written none" in line for line in named(copy))


def test_columns_are_others(copy: Copy) -> None:
    columns = [Column("id", ColumnType.LONG)]
    for name in ("ledger", "games"):
        path = copy.folder / "parquet" / f"{name}.parquet"
        about = ParquetTable(path).about
        with path.open("wb") as file, ParquetWriter(file, columns, about) as writer:
            writer.write([[1]])
    copy.sign()
    sentences = named(copy)
    for name in ("ledger", "games"):
        assert any(f"parquet/{name}.parquet columns: written" in line for line in sentences)


def test_the_audit_knows_the_columns_of_the_dump() -> None:
    names = {name: tuple(column.name for column in COLUMNS[name]) for name in COLUMNS}
    assert names == LINE_TABLES


@pytest.mark.parametrize("raw", [b"", b"PAR1", b"PAR1" + b"\x00" * 20 + b"PAR1"])
def test_a_table_says_why_it_is_none(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(raw)
    with pytest.raises(NoTable):
        list(ParquetTable(path))
