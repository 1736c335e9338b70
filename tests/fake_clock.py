"""The clock of the machine and that of the database, set to one moment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest


def set_clock(monkeypatch: pytest.MonkeyPatch, moment: Callable[[], datetime]) -> None:
    """`moment`: the time that both say whenever they are asked."""
    monkeypatch.setattr("django.utils.timezone.now", moment)
    monkeypatch.setattr("web.database_clock.clock_timestamp", moment)
    monkeypatch.setattr("web.database_clock.Now", moment)
