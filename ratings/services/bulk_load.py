"""How a rebuild fills the ledger on PostgreSQL: the server takes rows in while Python goes on.
Where nothing else uses the database, the indexes and keys of an empty ledger are made at the end.

The rows are those of ``ratings.services.ledger``, in one transaction as always. On SQLite
nothing of this is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from types import TracebackType

from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from ratings.models import Fold, RatingChange
from ratings.services.ledger import COPY, TABLE, copy_lines, insert_changes
from ratings.services.walk import Addition


class BackgroundInsert:
    """Adds changes behind the back of a caller who works out the next ones. Use it as a context,
    within a transaction.

    From ``insert`` to ``wait`` the connection is in use: nothing may be asked of the database. What
    the database says against the rows is raised by ``wait``.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "ledger")
        self._copying: Future[None] | None = None

    def __enter__(self) -> BackgroundInsert:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._thread.shutdown()
        if kind is None:
            self.wait()

    def insert(self, additions: Sequence[Addition], fold: Fold) -> None:
        """Begin to add these changes, as ``insert_changes`` does."""
        self.wait()
        if connection.vendor != "postgresql":
            insert_changes(additions, fold)
        elif additions:
            lines = copy_lines(additions, fold.pk)
            cursor, errors = connection.cursor(), connection.wrap_database_errors

            def copy() -> None:  # the connection is this thread's, so it is not named in there
                with errors, cursor, cursor.copy(COPY) as copying:
                    copying.write(lines)

            self._copying = self._thread.submit(copy)

    def wait(self) -> None:
        """Until the changes are in the ledger."""
        copying, self._copying = self._copying, None
        if copying is not None:
            copying.result()


@contextmanager
def bulk_load(*, alone: bool) -> Iterator[None]:
    """Within a transaction, around what adds very many changes. Keys are checked with the rows, and
    not all at the end, from memory. `alone`: the table of the ledger is ``without_indexes`` within.

    Statistics are new at the end, and where rows are read within, at the beginning: by those of an
    empty table each look at the ledger goes through all of it.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        if not alone:
            cursor.execute(f"ANALYZE {TABLE}")
        with without_indexes(RatingChange) if alone else nullcontext():
            yield
        cursor.execute(f"ANALYZE {TABLE}")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


class NotAlone(Exception):
    """Something else uses tables that were to be had alone."""


@contextmanager
def without_indexes(model: type[Model]) -> Iterator[None]:
    """Within a transaction: the table of `model` has no indexes but those of its constraints, and
    no foreign keys. Both are made again at the end, word for word, and so checked for all rows.

    Nothing else can read it meanwhile, nor the tables that it refers to. Raises ``NotAlone`` if
    something does at the beginning, or if the table is not ours.
    """
    if connection.vendor != "postgresql":
        yield
        return
    table = model._meta.db_table
    try:
        with transaction.atomic():
            statements = _drop_indexes(table)
    except DatabaseError as error:
        raise NotAlone(str(error).splitlines()[0]) from error
    yield
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _drop_indexes(table: str) -> list[str]:
    """Drop the indexes of a table, and its foreign keys; gives what makes them again."""
    with connection.cursor() as cursor:
        foreign_keys = _keys(cursor, table)
        tables = dict.fromkeys([f'"{table}"', *(other for other, _, _ in foreign_keys)])
        cursor.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE NOWAIT")
        cursor.execute(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index"
            " WHERE indrelid = %s::regclass AND NOT EXISTS"
            " (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))"
            " ORDER BY indexrelid",
            [table],
        )
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f"DROP INDEX {name}")
        for _, name, _ in foreign_keys:
            cursor.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT {name}')
        statements = [definition for _, definition in indexes]
        return statements + [
            f'ALTER TABLE "{table}" ADD CONSTRAINT {n} {how}' for _, n, how in foreign_keys
        ]


def _keys(cursor: CursorWrapper, table: str) -> list[tuple[str, str, str]]:
    """The foreign keys of a table: the table that each refers to, its name, its definition."""
    cursor.execute(
        "SELECT confrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)"
        " FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'f' ORDER BY oid",
        [table],
    )
    return list(cursor.fetchall())
