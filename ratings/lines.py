"""The books as lines of canonical JSON; see ``games.lines``.

The file `books` has a line for each entry that is not where its game was played, retired ones too
(`record`: ``entry``), and one for each closing (``closing``). With the lines of the games it says
the whole order of rating: an ordinary entry of a game is at (day of play, moment of acceptance,
id, 0), another one at (`day`, `at`, `game`, `nth`). ``ratings.recompute`` reads it.
"""

from __future__ import annotations

from games.lines import Line, moment
from ratings.models import Closing, Entry


def entry_line(entry: Entry) -> Line:
    """An entry. `seats`: of a reversal, who was rated in the entry number `reverses`, and their
    places. `retired`: it no longer holds."""
    return {
        "record": "entry",
        "game": entry.game_id,
        "nth": entry.nth,
        "kind": entry.kind,
        "day": entry.day.isoformat(),
        "at": moment(entry.at),
        "cause": entry.cause,
        "ref": entry.ref,
        "reverses": entry.reverses,
        "seats": entry.seats,
        "added_by": entry.added_by_id,
        "retired_by": entry.retired_by_id,
        "retired": entry.retired_by_id is not None,
    }


def closing_line(closing: Closing) -> Line:
    """A closing; `previous`: the digest of the one before it, or null."""
    return {
        "record": "closing",
        "id": closing.pk,
        "through": closing.through.isoformat(),
        "at": moment(closing.at),
        "changes": closing.changes,
        "digest": closing.digest,
        "previous": closing.previous.digest if closing.previous else None,
    }
