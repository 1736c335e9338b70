"""Build of the engine, written into every verification."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.build import build

VERSION: Final = "0.2.0"
"""As in pyproject.toml."""


@cache
def engine_version() -> str:
    """``0.2.0+`` and the build of the rules: an engine that judges by other sources has another
    version, however small the change."""
    return f"{VERSION}+{build()}"
