"""Pages by key instead of by number: as quick at the millionth row as at the first.

A cursor names the row that the page before ended with (or the next one began with); nothing is
counted and nothing skipped over. Rows that come or go in between move no other row.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import BooleanField, F, Field, Func, Model, Q, QuerySet, Value
from django.http import Http404

AFTER: Final = "after"
BEFORE: Final = "before"
LONGEST_CURSOR: Final = 300

Row = TypeVar("Row", bound=Model)
Line = TypeVar("Line")
Listed = TypeVar("Listed")


class BadCursor(Http404):
    """A cursor that this site did not make."""


@dataclass(frozen=True)
class Page(Generic[Line]):
    """The rows of a page, and the cursors of the pages around it; empty where there is none."""

    rows: list[Line]
    previous: str = ""
    next: str = ""


def page_of_rows(
    rows: QuerySet[Row], keys: Sequence[str], params: Mapping[str, str], size: int = 25
) -> Page[Row]:
    """The page of `rows` that `params` names by ``after`` or ``before``; else the first.

    `keys`: fields whose values together are unique, with a minus those that descend; the direction
    changes once at most. Raises ``BadCursor``.
    """
    names = [key.removeprefix("-") for key in keys]
    after, before = params.get(AFTER, ""), params.get(BEFORE, "")
    backwards = bool(before and not after)
    order = [f"-{key}".removeprefix("--") for key in keys] if backwards else keys
    bounds = cursor_values(rows.model, keys, params)
    fetched = list(_rows_beyond(rows, order, bounds)[: size + 1])
    visible, further = fetched[:size], len(fetched) > size
    if backwards:
        visible.reverse()
    has_previous, has_next = (further, True) if backwards else (bool(after), further)
    return Page(
        visible,
        _cursor(visible[0], names) if visible and has_previous else "",
        _cursor(visible[-1], names) if visible and has_next else "",
    )


def cursor_values(
    model: type[Model], keys: Sequence[str], params: Mapping[str, str]
) -> Sequence[object] | None:
    """The values of `keys` by which `params` name a row; None without a cursor. Raises
    ``BadCursor``."""
    cursor = params.get(AFTER, "") or params.get(BEFORE, "")
    return _values(model, [key.removeprefix("-") for key in keys], cursor) if cursor else None


def page_of_list(
    lines: Sequence[Listed], params: Mapping[str, str], size: int = 100
) -> Page[Listed]:
    """The same of lines that are worked out anew for each page: a cursor is a number of lines.
    Raises ``BadCursor``."""
    after, before = params.get(AFTER, ""), params.get(BEFORE, "")
    cursor = after or before or "0"
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10):
        raise BadCursor
    start = int(cursor) if after else max(0, int(cursor) - size)
    end = start + size
    return Page(
        list(lines[start:end]),
        str(start) if start else "",
        str(end) if end < len(lines) else "",
    )


def _rows_beyond(
    rows: QuerySet[Row], keys: Sequence[str], values: Sequence[object] | None
) -> QuerySet[Row]:
    """The rows beyond `values` in the order of `keys`, nearest first."""
    ordered = rows.order_by(*keys)
    if values is None:
        return ordered
    names = [key.removeprefix("-") for key in keys]
    falls = [key.startswith("-") for key in keys]
    turn = next((index for index, falling in enumerate(falls) if falling != falls[0]), len(keys))
    bounds = [
        Value(value, output_field=rows.model._meta.get_field(name))  # type: ignore[arg-type]
        for name, value in zip(names, values, strict=True)
    ]

    def compared(begin: int, end: int, sign: str) -> _Compared:
        return _Compared(*map(F, names[begin:end]), *bounds[begin:end], sign=sign)

    sign = "<" if falls[0] else ">"
    if turn == len(keys):
        return ordered.filter(compared(0, turn, sign))
    # The first condition follows from the second, and lets the index of the order be used.
    further = compared(turn, len(keys), "<" if falls[turn] else ">")
    return ordered.filter(compared(0, turn, f"{sign}=")).filter(
        Q(compared(0, turn, sign)) | Q(compared(0, turn, "=")) & Q(further)
    )


class _Compared(Func):
    """``(a, b) < (1, 2)``, for which the index of the order is used whole. Django's tuple lookups
    say the same to PostgreSQL, but to SQLite an OR of ANDs, for which it is not."""

    output_field = BooleanField()

    def as_sql(self, compiler: Any, connection: Any, *_: Any, **__: Any) -> tuple[str, Any]:
        parts, parameters = [], []
        for expression in self.source_expressions:
            sql, values = compiler.compile(expression)
            parts.append(sql)
            parameters += values
        half = len(parts) // 2
        left, right = ", ".join(parts[:half]), ", ".join(parts[half:])
        return f"({left}) {self.extra['sign']} ({right})", tuple(parameters)


# ------------------------------------------------------------------------------ cursors


def _cursor(row: Model, names: Sequence[str]) -> str:
    fields = [row._meta.get_field(name) for name in names]
    text = json.dumps([_text(field.value_from_object(row)) for field in fields])  # type: ignore[union-attr]
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _text(value: object) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _values(model: type[Model], names: Sequence[str], cursor: str) -> list[object]:
    if len(cursor) > LONGEST_CURSOR or not cursor.isascii():
        raise BadCursor
    try:
        parts = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, RecursionError):
        raise BadCursor from None
    if not isinstance(parts, list) or len(parts) != len(names):
        raise BadCursor
    return [_parsed(model._meta.get_field(n), v) for n, v in zip(names, parts, strict=True)]  # type: ignore[arg-type]


def _parsed(field: Field[object, object], text: object) -> object:
    if not isinstance(text, str) or not text.isprintable():
        raise BadCursor
    try:
        value = field.to_python(text)
        if isinstance(value, datetime):
            if value.tzinfo is None:
                raise BadCursor
            value = value.astimezone(UTC)
    except (ValidationError, ValueError, OverflowError):
        raise BadCursor from None
    if value is None or (isinstance(value, int) and abs(value) >= 1 << 62):
        raise BadCursor
    return value
