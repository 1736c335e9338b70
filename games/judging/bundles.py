"""The bytes of logs: put into bundles when an upload comes in, and found there again."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from games.limits import BUNDLED
from games.models import Bundle, Submission, Upload

MOST_BYTES: Final = 4 << 20
"""Of a bundle that gets another log. Large logs that are alike are worth keeping together."""


class Place(NamedTuple):
    """Place of a log in a bundle. All of them ``None``: the whole upload is the log."""

    bundle: int | None = None
    offset: int | None = None
    length: int | None = None


class Bundles(NamedTuple):
    """The deflated bundles, numbered on from `first`, and a place for each log."""

    first: int
    data: list[bytes]
    places: list[Place]

    def rows(self, upload: Upload) -> Iterator[Bundle]:
        for number, data in enumerate(self.data, self.first):
            yield Bundle(upload=upload, number=number, data=data)


def bundle(texts: Sequence[bytes], first: int = 0) -> Bundles:
    """Bundles of `texts`, in their order, ``BUNDLED`` in each at most. A text that is empty is not
    kept."""
    made = Bundles(first, [], [])
    held: list[bytes] = []
    size = 0
    for text in texts:
        if held and (len(held) == BUNDLED or size >= MOST_BYTES):
            made.data.append(zlib.compress(b"".join(held)))
            held, size = [], 0
        if not text:
            made.places.append(Place())
            continue
        made.places.append(Place(first + len(made.data), size, len(text)))
        held.append(text)
        size += len(text)
    if held:
        made.data.append(zlib.compress(b"".join(held)))
    return made


def texts_of(rows: Sequence[Submission]) -> dict[int, bytes]:
    """The bytes of logs, by the id of the row: a query for uploads that are one log, one for
    bundles. The bytes of `rows` that are from before bundles are loaded with them."""
    raw = _whole({row.upload_id for row in rows if row.bundle is None and row.source is None})
    contents = _contents({(row.upload_id, row.bundle) for row in rows if row.bundle is not None})
    found = {}
    for row in rows:
        if row.source is not None:
            found[row.pk] = bytes(row.source)
        elif row.bundle is not None:
            found[row.pk] = row.cut(contents[row.upload_id, row.bundle])
        else:
            found[row.pk] = raw[row.upload_id]
    return found


def _whole(uploads: set[UUID]) -> dict[UUID, bytes]:
    if not uploads:
        return {}
    found = Upload.objects.filter(pk__in=uploads).values_list("pk", "raw")
    return {pk: bytes(raw) for pk, raw in found}


def _contents(wanted: set[tuple[UUID, int]]) -> dict[tuple[UUID, int], bytes]:
    if not wanted:
        return {}
    found = Bundle.objects.filter(
        upload__in={upload for upload, _ in wanted}, number__in={number for _, number in wanted}
    )
    return {
        (one.upload_id, one.number): one.content
        for one in found.iterator(BUNDLED)
        if (one.upload_id, one.number) in wanted
    }
