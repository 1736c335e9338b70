"""A field of a line of a dump, and words that many of them share."""

from __future__ import annotations

from typing import Final, NamedTuple


class LineField(NamedTuple):
    """A field of a line; `name` of a nested one is ``seats[].points``. `unit`: of a number, or the
    form of a text. `since`: the form of the dump (``form`` of its manifest) that had it first; a
    ``*`` where the first dumps of that form had it not yet. `when`: only lines of this sort."""

    name: str
    type: str
    meaning: str
    unit: str = ""
    since: str = "1"
    when: str = ""


ID: Final = "id"
HEX: Final = "64 hex digits"
POINTS: Final = "thousandths of a point"
LATER: Final = "1*"
FROM_1: Final = "from 1"
