"""Editions that a decision of the dump marks as wrong: no game by one of them began afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from audit import fields
from audit.decisions import DECISIONS
from audit.dump import Dump, UnreadableDump, parse_line, read_lines
from audit.fields import AuditDifference, Line, WrongField, printable
from audit.leaf_moments import CLOCK_SKEW

KIND: Final = "wrong-edition"


class WrongEdition(NamedTuple):
    """`line`: the decision's; `moment`: since when no new game takes the edition."""

    line: int
    moment: str
    reason: str

    def __str__(self) -> str:
        return f"marked as wrong at {self.moment} ({printable(self.reason)})"


def read_wrong_editions(dump: Dump) -> dict[str, WrongEdition]:
    """By name; the earliest decision of each. Raises ``UnreadableDump``."""
    wrong: dict[str, WrongEdition] = {}
    if DECISIONS not in dump.files:
        return wrong
    for number, raw in read_lines(dump, "decisions"):
        line = parse_line(raw, DECISIONS, number)
        try:
            if fields.text_field(line, "kind") == KIND:
                moment, reason = fields.moment_field(line, "at"), fields.text_field(line, "reason")
                name = fields.text_field(line, "subject")
                wrong[name] = min(
                    wrong.get(name, marked := WrongEdition(number, moment, reason)),
                    marked,
                    key=lambda mark: mark.moment,
                )
        except WrongField as error:
            raise UnreadableDump(f"{DECISIONS}:{number}: {error}") from None
    return wrong


def unknown_editions(
    wrong: Mapping[str, WrongEdition], names: Sequence[str]
) -> Iterator[AuditDifference]:
    """Decisions about editions that are not among `names`."""
    for name, mark in wrong.items():
        if name not in names:
            follows = "an edition of the dump"
            yield AuditDifference(DECISIONS, mark.line, "edition that is wrong", name, follows)


def began_too_late(
    game: Line, deals: Sequence[Line], wrong: Mapping[str, WrongEdition]
) -> tuple[str, str] | None:
    """When a game began, and the mark on its edition before that; ``None`` for most. `deals`:
    those of its table. Raises ``WrongField``."""
    mark = wrong.get(fields.text_field(game, "edition"))
    if mark is None:
        return None
    began = fields.moment_field(game, "accepted_at")
    if fields.flag_field(game, "played_here"):
        dealt = [deal for deal in deals if deal.get("record") == "deal"]
        began = min([fields.moment_field(deal, "filled_at") for deal in dealt], default=began)
    late = datetime.fromisoformat(began) - datetime.fromisoformat(mark.moment) > CLOCK_SKEW
    return (began, str(mark)) if late else None
