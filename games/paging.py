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
from django.db.models import BooleanField, F, Field, Func, Model, QuerySet, Value

AFTER: Final = "after"
BEFORE: Final = "before"
LONGEST_CURSOR: Final = 300

Row = TypeVar("Row", bound=Model)
Line = TypeVar("Line")


class BadCursor(ValueError):
    """A cursor that this site did not make."""


@dataclass(frozen=True)
class Page(Generic[Line]):
    """Some rows, and the cursors of the pages around them; empty where there is none."""

    rows: list[Line]
    previous: str = ""
    next: str = ""


def page(
    rows: QuerySet[Row], keys: Sequence[str], asked: Mapping[str, str], size: int = 25
) -> Page[Row]:
    """The page of `rows` that `asked` names by ``after`` or ``before``; else the first.

    `keys`: fields whose values together are unique, all with a minus (descending) or none.
    Raises ``BadCursor``.
    """
    names = [key.removeprefix("-") for key in keys]
    falling = keys[0].startswith("-")
    after, before = asked.get(AFTER, ""), asked.get(BEFORE, "")
    if before and not after:
        found = _beside(rows, names, _values(rows.model, names, before), not falling)[: size + 1]
        held = list(found)
        shown = held[:size][::-1]
        return Page(
            shown,
            _cursor(shown[0], names) if len(held) > size else "",
            _cursor(shown[-1], names) if shown else "",
        )
    where = _values(rows.model, names, after) if after else None
    held = list(_beside(rows, names, where, falling)[: size + 1])
    shown = held[:size]
    return Page(
        shown,
        _cursor(shown[0], names) if after and shown else "",
        _cursor(shown[-1], names) if len(held) > size else "",
    )


def _beside(
    rows: QuerySet[Row], names: Sequence[str], values: Sequence[object] | None, falling: bool
) -> QuerySet[Row]:
    """The rows beyond `values`, nearest first: smaller ones if `falling`, else greater ones."""
    ordered = rows.order_by(*(f"-{name}" if falling else name for name in names))
    if values is None:
        return ordered
    fields = [rows.model._meta.get_field(name) for name in names]
    bounds = [Value(v, output_field=f) for v, f in zip(values, fields, strict=True)]  # type: ignore[arg-type]
    return ordered.filter(_Compared(*map(F, names), *bounds, sign="<" if falling else ">"))


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
    said = json.dumps([_text(field.value_from_object(row)) for field in fields])  # type: ignore[union-attr]
    return base64.urlsafe_b64encode(said.encode()).decode().rstrip("=")


def _text(value: object) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _values(model: type[Model], names: Sequence[str], cursor: str) -> list[object]:
    if len(cursor) > LONGEST_CURSOR or not cursor.isascii():
        raise BadCursor
    try:
        said = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, RecursionError):
        raise BadCursor from None
    if not isinstance(said, list) or len(said) != len(names):
        raise BadCursor
    return [_value(model._meta.get_field(n), v) for n, v in zip(names, said, strict=True)]  # type: ignore[arg-type]


def _value(field: Field[object, object], said: object) -> object:
    if not isinstance(said, str) or not said.isprintable():
        raise BadCursor
    try:
        value = field.to_python(said)
        if isinstance(value, datetime):
            if value.tzinfo is None:
                raise BadCursor
            value = value.astimezone(UTC)
    except (ValidationError, ValueError, OverflowError):
        raise BadCursor from None
    if value is None or (isinstance(value, int) and abs(value) >= 1 << 62):
        raise BadCursor
    return value
