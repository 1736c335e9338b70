"""An SVG as PNG, painted on the server. See ``docs/decisions/pictures.md``."""

from __future__ import annotations

import threading
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import resvg_py

FAMILY: Final = "Source Sans Pro"
FACES: Final = ("Regular", "Semibold", "Bold", "It")
"""For letters that ours has not."""

FONT_FILES: Final = sorted((Path(__file__).parent / "fonts").glob("*.ttf"))
"""Quay Text and Quay Title, as the pages have them."""

PAINT_SLOT: Final = threading.BoundedSemaphore(1)
"""One picture at a time in a process: pages go on being served."""
PATIENCE: Final = 5.0
"""Seconds that a request waits for its turn."""


class Busy(Exception):
    """Too many pictures at once."""


@lru_cache(maxsize=1)
def fonts() -> tuple[str, ...]:
    """The files of the faces; text looks the same on every machine."""
    folder = files("font_source_sans_pro") / "files"
    return (*map(str, FONT_FILES), *(str(folder / f"SourceSansPro-{face}.ttf") for face in FACES))


def png(svg: str, width: int) -> bytes:
    """`svg` painted `width` pixels wide. Raises ``Busy``."""
    if not PAINT_SLOT.acquire(timeout=PATIENCE):
        raise Busy
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                width=width,
                skip_system_fonts=True,
                font_files=list(fonts()),
                font_family=FAMILY,
                serif_family=FAMILY,
                sans_serif_family=FAMILY,
                monospace_family=FAMILY,
            )
        )
    finally:
        PAINT_SLOT.release()
