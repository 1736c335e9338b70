"""Which engine judged: written into every verification."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import engine

VERSION: Final = "0.2.0"
"""As in pyproject.toml."""


@cache
def engine_version() -> str:
    """``0.2.0+`` and the first 12 digits of the SHA-256 over the sources and editions of the
    engine: another engine, however small the change, has another version."""
    folder = Path(engine.__file__).parent
    sources = sorted(
        (path.relative_to(folder).as_posix(), path)
        for suffix in (".py", ".toml")
        for path in folder.rglob(f"*{suffix}")
    )
    total = sha256()
    for name, path in sources:
        total.update(f"{name}\n{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return f"{VERSION}+{total.hexdigest()[:12]}"
