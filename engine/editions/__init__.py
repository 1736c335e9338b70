"""Editions: the printed numbers as data, one file an edition, each naming its rulebook.

Those that lie beside this module are shipped. Others are editions of a site: its owners put in what
the box prints (``docs/editions.md``). They come as text, are read by ``load``, made known by
``register``, or handed over by name when first asked for (``supplied_by``). A log that names one of
either kind is judged by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.editions.edition import (
    EDITION_BYTE_LIMIT,
    Edition,
    Registry,
    edition_name,
    tables_to_toml,
)
from engine.editions.schema import ByPlayers, ManyShapes, Number, RewardShape, Shape
from engine.editions.shipped import FOLDER, Tables, shipped_names, shipped_tables
from engine.editions.tables import CHANGEABLE, KINDS, faults_of, shape_of, unplayed
from engine.errors import EditionError

__all__ = [
    "CHANGEABLE",
    "DEFAULT_EDITION",
    "EDITION_BYTE_LIMIT",
    "FOLDER",
    "KINDS",
    "ByPlayers",
    "Edition",
    "EditionError",
    "ManyShapes",
    "Number",
    "RewardShape",
    "Shape",
    "Tables",
    "edition_exists",
    "edition_name",
    "edition_names",
    "faults_of",
    "load",
    "load_edition",
    "load_folder",
    "register",
    "registered",
    "shape_of",
    "shipped_names",
    "supplied_by",
    "tables_to_toml",
    "unplayed",
]

DEFAULT_EDITION: Final = "2026.1"

_registry: Final = Registry()
load = Edition.read
register = _registry.add
registered = _registry.get
supplied_by = _registry.supplied_by


def edition_names() -> frozenset[str]:
    """The editions that can be named in a log, as far as this process has heard of them."""
    return shipped_names() | _registry.names()


def edition_exists(name: str) -> bool:
    """True if a log may name the edition; asks the supplier of this process for one of a site."""
    return name in shipped_names() or registered(name) is not None


def load_edition(name: str) -> dict[str, Any]:
    """The tables of the edition `name`, as in its file; they are not to be changed."""
    edition = None if name in shipped_names() else registered(name)
    return edition.tables if edition else shipped_tables(name)


def load_folder(folder: Path) -> Iterator[Edition]:
    """Every edition of a site in the folder; files of shipped names are left out.

    Raises ``EditionError``, and ``OSError``; one that is no UTF-8 raises ``EditionError`` too.
    """
    for path in sorted(folder.glob("*.toml")):
        if path.stem in shipped_names():
            continue
        with path.open("rb") as file:
            text = file.read(EDITION_BYTE_LIMIT + 1).decode("utf-8", "replace")
        edition = load(text)
        if edition.name != path.stem:
            raise EditionError([("edition", f"the name of its file, {path.stem[:40]}")])
        yield edition
