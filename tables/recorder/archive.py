"""Modules for a Python in a browser: the rules, a part of the drawing, the words of one language.
The same source gives the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings

from drawing.language import ENGLISH
from drawing.language.catalogue import FILE
from engine.editions import edition_names, registered
from games.editions import refresh_editions
from tables.recorder.catalogue import shrink_catalogue, source_messages

ROOTS: Final = ("engine", "drawing", "tables/recorder/engine")
PARENTS: Final = ("tables/__init__.py", "tables/recorder/__init__.py")
LEFT_OUT: Final = (
    "__compiled__", "__pycache__", "engine/analysis", "engine/bots", "engine/cli",
    "engine/environment", "engine/facts",
    "engine/__main__.py", "engine/build.py", "engine/files.py", "engine/receipt.py",
    "engine/sailings.py", "engine/shared_deal.py", "engine/verdict.py",
    "drawing/export", "drawing/lessons", "drawing/play/branch.py", "drawing/play/weighed.py",
    "drawing/replay/sailing_page.py", "drawing/text/narrated_game.py",
)  # fmt: skip
"""Folders and modules that only a machine with a site needs, or that are made."""

KINDS: Final = (".py", ".toml", ".json")
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


PACKING: Final = Lock()
"""One thread packs: of two that parse sources at once, Python 3.11 may end one by an error."""


class Archive(NamedTuple):
    """A zip, and the digest that its address has."""

    body: bytes
    digest: str


def engine_archive(language: str) -> Archive:
    """For pages in `language`, which the site speaks; with the editions of the site, so that the
    engine of a browser judges by them."""
    refresh_editions()
    with PACKING:
        return pack_modules(language, tuple(sorted(edition_names())))


@lru_cache(maxsize=16)
def pack_modules(language: str, editions: tuple[str, ...]) -> Archive:
    """The same with the `editions` that are named, of those that this process knows."""
    zipped = BytesIO()
    root = Path(settings.BASE_DIR)
    with ZipFile(zipped, "w") as opened:
        for path, content in [*_files(root), *_catalogue(root, language), *_editions(editions)]:
            entry = ZipInfo(path, LONG_AGO)
            opened.writestr(entry, content, ZIP_DEFLATED, 9)
    body = zipped.getvalue()
    return Archive(body, hashlib.sha256(body).hexdigest()[:16])


def _files(root: Path) -> Iterator[tuple[str, bytes]]:
    for package in ROOTS:
        for file in sorted((root / package).rglob("*")):
            path = file.relative_to(root).as_posix()
            if file.suffix in KINDS and not _is_left_out(path):
                yield path, file.read_bytes()
    for path in PARENTS:
        yield path, (root / path).read_bytes()


def _catalogue(root: Path, language: str) -> Iterator[tuple[str, bytes]]:
    """The messages of the packed modules in `language`; none in English."""
    catalogue = root / "locale" / language / "LC_MESSAGES/django.mo"
    if language != ENGLISH and catalogue.exists():
        messages = shrink_catalogue(catalogue.read_bytes(), _messages(root))
        yield f"drawing/language/{FILE}", messages


@lru_cache(maxsize=1)
def _messages(root: Path) -> frozenset[str]:
    return source_messages(text for path, text in _files(root) if path.endswith(".py"))


def _editions(names: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Those of the site, in addition to the shipped ones."""
    for name in names:
        if (edition := registered(name)) is not None:
            yield f"engine/editions/{name}.toml", edition.text.encode()


def _is_left_out(path: str) -> bool:
    return any(f"/{part}/" in f"/{path}/" for part in LEFT_OUT)
