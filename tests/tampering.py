"""What the locks on rows that are written once prevent: for tests that look whether it is found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from games.models.append_only import AppendOnly, locks
from games.written_once import lifted


@contextmanager
def tampering(model: type[AppendOnly]) -> Iterator[QuerySet[Any]]:
    """The rows of `model`, as if they could be changed and deleted. Locked again afterwards."""
    with lifted(connection, locks([model])):
        yield QuerySet(model)
