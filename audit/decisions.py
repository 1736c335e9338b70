"""Decisions in a dump: which one says why a standing changed.

A leaf of a standing that has another digest than the one before it follows from a decision about
its game, whose leaf stands between them. Decisions of a game continue each other: the standing
after one is the standing before the next, and the last one led to the standing on record.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from audit import fields
from audit.dump import file_name
from audit.fields import AuditDifference, Line, printable
from audit.pins import Numbered

DECISIONS: Final = file_name("decisions")
NO_DECISION: Final = "no decision"
BEGAN: Final = "began"

TO_VOID: Final = frozenset({"void", "upheld", "other-log"})
FROM_VOID: Final = frozenset({"restored"})


class DecisionIndex:
    """Decisions by game, with the numbers of their leaves. Decisions that a site of before made
    have none: nothing is asked of leaves before the first decision, if that one says so."""

    def __init__(self) -> None:
        self.present = False
        self._by_game: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._first: tuple[int, str] | None = None

    def add(self, line: Line, leaf: int | None) -> None:
        """A line, and the number of its leaf. Raises ``WrongField``."""
        self.present = True
        if leaf is None:
            return
        kind = fields.text_field(line, "kind")
        self._first = min(self._first or (leaf, kind), (leaf, kind))
        if (game := fields.text_or_none(line, "game")) is not None:
            self._by_game[game].append((leaf, decision_text(line)))

    def explanation(self, game: str, before: int, last: int) -> str:
        """Decisions about a game between two leaves, in words; empty if there are none."""
        decisions = sorted(self._by_game.get(game, ()))
        return "; ".join(text for leaf, text in decisions if before < leaf < last)

    def unexplained(self, game: str, changes: Sequence[tuple[int, int]]) -> Iterator[str]:
        """A sentence for each pair of leaves that no decision stands between."""
        if not self.present:
            return
        first, kind = self._first or (-1, "")
        begins = first if kind == BEGAN else -1
        for before, last in changes:
            if last > begins and not self.explanation(game, before, last):
                yield f"standing {game}: leaf {before} → {last}, and no decision says so"


def decision_text(line: Line) -> str:
    """A decision in words: kind, role, day, reason. Raises ``WrongField``."""
    kind, role = fields.text_field(line, "kind"), fields.text_field(line, "role")
    day = fields.moment_field(line, "at")[:10]
    reason = printable(fields.text_field(line, "reason"))
    return f"{kind}, by {role}, {day}" + (f" ({reason})" if reason else "")


def broken_decisions(
    game: str, decisions: Sequence[Numbered], standing: str
) -> Iterator[AuditDifference]:
    """Decisions of a game that do not continue each other, or do not lead to its standing. Raises
    ``WrongField``."""
    rows = sorted((fields.number_field(line, "id"), number, line) for number, line in decisions)
    reached = ""
    for _id, number, line in rows:
        before, after = fields.text_field(line, "before"), fields.text_field(line, "after")
        kind = fields.text_field(line, "kind")
        if reached and before != reached:
            label = f"{game} standing before a decision"
            yield AuditDifference(DECISIONS, number, label, before, reached)
        voided, restored = after == "void" != before, before == "void" != after
        if (voided and kind not in TO_VOID) or (restored and kind not in FROM_VOID):
            follows = ", ".join(sorted(TO_VOID if voided else FROM_VOID))
            yield AuditDifference(DECISIONS, number, f"{game} kind of a decision", kind, follows)
        reached = after
    if reached and reached != standing:
        label = f"{game} standing after its last decision"
        yield AuditDifference(DECISIONS, rows[-1][1], label, reached, standing)
