"""The buttons that lead from one step of a replay to another."""

from __future__ import annotations

from drawing.language import gettext as _
from drawing.replay.replay import Replay

Context = dict[str, object]


def jumps(replay: Replay, ply: int, base_url: str, query: str = "") -> list[Context]:
    """The buttons, in their order: where each leads from here (``None``: nowhere)."""
    turns, rounds = _marks(replay, "turn"), _marks(replay, "round")
    targets = [
        ("first", "M5 5V19M18 5 10 12 18 19", _("First entry"), 0),
        (
            "round-back",
            "M9 5 4 12 9 19M14 5 9 12 14 19M19 5 14 12 19 19",
            _("Previous round"),
            _before(rounds, ply),
        ),
        ("turn-back", "M11 5 5 12 11 19M18 5 12 12 18 19", _("Previous turn"), _before(turns, ply)),
        ("back", "M15 5 8 12 15 19", _("Back one entry"), ply - 1),
        ("next", "M9 5 16 12 9 19", _("Forward one entry"), ply + 1),
        (
            "turn-next",
            "M6 5 12 12 6 19M13 5 19 12 13 19",
            _("Next turn"),
            _after(turns, ply, replay.plies),
        ),
        (
            "round-next",
            "M5 5 10 12 5 19M10 5 15 12 10 19M15 5 20 12 15 19",
            _("Next round"),
            _after(rounds, ply, replay.plies),
        ),
        ("last", "M19 5V19M6 5 14 12 6 19", _("Last entry"), replay.plies),
    ]
    return [
        {
            "name": name,
            "icon": icon,
            "words": words,
            "url": f"{base_url}{target}/{query}"
            if base_url and _leads(replay, ply, target)
            else "",
        }
        for name, icon, words, target in targets
    ]


def _leads(replay: Replay, ply: int, target: int) -> bool:
    return 0 <= target <= replay.plies and target != ply


def _marks(replay: Replay, unit: str) -> list[int]:
    """The plies at which a turn, or a round, is complete: the start and the end included."""
    marks = [0]
    pairs = zip(replay.frames, replay.frames[1:], strict=False)
    for number, (frame, other) in enumerate(pairs, 1):
        unchanged = frame.round == other.round and (unit == "round" or frame.turn == other.turn)
        if not unchanged:
            marks.append(number)
    return [*marks, replay.plies]


def _before(marks: list[int], ply: int) -> int:
    return max((mark for mark in marks if mark < ply), default=0)


def _after(marks: list[int], ply: int, plies: int) -> int:
    return min((mark for mark in marks if mark > ply), default=plies)
