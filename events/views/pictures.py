"""The picture of an event for links: painted once as long as it says the same."""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode
from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from drawing.export.card import WIDTH
from drawing.export.event_card import event_card
from drawing.export.paint import Busy, png
from events.models import Event
from events.results.standings import read_book
from games.limits import PICTURE_SECONDS
from web.priorities import heavy
from web.rate_limits import PICTURES, client_key

CARD_SECONDS = 600
PODIUM = 3
"""Ranks on the picture."""

logger = logging.getLogger(__name__)


@heavy
@require_safe
def event_card_png(request: HttpRequest, event_id: int) -> HttpResponse:
    """The card of an event, the same for everybody: hidden names and results are not on it."""
    event = get_object_or_404(Event, pk=event_id)
    picture = card_of_event(event)
    key = f"event-card:{sha256(picture.encode()).hexdigest()}"
    painted = _stored(key)
    if painted is None:
        if not PICTURES.allows(client_key(request)):
            return _later()
        try:
            painted = png(picture, WIDTH)
        except Busy:
            return _later()
        _store(key, painted)
    answer = HttpResponse(painted, content_type="image/png")
    patch_cache_control(answer, public=True, max_age=CARD_SECONDS)
    return answer


def card_of_event(event: Event) -> str:
    """The card as SVG: the podium when it is over; else the round, and the first so far."""
    book = read_book(event)
    local = event.starts_at.astimezone(event.zone)
    time = f"{date_format(local, 'DATETIME_FORMAT')} ({event.time_zone})"
    lines: list[tuple[str, str]] = []
    if not event.is_over and book.rounds:
        lines.append((_("Round %(n)d") % {"n": len(book.rounds)}, ""))
    if book.rounds:
        rows = [line for line in book.lines() if line.rank and line.rank <= PODIUM][:PODIUM]
        lines += [(f"{line.rank}. {line.entrant.in_logs}", line.points) for line in rows]
    return event_card(event.public_name, time, lines)


# --- inside -------------------------------------------------------------------


def _later() -> HttpResponse:
    return HttpResponse(status=429, headers={"Retry-After": "10", "Cache-Control": "no-store"})


def _stored(key: str) -> bytes | None:
    try:
        encoded = cache.get(key)
    except RedisError:
        return None
    return b64decode(encoded) if isinstance(encoded, str) else None


def _store(key: str, painted: bytes) -> None:
    try:
        cache.set(key, b64encode(painted).decode("ascii"), PICTURE_SECONDS)
    except RedisError:
        logger.exception("could not store a picture")
