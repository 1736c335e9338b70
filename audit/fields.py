"""Fields of a line by another hand, each of the type that it has to be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NoReturn

Line = Mapping[str, object]

DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{6}Z", re.ASCII)
LARGEST: Final = 1 << 53
"""No number of a line is larger: it is the same to every reader of JSON."""


class Wrong(Exception):
    """A field is not what it has to be; the sentence says which."""


def text(line: Line, name: str) -> str:
    value = line.get(name)
    return value if isinstance(value, str) else _wrong(name, "a text")


def number(line: Line, name: str) -> int:
    value = line.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
        _wrong(name, "a whole number")
    return value


def number_or_none(line: Line, name: str) -> int | None:
    return None if line.get(name) is None else number(line, name)


def text_or_none(line: Line, name: str) -> str | None:
    return None if line.get(name) is None else text(line, name)


def yes(line: Line, name: str) -> bool:
    value = line.get(name)
    return value if isinstance(value, bool) else _wrong(name, "true or false")


def day(line: Line, name: str) -> str:
    value = text(line, name)
    return value if DAY.fullmatch(value) else _wrong(name, "a day, as 2026-11-23")


def moment(line: Line, name: str) -> str:
    value = text(line, name)
    wanted = "a moment, as 2026-11-23T00:20:00.123456Z"
    return value if MOMENT.fullmatch(value) else _wrong(name, wanted)


def lines(line: Line, name: str) -> list[Line]:
    """Objects."""
    value = line.get(name)
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        _wrong(name, "a list of objects")
    return value


def texts(line: Line, name: str) -> dict[str, str]:
    """An object of texts."""
    value = line.get(name)
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        _wrong(name, "an object of texts")
    return value


def object_or_none(line: Line, name: str) -> Line | None:
    value = line.get(name)
    return value if value is None or isinstance(value, dict) else _wrong(name, "an object or null")


def _wrong(name: str, wanted: str) -> NoReturn:
    raise Wrong(f"{name}: expected {wanted}")
