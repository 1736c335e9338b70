"""Entrants: the people who play an event, with an account or as guests."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from events.models.event import Event


class Entrant(models.Model):
    """A person in an event: an account, or a guest by a name. `number` is theirs in the event, from
    1; a person who withdrew keeps it, and what they won. `seed`: from 1, the best; `group`: of a
    closed group, from 1."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="event_entries",
    )
    guest = models.CharField("name of a guest", max_length=24, blank=True)
    team = models.CharField("name of a team", max_length=24, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    entered_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField("name hidden by a moderator", null=True, blank=True)

    class Meta:
        ordering = ["event", "number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_entrant_a_number"),
            models.UniqueConstraint(fields=["event", "account"], name="account_enters_once"),
            models.CheckConstraint(
                condition=Q(account__isnull=True) ^ Q(guest=""), name="entrant_account_or_guest"
            ),
        ]

    def __str__(self) -> str:
        return self.in_logs

    @property
    def in_logs(self) -> str:
        """The name in logs: ``@ana``, or the guest's; a number while a moderator hides it."""
        if self.account:
            return f"@{self.account.username}"
        return f"player-{self.number}" if self.hidden_at else self.guest

    @property
    def public_team(self) -> str:
        """The team's name, as everybody reads it."""
        return "" if self.hidden_at else self.team

    @property
    def is_present(self) -> bool:
        return self.withdrawn_at is None
