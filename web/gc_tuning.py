"""Python's collector of cycles, told to look seldom: for work that makes very many objects and few
cycles. As it is set, it takes a fifth to a third of the time of judging, rebuilds and dumps."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

SELDOM: Final = 50_000
"""New objects after which it looks: some megabytes."""

_lock: Final = Lock()
_thresholds: Final[list[tuple[int, int, int]]] = []
"""How it was set, for each that asks for it at this moment."""


@contextmanager
def fewer_collections(after: int = SELDOM) -> Iterator[None]:
    """Within, in all threads of the process, until the last of those that ask for it ends. `after`
    so many new objects; fewer for work whose objects are circles."""
    with _lock:
        before = _thresholds[0] if _thresholds else gc.get_threshold()
        _thresholds.append(before)
        gc.set_threshold(after, *before[1:])
    try:
        yield
    finally:
        with _lock:
            _thresholds.pop()
            if not _thresholds:
                gc.set_threshold(*before)
