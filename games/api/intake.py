"""Answers to uploads: read the body, wait for the verdict, choose the status."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from email.message import Message
from typing import Any, Final, NamedTuple
from uuid import UUID

from rest_framework import exceptions
from rest_framework.request import Request

from games.api.bodies import TOO_LARGE
from games.limits import UPLOAD
from games.models import Submission
from games.models.upload import OPEN
from web.api.base import release_connection
from web.api.inputs import refuse_unknown
from web.api.problems import BodyTooLarge, LengthRequired

USUAL_WAIT: Final = 5.0
LONGEST_WAIT: Final = 10.0
FORM_TOKEN: Final = "csrfmiddlewaretoken"
FORM_OVERHEAD: Final = 16 << 10
FIRST_PAUSE: Final = 0.02
LONGEST_PAUSE: Final = 0.25
WAIT: Final = re.compile(r"wait\s*=\s*\"?([0-9]{1,6})\"?")


class UploadBody(NamedTuple):
    raw: bytes
    name: str


def read_body(request: Request, name: str) -> UploadBody:
    """The uploaded file: the field ``file`` of a form, or the whole body. `name` as asked for, else
    as Content-Disposition or the form says."""
    _check_length(request)
    data: Any = request.data
    if isinstance(data, bytes):
        return UploadBody(data, name or _disposition(request))
    if not request.content_type.startswith("multipart/"):
        return UploadBody(b"", name)
    files = request.FILES.getlist("file")
    if len(files) != 1 or len(request.FILES) != 1:
        raise exceptions.ValidationError({"file": ["Send one file, in the field file."]})
    refuse_unknown(set(data) - {FORM_TOKEN}, ("file",))
    file: Any = files[0]
    if (file.size or 0) > UPLOAD.received:
        raise BodyTooLarge(TOO_LARGE)
    return UploadBody(file.read(), name or file.name or "")


def seconds_to_wait(request: Request) -> float:
    """As the header Prefer says (RFC 7240): ``respond-async``, ``wait=N``; else ``USUAL_WAIT``."""
    wishes = [wish.strip().lower() for wish in request.headers.get("Prefer", "").split(",")]
    if "respond-async" in wishes:
        return 0.0
    for wish in wishes:
        if match := WAIT.fullmatch(wish):
            return min(float(match[1]), LONGEST_WAIT)
    return USUAL_WAIT


def wait_for_verdicts(upload: UUID, seconds: float) -> None:
    """Returns when every log of `upload` is judged, or after `seconds`.

    No connection is held while it sleeps: uploads that wait must not use up the pool.
    """
    end = time.monotonic() + seconds
    pause = FIRST_PAUSE
    while Submission.objects.filter(upload=upload, status__in=OPEN).exists():
        release_connection()
        left = end - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(pause, left))
        pause = min(2 * pause, LONGEST_PAUSE)


def status_of(logs: Sequence[Mapping[str, object]]) -> int:
    """The status for the logs of an upload, as they are shown: 201 if one became a game, 202 if
    one is not judged (a failed one never was), 409 if all were here already, else 422."""
    status = {log["status"] for log in logs}
    if status & {"queued", "running", "failed"}:
        return 202
    if "verified" in status:
        return 201
    return 409 if status == {"duplicate"} else 422


def refusal_members(refusal: Mapping[str, object]) -> dict[str, Any]:
    """The members of a problem that locate what is wrong; its message is the problem's detail."""
    return {k: v for k, v in refusal.items() if k not in ("message", "detail", "verdict", "file")}


# --- inside -------------------------------------------------------------------


def _check_length(request: Request) -> None:
    content_length = request.META.get("CONTENT_LENGTH") or ""
    if not content_length and request.headers.get("Transfer-Encoding"):
        raise LengthRequired()
    if content_length.isascii() and content_length.isdigit() and len(content_length) > 15:
        raise BodyTooLarge(TOO_LARGE)
    if (
        content_length.isascii()
        and content_length.isdigit()
        and int(content_length) > UPLOAD.received + FORM_OVERHEAD
    ):
        raise BodyTooLarge(TOO_LARGE)


def _disposition(request: Request) -> str:
    message = Message()
    message["Content-Disposition"] = request.headers.get("Content-Disposition", "")
    return message.get_filename() or ""
