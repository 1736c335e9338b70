from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.append_only import AppendOnly


class Verdict(models.TextChoices):
    VERIFIED = "verified"
    REFUSED = "refused"


class Verification(AppendOnly):
    """One run of a log through the engine. Verifying again adds a row."""

    submission = models.ForeignKey(
        "games.Submission", on_delete=models.PROTECT, related_name="verifications"
    )
    game = models.ForeignKey(
        "games.Game",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="verifications",
    )
    engine = models.CharField("version of the engine", max_length=40)
    edition = models.CharField(max_length=20, blank=True)
    verdict = models.CharField(max_length=8, choices=Verdict)
    fingerprint = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    refusal = models.JSONField(null=True, blank=True)
    duration = models.PositiveIntegerField("time taken, in microseconds")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["-at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.submission_id} {self.verdict}"
