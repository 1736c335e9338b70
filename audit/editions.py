"""Editions of a dump: numbers that the engine reads in addition to the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from audit import fields
from audit.dump import Dump, UnreadableDump, compare_line_count, file_name, parse_line, read_lines
from audit.fields import AuditDifference, WrongField
from engine.editions import EditionError, load, register

EDITIONS: Final = file_name("editions")
MAX_LINES: Final = 1000


def read_editions(dump: Dump) -> tuple[list[str], list[AuditDifference]]:
    """The texts of all editions, and what differs: a digest, a name, a text that is none. Raises
    ``Unreadable``."""
    texts: list[str] = []
    faults: list[AuditDifference] = []
    count = 0
    for count, raw in read_lines(dump, "editions"):
        if count > MAX_LINES:
            raise UnreadableDump(f"{EDITIONS}: more than {MAX_LINES} lines")
        line = parse_line(raw, EDITIONS, count)
        try:
            name, text = fields.text_field(line, "name"), fields.text_field(line, "toml")
            digest = fields.text_field(line, "sha256")
        except WrongField as error:
            raise UnreadableDump(f"{EDITIONS}:{count}: {error}") from None
        differences = list(_differences(count, name, text, digest))
        faults += differences
        if not differences:
            texts.append(text)
    return texts, [*faults, *compare_line_count(dump, "editions", count)]


def register_editions(texts: Sequence[str]) -> None:
    """Have the engine of this process judge by them; each was read before."""
    for text in texts:
        register(load(text))


def _differences(number: int, name: str, text: str, digest: str) -> Iterator[AuditDifference]:
    follows = sha256(text.encode()).hexdigest()
    if digest != follows:
        yield AuditDifference(EDITIONS, number, f"{name} sha256", digest, follows)
    try:
        edition = load(text)
        if edition.name != name:
            yield AuditDifference(EDITIONS, number, f"{name} name", name, edition.name)
        register(edition)
    except EditionError as error:
        yield AuditDifference(EDITIONS, number, name, "an edition", str(error))
