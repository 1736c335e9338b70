"""Python's collector of cycles, told to look seldom: for work that makes very many objects and no
cycles. As it is set, it takes a fifth to a third of the time of a rebuild and of a dump."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SELDOM: Final = 50_000
"""New objects after which it looks: some megabytes."""


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Within, in all threads of the process."""
    before = gc.get_threshold()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
