from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.append_only import AppendOnly


class ModeratorAction(AppendOnly):
    """What a moderator did, when, why."""

    class Kind(models.TextChoices):
        VERIFY_AGAIN = "verify_again", "verified again"
        VOID = "void", "voided"
        RESTORE = "restore", "restored"
        SETTLE_DISPUTE = "settle_dispute", "settled a dispute"
        DECIDE_CLAIM = "decide_claim", "decided a claim"
        MERGE = "merge", "merged players"
        REBUILD_RATINGS = "rebuild_ratings", "rebuilt the ratings"
        QUEUE_AGAIN = "queue_again", "queued again"
        OFFICE = "office", "gave or took an office"
        SUSPEND = "suspend", "suspended an account"
        REINSTATE = "reinstate", "let an account in again"
        REVOKE_TOKEN = "revoke_token", "revoked a token"
        HIDE_NOTE = "hide_note", "hid a note"
        SHOW_NOTE = "show_note", "showed a note again"
        HIDE_LINE = "hide_line", "hid something said at a table"
        SHOW_LINE = "show_line", "showed something said at a table again"
        SETTLE_REPORT = "settle_report", "settled a report of something said"
        CLOSE_TABLE = "close_table", "closed a table"

    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="moderator_actions"
    )
    kind = models.CharField(max_length=20, choices=Kind)
    game = models.ForeignKey(
        "games.Game",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="moderator_actions",
    )
    upload = models.ForeignKey(
        "games.Upload",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="moderator_actions",
    )
    player = models.ForeignKey(
        "games.Player",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="moderator_actions",
    )
    reason = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["-at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.moderator} {self.get_kind_display()}"
