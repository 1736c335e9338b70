"""Witnesses of the log (C2SP tlog-witness): each checkpoint is sent to them, with the proof that it
goes on from the last one they cosigned; their cosignatures are served with it.

Nothing waits for a witness: checkpoints are signed and served before, by another task.
"""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.client import HTTPException
from typing import Final, NamedTuple
from urllib.request import Request

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from archive.log import reading
from archive.log.models import Log, Witness
from audit.cosignatures import find_cosignature, parse_witness_key
from audit.signed import VerifierKey
from web.outgoing_http import OutgoingAnswer, send_request

PERIOD: Final = timedelta(seconds=20)
"""No witness is asked more often."""
LONGEST_PAUSE: Final = timedelta(hours=1)
"""A witness that fails is asked less and less often, down to this."""
FUTURE: Final = timedelta(minutes=10)
"""A cosignature may be so much ahead of our clock."""

_log = logging.getLogger(__name__)


class WitnessAddress(NamedTuple):
    """A witness of ``TRANSPARENCY_WITNESSES``."""

    url: str
    key: VerifierKey


class WitnessRefused(Exception):
    """A witness did not cosign; the sentence is for the operator's log."""


def configured_witnesses() -> list[WitnessAddress]:
    pairs = [entry.split() for entry in settings.TRANSPARENCY_WITNESSES]
    return [WitnessAddress(url.rstrip("/"), parse_witness_key(key)) for url, key in pairs]


def ask_witnesses() -> int:
    """Send the newest checkpoint to each witness that has not cosigned it. Gives the number of new
    cosignatures. May be called by several at once: one of them asks each witness."""
    state = reading.log_state()
    if not state.note:
        return 0
    return sum(_ask(address, state) for address in configured_witnesses())


def cosigned_note(state: Log) -> str:
    """The newest checkpoint with the cosignatures of it. One query where there are witnesses."""
    if not state.note or not settings.TRANSPARENCY_WITNESSES:
        return state.note
    text = _note_text(state.note)
    lines = [row.line for row in _rows() if row.checkpoint == text]
    return state.note + "".join(lines)


def witness_rows() -> list[Witness]:
    """Configured witnesses as far as they are known; new ones are not stored yet."""
    rows = {row.key: row for row in _rows()}
    keys = [address.key.text for address in configured_witnesses()]
    return [rows.get(key) or Witness(key=key) for key in keys]


# --- inside -------------------------------------------------------------------


def _rows() -> Iterator[Witness]:
    keys = [address.key.text for address in configured_witnesses()]
    yield from Witness.objects.filter(key__in=keys).order_by("pk")


def _note_text(note: str) -> str:
    """The signed text of a note."""
    return note.partition("\n\n")[0] + "\n"


def _ask(address: WitnessAddress, state: Log) -> bool:
    row = _lease(address.key.text, state)
    if row is None:
        return False
    try:
        _cosign(row, address, state)
    except (WitnessRefused, OSError, HTTPException, ValueError) as error:
        _log.warning("the witness %r did not cosign: %r", address.key.name, str(error)[:300])
        Witness.objects.filter(pk=row.pk).update(failures=F("failures") + 1)
        return False
    row.save(update_fields=["size", "checkpoint", "line", "cosigned_at", "failures"])
    return True


def _lease(key: str, state: Log) -> Witness | None:
    """The row of a witness that is due, for this process alone."""
    Witness.objects.bulk_create([Witness(key=key)], ignore_conflicts=True)
    row = Witness.objects.get(key=key)
    current_time = timezone.now()
    pause = min(PERIOD * 2 ** min(row.failures, 12), LONGEST_PAUSE)
    if row.checkpoint == _note_text(state.note) or row.last_request_at > current_time - pause:
        return None
    leased = Witness.objects.filter(pk=row.pk, last_request_at=row.last_request_at).update(
        last_request_at=current_time
    )
    return row if leased else None


def _cosign(row: Witness, address: WitnessAddress, state: Log) -> None:
    """Set the cosignature of `row`. Raises ``WitnessRefused``."""
    answer = _send(address, state, min(row.size, state.size))
    if answer.status == 409:
        size = answer.body.strip()
        if not (size.isascii() and size.isdigit() and len(size) < 19):
            raise WitnessRefused("409 without a size")
        if int(size) > state.size:
            raise WitnessRefused(f"it cosigned {size} leaves, and this log has {state.size}")
        answer = _send(address, state, int(size))
    if answer.status != 200:
        raise WitnessRefused(f"status {answer.status}")
    text = _note_text(state.note)
    cosignature = find_cosignature(text, answer.body, address.key)
    if cosignature is None:
        raise WitnessRefused("no valid cosignature by its key")
    if cosignature.seconds > (timezone.now() + FUTURE).timestamp():
        raise WitnessRefused("a cosignature of the future")
    row.size, row.checkpoint, row.line, row.failures = state.size, text, cosignature.line, 0
    row.cosigned_at = datetime.fromtimestamp(cosignature.seconds, UTC)


def _send(address: WitnessAddress, state: Log, old: int) -> OutgoingAnswer:
    proof = reading.consistency_hashes(old, state.size, state)
    lines = [f"old {old}", *(b64encode(node).decode() for node in proof), "", state.note]
    request = Request(f"{address.url}/add-checkpoint", "\n".join(lines).encode(), method="POST")
    request.add_header("Content-Type", "text/plain; charset=utf-8")
    return send_request(request)
