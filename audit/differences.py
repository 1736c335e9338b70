"""A difference: a line of the dump that contradicts the others."""

from __future__ import annotations

from typing import NamedTuple


class Difference(NamedTuple):
    """In `file`, at `line` (0: not of one line), about `what` (of a game: its id and a field).
    `written` is what the dump says, `follows` what it should say."""

    file: str
    line: int
    what: str
    written: object
    follows: object

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place} {self.what}: written {shown(self.written)}, follows {shown(self.follows)}"


def shown(value: object, most: int = 200) -> str:
    """A value in one line, not too long, with nothing that moves the cursor."""
    said = "nothing" if value is None else str(value)
    clean = "".join(one if one.isprintable() else "·" for one in said[:most])
    return clean if len(said) <= most else f"{clean}…"
