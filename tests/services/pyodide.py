"""Pyodide for tests that run it: fetched once into the data folder, unpacked where asked."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path
from typing import Any

from tables.recorder import runtime
from tables.recorder.fetching import CannotFetch, fetch_runtime
from tests.services.errors import ServiceMissing

ROOT = Path(__file__).resolve().parents[2]


def kept(settings: Any) -> None:
    """Let `settings` name a data folder that has it. Raises ``ServiceMissing`` with npm's words."""
    settings.DATA_DIR = ROOT / "data"
    try:
        fetch_runtime()
    except CannotFetch as problem:
        raise ServiceMissing(str(problem)) from None


def lend(settings: Any) -> None:
    """Let the data folder of a site that runs have it too. Raises ``ServiceMissing``."""
    data, folder = settings.DATA_DIR, runtime.folder()
    kept(settings)
    runtime_folder = runtime.folder()
    settings.DATA_DIR = data
    if not folder.exists():
        shutil.copytree(runtime_folder, folder)


def unpack(target: Path) -> None:
    """Its files as they are, for a Python that no site serves."""
    for name in runtime.FILES:
        packed = (runtime.folder() / f"{name}.gz").read_bytes()
        (target / name).write_bytes(gzip.decompress(packed))
