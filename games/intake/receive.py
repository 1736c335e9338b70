"""Takes in a file: stores it as received, takes it apart, and has its logs judged."""

from __future__ import annotations

import logging
from hashlib import sha256

from django.db import transaction

from games.intake import quota
from games.intake.quota import check_waiting
from games.intake.retention import drop_at
from games.intake.split import LogPiece, printable_name, split
from games.judging.bundles import LogSpan, make_bundles
from games.judging.judge import storable
from games.judging.queue import queue_on_commit
from games.limits import UPLOAD, UploadLimits
from games.models import Account, Channel, Status, Submission, Upload
from games.models.packed import pack
from games.ports import port
from web.bulk_insert import insert
from web.database_clock import database_time

logger = logging.getLogger(__name__)


def receive(
    account: Account,
    raw: bytes,
    name: str,
    channel: Channel,
    *,
    unrated: bool = False,
    occasion: str = "",
) -> Upload:
    """The upload of `raw`, its logs queued for the workers.

    If no worker can be woken, the logs stay queued until a sweep finds them. `unrated`: a game
    played here, of which the players agreed so. `occasion`: marks of what it is brought for; they
    come back by ``Port.games_recorded``. Raises ``TooLarge`` beyond the limits, ``TooBusy`` if too
    many logs of `account` wait, ``OverQuota`` beyond the limits of the day, ``Invalid`` if there
    is nothing in it that could be judged, or `account` may bring nothing for `occasion`.
    """
    check_waiting(account, channel)
    quota.check_quota(account, channel, len(raw))
    if occasion:
        occasion = port().check_occasion(account, occasion)
    upload, waiting = store_upload(account, raw, name, channel, unrated=unrated, occasion=occasion)
    queue_on_commit(waiting)
    logger.info("upload %s received: %d waiting", upload.pk, len(waiting))
    return upload


def store_upload(
    account: Account,
    raw: bytes,
    name: str,
    channel: Channel,
    limits: UploadLimits = UPLOAD,
    *,
    unrated: bool = False,
    occasion: str = "",
) -> tuple[Upload, list[int]]:
    """The upload, and the ids of its logs that wait to be judged; no worker is woken."""
    pieces = split(raw, name, limits)
    bundles = make_bundles([b"" if piece.source == raw else piece.source for piece in pieces])
    packed, received_at = pack(raw), database_time()
    with transaction.atomic():
        quota.spend(account, channel, len(raw), len(pieces))
        upload = Upload.objects.create(
            account=account,
            channel=channel,
            name=printable_name(name),
            raw=packed,
            packed=True,
            size=len(raw),
            sha256=sha256(raw).hexdigest(),
            unrated=unrated,
            occasion=occasion,
            received_at=received_at,
            drop_at=drop_at(received_at),
        )
        upload.raw = raw
        insert(bundles.rows(upload))
        rows = [
            _submission(upload, number, piece, place)
            for number, (piece, place) in enumerate(zip(pieces, bundles.places, strict=True), 1)
        ]
        insert(rows)
    return upload, [row.pk for row in rows if row.status == Status.QUEUED]


def _submission(upload: Upload, number: int, piece: LogPiece, place: LogSpan) -> Submission:
    row = Submission(
        upload=upload,
        queued_at=upload.received_at,
        number=number,
        member=piece.member,
        begins=piece.begins,
        bundle=place.bundle,
        offset=place.offset,
        length=place.length,
    )
    if piece.error:
        row.status = Status.REFUSED
        row.judged_at = upload.received_at
        row.refusal = storable({"kind": "unreadable", "message": piece.error, "line": 0})
    return row
