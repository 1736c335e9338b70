"""Reports to moderators about games and accounts, and their answers."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.append_only import AppendOnly


class Report(AppendOnly):
    """An account says that a game, or a player, is not what it should be: for moderators."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports"
    )
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    player = models.ForeignKey(
        "games.Player", null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    reason = models.TextField(max_length=2000)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["-at", "-id"]
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=Q(game=None) ^ Q(player=None), name="report_of_game_or_player"
            ),
        ]
        indexes = [models.Index(fields=["account", "-at"], name="report_by_account")]

    def __str__(self) -> str:
        return f"{self.account} {self.game_id or self.player}"


class ReportAnswer(AppendOnly):
    """A moderator's answer to a report. Its writer reads the `answer`."""

    report = models.OneToOneField(Report, on_delete=models.PROTECT, related_name="answered")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports_answered"
    )
    upheld = models.BooleanField()
    answer = models.TextField(max_length=2000)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.report}"
