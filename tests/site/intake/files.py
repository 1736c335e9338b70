"""Files to upload, good and bad."""

import gzip
import io
import zipfile
from functools import cache

from tests.cast import finished_log


@cache
def log(seed: int = 1, seats: str = "black=@ana white=@ben") -> str:
    return finished_log(seats, seed=seed)


def zipped(*members: tuple[str, bytes | str], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packing) as archive:
        for name, content in members:
            member = zipfile.ZipInfo(name)  # of 1980: archives of the same are the same
            archive.writestr(member, content, packing)
    return file.getvalue()


def gzipped(content: bytes | str) -> bytes:
    raw = content.encode() if isinstance(content, str) else content
    return gzip.compress(raw, mtime=0)
