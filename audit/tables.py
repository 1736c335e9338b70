"""Tables in Parquet, compared with the lines and facts that they follow from: they are optional,
and say nothing that other files of the dump do not say."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import zip_longest
from typing import Final

from audit.dump import Dump, file_name, parse_line, read_lines
from audit.fields import AuditDifference, Line
from audit.parquet import Cell, NoTable, ParquetTable
from audit.research_rows import RATINGS, RowDigests, column_names, row_digest
from engine.facts import FACTS, GAME, SEAT, VERSION
from ratings.elo import POINT

LINE_TABLES: Final = {
    "verifications": (
        *("id", "submission", "game", "at", "engine", "build", "edition", "profile"),
        *("verdict", "fingerprint", "digest", "refusal"),
    ),
    "standings": (
        *("game", "fingerprint", "standing", "played_on", "accepted_at", "seats", "confirmed"),
        *("arbiter", "disputed_by", "contested_by", "refuted", "void", "unrated"),
        "waits_for_address",
    ),
    "ledger": (
        *("id", "game", "played_on", "nth", "kind", "day", "at", "pool", "player", "before"),
        *("after", "games_before", "pairs", "added", "retired"),
    ),
}
"""By table the fields of its lines that it has as columns."""
DAYS: Final = frozenset({"played_on", "day"})
LIMIT: Final = 20
"""Differences of one table that are named."""


def table_name(name: str) -> str:
    return f"parquet/{name}.parquet"


def line_table_differences(dump: Dump) -> Iterator[AuditDifference]:
    """Tables of lines, as far as they are here, that do not say what the lines say."""
    for name, fields in LINE_TABLES.items():
        listed = dump.files.get(table_name(name))
        if listed is None or not listed.path.exists():
            continue
        count = 0
        try:
            table = ParquetTable(listed.path)
            columns = [column.name for column in table.columns]
            if columns != list(fields):
                yield AuditDifference(listed.name, 0, "columns", columns, list(fields))
                continue
            for number, (row, follows) in enumerate(
                zip_longest(table, _rows_of_lines(dump, name, fields)), start=1
            ):
                if row != follows and count < LIMIT:
                    count += 1
                    yield AuditDifference(listed.name, number, "row", row, follows)
        except (NoTable, OSError) as error:
            yield AuditDifference(listed.name, 0, "table", "none", error)


class ResearchAudit:
    """Tables of games and seats with their facts: give it the digests of each game, and the ratings
    before it, then ``end`` it. `present`: both are here. `notes`: what was not compared, in
    sentences."""

    def __init__(self, dump: Dump) -> None:
        listed = [dump.files.get(table_name(name)) for name in ("games", "seats")]
        self._paths = [file.path for file in listed if file and file.path.exists()]
        self.present = len(self._paths) == 2
        self.notes: list[str] = []
        self._digests: dict[str, RowDigests] = {}
        self._before: dict[str, dict[int, int]] = {}

    def add(self, rows: Iterable[RowDigests]) -> None:
        self._digests.update((digests.game, digests) for digests in rows)

    def rated(self, game: str, before: Mapping[int, int]) -> None:
        """Ratings of all games before the entry by which a game counts."""
        if self.present:
            self._before[game] = dict(before)

    def end(self) -> Iterator[AuditDifference]:
        if not self.present:
            return
        row_numbers: dict[str, set[int]] = {}
        try:
            tables = [ParquetTable(path) for path in self._paths]
            versions = {table.about.get("imhotep.version", "") for table in tables}
            if versions != {str(VERSION)}:
                text = " and ".join(sorted(versions))
                self.notes.append(f"games and seats in Parquet have facts of version {text}")
                return
            for subject, table in zip((GAME, SEAT), tables, strict=True):
                yield from self._compare(subject, table, row_numbers)
        except (NoTable, OSError) as error:
            yield AuditDifference(table_name("games"), 0, "tables", "none", error)
        for game, seats in sorted(row_numbers.items()):
            if len(seats) != len(self._digests[game].digests) > 0:
                label = f"{game} rows of seats"
                follows = len(self._digests[game].digests) - 1
                yield AuditDifference(table_name("seats"), 0, label, len(seats) - 1, follows)
        if missing := len(self._digests.keys() - row_numbers.keys()):
            self.notes.append(f"{missing} games have no row in Parquet yet")

    # --- inside -------------------------------------------------------------------

    def _compare(
        self, subject: str, table: ParquetTable, row_numbers: dict[str, set[int]]
    ) -> Iterator[AuditDifference]:
        """Rows of a table; `row_numbers` gets those of each game: 0, and seats from 1."""
        name = table_name("games" if subject == GAME else "seats")
        columns = [column.name for column in table.columns]
        rating = RATINGS[subject == SEAT]
        if [column for column in columns if column != rating] != column_names(subject):
            yield AuditDifference(name, 0, "columns", columns, column_names(subject))
            return
        if table.about.get("imhotep.facts") != json.dumps(_descriptions(subject)):
            yield AuditDifference(name, 0, "metadata", "others", "those of its facts")
        place, count = columns.index(rating), 0
        for number, row in enumerate(table, start=1):
            game, seat = str(row[0]), row[1] if subject == SEAT else 0
            digests = self._digests.get(game)
            index = seat if isinstance(seat, int) else -1
            follows: tuple[object, ...] | None = None
            if digests and not digests.digests:
                row_numbers.setdefault(game, set())
                continue
            if digests and 0 <= index < len(digests.digests):
                follows = (digests.digests[index], self._rating(game, index))
                is_repeated = index in row_numbers.setdefault(game, set())
                row_numbers[game].add(index)
                follows = None if is_repeated else follows
            stored = (row_digest([*row[:place], *row[place + 1 :]]), row[place])
            if stored != follows and count < LIMIT:
                count += 1
                label = f"{game} row" if subject == GAME else f"{game} row of seat {seat}"
                yield AuditDifference(
                    name, number, label, row, "nothing" if not follows else "others"
                )

    def _rating(self, game: str, index: int) -> int | None:
        before = self._before.get(game)
        if before is None:
            return None
        if index == 0:
            unit = POINT * len(before)
            return (2 * sum(before.values()) + unit) // (2 * unit)
        rating = before.get(self._digests[game].players[index - 1] or 0)
        return None if rating is None else rating // POINT


# --- inside -------------------------------------------------------------------


def _rows_of_lines(dump: Dump, name: str, fields: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    """Rows that follow from lines; one about what is not here any more has none."""
    for number, raw in read_lines(dump, name):
        line = parse_line(raw, file_name(name), number)
        if all(field in line for field in fields):
            yield tuple(_cell(line, field) for field in fields)


def _cell(line: Line, field: str) -> Cell:
    cell = line[field]
    if field in DAYS:
        try:
            return date.fromisoformat(str(cell))
        except ValueError:
            return str(cell)
    if cell is None or isinstance(cell, str | int):
        return cell
    return TEXT.encode(cell)


TEXT: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True)


def _descriptions(subject: str) -> dict[str, dict[str, str]]:
    facts = sorted((fact.number, fact) for fact in FACTS.values() if fact.of == subject)
    return {
        fact.name.replace("-", "_"): {
            "kind": fact.kind,
            "unit": fact.unit,
            "is": fact.english,
            "ruling": fact.rule,
        }
        for _number, fact in facts
    }
