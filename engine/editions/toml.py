"""An edition as TOML: the same tables give the same text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from engine.editions.shipped import Tables

WIDEST: Final = 100
"""Lists that are longer go over several lines."""


def tables_to_toml(tables: Tables, opening: str = "") -> str:
    """The text of `tables`; `opening`: words for the comment above, lines with line feeds."""
    comment = [f"# {line}".rstrip() for line in opening.splitlines()]
    lines = [*comment, *([""] if comment else []), *_table("", tables)]
    return "\n".join(lines).strip("\n") + "\n"


def _table(name: str, table: Tables) -> Iterator[str]:
    """The lines of a table and of those in it."""
    inner: list[tuple[str, Tables]] = []
    for key, value in table.items():
        if isinstance(value, dict) and not _is_flat(value):
            inner.append((key, value))
        else:
            yield from _pair(key, value)
    for key, value in inner:
        path = f"{name}.{key}" if name else key
        if not all(isinstance(member, dict) and not _is_flat(member) for member in value.values()):
            yield from ("", f"[{path}]")
        yield from _table(path, value)


def _is_flat(table: Tables) -> bool:
    """True if it is a mapping from the number of players and the like: it stands in one line."""
    return "source" not in table and not any(isinstance(member, dict) for member in table.values())


def _pair(key: str, value: object) -> Iterator[str]:
    line = f"{key} = {_value(value)}"
    if len(line) <= WIDEST or not isinstance(value, list):
        yield line
        return
    yield f"{key} = ["
    yield from (f"    {_value(member)}," for member in value)
    yield "]"


def _value(value: object) -> str:
    """A number, a word, a list or a table in one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(member)}' for key, member in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)
