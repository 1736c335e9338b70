"""Facts of finished games, as rows to search by (``engine.facts``)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Func, IntegerField, Q
from django.db.models.sql.compiler import SQLCompiler

from web.bulk_insert import ArrayField

CompiledSql = tuple[str, tuple[str | int, ...]]
"""A part of a statement, and its values."""


class NumbersField(ArrayField, models.Field):  # type: ignore[type-arg]
    """A list of whole numbers, of which some may be missing: an array on PostgreSQL, JSON on
    SQLite. `kind`: ``smallint`` or ``integer``."""

    def __init__(self, *, kind: str = "integer") -> None:
        self.kind = kind
        super().__init__()

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, path, args, _ = super().deconstruct()
        return name, path, args, {"kind": self.kind}

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return f"{self.kind}[]" if connection.vendor == "postgresql" else "text"

    def get_db_prep_value(
        self, value: object, connection: BaseDatabaseWrapper, prepared: bool = False
    ) -> object:
        if value is None or connection.vendor == "postgresql":
            return value
        return json.dumps(value, separators=(",", ":"))

    def from_db_value(
        self, value: str | list[int | None], expression: object, connection: BaseDatabaseWrapper
    ) -> list[int | None]:
        return json.loads(value) if isinstance(value, str) else value


@NumbersField.register_lookup
class Overlaps(models.Lookup):
    """Look-up: the list has one of these numbers. PostgreSQL only, where an index finds it."""

    lookup_name = "overlaps"

    def get_prep_lookup(self) -> list[int]:
        return sorted(self.rhs)

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> CompiledSql:
        left, values = self.process_lhs(compiler, connection)
        return f"{left} && %s::integer[]", (*values, self.rhs)


class NumberAt(Func):
    """The number at `index`, from 0, of a list; NULL if it is missing."""

    output_field = IntegerField()

    def __init__(self, field: str, index: int) -> None:
        super().__init__(F(field))
        self.index = index

    def as_sql(  # type: ignore[override]
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_form: object
    ) -> CompiledSql:
        (source,) = self.get_source_expressions()
        column, values = compiler.compile(source)
        return f"json_extract({column}, '$[{self.index:d}]')", (*values,)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_form: object
    ) -> CompiledSql:
        (source,) = self.get_source_expressions()
        column, values = compiler.compile(source)
        return f"({column})[{self.index + 1:d}]", (*values,)


class GameFacts(models.Model):
    """The facts of a game, by their numbers; none if the current engine does not judge it legal.
    They follow from its log, and can be made anew; so these rows are not locked, and the database
    asks no other table about them. `packed`: the search index has the game with these facts."""

    game = models.OneToOneField(
        "games.Game",
        primary_key=True,
        on_delete=models.PROTECT,
        related_name="facts",
        db_constraint=False,
    )
    values = NumbersField(kind="smallint")
    packed = models.BooleanField(default=False, db_default=False)

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(fields=["game"], name="facts_to_pack", condition=Q(packed=False)),
        ]

    def __str__(self) -> str:
        return self.game_id


class SeatFacts(models.Model):
    """The facts of a seat. `values`: by the number of the fact. `tokens`: what the seat is found by
    (``games.facts.tokens``); on SQLite they are empty, and `values` are searched."""

    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(
        "games.Game",
        on_delete=models.PROTECT,
        related_name="seat_facts",
        db_constraint=False,
        db_index=False,
    )
    number = models.PositiveSmallIntegerField()
    values = NumbersField(kind="smallint")
    tokens = NumbersField(kind="integer")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"
