"""The editions that lie beside this module: part of the program."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

Tables = dict[str, object]
"""The tables of an edition, as TOML is read."""

FOLDER: Final = Path(__file__).parent


@cache
def shipped_names() -> frozenset[str]:
    """The editions of the program."""
    return frozenset(path.stem for path in FOLDER.glob("*.toml"))


@cache
def shipped_tables(name: str) -> Tables:
    """The tables of one of them. Raises ``OSError`` for any other."""
    with (FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)
