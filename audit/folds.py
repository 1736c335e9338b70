"""Folds: runs over the games that replaced changes of ratings, and their reasons.

The line of a fold has a digest of all that it retired, and of the reasons that were kept: so a
change that no longer holds stays what it was when it was retired. A fold without a line only added
changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from audit import fields
from audit.dump import Dump, UnreadableDump, compare_line_count, file_name, parse_line, read_lines
from audit.fields import AuditDifference, Line, WrongField, canonical_bytes

FOLDS: Final = file_name("folds")
LEDGER: Final = file_name("ledger")
REASONS: Final = file_name("reasons")
NOT_HASHED: Final = ("played_on", "accepted_at")
"""Fields of a row of the ledger that its digest leaves out: the game's place may be put right."""
PLAIN: Final = "change"
"""Cause of a fold without a line."""


def hashed_row(line: Line) -> bytes:
    """SHA-256 of a row of the ledger, or of a reason, as the digest of its fold has it."""
    return sha256(canonical_bytes({n: line[n] for n in line if n not in NOT_HASHED})).digest()


def fold_digest(retired: Sequence[bytes], reasons: Sequence[bytes]) -> str:
    """SHA-256 of the digests of changes that a fold retired, by id, and of its reasons, sorted."""
    return sha256(b"".join([*retired, *sorted(reasons)])).hexdigest()


class FoldLine(NamedTuple):
    """The line of a fold, at `number`."""

    number: int
    moment: str
    cause: str
    counts: tuple[int, int]
    digest: str


class FoldAudit:
    """Lines of folds, compared with the rows that name them: give it every row of the ledger, then
    ``end`` it. `present`: the dump has a file of them; older ones have none. Raises
    ``UnreadableDump``."""

    def __init__(self, dump: Dump) -> None:
        self.present = FOLDS in dump.files
        self._dump = dump
        self._folds: dict[int, FoldLine] = {}
        self._count = 0
        self._retired: dict[int, list[bytes]] = defaultdict(list)
        self._moments: dict[int, str] = {}
        for number, raw in read_lines(dump, "folds") if self.present else ():
            line = parse_line(raw, FOLDS, number)
            self._count = number
            try:
                self._folds[fields.number_field(line, "id")] = _fold_line(number, line)
            except WrongField as error:
                raise UnreadableDump(f"{FOLDS}:{number}: {error}") from None

    def row(self, number: int, line: Line) -> Iterator[AuditDifference]:
        """A row of the ledger. Raises ``WrongField``."""
        if not self.present:
            return
        for name in ("added", "retired"):
            fold = fields.object_or_none(line, name)
            if fold is None and name == "added":
                raise WrongField("added: expected an object")
            if fold is not None:
                yield from self._named(number, fold)
        if (fold := fields.object_or_none(line, "retired")) is not None:
            key = fields.number_field(line, "id").to_bytes(8, "big", signed=True)
            self._retired[fields.number_field(fold, "fold")].append(key + hashed_row(line))

    def end(self) -> Iterator[AuditDifference]:
        """Behind the last row."""
        if not self.present:
            return
        reasons: dict[int, list[bytes]] = defaultdict(list)
        count = 0
        for count, raw in read_lines(self._dump, "reasons") if REASONS in self._dump.files else ():
            line = parse_line(raw, REASONS, count)
            try:
                reasons[fields.number_field(line, "fold")].append(hashed_row(line))
            except WrongField as error:
                raise UnreadableDump(f"{REASONS}:{count}: {error}") from None
        if REASONS in self._dump.files:
            yield from compare_line_count(self._dump, "reasons", count)
        yield from compare_line_count(self._dump, "folds", self._count)
        for fold in sorted(self._folds.keys() | self._retired.keys() | reasons.keys()):
            yield from self._compare(fold, reasons.get(fold, []))

    # --- inside -------------------------------------------------------------------

    def _named(self, number: int, named: Line) -> Iterator[AuditDifference]:
        """The fold of a row is what its line says; one without a line has one moment."""
        fold = fields.number_field(named, "fold")
        stored = (fields.moment_field(named, "at"), fields.text_field(named, "cause"))
        line = self._folds.get(fold)
        moment = line.moment if line else self._moments.setdefault(fold, stored[0])
        follows = (moment, line.cause if line else PLAIN)
        if stored != follows:
            yield AuditDifference(LEDGER, number, f"fold {fold}", stored, follows)

    def _compare(self, fold: int, reasons: list[bytes]) -> Iterator[AuditDifference]:
        line = self._folds.get(fold)
        retired = [row[8:] for row in sorted(self._retired.get(fold, []))]
        counts = (len(retired), len(reasons))
        if line is None:
            follows = f"{counts[0]} retired changes, {counts[1]} reasons"
            yield AuditDifference(FOLDS, 0, f"fold {fold}", None, follows)
        elif line.counts != counts:
            label = f"fold {fold} retired changes and reasons"
            yield AuditDifference(FOLDS, line.number, label, line.counts, counts)
        elif line.digest != (digest := fold_digest(retired, reasons)):
            label = f"fold {fold} digest of retired changes and reasons"
            yield AuditDifference(FOLDS, line.number, label, line.digest, digest)


def _fold_line(number: int, line: Line) -> FoldLine:
    return FoldLine(
        number,
        fields.moment_field(line, "at"),
        fields.text_field(line, "cause"),
        (fields.number_field(line, "retired"), fields.number_field(line, "reasons")),
        fields.text_field(line, "digest"),
    )
