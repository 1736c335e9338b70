"""Retention of refused logs: their bytes for a while, their refusal for good.

``drop_refused`` goes over uploads whose time is over, a few at a time. Any number of processes may
run it at once, and it may end in the middle: an upload is done as a whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Max, QuerySet

from games.judging.bundles import LogSpan, make_bundles, texts_of
from games.models import Bundle, Status, Submission, Upload
from games.models.upload import OPEN
from web.database_clock import database_time

UPLOADS_AT_ONCE: Final = 100
RETRY_AFTER: Final = timedelta(days=7)
"""An upload with logs that are not judged, or failed, is looked at again after so long."""
ROWS: Final = 500
SPAN: Final = ("bundle", "offset", "length", "source")


def drop_at(received_at: datetime) -> datetime:
    """When the refused logs of an upload received `received_at` are dropped."""
    return received_at + timedelta(days=settings.REFUSED_LOG_DAYS)


def drop_refused(limit: int = UPLOADS_AT_ONCE) -> int:
    """Drop the bytes of refused logs, of no more than `limit` uploads. How many it went over."""
    due = Upload.objects.filter(drop_at__lte=database_time()).order_by("drop_at")
    return _each(due[:limit], _drop)


def pack_old(limit: int = UPLOADS_AT_ONCE) -> int:
    """Pack the bytes of uploads from before there were bundles. How many it went over."""
    old = Upload.objects.filter(packed=False).order_by("received_at")
    return _each(old[:limit], _pack)


# --- inside -------------------------------------------------------------------


def _each(uploads: QuerySet[Upload], do: Callable[[UUID], bool]) -> int:
    return sum(do(pk) for pk in list(uploads.values_list("pk", flat=True)))


def _lock_upload(pk: UUID, **still: object) -> tuple[Upload, list[Submission]] | None:
    """The upload, without its bytes, and its logs, all locked; ``None`` if another was faster."""
    uploads = Upload.objects.select_for_update(no_key=True).filter(pk=pk, **still)
    upload = uploads.defer("raw").first()
    if upload is None:
        return None
    rows = upload.submissions.select_for_update(no_key=True, of=("self",)).order_by("pk")
    return upload, list(rows.defer("refusal"))


@transaction.atomic
def _drop(pk: UUID) -> bool:
    current_time = database_time()
    locked = _lock_upload(pk, drop_at__lte=current_time)
    if locked is None:
        return False
    upload, rows = locked
    refused = [row for row in rows if row.status == Status.REFUSED]
    if any(row.status in (*OPEN, Status.FAILED) for row in rows):
        upload.drop_at = current_time + RETRY_AFTER
    else:
        upload.drop_at = None
    if upload.drop_at is None and refused:
        _unbundle_games(upload, rows)
        _drop_logs(refused)
        upload.raw, upload.dropped_at = b"", current_time
        upload.save(update_fields=["raw", "drop_at", "dropped_at"])
    else:
        upload.save(update_fields=["drop_at"])
    return True


def _unbundle_games(upload: Upload, rows: Iterable[Submission]) -> None:
    """Take what became games out of the bundles that hold refused logs too."""
    rows = list(rows)
    refused = (row.bundle for row in rows if row.status == Status.REFUSED)
    mixed = {number for number in refused if number is not None}
    games = [row for row in rows if row.status != Status.REFUSED]
    _rebundle(upload, [row for row in games if row.bundle in mixed or row.source is not None])
    Bundle.objects.filter(upload=upload, number__in=mixed).delete()


def _drop_logs(refused: Iterable[Submission]) -> None:
    """The row stays, with its refusal; what would have been legal goes with the log."""
    pks = [row.pk for row in refused]
    for begin in range(0, len(pks), ROWS):
        rows = list(Submission.objects.filter(pk__in=pks[begin : begin + ROWS]).defer("source"))
        for row in rows:
            row.bundle, row.offset, row.length = LogSpan()
            row.source = None
            if row.refusal and row.refusal.get("legal"):
                row.refusal["legal"] = []
        Submission.objects.bulk_update(rows, [*SPAN, "refusal"])


def _rebundle(upload: Upload, rows: list[Submission]) -> None:
    """Put the bytes of `rows` into new bundles."""
    last = upload.bundles.aggregate(last=Max("number"))["last"]
    texts = texts_of(rows)
    bundles = make_bundles([texts[row.pk] for row in rows], 0 if last is None else last + 1)
    Bundle.objects.bulk_create(bundles.rows(upload), batch_size=10)
    for row, place in zip(rows, bundles.places, strict=True):
        row.bundle, row.offset, row.length = place
        row.source = None
    Submission.objects.bulk_update(rows, SPAN, batch_size=ROWS)


@transaction.atomic
def _pack(pk: UUID) -> bool:
    locked = _lock_upload(pk, packed=False)
    if locked is None:
        return False
    upload, rows = locked
    _rebundle(upload, [row for row in rows if row.source is not None])
    raw = Upload.objects.values_list("raw", flat=True).get(pk=pk)
    upload.raw, upload.packed, upload.drop_at = raw, True, drop_at(database_time())
    upload.save(update_fields=["raw", "packed", "drop_at"])
    return True
