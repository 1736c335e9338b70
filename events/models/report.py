"""Reports of names and texts of organised play, for moderators."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from events.models.announcement import EventAnnouncement
from events.models.club import Club
from events.models.entrant import Entrant
from events.models.event import Event
from events.models.series import Series

SUBJECTS = ("club", "event", "entrant", "announcement", "series")


class NameReport(models.Model):
    """An account says that a name or text is not what it should be: of one club, event, guest,
    announcement or series."""

    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    announcement = models.ForeignKey(
        EventAnnouncement, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    series = models.ForeignKey(
        Series, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="name_reports"
    )
    reason = models.TextField(max_length=2000)
    reported_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="name_reports_settled",
    )
    upheld = models.BooleanField(null=True, blank=True, help_text="empty while open")
    answer = models.TextField(max_length=2000, blank=True)

    class Meta:
        ordering = ["-reported_at", "-id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=[subject, "account"],
                condition=Q(settled_at__isnull=True),
                name=f"one_open_report_of_{subject}",
            )
            for subject in SUBJECTS
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.subject}"

    @property
    def subject(self) -> Club | Event | Entrant | EventAnnouncement | Series:
        """The row that was reported."""
        subject = self.club or self.event or self.entrant or self.announcement or self.series
        assert subject is not None
        return subject
