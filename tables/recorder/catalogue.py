"""Messages of the drawing alone, out of a compiled catalogue of the whole site.

A compiled catalogue (``.mo`` of GNU gettext): seven numbers, then for each message the length and
place of its original, then of its translation, and the texts, which end with NUL.
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterable, Iterator
from typing import Final

HEAD: Final = struct.Struct("<7I")
PLACE: Final = struct.Struct("<2I")
MAGIC: Final = 0x950412DE
SEVERAL: Final = b"\0"
"""Between the words for one and those for several."""


def source_messages(sources: Iterable[bytes]) -> frozenset[str]:
    """All texts that Python `sources` write out: what they look up is among them."""
    return frozenset(
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def shrink_catalogue(catalogue: bytes, messages: frozenset[str]) -> bytes:
    """`catalogue` with its own head, and no message but `messages`."""
    return _packed_pairs(
        [
            (original, translation)
            for original, translation in _pairs(catalogue)
            if not original or original.split(SEVERAL)[0].decode() in messages
        ]
    )


def _pairs(catalogue: bytes) -> Iterator[tuple[bytes, bytes]]:
    magic, _, count, originals, translations, _, _ = HEAD.unpack_from(catalogue)
    assert magic == MAGIC, "a catalogue of this machine"
    for number in range(count):
        yield (
            _text(catalogue, originals + number * PLACE.size),
            _text(catalogue, translations + number * PLACE.size),
        )


def _text(catalogue: bytes, place: int) -> bytes:
    length, start = PLACE.unpack_from(catalogue, place)
    return catalogue[start : start + length]


def _packed_pairs(pairs: list[tuple[bytes, bytes]]) -> bytes:
    """`pairs`, which are in the order of their originals, as a catalogue without a hash table."""
    size = len(pairs) * PLACE.size
    start = HEAD.size + 2 * size
    places, texts = [], b""
    for column in range(2):
        for pair in pairs:
            places.append(PLACE.pack(len(pair[column]), start + len(texts)))
            texts += pair[column] + b"\0"
    head = HEAD.pack(MAGIC, 0, len(pairs), HEAD.size, HEAD.size + size, 0, start)
    return head + b"".join(places) + texts
