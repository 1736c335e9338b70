"""Typed fields of a line of the dump; differences between such fields and what follows."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple, NoReturn

Line = Mapping[str, object]

DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{6}Z", re.ASCII)
FRACTION: Final = re.compile(r"-?[0-9]{1,30}(?:/0*[1-9][0-9]{0,29})?", re.ASCII)
"""As a dump writes one. ``Fraction`` reads ``1e999999999``, too, and takes all memory for it."""
LARGEST: Final = 1 << 53
"""No number of a line is larger: it is the same to every reader of JSON."""


class WrongField(Exception):
    """A field is not what it has to be; the sentence says which."""


def text_field(line: Line, name: str) -> str:
    value = line.get(name)
    return value if isinstance(value, str) else _wrong(name, "a text")


def fraction_field(line: Line, name: str) -> Fraction:
    """A whole number or two, as ``5/2``."""
    text = text_field(line, name)
    return Fraction(text) if FRACTION.fullmatch(text) else _wrong(name, "a fraction, as 5/2")


def number_field(line: Line, name: str) -> int:
    value = line.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
        _wrong(name, "a whole number")
    return value


def number_or_none(line: Line, name: str) -> int | None:
    return None if line.get(name) is None else number_field(line, name)


def text_or_none(line: Line, name: str) -> str | None:
    return None if line.get(name) is None else text_field(line, name)


def flag_field(line: Line, name: str) -> bool:
    value = line.get(name)
    return value if isinstance(value, bool) else _wrong(name, "true or false")


def day_field(line: Line, name: str) -> str:
    value = text_field(line, name)
    return value if DAY.fullmatch(value) else _wrong(name, "a day, as 2026-11-23")


def moment_field(line: Line, name: str) -> str:
    value = text_field(line, name)
    expected = "a moment, as 2026-11-23T00:20:00.123456Z"
    return value if MOMENT.fullmatch(value) else _wrong(name, expected)


def objects_field(line: Line, name: str) -> list[Line]:
    """Objects."""
    value = line.get(name)
    if not isinstance(value, list) or not all(isinstance(element, dict) for element in value):
        _wrong(name, "a list of objects")
    return value


def texts_field(line: Line, name: str) -> dict[str, str]:
    """An object of texts."""
    value = line.get(name)
    if not isinstance(value, dict) or not all(
        isinstance(element, str) for element in value.values()
    ):
        _wrong(name, "an object of texts")
    return value


def object_or_none(line: Line, name: str) -> Line | None:
    value = line.get(name)
    return value if value is None or isinstance(value, dict) else _wrong(name, "an object or null")


def _wrong(name: str, expected: str) -> NoReturn:
    raise WrongField(f"{name}: expected {expected}")


def canonical_bytes(line: Line) -> bytes:
    """A line as canonical JSON: sorted keys, no blanks, UTF-8."""
    return CANONICAL.encode(line).encode("utf-8", "replace")


CANONICAL: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# --- what is found wrong ------------------------------------------------------------


class AuditDifference(NamedTuple):
    """In `file`, at `line` (0: not of one line), about `what` (of a game: its id and a field).
    `written` is what the dump says, `follows` what it should say."""

    file: str
    line: int
    what: str
    written: object
    follows: object

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        stored, follows = printable(self.written), printable(self.follows)
        return f"{place} {self.what}: written {stored}, follows {follows}"


def printable(value: object, limit: int = 200) -> str:
    """A value in one line, not too long, with nothing that moves the cursor."""
    text = "nothing" if value is None else str(value)
    clean = "".join(character if character.isprintable() else "·" for character in text[:limit])
    return clean if len(text) <= limit else f"{clean}…"
