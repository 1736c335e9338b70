"""An engine with another printed number, under another build."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest

from archive.releases.services import builds
from drawing.replay.replay import cached_replay
from engine import rules
from engine.build import engine_version
from engine.editions import load_edition

BUILD = "0.2.0+another00000"


@contextmanager
def another_build(build: str = BUILD) -> Iterator[None]:
    """The same rules under another name, for all modules: they are imported before."""
    import_module("imhotep_site.urls")
    present = engine_version
    with pytest.MonkeyPatch.context() as patched:
        for module in list(sys.modules.values()):
            if getattr(module, "engine_version", None) is present:
                patched.setattr(module, "engine_version", lambda: build)
        yield


@contextmanager
def another_number(build: str = BUILD, points: int = 7) -> Iterator[None]:
    """The first space of pyramid A is worth `points`; the box says 2."""
    edition: dict[str, Any] = load_edition("2026.1")
    spaces = edition["pyramid"]["A"]["points"]
    printed = spaces[0]
    _forget()
    spaces[0] = points
    try:
        with another_build(build), pytest.MonkeyPatch.context() as patched:
            numbers = {"2026.1": dict(builds._flat(edition, ""))}
            patched.setattr(builds, "_numbers", lambda: numbers)
            yield
    finally:
        spaces[0] = printed
        _forget()


def _forget() -> None:
    """What is worked out once a process."""
    rules.rules_for.cache_clear()
    for cell in cached_replay.__closure__ or ():
        if hasattr(cell.cell_contents, "cache_clear"):
            cell.cell_contents.cache_clear()
