"""Rows of several models read by one prepared statement, for reads that happen hundreds of times a
second.

The ORM makes the text of a query again each time it is asked, which takes longer than PostgreSQL
takes to answer it. Here the text is written once, and the objects are those that the ORM makes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from django.db import connection
from django.db.models import Model
from django.db.models.expressions import Col

M = TypeVar("M", bound=Model)

Converter = Callable[..., object]
"""Of a value, the column that it comes from, and the connection."""


class RowMapper(Generic[M]):
    """The columns of `model` in a statement that calls its table `alias`."""

    def __init__(self, model: type[M], alias: str) -> None:
        self.model: Final = model
        fields = model._meta.concrete_fields
        self.sql: Final = ", ".join(f'{alias}."{field.column}"' for field in fields)
        self.width: Final = len(fields)
        self._names = [field.attname for field in fields]
        self._key = self._names.index(model._meta.pk.attname)
        self._converters: dict[str, list[tuple[int, list[Converter], Col]]] = {}

    @property
    def table(self) -> str:
        """The name of the table, for the statement."""
        return f'"{self.model._meta.db_table}"'

    def read(self, row: Sequence[object], begin: int) -> M | None:
        """The object of the columns from number `begin` of `row` on; None where an outer join found
        none."""
        values = list(row[begin : begin + self.width])
        if values[self._key] is None:
            return None
        for index, converters, column in self._converting():
            for convert in converters:
                values[index] = convert(values[index], column, connection)
        return self.model.from_db("default", self._names, values)

    def _converting(self) -> list[tuple[int, list[Converter], Col]]:
        """The columns whose values the current database does not give as they are in Python."""
        cached = self._converters.get(connection.vendor)
        if cached is None:
            columns = []
            for index, field in enumerate(self.model._meta.concrete_fields):
                column = field.get_col(self.model._meta.db_table)
                converters = [
                    *connection.ops.get_db_converters(column),
                    *column.get_db_converters(connection),
                ]
                if converters:
                    columns.append((index, converters, column))
            cached = self._converters[connection.vendor] = columns
        return cached


def fetch_rows(sql: str, values: Sequence[str | int]) -> list[tuple[object, ...]]:
    """Rows of the database's answer. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        records: list[tuple[object, ...]] = cursor.fetchall()
    return records
