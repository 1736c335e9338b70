"""Editions: the printed numbers as data, one file an edition, each naming its rulebook.

Adding a file beside this module adds an edition; a log that names it is judged by it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

DEFAULT_EDITION: Final = "2026.1"

FOLDER: Final = Path(__file__).parent


@cache
def edition_names() -> frozenset[str]:
    """The editions that can be named in a log."""
    return frozenset(path.stem for path in FOLDER.glob("*.toml"))


@cache
def load_edition(name: str) -> dict[str, Any]:
    """The tables of the edition `name`, as in its file; they are not to be changed."""
    with (FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)
