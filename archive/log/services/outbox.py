"""The outbox: records that wait for a leaf."""

from __future__ import annotations

from django.utils import timezone

from archive.log.models import Waiting
from games.ports import Records


def wait(records: Records) -> None:
    """Have `records` looked at; call it inside the transaction that writes them. One statement."""
    current_time = timezone.now()
    by_kind = {kind: list(dict.fromkeys(map(str, ids))) for kind, ids in records.items()}
    rows = [
        Waiting(kind=kind, records=ids, at=current_time) for kind, ids in by_kind.items() if ids
    ]
    if rows:
        Waiting.objects.bulk_create(rows)
