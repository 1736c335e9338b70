"""The bytes of logs: put into bundles when an upload comes in, and found there again."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from games.limits import BUNDLED
from games.models import Bundle, Submission, Upload

MAX_BUNDLE_BYTES: Final = 4 << 20
"""Of a bundle that gets another log. Large logs that are alike are worth keeping together."""


class LogSpan(NamedTuple):
    """Place of a log in a bundle. All of them ``None``: the whole upload is the log."""

    bundle: int | None = None
    offset: int | None = None
    length: int | None = None


class Bundles(NamedTuple):
    """The deflated bundles, numbered on from `first`, and a place for each log."""

    first: int
    data: list[bytes]
    places: list[LogSpan]

    def rows(self, upload: Upload) -> Iterator[Bundle]:
        for number, data in enumerate(self.data, self.first):
            yield Bundle(upload=upload, number=number, data=data)


def make_bundles(texts: Sequence[bytes], first: int = 0) -> Bundles:
    """Bundles of `texts`, in their order, ``BUNDLED`` in each at most. A text that is empty is not
    kept."""
    bundles = Bundles(first, [], [])
    pending: list[bytes] = []
    size = 0
    for text in texts:
        if pending and (len(pending) == BUNDLED or size >= MAX_BUNDLE_BYTES):
            bundles.data.append(zlib.compress(b"".join(pending)))
            pending, size = [], 0
        if not text:
            bundles.places.append(LogSpan())
            continue
        bundles.places.append(LogSpan(first + len(bundles.data), size, len(text)))
        pending.append(text)
        size += len(text)
    if pending:
        bundles.data.append(zlib.compress(b"".join(pending)))
    return bundles


IS_UPLOAD: Final = Q(bundle=None, source=None)
"""Submissions that are all of their upload."""


def texts_of(rows: Sequence[Submission]) -> dict[int, bytes]:
    """The bytes of logs, by the id of the row: a query for uploads that are one log, unless their
    bytes were loaded as ``whole_upload``, one for bundles. The bytes of `rows` that are from before
    bundles are loaded with them."""
    upload_rows = [row for row in rows if row.bundle is None and row.source is None]
    raw = {row.upload_id: row.whole_upload for row in upload_rows if hasattr(row, "whole_upload")}
    raw |= _upload_bytes({row.upload_id for row in upload_rows} - raw.keys())
    contents = _contents({(row.upload_id, row.bundle) for row in rows if row.bundle is not None})
    texts = {}
    for row in rows:
        if row.source is not None:
            texts[row.pk] = bytes(row.source)
        elif row.bundle is not None:
            texts[row.pk] = row.cut(contents[row.upload_id, row.bundle])
        else:
            texts[row.pk] = raw[row.upload_id]
    return texts


def _upload_bytes(uploads: set[UUID]) -> dict[UUID, bytes]:
    if not uploads:
        return {}
    rows = Upload.objects.filter(pk__in=uploads).values_list("pk", "raw")
    return {pk: bytes(raw) for pk, raw in rows}


def _contents(keys: set[tuple[UUID, int]]) -> dict[tuple[UUID, int], bytes]:
    if not keys:
        return {}
    rows = Bundle.objects.filter(
        upload__in={upload for upload, _ in keys}, number__in={number for _, number in keys}
    )
    return {
        (row.upload_id, row.number): row.content
        for row in rows.iterator(BUNDLED)
        if (row.upload_id, row.number) in keys
    }
