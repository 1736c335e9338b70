from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Channel(models.TextChoices):
    """How an upload came."""

    PAGE = "page"
    API = "api"
    COMMAND = "command"
    TABLE = "table", "played here"


class Upload(models.Model):
    """A file as received. Never deleted by the machine; the raw bytes never change."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="uploads"
    )
    channel = models.CharField(max_length=8, choices=Channel)
    name = models.CharField("file name", max_length=255, blank=True)
    raw = models.BinaryField()
    size = models.PositiveIntegerField("size in bytes")
    sha256 = models.CharField("SHA-256 of the raw bytes", max_length=64)
    unrated = models.BooleanField(
        default=False, help_text="played here, and agreed before the first entry not to be rated"
    )
    received_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-received_at", "-id"]
        indexes = [
            models.Index(fields=["account", "-received_at"], name="upload_by_account"),
            models.Index(fields=["sha256"], name="upload_by_sha256"),
            models.Index(fields=["-received_at", "-id"], name="upload_by_day"),
        ]

    def __str__(self) -> str:
        return self.name or str(self.id)


class Status(models.TextChoices):
    """Where the judging of a log stands. The first two wait for a worker."""

    QUEUED = "queued"
    RUNNING = "running"
    VERIFIED = "verified"
    DUPLICATE = "duplicate"
    REFUSED = "refused"
    FAILED = "failed"

    @property
    def is_open(self) -> bool:
        return self in (Status.QUEUED, Status.RUNNING)


OPEN = (Status.QUEUED, Status.RUNNING)


class Submission(models.Model):
    """One log of an upload, and its verdict.

    `refusal` locates what is wrong: the fields that ``python -m engine check --json`` gives
    (``kind``, ``message``, ``line``; of an illegal entry also ``rule``, ``sentence``, ``place``,
    ``detail``, ``ply``, ``actor``, ``tried``, ``legal``). `game` is the game that it became, or the
    one that was there already.
    """

    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="submissions")
    number = models.PositiveIntegerField("number in the upload, from 1")
    member = models.CharField("file in the archive", max_length=255, blank=True)
    begins = models.PositiveIntegerField("line of the file at which it begins", default=1)
    source = models.BinaryField(null=True, help_text="empty: the whole upload is this log")
    status = models.CharField(max_length=9, choices=Status, default=Status.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    queued_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True, blank=True)
    judged_at = models.DateTimeField(null=True, blank=True)
    refusal = models.JSONField(null=True, blank=True)
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="submissions"
    )

    class Meta:
        ordering = ["upload", "number"]
        constraints = [
            models.UniqueConstraint(fields=["upload", "number"], name="submission_number"),
        ]
        indexes = [
            models.Index(
                fields=["status", "queued_at"],
                name="submission_open",
                condition=Q(status__in=["queued", "running"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.upload_id} {self.number}"

    @property
    def text(self) -> bytes:
        """The bytes of the log."""
        return bytes(self.upload.raw if self.source is None else self.source)
