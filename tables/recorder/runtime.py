"""Pyodide, a Python for browsers: five files in the data folder, packed as they are sent.

It is no part of the source: npm has it as one archive, whose digest is written down here. MPL 2.0.
"""

from __future__ import annotations

import gzip
import hashlib
import shutil
import tarfile
import tempfile
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from django.conf import settings

VERSION: Final = "314.0.7"
PACKAGE: Final = f"pyodide@{VERSION}"
"""As npm calls it."""

SHA512: Final = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
"""Of the archive."""

MAX_ARCHIVE_BYTES: Final = 32 * 1024 * 1024
"""Bytes of an archive that is looked at."""

MAX_FILE_BYTES: Final = 16 * 1024 * 1024
"""Of a file in it."""

SCRIPT: Final = "text/javascript; charset=utf-8"
FILES: Final = {
    "pyodide.mjs": SCRIPT,
    "pyodide.asm.mjs": SCRIPT,
    "pyodide.asm.wasm": "application/wasm",
    "python_stdlib.zip": "application/zip",
    "pyodide-lock.json": "application/json",
}
"""The files that a browser needs, and their types."""


class NotPyodide(Exception):
    """The archive is not the expected one."""


def folder() -> Path:
    """Folder of this version."""
    return Path(settings.DATA_DIR) / "pyodide" / VERSION


def is_fetched() -> bool:
    """True if it has been fetched. It is put there whole, or not at all."""
    return folder().is_dir()


@lru_cache(maxsize=len(FILES))
def read_runtime_file(name: str) -> bytes:
    """One of ``FILES`` in gzip, kept once for a process. Raises ``OSError`` if it is not there."""
    return (folder() / f"{name}.gz").read_bytes()


def unpack_runtime(archive: bytes) -> None:
    """Unpack npm's `archive` into the data folder. Raises ``NotPyodide`` for any other one, and
    ``OSError``."""
    if hashlib.sha512(archive).hexdigest() != SHA512:
        raise NotPyodide(f"this is not {PACKAGE}: another digest")
    target = folder()
    target.parent.mkdir(parents=True, exist_ok=True)
    unpacked = Path(tempfile.mkdtemp(dir=target.parent))
    try:
        with tarfile.open(fileobj=BytesIO(archive), mode="r:gz") as opened:
            for name in FILES:
                (unpacked / f"{name}.gz").write_bytes(
                    gzip.compress(_member(opened, name), 6, mtime=0)
                )
        unpacked.chmod(0o755)
        if not is_fetched():  # another process may have been quicker
            unpacked.rename(target)
    finally:
        shutil.rmtree(unpacked, ignore_errors=True)


def _member(opened: tarfile.TarFile, name: str) -> bytes:
    member = opened.extractfile(f"package/{name}")
    if member is None:
        raise NotPyodide(f"there is no {name} in it")
    return member.read(MAX_FILE_BYTES)
