"""The editions that a dump brings: what the engine reads numbers from, beside the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from audit import fields
from audit.differences import Difference
from audit.dump import Dump, Unreadable, counted, file_of, lines, parsed
from audit.fields import Wrong
from engine.editions import EditionError, load, register

EDITIONS: Final = file_of("editions")
MOST: Final = 1000


def read_editions(dump: Dump) -> tuple[list[str], list[Difference]]:
    """The texts of all editions, and what differs: a digest, a name, a text that is none. Raises
    ``Unreadable``."""
    texts: list[str] = []
    found: list[Difference] = []
    count = 0
    for count, raw in lines(dump, "editions"):
        if count > MOST:
            raise Unreadable(f"{EDITIONS}: more than {MOST} lines")
        said = parsed(raw, EDITIONS, count)
        try:
            name, text = fields.text(said, "name"), fields.text(said, "toml")
            digest = fields.text(said, "sha256")
        except Wrong as error:
            raise Unreadable(f"{EDITIONS}:{count}: {error}") from None
        differences = list(_differences(count, name, text, digest))
        found += differences
        if not differences:
            texts.append(text)
    return texts, [*found, *counted(dump, "editions", count)]


def know(texts: Sequence[str]) -> None:
    """Have the engine of this process judge by them; each was read before."""
    for text in texts:
        register(load(text))


def _differences(number: int, name: str, text: str, digest: str) -> Iterator[Difference]:
    follows = sha256(text.encode()).hexdigest()
    if digest != follows:
        yield Difference(EDITIONS, number, f"{name} sha256", digest, follows)
    try:
        edition = load(text)
        if edition.name != name:
            yield Difference(EDITIONS, number, f"{name} name", name, edition.name)
        register(edition)
    except EditionError as error:
        yield Difference(EDITIONS, number, name, "an edition", str(error))
