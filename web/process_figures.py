"""Counts and levels of this process, for the operator's metrics.

Their names stand in the code: nothing that a client sends becomes one. Whoever runs the process
shares them with the others (``imhotep_site.metrics.shared``).
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from threading import Lock
from typing import NamedTuple


class Figures(NamedTuple):
    """`counts` since the last look; `levels` as they are."""

    counts: Mapping[str, float]
    levels: Mapping[str, int]


_lock = Lock()
_counts: dict[str, float] = {}
_levels: Counter[str] = Counter()


def add_count(name: str, amount: float = 1) -> None:
    """Count `amount` more."""
    with _lock:
        _counts[name] = _counts.get(name, 0) + amount


@contextlib.contextmanager
def raised_level(name: str) -> Iterator[None]:
    """The level is higher by one while this lasts."""
    with _lock:
        _levels[name] += 1
    try:
        yield
    finally:
        with _lock:
            _levels[name] -= 1


def take_figures() -> Figures:
    """The figures of now; counting begins again from none."""
    with _lock:
        counts = dict(_counts)
        _counts.clear()
        return Figures(counts, dict(_levels))
