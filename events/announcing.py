"""Announcements: short words that an arbiter says to everybody at an event."""

from __future__ import annotations

from django.db import transaction

from events.acts.writing import new_act, write_acts
from events.limits import ANNOUNCEMENTS, LISTED_ANNOUNCEMENTS, too_often
from events.models import Event, EventAct, EventAnnouncement
from events.organising.arbiters import arbitrated
from events.organising.reasons import checked_public_words
from games.models import Account
from games.pseudonyms import pseudonymise
from web.database_clock import database_time
from web.errors import TooBusy


def announce(event_id: int, arbiter: Account, text: str) -> EventAnnouncement:
    """Words of an arbiter for everybody, of one line. They are written once. Raises ``NotAllowed``,
    ``Invalid``, ``Conflict`` once the event has ended, ``TooBusy``."""
    text = checked_public_words(text)
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        if not ANNOUNCEMENTS.allows(str(arbiter.pk)):
            raise TooBusy(too_often())
        row: EventAnnouncement = EventAnnouncement.objects.create(
            event=event, arbiter=arbiter, text=text, announced_at=database_time()
        )
        content = {"announcement": row.pk}
        act = new_act(EventAct.Kind.ANNOUNCED, arbiter, content, text, as_arbiter=True)
        write_acts(event, [act])
    return row


def announcements_of(event: Event) -> list[EventAnnouncement]:
    """The last announcements as everybody reads them, the newest first. At most two queries."""
    visible = event.announcements.filter(hidden_at=None).select_related("arbiter")
    rows = list(visible[:LISTED_ANNOUNCEMENTS])
    texts = pseudonymise("\n".join(row.text for row in rows)).split("\n")
    for row, text in zip(rows, texts, strict=False):
        row.text = text
    return rows
