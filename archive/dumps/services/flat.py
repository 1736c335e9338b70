"""Verifications, standings and the ledger as tables in Parquet, beside the lines: for tools that
read columns. Games and seats are written by ``insights.stats.services.research``, with their
facts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from datetime import date
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Final

from games.lines import Line
from insights.stats.parquet import Column, ColumnType, ParquetWriter, Value, columns

GROUP: Final = 2000
"""Rows of a group: so many are in memory."""

COLUMNS: Final = {
    "verifications": (
        *columns(ColumnType.LONG, "id", "submission"),
        Column("game", ColumnType.TEXT, missing=True),
        *columns(ColumnType.TEXT, "at", "engine", "build", "edition", "profile"),
        *columns(ColumnType.TEXT, "verdict", "fingerprint", "digest"),
        Column("refusal", ColumnType.TEXT, missing=True),
    ),
    "standings": (
        *columns(ColumnType.TEXT, "game", "fingerprint", "standing"),
        Column("played_on", ColumnType.DAY),
        *columns(ColumnType.TEXT, "accepted_at", "seats", "confirmed"),
        Column("arbiter", ColumnType.TEXT, missing=True),
        *columns(ColumnType.TEXT, "disputed_by", "contested_by"),
        *columns(ColumnType.YES, "refuted", "void", "unrated", "waits_for_address"),
    ),
    "ledger": (
        Column("id", ColumnType.LONG),
        Column("game", ColumnType.TEXT),
        Column("played_on", ColumnType.DAY),
        Column("nth", ColumnType.NUMBER),
        Column("kind", ColumnType.TEXT),
        Column("day", ColumnType.DAY),
        *columns(ColumnType.TEXT, "at", "pool"),
        *columns(ColumnType.LONG, "player", "before", "after", "games_before"),
        *columns(ColumnType.TEXT, "pairs", "added"),
        Column("retired", ColumnType.TEXT, missing=True),
    ),
}
"""The columns of each table: fields of its lines; what is no plain value is JSON in a text."""

ABOUT: Final = {"imhotep.dump": "docs/dump.md"}


class Flat:
    """The tables that are being written into a folder. Use it as a context."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._writers: dict[str, ParquetWriter] = {}
        self._waiting: dict[str, list[list[Value]]] = {name: [] for name in COLUMNS}

    def __enter__(self) -> Flat:
        for name in COLUMNS:
            file = self._stack.enter_context((self._folder / f"{name}.parquet").open("wb"))
            writer = ParquetWriter(file, COLUMNS[name], ABOUT)
            self._writers[name] = self._stack.enter_context(writer)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            for name, rows in self._waiting.items():
                self._writers[name].write(rows)
        self._stack.__exit__(kind, error, trace)

    def passed(self, name: str, lines: Iterable[Line]) -> Iterator[Line]:
        """`lines`, each written into its table too, if there is one, as it is taken."""
        if name not in COLUMNS:
            yield from lines
            return
        days = [column.kind is ColumnType.DAY for column in COLUMNS[name]]
        fields = itemgetter(*(column.name for column in COLUMNS[name]))
        waiting = self._waiting[name]
        for line in lines:
            with suppress(KeyError):  # a line of what is not here any more says less
                waiting.append(list(map(_value, fields(line), days)))
            if len(waiting) >= GROUP:
                self._writers[name].write(waiting)
                waiting.clear()
            yield line


def _value(value: object, day: bool) -> Value:
    if day:
        return date.fromisoformat(str(value))
    if value is None or isinstance(value, (str, int)):
        return value
    return TEXT.encode(value)


TEXT: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True)
