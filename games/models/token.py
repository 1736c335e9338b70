from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class ApiToken(models.Model):
    """A token of the API. Only its digest is kept: the token is shown once, when it is made."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="api_tokens"
    )
    name = models.CharField(max_length=60)
    digest = models.CharField("SHA-256 of the token", max_length=64, unique=True)
    beginning = models.CharField("its first characters", max_length=12)
    scopes = models.CharField(
        max_length=100, help_text="words between spaces: read, upload, attest, note, play"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.beginning}…)"
