"""Takes an upload apart into its logs: text, JSON, NDJSON, several in a file, gzip, zip.

By content, never by name. What is declared about a size is never believed: bytes are counted
while they are unpacked, and unpacking stops at the limit.
"""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from drawing.text.refusals import in_language
from engine.files import GZIP_MAGIC, SUFFIXES, is_log, split_stream
from engine.log import LOG_BYTE_LIMIT
from games.limits import UPLOAD, UploadLimits
from web.errors import Invalid, TooLarge

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


ZIP_MAGIC: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
ENCRYPTED: Final = 0x1
LONGEST_NAME: Final = 255

NOT_A_LOG: Final = gettext_noop("this is not a log: a log begins with “imhotep 1”")
EMPTY: Final = gettext_noop("there is nothing in it")
BINARY: Final = gettext_noop("this is not text: a log is text in UTF-8")
OTHER_TEXT: Final = gettext_noop("this text is in UTF-16: save it in UTF-8")
CORRUPT: Final = gettext_noop("the archive is damaged: it cannot be unpacked")
LOCKED: Final = gettext_noop("the file is encrypted: send it without a password")
NESTED: Final = gettext_noop("this is an archive inside another archive: send it by itself")
ODDLY_PACKED: Final = gettext_noop(
    "we can’t read the compression of this file: use zip’s default method"
)
TOO_LONG: Final = "a log can have at most {}"

UNPACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""LZMA says itself how much memory it wants; it gets none."""

CLUTTER: Final = ("thumbs.db", "desktop.ini")

READING_FAILED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    gzip.BadGzipFile,
    EOFError,
    OSError,
    NotImplementedError,  # a zip compressed in a way that Python does not know
    RuntimeError,
    ValueError,
    UnicodeError,
    IndexError,
    KeyError,
)
"""Exceptions of ``zipfile`` and ``gzip`` for bytes that they were not made for."""


class LogPiece(NamedTuple):
    """One log of an upload.

    `member`: its file in the archive, else empty. `begins`: the line of that file at which it
    begins, from 1. `error` says why `source` is nothing to judge.
    """

    member: str
    begins: int
    source: bytes
    error: str = ""


def split(raw: bytes, name: str, limits: UploadLimits = UPLOAD) -> list[LogPiece]:
    """The logs in `raw`, in their order; `name` is only for messages.

    A member of an archive that cannot be read is a piece with an error. Raises ``TooLarge``
    beyond `limits`, and ``Invalid`` if there is nothing that could be judged; both say so in a
    sentence.
    """
    if len(raw) > limits.received:
        raise TooLarge(_("the file has more than %(size)s") % {"size": amount(limits.received)})
    if not raw.strip():
        raise Invalid(_("the file is empty"))
    pieces: list[LogPiece] = []
    for piece in _pieces(raw, limits):
        if len(pieces) == limits.logs:
            raise TooLarge(
                _("there are more than %(n)s logs in one upload") % {"n": f"{limits.logs:,}"}
            )
        pieces.append(piece)
    if all(piece.error for piece in pieces):
        raise Invalid(_unreadable_reason(pieces))
    return pieces


def _unreadable_reason(pieces: list[LogPiece]) -> str:
    if not pieces:
        return _("there is no log in the file")
    first = pieces[0]
    error = in_language(first.error)
    return f"{first.member}: {error}" if first.member else error


def _pieces(raw: bytes, limits: UploadLimits) -> Iterator[LogPiece]:
    budget = UnpackBudget(limits.unpacked, limits.lines)
    if raw.startswith(ZIP_MAGIC):
        yield from _in_zip(raw, limits, budget)
    elif raw.startswith(GZIP_MAGIC):
        yield from _in_gzip(raw, budget)
    else:
        yield from _in_file("", budget.reader(io.BytesIO(raw)))


def _in_gzip(raw: bytes, budget: UnpackBudget) -> Iterator[LogPiece]:
    try:
        with gzip.open(io.BytesIO(raw)) as unzipped:
            yield from _in_file("", budget.reader(unzipped))
    except READING_FAILED:
        yield LogPiece("", 1, b"", CORRUPT)


def _in_zip(raw: bytes, limits: UploadLimits, budget: UnpackBudget) -> Iterator[LogPiece]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
        members = [member for member in archive.infolist() if not _is_clutter(member)]
    except READING_FAILED:
        yield LogPiece("", 1, b"", CORRUPT)
        return
    if len(members) > limits.members:
        raise TooLarge(
            _("there are more than %(n)s files in the archive") % {"n": f"{limits.members:,}"}
        )
    for member in members:
        yield from _in_member(archive, member, budget)


def _in_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: UnpackBudget
) -> Iterator[LogPiece]:
    name = printable_name(member.filename)
    if member.flag_bits & ENCRYPTED:
        yield LogPiece(name, 1, b"", LOCKED)
        return
    if member.compress_type not in UNPACKED:
        yield LogPiece(name, 1, b"", ODDLY_PACKED)
        return
    try:
        with archive.open(member) as packed:
            stream = budget.reader(packed)
            if stream.peek(2).startswith(GZIP_MAGIC):
                with gzip.open(stream) as unzipped:
                    yield from _in_file(name, budget.reader(unzipped))
            else:
                yield from _in_file(name, stream)
    except READING_FAILED:
        yield LogPiece(name, 1, b"", CORRUPT)


def _is_clutter(member: zipfile.ZipInfo) -> bool:
    """Folders, and what systems put next to one's files."""
    *folders, name = member.filename.replace("\\", "/").split("/")
    hidden = name.startswith(".") or "__MACOSX" in folders
    return member.is_dir() or hidden or name.lower() in CLUTTER


def _in_file(name: str, stream: io.BufferedReader) -> Iterator[LogPiece]:
    beginning = stream.peek(512)[:512]
    if not beginning:
        yield LogPiece(name, 1, b"", EMPTY)
    elif beginning.startswith(UTF_16):
        yield LogPiece(name, 1, b"", OTHER_TEXT)
    elif beginning.startswith((*ZIP_MAGIC, GZIP_MAGIC)):
        yield LogPiece(name, 1, b"", NESTED)
    elif b"\0" in beginning and not is_log(beginning):
        yield LogPiece(name, 1, b"", BINARY)
    else:
        for record in split_stream(name, stream):
            if len(record.source) > LOG_BYTE_LIMIT:
                yield LogPiece(name, record.line, b"", TOO_LONG.format(amount(LOG_BYTE_LIMIT)))
            elif error := _error_of(name, record.source):
                yield LogPiece(name, record.line, b"", error)
            else:
                yield LogPiece(name, record.line, record.source)


def _error_of(member: str, source: bytes) -> str:
    """A file that is a log by its name, or was sent by itself, is judged however it begins, so
    that the refusal can show its first line."""
    if is_log(source) or (not member and _is_text(source)) or member.endswith(SUFFIXES):
        return ""
    return NOT_A_LOG if _is_text(source) else BINARY


def _is_text(source: bytes) -> bool:
    try:
        return "\0" not in source.decode()
    except UnicodeDecodeError:
        return False


def printable_name(name: str) -> str:
    """A file name fit to be stored and shown: printable, short, no parent folders."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    clean = "".join(c if c.isprintable() else "�" for c in "/".join(parts))
    return clean[-LONGEST_NAME:]


class UnpackBudget:
    """Bytes and lines that may still be unpacked. Lines too: a small archive can hold millions of
    empty ones, and each is looked at."""

    def __init__(self, limit: int, line_limit: int) -> None:
        self.most = self.left = limit
        self.most_lines = self.lines_left = line_limit

    def spend(self, chunk: bytes) -> None:
        self.left -= len(chunk)
        if self.left < 0:
            raise TooLarge(
                _("it has more than %(size)s when unpacked") % {"size": amount(self.most)}
            )
        self.lines_left -= chunk.count(b"\n")
        if self.lines_left < 0:
            raise TooLarge(_("it has more than %(n)s lines") % {"n": f"{self.most_lines:,}"})

    def reader(self, source: IO[bytes] | gzip.GzipFile) -> io.BufferedReader:
        return io.BufferedReader(_BudgetReader(source, self), 1 << 16)


class _BudgetReader(io.RawIOBase):
    """Reads from `source` what the budget allows."""

    def __init__(self, source: IO[bytes] | gzip.GzipFile, budget: UnpackBudget) -> None:
        self.source, self.budget = source, budget

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer)
        chunk = self.source.read(len(view))
        self.budget.spend(chunk)
        view[: len(chunk)] = chunk
        return len(chunk)


def amount(size: int) -> str:
    """Bytes, in MiB."""
    return f"{size >> 20} MiB"
