from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.packed import PackedField


class Draft(models.Model):
    """A game that is being recorded: the log so far. Its browser makes the key.

    `version` grows by one with each write; a write names the version that it was made on. `mark` is
    the browser's word for its last write, so that one that is sent again is known.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts"
    )
    log = PackedField("the log so far")
    size = models.PositiveIntegerField("bytes", help_text="of the log as it is read")
    version = models.PositiveIntegerField(default=1)
    mark = models.CharField(max_length=40, blank=True)
    began_at = models.DateTimeField(default=timezone.now, editable=False)
    written_at = models.DateTimeField(default=timezone.now)
    code = models.CharField(
        "digest of the code that hands it on",
        max_length=64,
        unique=True,
        null=True,
        blank=True,
        editable=False,
    )
    code_ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-written_at", "id"]
        default_permissions = ()
        indexes = [models.Index(fields=["written_at"], name="drafts_by_age")]

    @property
    def text(self) -> str:
        """The log so far."""
        return bytes(self.log).decode()

    def __str__(self) -> str:
        return f"draft {self.pk}"


class DraftHand(models.Model):
    """Another account that goes on with a draft: it was given the code."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="hands")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts_in_hand"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["draft", "account"], name="one_hand_a_draft"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} at {self.draft_id}"
