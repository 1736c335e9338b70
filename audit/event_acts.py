"""Acts of events, in a dump: a line each, with digests of what it may leave out for a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from audit import fields
from audit.dump import Dump, UnreadableDump, compare_line_count, file_name, parse_line, read_lines
from audit.fields import AuditDifference, Line, WrongField, canonical_bytes

ACTS: Final = "event_acts"
ACTS_FILE: Final = file_name(ACTS)

ABOUT_RESULTS: Final = frozenset(
    ("reported", "confirmed", "disputed", "game", "corrected", "ruled", "absent")
)
"""Kinds of acts whose content is null while results of their round are hidden."""


class AuditedAct(NamedTuple):
    """An act. `actor`: the player who acted, None: the site; `content` and `text` are None while
    they are hidden; `line`: of the file."""

    line: int
    event: int
    number: int
    kind: str
    moment: str
    round: int
    actor: int | None
    as_arbiter: bool
    content: Line | None
    text: str | None


def salted(salt: str, text: str) -> str:
    """Digest of `text` that says nothing of it without the salt: SHA-256 in hexadecimal."""
    return sha256(f"{salt}\n{text}".encode("utf-8", "replace")).hexdigest()


class EventActs:
    """Acts of a dump, by event in their order. `rewritten`: acts whose text is not as it was
    written, or hidden."""

    def __init__(self) -> None:
        self.by_event: Mapping[int, list[AuditedAct]] = defaultdict(list)
        self.rewritten: list[AuditedAct] = []

    def read(self, dump: Dump) -> Iterator[AuditDifference]:
        """None in a dump from before there were acts. Raises ``UnreadableDump``."""
        rows = read_lines(dump, ACTS) if ACTS_FILE in dump.files else iter(())
        count = 0
        for count, raw in rows:
            line = parse_line(raw, ACTS_FILE, count)
            try:
                act = _act(line, count)
                label = f"event {act.event} act {act.number}"
                yield from digest_differences(line, ACTS_FILE, count, label)
                if fields.text_or_none(line, "text_salt") is None:
                    self.rewritten.append(act)
            except WrongField as error:
                raise UnreadableDump(f"{ACTS_FILE}:{count}: {error}") from None
            self.by_event[act.event].append(act)
        if ACTS_FILE in dump.files:
            yield from compare_line_count(dump, ACTS, count)


def players_of_act(line: Line) -> Iterator[str]:
    """Players whom an act names, as records are named."""
    content = line.get("content")
    players = (line.get("by"), content.get("player") if isinstance(content, dict) else None)
    return (str(player) for player in players if player is not None)


def digest_differences(line: Line, file: str, number: int, label: str) -> Iterator[AuditDifference]:
    """Content or a text of an act that is not that of its digest, which the leaf has. Raises
    ``WrongField``."""
    content = fields.object_or_none(line, "content")
    parts = {"text": fields.text_or_none(line, "text")}
    if content is not None:
        parts["content"] = canonical_bytes(content).decode()
    for name, text in parts.items():
        salt = fields.text_or_none(line, f"{name}_salt")
        stated = fields.text_field(line, f"{name}_digest")
        follows = salted(salt or "", text or "")
        if stated != follows and (salt is not None or name == "content"):
            yield AuditDifference(file, number, f"{label} {name}_digest", stated, follows)


# --- inside -------------------------------------------------------------------


def _act(line: Line, number: int) -> AuditedAct:
    return AuditedAct(
        number,
        fields.number_field(line, "event"),
        fields.number_field(line, "number"),
        fields.text_field(line, "kind"),
        fields.moment_field(line, "at"),
        fields.number_or_none(line, "round") or 0,
        fields.number_or_none(line, "by"),
        fields.flag_field(line, "as_arbiter"),
        fields.object_or_none(line, "content"),
        fields.text_or_none(line, "text"),
    )
