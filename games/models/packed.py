"""Bytes that are kept compressed, and read as they were given."""

from __future__ import annotations

import zlib
from typing import Any, Final

from django.db import models

MARK: Final = b"\0z1"
"""Begins what was packed. No log and no archive begins with a zero byte, so that rows from before,
kept as they came, are read as they are."""

SAMPLE: Final = 1 << 16
WORTH_IT: Final = 0.9


class Packed(bytes):
    """Bytes as they are stored: not to be packed again."""


def pack(raw: bytes) -> Packed:
    """`raw` deflated, or as it is where that saves nothing, as with most archives."""
    if raw.startswith(MARK):
        return Packed(MARK + zlib.compress(raw))
    sample = raw[:SAMPLE]
    if len(zlib.compress(sample, 1)) > WORTH_IT * len(sample):
        return Packed(raw)
    packed = MARK + zlib.compress(raw)
    return Packed(packed if len(packed) < len(raw) else raw)


def unpack(packed: bytes) -> bytes:
    """Decompress; rows from before compression are returned as they are."""
    return zlib.decompress(packed.removeprefix(MARK)) if packed.startswith(MARK) else packed


class PackedField(models.BinaryField):  # type: ignore[type-arg]
    """Packs what is not ``Packed`` yet when it is stored, unpacks it when it is loaded."""

    def from_db_value(
        self, value: bytes | memoryview | None, expression: object, connection: object
    ) -> bytes | None:
        return None if value is None else unpack(bytes(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if value is not None and not isinstance(value, Packed):
            value = pack(bytes(value))
        if value is not None:
            value = bytes(value)
        return super().get_db_prep_value(value, connection, prepared)
