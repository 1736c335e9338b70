"""Files that all hosts of a site have: folders on the disk, or object storage (``STORAGE_URL``).

A folder of files is written on the disk of one host. Publishing it is one step: on the disk it is
renamed; in object storage its files are copied, and the file that describes them last.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, TypeAlias

from django.db import connection

from web.shared_storage import StorageUnavailable, in_object_storage

if TYPE_CHECKING:
    from web.object_storage import ObjectPath, ObjectReader

PIECE: Final = 1 << 18
"""Bytes that are in memory for each download."""

SharedPath: TypeAlias = "Path | ObjectPath"


def shared_folder(folder: Path, name: str) -> SharedPath:
    """`folder`, or the folder `name` of object storage."""
    if not in_object_storage():
        return folder
    from web.object_storage import ObjectPath

    return ObjectPath(name)


def folder_names(folder: SharedPath, prefix: str = "") -> list[str]:
    """Sorted names below `folder` that begin with `prefix`."""
    if isinstance(folder, Path):
        return sorted(path.name for path in folder.glob(f"{prefix}*"))
    return [name for name in folder.names() if name.startswith(prefix)]


def publish_folder(folder: Path, target: SharedPath, last: str) -> None:
    """Publish `folder` as `target`; `last`: the file that describes the others."""
    if isinstance(target, Path):
        os.replace(folder, target)
    else:
        target.put_folder(folder, last)


def publish_text(target: SharedPath, text: str) -> None:
    """Put `text` in the place of what `target` was."""
    if isinstance(target, Path):
        new = target.with_name(f"{target.name}.new")
        new.write_text(text, "utf-8")
        os.replace(new, target)
    else:
        body = text.encode()
        target.put(io.BytesIO(body), len(body))


def publish_file(file: Path, target: SharedPath) -> None:
    """Copy `file` to `target`."""
    if isinstance(target, Path):
        shutil.copyfile(file, target)
    else:
        with file.open("rb") as opened:
            target.put(opened, file.stat().st_size)


def remove_folder(folder: SharedPath, first: str) -> None:
    """Remove a folder; of one in object storage the file `first` before the others."""
    if isinstance(folder, Path):
        shutil.rmtree(folder, ignore_errors=True)
    else:
        folder.remove(first)


def file_size(path: SharedPath) -> int | None:
    """Size in bytes; ``None``: there is no such file. Raises ``StorageUnavailable``."""
    if isinstance(path, Path):
        return path.stat().st_size if path.is_file() else None
    try:
        return path.size()
    except FileNotFoundError:
        return None


def open_file(path: SharedPath, begin: int = 0) -> BinaryIO | ObjectReader:
    """The file at `path`, from the byte `begin` on."""
    if not isinstance(path, Path):
        return path.open(begin=begin)
    file = path.open("rb")
    file.seek(begin)
    return file


def read_pieces(path: SharedPath, begin: int, end: int, digest: str = "") -> Iterator[bytes]:
    """Bytes of a file from `begin` up to `end`, in pieces. With a `digest` (SHA-256) the last piece
    is only given if all bytes have it: a download of a file that was changed breaks off."""
    left, hashed = end - begin, sha256()
    file = open_file(path, begin)
    try:
        while left and (piece := file.read(min(PIECE, left))):
            left -= len(piece)
            if digest:
                hashed.update(piece)
            if digest and not left and hashed.hexdigest() != digest:
                raise StorageUnavailable(f"{path.name}: its bytes have another digest")
            yield piece
    finally:
        file.close()


@contextmanager
def only_host(number: int) -> Iterator[bool]:
    """True while no other host holds `number`, an advisory lock of PostgreSQL that ends with its
    connection. Elsewhere, and for files on the disk, there is one host: True."""
    if not in_object_storage() or connection.vendor != "postgresql":
        yield True
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        is_locked = cursor.fetchone() == (True,)
    try:
        yield is_locked
    finally:
        if is_locked and connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])
