"""Choice of the engine's modules: as they are written, or compiled from the same source.

``fast.py`` compiles them, into a folder of ``__compiled__`` that has the name of the source it was
made from. A folder of that name is used, and no other: a changed line of source is what runs.
The variable ``IMHOTEP_ENGINE`` may say otherwise: ``source`` uses no compiled modules, ``compiled``
insists on them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

SOURCE: Final = Path(__file__).parent
BUILDS: Final = SOURCE / "__compiled__"
SHARED: Final = "engine__mypyc"
"""The library that all compiled modules share."""


def build_key() -> str:
    """The name of a build of this very source for this very Python: 32 hex digits."""
    digest = sha256(EXTENSION_SUFFIXES[0].encode())
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_bytes()
        digest.update(f"\0{path.relative_to(SOURCE).as_posix()}\0{len(text)}\0".encode())
        digest.update(text)
    return digest.hexdigest()[:32]


class Finder:
    """Finds the compiled modules of a build, before their source is looked for."""

    def __init__(self, build: Path) -> None:
        self.build = build

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != SHARED and not name.startswith("engine."):
            return None
        file = self.build / (name.replace(".", "/") + EXTENSION_SUFFIXES[0])
        return spec_from_file_location(name, file) if file.exists() else None


def choose_modules(wish: str) -> bool:
    """Have modules imported from now on found compiled, where a build fits. Whether one does.

    Raises ``ImportError`` if `wish` is ``compiled`` and none fits.
    """
    fits = wish != "source" and BUILDS.is_dir() and (build := BUILDS / build_key()).is_dir()
    if fits:
        sys.meta_path.insert(0, Finder(build))
    elif wish == "compiled":
        raise ImportError("there is no compiled engine of this source: `make fast` makes one")
    return fits


COMPILED: Final = choose_modules(os.environ.get("IMHOTEP_ENGINE", ""))
"""True if the rules run compiled; they are the same."""
