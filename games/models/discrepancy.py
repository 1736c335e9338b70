"""Logs that are nearly another's: what they are found by, and what people say of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly


class LogMark(models.Model):
    """A mark of a game's log (``games.judging.similarity``). What follows from the log alone
    can be made
    anew; so these rows are not locked, and the database asks no other table about them."""

    pk = models.CompositePrimaryKey("value", "game_id")
    value = models.BigIntegerField()
    game = models.ForeignKey(
        "games.Game",
        on_delete=models.PROTECT,
        related_name="log_marks",
        db_constraint=False,
        db_index=False,
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.game_id} {self.value}"


class Which(models.TextChoices):
    """The right one of two logs."""

    FIRST = "first", _("the existing log")
    SECOND = "second", _("the other log")
    BOTH = "both", _("both: they are two games")


class Discrepancy(AppendOnly):
    """A log was brought that is nearly the log of `game`, and is not counted beside it. Another
    account that brings the same log with other names on its seats has a row of its own.

    `submission` has the log as it came; `fingerprint`, `names` and `replaced` (by seat) are what it
    says. `equal`: so many entries are the same before the first difference. `share`: of lines that
    are the same, in thousandths.
    """

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="discrepancies")
    number = models.PositiveSmallIntegerField("number among those of the game, from 1")
    submission = models.ForeignKey("games.Submission", on_delete=models.PROTECT, related_name="+")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="discrepancies"
    )
    fingerprint = models.CharField(max_length=64)
    names = models.JSONField()
    replaced = models.JSONField()
    equal = models.PositiveSmallIntegerField()
    share = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        verbose_name_plural = "discrepancies"
        ordering = ["game", "number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="discrepancy_number"),
            models.UniqueConstraint(
                fields=["game", "fingerprint", "account"], name="one_discrepancy_a_log"
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-at"], name="discrepancy_by_account"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


class DiscrepancyChoice(AppendOnly):
    """A player of one of the two logs says which is right. The latest word of an account counts."""

    discrepancy = models.ForeignKey(Discrepancy, on_delete=models.PROTECT, related_name="choices")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="discrepancy_choices"
    )
    which = models.CharField(max_length=6, choices=Which)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["at", "id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.account} {self.which}"


class DiscrepancyVerdict(AppendOnly):
    """The end of a discrepancy: all players agreed, or a moderator (`moderator`) decided, for a
    public `reason`."""

    discrepancy = models.OneToOneField(
        Discrepancy, on_delete=models.PROTECT, related_name="verdict"
    )
    which = models.CharField(max_length=6, choices=Which)
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="discrepancies_decided",
    )
    reason = models.TextField("the decision, in public words", blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.discrepancy} {self.which}"
