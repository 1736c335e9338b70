"""A dump fetched from a site, below the address of its moment.

The site is not trusted: names lead nowhere outside the folder, no answer is longer than the
manifest says, nothing is fetched from another address than the one that was typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO, Final
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from audit.dump import LARGEST_MANIFEST, MANIFEST, Dump, ListedFile, UnreadableDump, read_dump

SECONDS: Final = 60
"""Seconds without a byte after which a site is given up."""
PIECE: Final = 1 << 18
PUNCTUATION: Final = str.maketrans("", "", "-:.")


def fetch_dump(address: str, folder: Path, optional: bool = False) -> Iterator[ListedFile]:
    """Write the dump at `address` (``https://HOST/dump/``) into `folder`, which is made; each file
    that was written; with the `optional` ones, or without.

    Raises ``UnreadableDump`` for a folder with something in it, an address that does not answer, a
    manifest that is none, and a file that is not what the manifest says; what was written stays.
    """
    if urlsplit(address).scheme not in ("http", "https"):
        raise UnreadableDump(f"{address}: an address begins with http:// or https://")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UnreadableDump(f"{folder} has something in it: name a new folder")
        address = address.rstrip("/") + "/"
        _fetch(address + MANIFEST, folder / MANIFEST, LARGEST_MANIFEST)
        dump = read_dump(folder)
        for listed in dump.files.values():
            if optional or not listed.optional:
                listed.path.parent.mkdir(parents=True, exist_ok=True)
                digest = _fetch(_address_of(address, dump, listed), listed.path, listed.bytes)
                if digest != listed.sha256:
                    raise UnreadableDump(f"{listed.name}: not the bytes that the manifest names")
                yield listed
    except (OSError, HTTPException) as error:
        raise UnreadableDump(f"{address}: {error}") from None


def dump_moment(moment: str) -> str:
    """The part of an address that names a dump by the moment at which it was made:
    ``20261123T031500123456Z``."""
    return moment.translate(PUNCTUATION)


# --- inside -------------------------------------------------------------------


class _NoRedirects(HTTPRedirectHandler):
    """A site may not send its auditor to an address of its own choice."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


OPENER: Final = build_opener(_NoRedirects)


def _address_of(address: str, dump: Dump, listed: ListedFile) -> str:
    return f"{address}{dump_moment(dump.made_at)}/{quote(listed.name)}"


def _fetch(address: str, path: Path, limit: int) -> str:
    """Write what `address` answers, `limit` bytes at most; its SHA-256 in hex."""
    digest, left = sha256(), limit
    with _answer(address) as answer, path.open("xb") as file:
        while piece := answer.read(PIECE):
            left -= len(piece)
            if left < 0:
                raise UnreadableDump(f"{address}: more than {limit} bytes")
            digest.update(piece)
            file.write(piece)
    return digest.hexdigest()


@contextmanager
def _answer(address: str) -> Iterator[IO[bytes]]:
    try:
        answer = OPENER.open(address, timeout=SECONDS)
    except HTTPError as error:
        raise UnreadableDump(f"{address}: the site answers {error.code}") from None
    with closing(answer):
        yield answer
