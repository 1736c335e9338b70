"""Alerts for moderators."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Pattern(models.Model):
    """Games that look made up together. A suspicion and no more: nothing follows from it.

    `key` names what it is about, once a kind. `games` are ids; `facts` numbers and handles, which
    ``games.moderation.patterns.alert_sentence`` puts in words. Worked out anew by a task; what a
    moderator has settled comes back when there are more games.
    """

    class Kind(models.TextChoices):
        FARMING = "farming", _("one wins nearly all")
        ABSENT = "absent", _("one side writes hardly anything")
        CIRCLE = "circle", _("a closed circle")
        MIRROR = "mirror", _("nearly the same log")
        PACE = "pace", _("too fast")

    kind = models.CharField(max_length=8, choices=Kind)
    key = models.CharField(max_length=100)
    games = models.JSONField()
    facts = models.JSONField()
    found_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="patterns_settled",
    )

    class Meta:
        ordering = ["-found_at", "-id"]
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="pattern_once")]
        indexes = [
            models.Index(
                fields=["-found_at", "-id"],
                name="pattern_to_see",
                condition=models.Q(settled_at=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
