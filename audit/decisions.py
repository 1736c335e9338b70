"""Decisions in a dump: which one says why a standing changed.

A leaf of a standing that has another digest than the one before it follows from a decision about
its game, whose leaf stands between them. Decisions of a game continue each other: the standing
after one is the standing before the next, and the last one led to the standing on record.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from audit import fields
from audit.dump import file_name
from audit.fields import AuditDifference, Line, printable
from audit.pins import Numbered

DECISIONS: Final = file_name("decisions")
NO_DECISION: Final = "no decision"
BEGAN: Final = "began"

TO_VOID: Final = frozenset({"void", "upheld", "other-log"})
FROM_VOID: Final = frozenset({"restored"})


CAUSES: Final = {
    "void": frozenset({"void"}),
    "upheld": frozenset({"upheld"}),
    "restored": frozenset({"restored", "shared-mailbox"}),
}
"""By cause of an entry of the books the kinds of decisions that it follows from. Others follow from
any decision about their game; `counted` needs none."""
ORDINARY_CAUSE: Final = "counted"
PINNED: Final = "pinned"
RELEASES: Final = ("release", PINNED)


class IndexedDecision(NamedTuple):
    """A decision: the number of its leaf, what it is, and how it is told."""

    leaf: int
    kind: str
    subject: str
    text: str


class DecisionIndex:
    """Decisions by game, with the numbers of their leaves; those about a release are under an empty
    name. `present`: the dump has a file of them, which may be empty. Decisions that a site of
    before made have none: nothing is asked of leaves before the first one, if that says so."""

    def __init__(self) -> None:
        self.present = False
        self._by_game: dict[str, list[IndexedDecision]] = defaultdict(list)
        self._first: tuple[int, str, str] | None = None

    def add(self, line: Line, leaf: int | None) -> None:
        """A line, and the number of its leaf. Raises ``WrongField``."""
        self.present = True
        if leaf is None:
            return
        kind, subject = fields.text_field(line, "kind"), fields.text_field(line, "subject")
        first = (leaf, kind, fields.moment_field(line, "at"))
        self._first = min(self._first or first, first)
        game = fields.text_or_none(line, "game")
        if game is not None or kind in RELEASES:
            decision = IndexedDecision(leaf, kind, subject, decision_text(line))
            self._by_game[game or ""].append(decision)

    def explanation(self, game: str, before: int, last: int) -> str:
        """Decisions about a game between two leaves, in words; empty if there are none."""
        decisions = sorted(self._by_game.get(game, ()))
        return "; ".join(row.text for row in decisions if before < row.leaf < last)

    def unexplained(self, game: str, changes: Sequence[tuple[int, int]]) -> Iterator[str]:
        """A sentence for each pair of leaves that no decision stands between."""
        if not self.present:
            return
        begins = self._began()[0]
        for before, last in changes:
            if last > begins and not self.explanation(game, before, last):
                yield f"standing {game}: leaf {before} → {last}, and no decision says so"

    def missing(self, kind: str, line: Line, name: str, leaf: int) -> Iterator[str]:
        """A sentence for an entry of the books, or a pin, that no decision before its leaf led
        to."""
        if (
            not self.present
            or str(line.get("decided_at" if kind == "pin" else "at")) <= self._began()[1]
        ):
            return
        cause, against = str(line.get("cause")), str(line.get("against"))
        if kind == "entry" and cause != ORDINARY_CAUSE:
            decisions = self._by_game.get(str(line.get("game")), ())
            kinds = CAUSES.get(cause, {decision.kind for decision in decisions})
            if not any(decision.leaf < leaf and decision.kind in kinds for decision in decisions):
                yield f"{name}: cause {cause}, and no decision before leaf {leaf} says so"
        elif kind == "pin":
            pinned = {d.subject for d in self._by_game[""] if d.kind == PINNED and d.leaf < leaf}
            if against not in pinned:
                yield f"{name}: against {against}, and no decision before leaf {leaf} says so"

    def _began(self) -> tuple[int, str]:
        """Leaf and moment from which on decisions are on record."""
        first, kind, moment = self._first or (-1, "", "")
        return (first, moment) if kind == BEGAN else (-1, "")


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
