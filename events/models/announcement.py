"""Announcements: short words of arbiters to everybody at an event."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from events.models.event import Event
from games.models.append_only import AppendOnly


class EventAnnouncement(AppendOnly):
    """Words of an arbiter, written once. While `hidden_at` is set nobody reads them on a page."""

    set_once = ("hidden_at",)

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="announcements")
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="event_announcements"
    )
    text = models.CharField(max_length=300)
    announced_at = models.DateTimeField(default=timezone.now, editable=False)
    hidden_at = models.DateTimeField("hidden by a moderator", null=True, blank=True)

    class Meta(AppendOnly.Meta):
        ordering = ["-announced_at", "-id"]
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["event", "-announced_at", "-id"], name="announcement_by_event")
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.pk}"
