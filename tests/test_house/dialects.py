"""Statements that PostgreSQL and SQLite understand differently, found in the syntax of our code.

Raw SQL, locks, triggers, conflicts of unique rows, operators of JSON and arrays, text without
regard to case, functions of the database, and errors that a database reports.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

METHODS: Final = frozenset(
    (
        *("cursor", "raw", "extra", "explain"),
        *("select_for_update", "get_or_create", "update_or_create"),
    )
)
KEYWORDS: Final = frozenset(
    (
        *("ignore_conflicts", "update_conflicts", "nulls_first", "nulls_last"),
        *("nowait", "skip_locked"),
    )
)
LOOKUPS: Final = frozenset(
    (
        *("contains", "contained_by", "overlap", "has_key", "has_keys", "has_any_keys"),
        *("icontains", "iexact", "istartswith", "iendswith", "regex", "iregex"),
        *("search", "trigram_similar"),
    )
)
EXPRESSIONS: Final = frozenset(
    (
        *("RawSQL", "RunSQL", "Func", "Window", "Cast", "Collate", "Lower", "Upper"),
        *("StdDev", "Variance", "KT", "KeyTransform", "JSONObject"),
        *("ArrayAgg", "StringAgg", "JSONBAgg", "Extract", "ExtractYear"),
        *("Trunc", "TruncDate", "TruncDay", "TruncWeek", "TruncMonth", "TruncYear"),
    )
)
ERRORS: Final = frozenset(
    ("DatabaseError", "DataError", "IntegrityError", "InternalError", "OperationalError")
)
VENDOR: Final = "vendor"


def constructs(code: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the word of each construct within `code`."""
    for node in ast.walk(code):
        match node:
            case ast.Call(ast.Attribute(attr=word)) if word in METHODS:
                yield node.lineno, word
            case ast.Call(ast.Name(word)) if word in EXPRESSIONS:
                yield node.lineno, word
            case ast.ClassDef(bases=[*bases]) if word := _expression(bases):
                yield node.lineno, word
            case ast.keyword(str(word)) if word in KEYWORDS or _lookup(word):
                yield node.value.lineno, word
            case ast.ExceptHandler(type=ast.expr() as caught) if word := _error(caught):
                yield node.lineno, word
            case ast.Call(ast.Attribute(attr="raises"), [caught, *_]) if word := _error(caught):
                yield node.lineno, word
            case ast.Attribute(attr="vendor"):
                yield node.lineno, VENDOR


def _lookup(keyword: str) -> bool:
    _, separator, lookup = keyword.rpartition("__")
    return bool(separator) and lookup in LOOKUPS


def _expression(bases: list[ast.expr]) -> str:
    names = {base.id for base in bases if isinstance(base, ast.Name)}
    return next(iter(names & EXPRESSIONS), "")


def _error(caught: ast.expr) -> str:
    names = {node.id for node in ast.walk(caught) if isinstance(node, ast.Name)}
    return next(iter(names & ERRORS), "")
