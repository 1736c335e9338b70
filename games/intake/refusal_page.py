"""A refused log as people look at it: the log with the bad line marked, and what to do."""

from __future__ import annotations

import base64
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from drawing.replay.replay import seat_names
from drawing.replay.sailing_page import position_at
from drawing.text.entry_phrases import LEADS
from drawing.text.narration import Narration, Narrator
from drawing.text.refusals import (
    actor_in_language,
    detail_in_language,
    in_language,
    rule_in_language,
)
from drawing.text.rules.addresses import of_ruling
from engine import EngineError, Entry, State, apply, parse_entry, read_log, write_text
from engine.vocabulary import BANK

MAX_LINES: Final = 400
AROUND: Final = 150
LONGEST_LINE: Final = 300
LONGEST_TO_MEND: Final = 256 * 1024
"""Characters of a log that is offered in a text area."""
FIRST_LEGAL: Final = 6
SENTENCES: Final = 72
"""So many legal moves get a sentence; each is tried for it. Further ones are shown as the log has
them."""


class LogLine(NamedTuple):
    """A line of the log as shown. `skipped`: so many lines are left out in its place."""

    number: int
    text: str
    bad: bool = False
    skipped: int = 0


class LegalMove(NamedTuple):
    """A legal entry at the bad line, and what it would do in a sentence; no `words` for an entry of
    the bank, which names several things at once."""

    entry: str
    words: str = ""


@dataclass(frozen=True)
class Refusal:
    """A refused log on its page.

    `line` is that of the file, 0 where none can be named. `fields` are those of
    ``engine.verdict.Refused``. `ply`: the number of the bad entry, 0 if the log failed before
    its entries. `bad_line`: `line` counted from 1 in `text`.
    """

    message: str
    kind: str
    line: int
    fields: Mapping[str, Any]
    lines: Sequence[LogLine]
    text: str
    as_text: bool = False
    ply: int = 0
    bad_line: int = 0
    tally: Sequence[tuple[str, int, int]] = field(default=())

    @property
    def sentence(self) -> str:
        """The rule, or what is wrong, as a sentence in the language of the reader."""
        text = in_short(self.fields)
        end = "" if text.endswith("?") else "."
        return text[:1].upper() + text[1:].rstrip(".") + end

    @property
    def detail(self) -> str:
        """Detail of the broken rule; empty if the rule or the entry says it all."""
        detail = str(self.fields.get("detail") or "")
        return "" if detail in str(self.fields.get("tried") or "") else detail_in_language(detail)

    @property
    def actor(self) -> str:
        """Actor of the bad entry; empty if it is not about an entry."""
        return actor_in_language(str(self.fields.get("actor") or ""))

    @property
    def rule_url(self) -> str:
        """The address of the ruling, if one is named."""
        return of_ruling(str(self.fields.get("place") or ""))

    @cached_property
    def move_words(self) -> str:
        """The refused move in a sentence; empty if it names what is not on the table."""
        return "" if self._position is None else _lead(self._position, str(self.fields["tried"]))

    @property
    def first_legal(self) -> Sequence[LegalMove]:
        return self._legal_moves[:FIRST_LEGAL]

    @property
    def further_legal(self) -> Sequence[LegalMove]:
        return self._legal_moves[FIRST_LEGAL:]

    @cached_property
    def _legal_moves(self) -> Sequence[LegalMove]:
        entries = [str(entry) for entry in self.fields.get("legal") or ()]
        if self._position is None:
            return [LegalMove(entry) for entry in entries]
        effects = [_effect(self._position, entry) for entry in entries[:SENTENCES]]
        brief = Counter(effect.brief for effect in effects)
        moves = [
            LegalMove(entry, effect.brief if brief[effect.brief] == 1 else effect.words)
            for entry, effect in zip(entries, effects, strict=False)
        ]
        return moves + [LegalMove(entry) for entry in entries[SENTENCES:]]

    @cached_property
    def _position(self) -> _Position | None:
        """The position before the bad entry; none if the log failed before it."""
        if not self.ply or self.kind != "illegal":
            return None
        try:
            names = seat_names(read_log(self.text))
            return _Position(position_at(self.text, self.ply - 1), names)
        except EngineError:
            return None

    @property
    def for_recorder(self) -> str:
        """The end of the recorder's address that opens the log there; empty if it is too long."""
        return fragment_of(self.text)

    @property
    def can_be_mended(self) -> bool:
        return bool(self.text.strip()) and len(self.text) <= LONGEST_TO_MEND


class _Position(NamedTuple):
    """A position, and the names of its seats."""

    state: State
    names: Sequence[str]

    def entry(self, line: str) -> Entry:
        return parse_entry(self.state.rules.setup, line)


def _lead(position: _Position, line: str) -> str:
    """Beginning of the move that `line` of a log says, which need not be legal."""
    try:
        entry = position.entry(line)
        player = "" if entry.seat == BANK else position.names[entry.seat]
        words = LEADS[type(entry.action)](player, entry.action, position.state)
    except (EngineError, LookupError):
        return ""
    return f"{words}." if words else ""


def _effect(position: _Position, line: str) -> Narration:
    """Narration of the legal move that `line` of a log says; empty for a pattern of what the bank
    may write."""
    try:
        entry = position.entry(line)
        state = position.state.copy()
        state.events = []
        apply(state, *entry)
    except EngineError:
        return Narration("", "")
    return Narrator(position.names).narrate(entry, state.events, state)


def with_rule(fields: Mapping[str, object]) -> dict[str, object]:
    """The fields of a refusal in the language of the reader; where they name a ruling (`place`),
    with its address, `rule_url`."""
    translated = {
        name: in_language(str(fields[name])) for name in ("sentence", "message") if name in fields
    }
    if "sentence" in fields:
        translated["sentence"] = in_short(fields)
    address = of_ruling(str(fields.get("place") or ""))
    return {**fields, **translated} | ({"rule_url": address} if address else {})


def in_short(fields: Mapping[str, object]) -> str:
    """Why a log is refused, in the language of the reader: the rule, else what is wrong."""
    sentence = str(fields.get("sentence") or fields.get("message") or "")
    return rule_in_language(str(fields.get("rule") or ""), sentence)


def refusal_of(fields: Mapping[str, Any], source: bytes, begins: int) -> Refusal:
    """The refusal `fields` of the log `source`, which begins at line `begins` of its file."""
    text = source.decode("utf-8", "replace").removeprefix("\ufeff").replace("\0", "�")
    line, ply = int(fields.get("line") or 0), int(fields.get("ply") or 0)
    canonical = _as_text(source) if not line and ply else ""
    if canonical:
        text, begins = canonical, 1
        line = _line_of_entry(canonical, ply)
    return Refusal(
        message=str(fields.get("message", "")),
        kind=str(fields.get("kind", "")),
        line=line,
        fields=fields,
        lines=lines_around(text, line, begins),
        text=text,
        as_text=bool(canonical),
        ply=ply,
        bad_line=max(0, line - begins + 1) if line else 0,
        tally=_tally(fields),
    )


def lines_around(text: str, bad: int, begins: int = 1) -> list[LogLine]:
    """The lines of `text`, numbered from `begins`; of a very long log those around `bad`."""
    texts = text.splitlines()
    if bad - begins == len(texts):
        texts.append("")  # the log stops before the game has ended: here
    lines = [
        LogLine(
            number,
            content if len(content) <= LONGEST_LINE else content[:LONGEST_LINE] + " …",
            number == bad,
        )
        for number, content in enumerate(texts, begins)
    ]
    if len(lines) <= MAX_LINES:
        return lines
    middle = max(bad - begins, 0)
    first, last = max(middle - AROUND, 0), min(middle + AROUND, len(lines))
    before = [LogLine(0, "", skipped=first)] if first else []
    after = [LogLine(0, "", skipped=len(lines) - last)] if last < len(lines) else []
    return [*before, *lines[first:last], *after]


def _as_text(source: bytes) -> str:
    """A log in JSON as text, an entry a line; empty if it cannot be read."""
    try:
        return write_text(read_log(source))
    except EngineError:
        return ""


def _line_of_entry(text: str, ply: int) -> int:
    header = text.split("\n\n", 1)[0]
    return header.count("\n") + 2 + ply


def _tally(fields: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    claimed, computed = fields.get("claimed") or {}, fields.get("computed") or {}
    return [(str(c), int(claimed[c]), int(computed.get(c, 0))) for c in claimed]


LONGEST: Final = 16 * 1024
"""Bytes of a log that is offered so; packed it is some 5,000 characters of an address."""
RAW: Final = -zlib.MAX_WBITS
"""DEFLATE without a frame (RFC 1951)."""


def fragment_of(log: str) -> str:
    """The end of an address of the recorder; empty for a log that is too long for one."""
    raw = log.encode("utf-8", "replace")
    if not raw.strip() or len(raw) > LONGEST:
        return ""
    packing = zlib.compressobj(9, wbits=RAW)
    packed = packing.compress(raw) + packing.flush()
    return f"#log={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
