"""A dump compared with its transparency log: nothing rewritten, nothing removed.

The dump has the log in its folder `log`: ``checkpoint`` (a signed note), ``key``,
``entries.ndjson.gz`` with the data of a leaf a line, from which all tiles follow, and
``waiting.ndjson``, what was written so lately that it has no leaf yet. Each leaf has the SHA-256 of
a record's line, so every line of the dump has to be that of the last leaf of its record. The
signature and an older checkpoint from elsewhere (`since`) hold the log itself.

About 250 bytes of memory a leaf.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final

from audit import dump as dumped
from audit import fields
from audit.cosignatures import COSIGNATURE, missing_cosignatures
from audit.decisions import DECISIONS, DecisionIndex
from audit.dump import Dump, UnreadableDump
from audit.event_acts import players_of_act
from audit.fields import WrongField, canonical_bytes, printable
from audit.judging_leaves import JudgingLeaves
from audit.leaf_kinds import CHANGES, KINDS, NOT_HASHED, SINCE, SITE, may_change
from audit.leaf_moments import SOON, PromptLeaves
from audit.log_digest import log_without_names
from audit.marked_leaves import MarkedLeaves
from audit.merkle import LARGEST_ENTRY, TreeEdge, leaf_hash
from audit.signed import (
    ED25519,
    Checkpoint,
    NotSigned,
    VerifierKey,
    open_checkpoint,
    parse_vkey,
)
from audit.since import CheckpointChanges

FOLDER: Final = "log"
LARGEST: Final = 64 << 20
"""Bytes of a file that is read as a whole."""


def log_differences(dump: Path, since: str | None, key: str | None) -> Iterator[str]:
    """A sentence for all that the log of `dump` does not bear out; see ``LogHistory``."""
    yield from LogHistory(dump, since, key).differences()


class LogHistory:
    """The log of a dump, compared with its lines.

    `since`: the file of a checkpoint that was seen before, its signature with it. `key`: the vkey
    that has to have signed, or a file with it; without it that of the dump is taken, which proves
    nothing about who wrote the dump. `since_key`: that of the checkpoint, if it is of the log
    before this one. `witnesses`: keys, or files with them, that have to have cosigned the
    checkpoint of the dump or that of `since`. After ``log_differences`` was gone through `point` is
    the checkpoint, `waiting` names the records that have no leaf yet, `later` those whose leaf in
    the older checkpoint is not their last, each with the decisions that say so.
    """

    def __init__(
        self,
        dump: Path,
        since: str | None = None,
        key: str | None = None,
        since_key: str | None = None,
        witnesses: Sequence[str] = (),
    ) -> None:
        self.folder = dump / FOLDER
        self.dump = dump
        self.since = since
        self.key = key
        self.since_key = since_key
        self.witnesses = witnesses
        self.point: Checkpoint | None = None
        self.waiting: list[str] = []
        self.later: list[str] = []
        self._leaves: dict[str, bytes] = {}
        self._late: dict[str, str] = {}
        self._latest = ""
        self._kinds: set[str] = set()
        self._changed: dict[str, str] = {}
        self._changes: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._since, self._prompt = CheckpointChanges(None), PromptLeaves()
        self._decisions, self._verified = DecisionIndex(), dict[str, int]()
        self._first_deal: int | None = None
        self._seated: set[str] = set()
        self._marks, self._judges = MarkedLeaves(), JudgingLeaves()
        self.signer = ""
        self.predecessors: list[str] = []
        self.deals = self.broken_off = self.members_without_leaves = 0

    def differences(self) -> Iterator[str]:
        """Raises ``Unreadable`` for a dump whose other files cannot be read."""
        if (
            not (self.folder / "checkpoint").exists()
            and self.since is self.key is None
            and (not self.witnesses)
        ):
            return
        try:
            key = self._signer()
            self.signer = key.text
            self.point = open_checkpoint(self._text("checkpoint"), key)
            yield from self._cosigned()
            yield from self._tree(self.point, self._older(key))
            records = dumped.read_dump(self.dump)
            self._late = self._waiting(records)
            if self._latest > records.made_at:
                yield f"{FOLDER}: the newest leaf is of {self._latest}, after the dump was made"
        except (NotSigned, UnreadableDump, ValueError) as error:
            yield f"{FOLDER}: {error}"
            return
        yield from self._records(records)
        self.later = list(self._since.lines(self._decisions))
        for name, leaf in self._leaves.items():
            kind, _blank, record = name.partition(" ")
            if kind == "member" or (kind == "player" and record not in self._seated):
                continue  # a dump has those alone that something in it follows from
            place = f"{name}: leaf {_leaf_number(leaf)} of the log"
            yield f"{place} names it, but the dump no longer has it"

    def summary(self) -> str:
        """A sentence about what was looked at."""
        if self.point is None:
            return "the dump has no signed log"
        sentence = f"the log has {self.point.size} leaves, signed as {self.point.origin}"
        if self.key is None:
            sentence += f" by {printable(self.signer)}, the key of the dump (compare it, or --key)"
        for predecessor in self.predecessors:
            size, leaf = predecessor.removeprefix("predecessor ").split(": ")
            sentence += f"; {leaf} says that it goes on from another log of {size} leaves"
        if self.deals:
            sentence += f"; {self.deals} deals, {self.broken_off} of them broken off"
        members = self.members_without_leaves
        sentence += f"; {members} rows of club members have no leaf" if members else ""
        late = f"; {len(self.waiting)} records wait for a leaf" if self.waiting else ""
        return sentence + late

    # ---------------------------------------------------------------------- the log

    def _signer(self) -> VerifierKey:
        return parse_vkey(self._text("key")) if self.key is None else _named_key(self.key)

    def _older(self, key: VerifierKey) -> Checkpoint | None:
        if self.since is None:
            return None
        try:
            older_key = _named_key(self.since_key) if self.since_key else key
            return open_checkpoint(Path(self.since).read_text("utf-8"), older_key)
        except (OSError, ValueError) as error:
            raise NotSigned(f"{self.since}: {error}") from None

    def _cosigned(self) -> Iterator[str]:
        """Witnesses whose cosignature is wrong, or is missing in the dump and in `since`."""
        notes = [self._text("checkpoint")]
        if self.since and self.witnesses:
            notes.append(Path(self.since).read_text("utf-8"))
        for witness in self.witnesses:
            for sentence in missing_cosignatures(notes, _named_key(witness, COSIGNATURE)):
                yield f"{FOLDER}: {sentence}"

    def _tree(self, point: Checkpoint, older: Checkpoint | None) -> Iterator[str]:
        """Its leaves, put together again."""
        if older and older.size > point.size:
            yield (
                f"{FOLDER}: {point.size} leaves, and {older.size} were signed before: "
                "leaves were taken away"
            )
        edge = TreeEdge()
        self._since = CheckpointChanges(older and older.size)
        yield from _compared(edge, older)
        for data in self._entries(point.size):
            moment, name, leaf = _read(data, edge.size)
            if moment < self._latest:
                yield f"{FOLDER}: leaf {edge.size} is older than the one before it"
            self._latest = moment
            was = self._leaves.get(name)
            kind = name.partition(" ")[0]
            if was and was[:32] != leaf[:32] and kind not in CHANGES:
                sentence = f"{name}: leaf {edge.size} says otherwise than leaf {_leaf_number(was)}"
                self._marks.changed(name, was[:32], moment)
                if kind in SINCE:
                    self._changed[name] = sentence
                else:
                    yield sentence
            if was and was[:32] != leaf[:32] and kind == "standing":
                self._changes[name].append((_leaf_number(was), edge.size))
            if kind == "deal" and self._first_deal is None:
                self._first_deal = edge.size
            self._kinds.add(kind)
            self._leaves[name] = leaf + (was[40:] if was else self._prompt.first(kind, moment))
            self._since.leaf(edge.size, moment, name, leaf)
            for _tile in edge.add(leaf_hash(data)):
                pass
            yield from _compared(edge, older)
        yield from _lost_leaves(self._leaves, older)
        self._since.end(self._leaves)
        self.later = list(self._since.lines(self._decisions))
        if edge.root() != point.root:
            yield f"{FOLDER}: the root of the entries is not the one that is signed"

    def _entries(self, size: int) -> Iterator[bytes]:
        number = 0
        try:
            with gzip.open(self._path("entries.ndjson.gz"), "rb") as packed:
                while raw := packed.readline(LARGEST_ENTRY):
                    yield raw.rstrip(b"\n")
                    number += 1
        except (OSError, EOFError, zlib.error) as error:
            raise UnreadableDump(f"entries.ndjson.gz: after line {number}: {error}") from None
        if number != size:
            raise UnreadableDump(f"{number} leaves, and {size} are signed")

    # ------------------------------------------------------------------ the records

    def _records(self, records: Dump) -> Iterator[str]:
        for name in [name for name in self._leaves if name.startswith("predecessor ")]:
            self.predecessors.append(f"{name}: leaf {_leaf_number(self._leaves.pop(name))}")
        settings = self._leaves.pop(f"settings {SITE}", None)
        if settings and settings[:32] != sha256(canonical_bytes(records.settings)).digest():
            number = _leaf_number(settings)
            yield f"{dumped.MANIFEST} settings: not what leaf {number} of the log has: rewritten"
        self._decisions.present = DECISIONS in records.files
        for kind, (file, named) in KINDS.items():
            if dumped.file_name(file) not in records.files:
                continue
            for number, raw in dumped.read_lines(records, file):
                line = dumped.parse_line(raw, dumped.file_name(file), number)
                if file in ("books", "deals") and line.get("record") != kind:
                    continue
                name = f"{kind} {line.get(named)}"
                place = f"{dumped.file_name(file)}:{number} {name}"
                leaf = self._leaves.pop(name, None)
                if leaf is None and self._is_older(kind, records, line):
                    continue
                yield from self._order(kind, line, place, leaf)
                if leaf:
                    leaf_number = _leaf_number(leaf)
                    yield from self._prompt.compare(kind, line, place, leaf[40:], leaf_number)
                    yield from self._judges.compare(kind, line, place, leaf_number)
                    engine_leaf = self._judges.first_leaf(line, leaf_number)
                    self._since.record(kind, line, name, leaf_number, engine_leaf)
                yield from self._decided(kind, line, name, leaf)
                yield from self._marks.compare(name, line, place)
                may_differ = may_change(kind, line) or self._marks.is_mark(name, line)
                if name in self._changed and not may_differ:
                    yield self._changed[name]
                if leaf and leaf[:32] == sha256(_hashed(kind, raw, line)).digest():
                    continue
                if name in self._late and (leaf is None or may_differ):
                    self.waiting.append(name)
                elif leaf is None:
                    yield f"{place}: no leaf of the log has it"
                else:
                    yield f"{place}: not what leaf {_leaf_number(leaf)} of the log has: rewritten"

    def _is_older(self, kind: str, records: Dump, line: fields.Line) -> bool:
        """True if the log is from before there were leaves of this kind. A site that puts its
        engine into the leaf of its settings has leaves of every kind; members have a salt."""
        newest = "engine" in records.settings and "settings" in self._kinds
        if kind == "member" and (newest := "salt" in line) is False:
            self.members_without_leaves += 1
        return kind in SINCE and SINCE[kind] not in self._kinds and not newest

    def _order(self, kind: str, line: fields.Line, place: str, leaf: bytes | None) -> Iterator[str]:
        """Counts deals; names one whose leaf came later than the verification of its game. Of games
        that were judged before there were such leaves nothing is asked."""
        game, first = line.get("game"), self._first_deal
        number = _leaf_number(leaf) if leaf else 0
        if kind == "verification" and leaf and isinstance(game, str):
            self._verified[game] = min(number, self._verified.get(game, number))
        self.deals += kind == "deal"
        self.broken_off += kind == "broken-off"
        if kind == "deal" and leaf and isinstance(game, str) and first is not None:
            verification = self._verified.get(game, first)
            if first < verification < number:
                verified = f"leaf {verification} of the game's verification"
                yield f"{place}: leaf {number}, after {verified}"

    def _decided(
        self, kind: str, line: fields.Line, name: str, leaf: bytes | None
    ) -> Iterator[str]:
        """Indexes decisions; names changes of a standing that no decision stands before."""
        try:
            if kind == "decision":
                self._decisions.add(line, _leaf_number(leaf) if leaf else None)
        except WrongField as error:
            raise UnreadableDump(f"{name}: {error}") from None
        if kind in ("event", "series"):
            self._seated.update(players_of_act(line))
        if kind == "standing":
            self._seated.update(_players(line))
            yield from self._decisions.unexplained(str(line.get("game")), self._changes[name])
        yield from self._decisions.missing(kind, line, name, _leaf_number(leaf) if leaf else 0)

    def _waiting(self, records: Dump) -> dict[str, str]:
        """Records that may have no leaf yet: by name the moment at which each was written."""
        if not (self.folder / "waiting.ndjson").exists():
            return {}
        dumped_at = datetime.fromisoformat(records.made_at)
        late: dict[str, str] = {}
        for number, raw in enumerate(self._text("waiting.ndjson").splitlines(), start=1):
            line = dumped.parse_line(raw.encode(), "waiting.ndjson", number)
            try:
                moment = fields.moment_field(line, "at")
                name = f"{fields.text_field(line, 'kind')} {fields.text_field(line, 'id')}"
                age = dumped_at - datetime.fromisoformat(moment)
            except (WrongField, ValueError) as error:
                raise UnreadableDump(f"waiting.ndjson:{number}: {error}") from None
            if timedelta() <= age <= SOON and not self._prompt.began:
                late[name] = moment
        return late

    # -------------------------------------------------------------------- its files

    def _path(self, name: str) -> Path:
        """Raises ``Unreadable``: no file outside the folder is opened."""
        path = self.folder / name
        if not path.resolve().is_relative_to(self.dump.resolve()) or not path.is_file():
            raise UnreadableDump(f"{name} is not there, or leads out of the folder")
        return path

    def _text(self, name: str) -> str:
        with self._path(name).open("rb") as file:
            return file.read(LARGEST).decode()


# --- inside -------------------------------------------------------------------


def _named_key(key: str, kind: bytes = ED25519) -> VerifierKey:
    """A vkey, or that in a file. Raises ``NotSigned``."""
    path = Path(key)
    return parse_vkey(path.read_text("utf-8") if path.is_file() else key, kind)


def _lost_leaves(leaves: dict[str, bytes], older: Checkpoint | None) -> Iterator[str]:
    """The leaves of the `older` tree that a log that goes on from another one does not have."""
    for name, leaf in leaves.items():
        number = _leaf_number(leaf)
        if name.startswith("predecessor ") and older and number < older.size:
            yield (
                f"{FOLDER}: leaf {number} begins another log: leaves {number} to {older.size - 1} "
                f"of {older.origin} are lost"
            )


def _compared(edge: TreeEdge, older: Checkpoint | None) -> Iterator[str]:
    if older and edge.size == older.size and edge.root() != older.root:
        yield (
            f"{FOLDER}: the first {older.size} leaves are not those that were signed before: "
            "the log was rewritten"
        )


def _players(line: fields.Line) -> Iterator[str]:
    """Players who sit in the game of a standing, as records are named."""
    seats = line.get("seats")
    for seat in seats if isinstance(seats, list) else ():
        yield str(seat.get("player")) if isinstance(seat, dict) else ""


def _read(data: bytes, number: int) -> tuple[str, str, bytes]:
    """Of an entry the moment, the name of its record, its digest and number together. Raises
    ``Unreadable``."""
    try:
        leaf = json.loads(data)
        if not isinstance(leaf, dict):
            raise WrongField("it is no object of JSON")
        kind, record = fields.text_field(leaf, "kind"), fields.text_field(leaf, "id")
        digest = bytes.fromhex(fields.text_field(leaf, "digest"))
        moment = fields.moment_field(leaf, "at")
    except (ValueError, WrongField, RecursionError) as error:
        raise UnreadableDump(f"leaf {number}: {error}") from None
    if kind not in KINDS or len(digest) != 32:
        raise UnreadableDump(f"leaf {number}: a kind that this program does not know")
    return moment, f"{kind} {record}", digest + number.to_bytes(8, "big")


def _hashed(kind: str, raw: bytes, line: fields.Line) -> bytes:
    """The bytes that a leaf's digest is of: the line without ``NOT_HASHED``; the log itself."""
    if kind == "log":
        return log_without_names(str(line.get("log"))).encode("utf-8", "replace")
    if kind not in NOT_HASHED:
        return raw
    hashed = {name: line[name] for name in line if name not in NOT_HASHED[kind]}
    return canonical_bytes(hashed)


def _leaf_number(leaf: bytes) -> int:
    return int.from_bytes(leaf[32:40], "big")
