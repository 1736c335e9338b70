"""The buttons that lead from one step of a replay to another."""

from __future__ import annotations

from drawing.language import gettext as _
from drawing.replay.replay import Replay

Context = dict[str, object]


def jumps(found: Replay, at: int, base_url: str, query: str = "") -> list[Context]:
    """The buttons, in their order: where each leads from here (``None``: nowhere)."""
    turns, rounds = _marks(found, "turn"), _marks(found, "round")
    targets = [
        ("first", "M5 5V19M18 5 10 12 18 19", _("First entry"), 0),
        (
            "round-back",
            "M9 5 4 12 9 19M14 5 9 12 14 19M19 5 14 12 19 19",
            _("Previous round"),
            _before(rounds, at),
        ),
        ("turn-back", "M11 5 5 12 11 19M18 5 12 12 18 19", _("Previous turn"), _before(turns, at)),
        ("back", "M15 5 8 12 15 19", _("Back one entry"), at - 1),
        ("next", "M9 5 16 12 9 19", _("Forward one entry"), at + 1),
        (
            "turn-next",
            "M6 5 12 12 6 19M13 5 19 12 13 19",
            _("Next turn"),
            _after(turns, at, found.plies),
        ),
        (
            "round-next",
            "M5 5 10 12 5 19M10 5 15 12 10 19M15 5 20 12 15 19",
            _("Next round"),
            _after(rounds, at, found.plies),
        ),
        ("last", "M19 5V19M6 5 14 12 6 19", _("Last entry"), found.plies),
    ]
    return [
        {
            "name": name,
            "icon": icon,
            "words": words,
            "url": f"{base_url}{to}/{query}" if base_url and _leads(found, at, to) else "",
        }
        for name, icon, words, to in targets
    ]


def _leads(found: Replay, at: int, to: int) -> bool:
    return 0 <= to <= found.plies and to != at


def _marks(found: Replay, of: str) -> list[int]:
    """The plies at which a turn, or a round, is complete: the start and the end included."""
    marks = [0]
    pairs = zip(found.frames, found.frames[1:], strict=False)
    for number, (one, other) in enumerate(pairs, 1):
        same = one.round == other.round and (of == "round" or one.turn == other.turn)
        if not same:
            marks.append(number)
    return [*marks, found.plies]


def _before(marks: list[int], at: int) -> int:
    return max((mark for mark in marks if mark < at), default=0)


def _after(marks: list[int], at: int, plies: int) -> int:
    return min((mark for mark in marks if mark > at), default=plies)
