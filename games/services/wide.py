"""Many new rows in one statement."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection, transaction
from django.db.models import AutoField, BigAutoField, Model


def insert(rows: Iterable[Model]) -> None:
    """Store `rows`, new ones of one model, and set their ids.

    PostgreSQL takes them by COPY: what Django and the driver do for an INSERT of hundreds of rows
    costs more than the database's part of it. Raises ``IntegrityError`` as an INSERT does.
    """
    made = list(rows)
    if not made:
        return
    if connection.vendor == "postgresql" and len(made) > 1:
        with transaction.atomic(savepoint=False):
            _copy(made)
    else:
        type(made[0])._base_manager.bulk_create(made, batch_size=500)


def _copy(rows: list[Model]) -> None:
    meta = type(rows[0])._meta
    quote = connection.ops.quote_name
    table, fields = quote(meta.db_table), meta.concrete_fields
    columns = ", ".join(quote(field.column or "") for field in fields)
    if isinstance(meta.pk, AutoField | BigAutoField):
        _number(rows, meta.db_table, meta.pk.column or "")
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy,
    ):
        for row in rows:
            values = (field.pre_save(row, add=True) for field in fields)
            copy.write_row(
                [
                    field.get_db_prep_save(value, connection)
                    for field, value in zip(fields, values, strict=True)
                ]
            )
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def _number(rows: list[Model], table: str, column: str) -> None:
    """Take ids for `rows` from the sequence of their table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [table, column, len(rows)],
        )
        for row, (pk,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = pk
