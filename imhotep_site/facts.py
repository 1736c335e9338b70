"""Parts of ``/readyz`` that are about the machine: its clock, its disks, its engine."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings

from engine import COMPILED
from games.space import AGAIN, seconds_since_noted
from tables.services import pulse

LEAST_FREE: Final = 16
"""MiB that a disk of ours should have."""


def clock() -> dict[str, Any]:
    """Not well while nobody can lose on time: the clock has jumped, or no sweep runs. Afterwards
    it is told by how much, and when."""
    said = pulse.facts()
    return {"ok": not said["suspended"], **said}


def disk() -> dict[str, Any]:
    """Well if there is space, and nothing was refused for want of it within a minute. That of a
    PostgreSQL is not ours to measure: it is known by what it refuses."""
    places = {"temporary": tempfile.gettempdir()}
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        places["data"] = str(settings.DATA_DIR)
    free = {name: shutil.disk_usage(place).free >> 20 for name, place in places.items()}
    refused = seconds_since_noted()
    well = min(free.values()) >= LEAST_FREE and (refused is None or refused > AGAIN)
    return {"ok": well, "free_mib": free, "refused_seconds_ago": refused}


def rules() -> dict[str, Any]:
    """The engine of this process: compiled, or as it is written; it is well either way."""
    return {"ok": True, "compiled": COMPILED}


FACTS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "clock": clock,
    "disk": disk,
    "engine": rules,
}
