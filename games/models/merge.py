from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class Merge(models.Model):
    """A guest is a player that we know: claimed by an account ("that Ana is me"), or decided by a
    moderator at once. The seats move when it is accepted."""

    guest = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="claims")
    into = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="merges")
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="claims_made"
    )
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    note = models.TextField(blank=True, max_length=2000)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="claims_decided",
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["-requested_at", "-id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["guest", "into"],
                condition=Q(decided_at__isnull=True),
                name="one_open_claim_a_pair",
            ),
            models.CheckConstraint(condition=~Q(guest=F("into")), name="not_into_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.guest_id} into {self.into_id}"
