from __future__ import annotations

import uuid
import zlib
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly
from games.models.packed import PackedField

OCCASION_CHARACTERS: Final = 100
"""Longest ``Upload.occasion``: a club and a table."""


class Channel(models.TextChoices):
    """How an upload came."""

    PAGE = "page"
    API = "api"
    COMMAND = "command"
    TABLE = "table", "played here"


class Upload(models.Model):
    """A file as received. The row is never deleted; the raw bytes never change.

    If logs of it were refused, the bytes are dropped some time after (`drop_at`, see
    ``games.intake.retention``): `raw` is empty then, and what became games is kept in bundles.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="uploads"
    )
    channel = models.CharField(max_length=8, choices=Channel)
    name = models.CharField("file name", max_length=255, blank=True)
    raw = PackedField("the bytes as received", help_text="kept deflated")
    packed = models.BooleanField(
        "packed",
        default=False,
        db_default=False,
        help_text="no: from before, kept as it came and log by log",
    )
    size = models.PositiveIntegerField("size in bytes")
    sha256 = models.CharField("SHA-256 of the raw bytes", max_length=64)
    unrated = models.BooleanField(
        default=False, help_text="played here, and agreed before the first entry not to be rated"
    )
    occasion = models.CharField(
        "marks of what it was brought for",
        max_length=OCCASION_CHARACTERS,
        blank=True,
        default="",
        db_default="",
        help_text="`club:` with its address, the code of a table of an event; with a blank between",
    )
    received_at = models.DateTimeField(default=timezone.now, editable=False)
    drop_at = models.DateTimeField(
        null=True, blank=True, help_text="when the bytes of its refused logs are dropped"
    )
    dropped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-received_at", "-id"]
        indexes = [
            models.Index(fields=["account", "-received_at"], name="upload_by_account"),
            models.Index(fields=["sha256"], name="upload_by_sha256"),
            models.Index(fields=["-received_at", "-id"], name="upload_by_day"),
            models.Index(
                fields=["drop_at"], name="upload_to_drop", condition=Q(drop_at__isnull=False)
            ),
            models.Index(fields=["received_at"], name="upload_to_pack", condition=Q(packed=False)),
        ]

    def __str__(self) -> str:
        return self.name or str(self.id)


class Bundle(models.Model):
    """Some logs of an upload, one after the other, deflated together: what they have in common is
    kept once. A bundle never changes; its number in the upload is never used again."""

    upload = models.ForeignKey(
        Upload, on_delete=models.PROTECT, related_name="bundles", db_index=False
    )
    number = models.PositiveIntegerField()
    data = models.BinaryField("the logs, as zlib deflates them")

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["upload", "number"], name="bundle_number"),
        ]

    def __str__(self) -> str:
        return f"{self.upload_id} {self.number}"

    @property
    def content(self) -> bytes:
        return zlib.decompress(bytes(self.data))


class Status(models.TextChoices):
    """Progress of a log's judging. The first two wait for a worker."""

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
    one that was there already; `differs` then has what the log says otherwise than the game did
    (``games.duplicates.contests``). Its bytes are in a bundle; without one, the whole upload is the
    log.
    """

    upload = models.ForeignKey(
        Upload, on_delete=models.PROTECT, related_name="submissions", db_index=False
    )
    number = models.PositiveIntegerField("number in the upload, from 1")
    member = models.CharField("file in the archive", max_length=255, blank=True)
    begins = models.PositiveIntegerField("line of the file at which it begins", default=1)
    bundle = models.PositiveIntegerField("number of its bundle", null=True, blank=True)
    offset = models.PositiveIntegerField("its first byte in the bundle", null=True, blank=True)
    length = models.PositiveIntegerField("its bytes", null=True, blank=True)
    source = models.BinaryField(null=True, help_text="from before there were bundles")
    status = models.CharField(max_length=9, choices=Status, default=Status.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    queued_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True, blank=True)
    pauses = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        help_text="how often its verdict could not be stored, or its workers died",
    )
    resumes_at = models.DateTimeField(
        null=True, blank=True, help_text="the end of its pause: no worker has it before"
    )
    judged_at = models.DateTimeField(null=True, blank=True)
    refusal = models.JSONField(null=True, blank=True)
    differs = models.JSONField(null=True, blank=True)
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
            models.Index(
                fields=["resumes_at"], name="submission_failed", condition=Q(status="failed")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.upload_id} {self.number}"

    @property
    def text(self) -> bytes:
        """The bytes of the log; empty if they were dropped."""
        if self.source is None and self.bundle is None:
            return bytes(self.upload.raw)
        text = self._text()
        if text is None:  # it was put into another bundle, or dropped, since this row was read
            self.refresh_from_db(fields=["bundle", "offset", "length", "source"])
            text = self._text()
        return text or b""

    def _text(self) -> bytes | None:
        if self.source is not None:
            return bytes(self.source)
        if self.bundle is None:
            return None
        bundle = Bundle.objects.filter(upload=self.upload_id, number=self.bundle).first()
        return self.cut(bundle.content) if bundle else None

    def cut(self, content: bytes) -> bytes:
        """This log out of the content of its bundle."""
        assert self.offset is not None
        assert self.length is not None
        return content[self.offset : self.offset + self.length]


class Verdict(models.TextChoices):
    VERIFIED = "verified", _("Verified")
    REFUSED = "refused", _("Refused")


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
    occasion = models.CharField(
        "what it will be brought for",
        max_length=OCCASION_CHARACTERS,
        blank=True,
        default="",
        db_default="",
    )
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
