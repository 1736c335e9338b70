"""Many new rows in one statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, Final, cast

from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    AutoField,
    BigAutoField,
    BooleanField,
    CharField,
    DateField,
    Field,
    ForeignKey,
    IntegerField,
    Model,
    TextField,
    UUIDField,
)

Numbers = Sequence[int | None]


class ArrayField:
    """Base of fields that are an array of numbers on PostgreSQL."""


PLAIN: Final = (
    *(BooleanField, CharField, TextField, UUIDField),
    *(IntegerField, DateField, ForeignKey),
)
"""Fields whose values the driver takes as a row has them. Any other prepares its values itself."""


def insert(rows: Iterable[Model], *, numbered: bool = True) -> None:
    """Store `rows`, new ones of one model, and set their ids; unless `numbered`, not even that.

    PostgreSQL takes them by COPY: what Django and the driver do for an INSERT of hundreds of rows
    costs more than the database's part of it. Raises ``IntegrityError`` as an INSERT does.
    """
    objects = list(rows)
    if _by_copy(objects):
        with transaction.atomic(savepoint=False):
            _copy(objects, numbered=numbered)
    elif objects:
        type(objects[0])._base_manager.bulk_create(objects, batch_size=500)


def insert_values(
    model: type[Model], names: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    """Store new rows of `model`, each as the values of its fields `names`; all its fields but a
    composite key.

    PostgreSQL takes them by COPY, and no object is made of a row.
    """
    new = list(rows)
    database = connections[DEFAULT_DB_ALIAS]
    if len(new) < 2 or database.vendor != "postgresql":
        insert(model(**dict(zip(names, row, strict=True))) for row in new)
        return
    fields = [model._meta.get_field(name) for name in names]
    arrays = [index for index, field in enumerate(fields) if isinstance(field, ArrayField)]
    columns = [str(field.column) for field in fields if isinstance(field, Field)]

    def copied_row(row: Sequence[object]) -> Sequence[object]:
        copied = list(row)
        for index in arrays:
            copied[index] = array_text(cast("Numbers", copied[index]))
        return copied

    with transaction.atomic(savepoint=False):
        _copy_rows(model, columns, map(copied_row, new))


def array_text(numbers: Numbers) -> str:
    """An array of numbers as COPY reads it: the driver would go through all of them."""
    return "{" + str(list(numbers))[1:-1].replace("None", "NULL") + "}"


def insert_missing(rows: Sequence[Model]) -> set[object]:
    """Store those of `rows`, of one model and with ids of their own, that are not here yet. Gives
    the ids of those that were stored.

    COPY knows no ``ON CONFLICT``. It is tried, and taken back if one of the rows is here.
    """
    if _by_copy(rows):
        try:
            with transaction.atomic():
                _copy(rows, numbered=True)
            return {row.pk for row in rows}
        except IntegrityError:
            pass
    return _insert_on_conflict(rows) if rows else set()


# --- inside -------------------------------------------------------------------


def _by_copy(rows: Sequence[Model]) -> bool:
    return len(rows) > 1 and connections[DEFAULT_DB_ALIAS].vendor == "postgresql"


def _insert_on_conflict(rows: Sequence[Model]) -> set[object]:
    """Store rows unless they conflict with others, and give the ids of those that do not."""
    meta, database = type(rows[0])._meta, connections[DEFAULT_DB_ALIAS]
    quote = database.ops.quote_name
    fields = list(meta.concrete_fields)
    columns = ", ".join(quote(field.column or "") for field in fields)
    marks = f"({', '.join(['%s'] * len(fields))})"
    size = database.ops.bulk_batch_size(fields, list(rows))
    stored = set[object]()
    with database.cursor() as cursor:
        for begin in range(0, len(rows), size):
            chunk = rows[begin : begin + size]
            cursor.execute(
                f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES "
                f"{', '.join([marks] * len(chunk))} ON CONFLICT DO NOTHING "
                f"RETURNING {', '.join(quote(field.column or '') for field in meta.pk_fields)}",
                [
                    field.get_db_prep_save(field.pre_save(row, True), database)
                    for row in chunk
                    for field in fields
                ],
            )
            stored.update(key[0] if len(key) == 1 else key for key in cursor.fetchall())
    for row in rows:
        row._state.adding, row._state.db = False, database.alias
    return stored


def _copy(rows: Sequence[Model], *, numbered: bool) -> None:
    meta, database = type(rows[0])._meta, connections[DEFAULT_DB_ALIAS]
    fields = list(meta.concrete_fields)
    has_sequence = isinstance(meta.pk, AutoField | BigAutoField)
    if has_sequence and not numbered:
        fields = [field for field in fields if not field.primary_key]
    if has_sequence and numbered:
        _number(rows, meta.db_table, meta.pk.column or "")
    values = [_value_getter(field, database) for field in fields]
    columns = [field.column or "" for field in fields]
    _copy_rows(type(rows[0]), columns, ([value(row) for value in values] for row in rows))
    for row in rows:
        row._state.adding, row._state.db = False, database.alias


def _copy_rows(
    model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    database = connections[DEFAULT_DB_ALIAS]
    quote = database.ops.quote_name
    table, names = quote(model._meta.db_table), ", ".join(map(quote, columns))
    with (
        database.wrap_database_errors,  # Django does so for statements, and not for COPY
        database.cursor() as cursor,
        cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy,
    ):
        for row in rows:
            copy.write_row(row)


def _value_getter(
    field: Field[Any, Any], database: BaseDatabaseWrapper
) -> Callable[[Model], object]:
    """How the driver gets the value of `field` from a row."""
    if isinstance(field, ArrayField):
        return lambda row: array_text(getattr(row, field.attname))
    dated = isinstance(field, DateField) and (field.auto_now or field.auto_now_add)
    if isinstance(field, PLAIN) and not dated:
        return attrgetter(field.attname)
    return lambda row: field.get_db_prep_save(field.pre_save(row, True), database)


def _number(rows: Sequence[Model], table: str, column: str) -> None:
    """Take ids for `rows` from the sequence of their table."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [table, column, len(rows)],
        )
        for row, (pk,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = pk
