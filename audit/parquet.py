"""Tables in Parquet, read a group of rows at a time: flat columns, plain values, gzip, as a dump
has them. The file is not trusted: sizes are bounded, and nothing but this form is read."""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from sys import byteorder
from typing import IO, Final, NamedTuple

MAGIC: Final = b"PAR1"
EPOCH: Final = date(1970, 1, 1)
LARGEST: Final = 256 << 20
"""Bytes of what describes a file, or of a column of a group."""
DEPTH: Final = 8
GZIP: Final = 2
DATA_PAGE, PLAIN = 0, 0
YES, NUMBER, LONG, TEXT = 0, 1, 2, 6
"""Physical types."""
DAY: Final = 6
"""Converted type of a day, which is a number."""

Cell = int | bool | str | date | None
Thrift = int | bytes | list["Thrift"] | dict[int, "Thrift"]


class NoTable(ValueError):
    """A file that is no such table; a sentence."""


class TableColumn(NamedTuple):
    """A column: its physical type, and whether it is of days; `missing`: values may be missing."""

    name: str
    kind: int
    day: bool
    missing: bool


class ParquetTable:
    """The table at `path`: its columns, number of rows and metadata. Raises ``NoTable``, also while
    rows are read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as file:
            document = _struct_of(CompactThrift(_footer(file)).struct())
        root, *elements = _list_of(document.get(2))
        self.columns = [_column(_struct_of(element)) for element in elements]
        self.rows = _int_of(document.get(3))
        self._groups = [_struct_of(group) for group in _list_of(document.get(4))]
        pairs = [_struct_of(pair) for pair in _list_of(document.get(5, []))]
        self.about = {_text_of(pair.get(1)): _text_of(pair.get(2)) for pair in pairs}
        if _int_of(_struct_of(root).get(5)) != len(self.columns):
            raise NoTable("its columns are not flat")

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        with self._path.open("rb") as file:
            for group in self._groups:
                chunks = _list_of(group.get(1))
                if len(chunks) != len(self.columns):
                    raise NoTable("a group has other columns")
                values = [
                    _values(column, file, _struct_of(_struct_of(chunk).get(3)))
                    for column, chunk in zip(self.columns, chunks, strict=True)
                ]
                if {len(column) for column in values} != {_int_of(group.get(3))}:
                    raise NoTable("a column has another number of rows")
                yield from zip(*values, strict=True)


class CompactThrift:
    """Thrift's compact protocol, as far as these files need it. Raises ``NoTable``."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self.position = 0

    def struct(self, depth: int = DEPTH) -> dict[int, Thrift]:
        fields: dict[int, Thrift] = {}
        number = 0
        while head := self._byte():
            if not head >> 4 or not depth:
                raise NoTable("a structure that is not of this form")
            number += head >> 4
            fields[number] = self._read(head & 15, depth - 1)
        return fields

    def _read(self, kind: int, depth: int) -> Thrift:
        if kind in (5, 6):
            number = self.varint()
            return number >> 1 ^ -(number & 1)
        if kind == 8:
            size = self.varint()
            self.position += size
            return self._raw[self.position - size : self.position]
        if kind == 9:
            head = self._byte()
            count = head >> 4 if head >> 4 < 15 else self.varint()
            if count > len(self._raw):
                raise NoTable("a list that is longer than the file")
            return [self._read(head & 15, depth) for _ in range(count)]
        if kind == 12 and depth:
            return self.struct(depth)
        raise NoTable("a type that is not of this form")

    def _byte(self) -> int:
        self.position += 1
        if self.position > len(self._raw):
            raise NoTable("it ends early")
        return self._raw[self.position - 1]

    def varint(self) -> int:
        number = shift = 0
        while (byte := self._byte()) > 0x7F and shift < 63:
            number |= (byte & 0x7F) << shift
            shift += 7
        return number | (byte & 0x7F) << shift


# --- inside -------------------------------------------------------------------


def _footer(file: IO[bytes]) -> bytes:
    end = file.seek(0, 2)
    file.seek(max(0, end - 8))
    tail = file.read(8)
    size = int.from_bytes(tail[:4], "little")
    if len(tail) < 8 or tail[4:] != MAGIC or not 0 < size <= min(LARGEST, end - 12):
        raise NoTable("it is no Parquet file")
    file.seek(end - 8 - size)
    return file.read(size)


def _column(element: dict[int, Thrift]) -> TableColumn:
    kind, converted = _int_of(element.get(1)), element.get(6)
    if kind not in (YES, NUMBER, LONG, TEXT):
        raise NoTable("a column of an unknown type")
    day = kind == NUMBER and converted == DAY
    return TableColumn(_text_of(element.get(4)), kind, day, element.get(3) == 1)


def _values(column: TableColumn, file: IO[bytes], meta: dict[int, Thrift]) -> list[Cell]:
    """Values of a column of a group, which are one page."""
    size, count = _int_of(meta.get(7)), _int_of(meta.get(5))
    if not 0 <= size <= LARGEST or not 0 <= count <= LARGEST or meta.get(4) != GZIP:
        raise NoTable(f"{column.name}: a page that is not of this form")
    file.seek(_int_of(meta.get(9)))
    raw = file.read(size)
    reader = CompactThrift(raw)
    head = reader.struct()
    page, unpacked = _struct_of(head.get(5)), _int_of(head.get(2))
    if head.get(1) != DATA_PAGE or page.get(2) != PLAIN or page.get(1) != count:
        raise NoTable(f"{column.name}: a page that is not of this form")
    body = _unpacked(raw[reader.position :], unpacked)
    present = [True] * count
    if column.missing:
        present, body = _levels(body, count)
    plain = iter(_plain(column, body, sum(present)))
    return [next(plain) if is_present else None for is_present in present]


def _unpacked(raw: bytes, size: int) -> bytes:
    if not 0 <= size <= LARGEST:
        raise NoTable("a page that is too large")
    try:
        body = zlib.decompressobj(31).decompress(raw, size + 1)
    except zlib.error as error:
        raise NoTable(str(error)) from None
    if len(body) != size:
        raise NoTable("a page of another size")
    return body


def _levels(body: bytes, count: int) -> tuple[list[bool], bytes]:
    """Presence of each value, from one run of packed bits; the rest."""
    size = int.from_bytes(body[:4], "little")
    run = CompactThrift(body[4 : 4 + size])
    if size > len(body) or not run.varint() & 1:
        raise NoTable("levels that are not of this form")
    return _bits(body[4 + run.position : 4 + size], count), body[4 + size :]


def _plain(column: TableColumn, body: bytes, count: int) -> Sequence[Cell]:
    if column.kind == YES:
        return _bits(body, count)
    if column.kind == TEXT:
        return _texts(body, count)
    numbers = array("q" if column.kind == LONG else "i")
    if len(body) != count * numbers.itemsize:
        raise NoTable(f"{column.name}: another number of values")
    numbers.frombytes(body)
    if byteorder == "big":
        numbers.byteswap()
    if not column.day:
        return numbers
    try:
        return [EPOCH + timedelta(days=number) for number in numbers]
    except OverflowError:
        raise NoTable(f"{column.name}: no day") from None


def _texts(body: bytes, count: int) -> list[Cell]:
    texts: list[Cell] = []
    offset = 0
    try:
        for _ in range(count):
            (size,) = struct.unpack_from("<I", body, offset)
            offset += 4 + size
            texts.append(body[offset - size : offset].decode())
    except (struct.error, UnicodeDecodeError) as error:
        raise NoTable(str(error)) from None
    return texts


def _bits(raw: bytes, count: int) -> list[bool]:
    """Bits packed eight in a byte, the first in its lowest bit."""
    if len(raw) * 8 < count:
        raise NoTable("bits are missing")
    return [bool(raw[number >> 3] >> (number & 7) & 1) for number in range(count)]


def _struct_of(part: Thrift | None) -> dict[int, Thrift]:
    if not isinstance(part, dict):
        raise NoTable("a structure is missing")
    return part


def _list_of(part: Thrift | None) -> list[Thrift]:
    if not isinstance(part, list):
        raise NoTable("a list is missing")
    return part


def _int_of(part: Thrift | None) -> int:
    if not isinstance(part, int):
        raise NoTable("a number is missing")
    return part


def _text_of(part: Thrift | None) -> str:
    if not isinstance(part, bytes):
        raise NoTable("a text is missing")
    return part.decode("utf-8", "replace")
