"""Write tables as Parquet, a group of rows at a time.

The format is that of Apache Parquet 2 (parquet-format, ``parquet.thrift``), as little of it as
these tables need: flat columns, plain values, one page a column and group, compressed by gzip. What
describes it is written in Thrift's compact protocol. No column is nested.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import IntEnum
from sys import byteorder
from types import TracebackType
from typing import BinaryIO, Final, NamedTuple, cast

MAGIC: Final = b"PAR1"
EPOCH: Final = date(1970, 1, 1)
GZIP: Final = 2
PLAIN, RLE = 0, 3
"""Encodings of values, and of whether there is one."""

Value = int | bool | str | date | None
Field = tuple[int, int, object]
"""A field of a Thrift structure: its number, its type, its value."""


class ColumnType(IntEnum):
    """Type of a column: the physical type of Parquet below 100."""

    YES = 0
    NUMBER = 1
    LONG = 2
    TEXT = 6
    DAY = 101

    @property
    def physical(self) -> int:
        return 1 if self is ColumnType.DAY else int(self)

    @property
    def converted(self) -> int | None:
        """The type that readers show: UTF-8, a day."""
        return {ColumnType.TEXT: 0, ColumnType.DAY: 6}.get(self)


class Column(NamedTuple):
    """`missing`: values may be ``None``."""

    name: str
    kind: ColumnType
    missing: bool = False


def columns(kind: ColumnType, *names: str, missing: bool = False) -> list[Column]:
    """Columns of one type."""
    return [Column(name, kind, missing) for name in names]


class ParquetWriter:
    """A file that is being written. Use it as a context: the end is what makes it one."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column], about: Mapping[str, str]) -> None:
        """`about`: what readers find as metadata of the file."""
        self._file = file
        self._columns = columns
        self._about = about
        self._groups: list[list[Field]] = []
        self._at = file.write(MAGIC)
        self.rows = 0

    def __enter__(self) -> ParquetWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._end()

    def write(self, rows: Sequence[Sequence[Value]]) -> None:
        """A group of rows, each with a value for each column. Raises ``ValueError`` for a row of
        another length, and for ``None`` in a column that may miss none."""
        if not rows:
            return
        chunks, size = [], 0
        for column, values in zip(self._columns, zip(*rows, strict=True), strict=True):
            chunk, chunk_size = self._chunk(column, values)
            chunks.append(chunk)
            size += chunk_size
        self._groups.append([(1, LIST, (STRUCT, chunks)), (2, I64, size), (3, I64, len(rows))])
        self.rows += len(rows)

    # --- inside -------------------------------------------------------------------

    def _chunk(self, column: Column, values: Sequence[Value]) -> tuple[list[Field], int]:
        """Write the page of a column; gives what describes it, and its size in memory."""
        present = [value for value in values if value is not None]
        if len(present) < len(values) and not column.missing:
            raise ValueError(f"a value is missing in {column.name}")
        levels = _levels(values) if column.missing else b""
        body = levels + _plain(column.kind, present)
        packed = _gzip(body)
        head = _struct(_page(len(values), len(body), len(packed)))
        offset = self._at
        self._at += self._file.write(head + packed)
        size = len(head) + len(body)
        described: list[Field] = [
            (1, I32, column.kind.physical),
            (2, LIST, (I32, [PLAIN, RLE])),
            (3, LIST, (BINARY, [column.name])),
            (4, I32, GZIP),
            (5, I64, len(values)),
            (6, I64, size),
            (7, I64, len(head) + len(packed)),
            (9, I64, offset),
        ]
        return [(2, I64, offset), (3, STRUCT, described)], size

    def _end(self) -> None:
        root: list[Field] = [(4, BINARY, "rows"), (5, I32, len(self._columns))]
        about: list[list[Field]] = [
            [(1, BINARY, key), (2, BINARY, value)] for key, value in self._about.items()
        ]
        foot = _struct(
            [
                (1, I32, 1),
                (2, LIST, (STRUCT, [root, *map(_described, self._columns)])),
                (3, I64, self.rows),
                (4, LIST, (STRUCT, self._groups)),
                (5, LIST, (STRUCT, about)),
                (6, BINARY, "imhotep"),
            ]
        )
        self._file.write(foot + struct.pack("<I", len(foot)) + MAGIC)


# --- pages --------------------------------------------------------------------


def _page(values: int, size: int, packed: int) -> list[Field]:
    data: list[Field] = [(1, I32, values), (2, I32, PLAIN), (3, I32, RLE), (4, I32, RLE)]
    return [(1, I32, 0), (2, I32, size), (3, I32, packed), (5, STRUCT, data)]


def _described(column: Column) -> list[Field]:
    described: list[Field] = [
        (1, I32, column.kind.physical),
        (3, I32, int(column.missing)),
        (4, BINARY, column.name),
    ]
    if column.kind.converted is not None:
        described.append((6, I32, column.kind.converted))
    return described


def _levels(values: Sequence[Value]) -> bytes:
    """Presence of each value, as a run of packed bits."""
    bits = _bits(value is not None for value in values)
    run = _varint((len(bits) << 1) | 1) + bits
    return struct.pack("<I", len(run)) + run


def _plain(kind: ColumnType, values: Sequence[Value]) -> bytes:
    if kind is ColumnType.YES:
        return _bits(bool(value) for value in values)
    if kind is ColumnType.TEXT:
        texts = [str(value).encode() for value in values]
        length = struct.Struct("<I").pack
        return b"".join([part for text in texts for part in (length(len(text)), text)])
    if kind is ColumnType.DAY:
        values = [(value - EPOCH).days for value in cast("Sequence[date]", values)]
    numbers = array("q" if kind is ColumnType.LONG else "i", cast("Sequence[int]", values))
    if byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _bits(values: Iterable[bool]) -> bytes:
    """Bits packed eight in a byte, the first in its lowest bit."""
    text = "".join(["1" if value else "0" for value in values])
    text += "0" * (-len(text) % 8)
    return int(text[::-1] or "0", 2).to_bytes(len(text) // 8, "little")


def _gzip(body: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    return packer.compress(body) + packer.flush()


# --- Thrift, compact protocol -------------------------------------------------

I32: Final = 5
I64: Final = 6
BINARY: Final = 8
LIST: Final = 9
STRUCT: Final = 12
SHORT: Final = 15


def _struct(fields: Iterable[Field]) -> bytes:
    """Fields ascending, none more than fifteen after the one before."""
    parts, last = [], 0
    for number, kind, value in fields:
        parts += [bytes([(number - last) << 4 | kind]), _value(kind, value)]
        last = number
    return b"".join(parts) + b"\0"


def _value(kind: int, value: object) -> bytes:
    if kind == STRUCT:
        return _struct(cast("list[Field]", value))
    if kind == LIST:
        element_type, values = cast("tuple[int, Sequence[object]]", value)
        short = len(values) < SHORT
        head = bytes([len(values) << 4 | element_type]) if short else bytes([0xF0 | element_type])
        return b"".join(
            [
                head,
                b"" if short else _varint(len(values)),
                *(_value(element_type, element) for element in values),
            ]
        )
    if kind == BINARY:
        text = str(value).encode()
        return _varint(len(text)) + text
    number = cast("int", value)
    return _varint(number << 1 if number >= 0 else (-number << 1) - 1)


def _varint(number: int) -> bytes:
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)
