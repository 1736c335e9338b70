"""Analyses of games: one row for a game and the method and engine that worked it out."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.packed import PackedField


class ReviewState(models.TextChoices):
    QUEUED = "queued", _("waits")
    RUNNING = "running", _("under way")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    STOPPED = "stopped", _("stopped")


UNDER_WAY = (ReviewState.QUEUED, ReviewState.RUNNING)


class ReviewReason(models.TextChoices):
    RATED = "rated", _("a rated game among people")
    ASKED = "asked", _("asked for")


class EntryMark(models.TextChoices):
    """Mark of an entry (``analysis.Mark``)."""

    INACCURACY = "inaccuracy", _("inaccuracy")
    MISTAKE = "mistake", _("mistake")
    BLUNDER = "blunder", _("blunder")
    ONLY = "only", _("only move")


FLAWS = (EntryMark.INACCURACY, EntryMark.MISTAKE, EntryMark.BLUNDER)


class Review(models.Model):
    """The analysis of a game by a method and an engine. Another method or engine writes another
    row; what is done is never changed.

    `judged` of `entries` are in ``Piece`` rows until the whole is done; then `result` has it, as
    JSON (``analysis.to_json``). `claimed_at`: the lease of the worker that is at it.
    """

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="reviews")
    method = models.PositiveSmallIntegerField()
    engine = models.CharField(max_length=40)
    state = models.CharField(max_length=8, choices=ReviewState, default=ReviewState.QUEUED)
    reason = models.CharField(max_length=8, choices=ReviewReason)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="reviews"
    )
    asked_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="workers that died over it since it last went on"
    )
    entries = models.PositiveSmallIntegerField()
    judged = models.PositiveSmallIntegerField(default=0)
    seconds = models.FloatField(default=0.0, help_text="of a processor")
    done_at = models.DateTimeField(null=True)
    result = PackedField(default=b"")
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["game", "method", "engine"], name="one_review"),
        ]
        indexes = [
            models.Index(
                fields=["reason", "asked_at"],
                name="review_under_way",
                condition=Q(state__in=["queued", "running"]),
            ),
            models.Index(fields=["-done_at"], name="review_by_end"),
            models.Index(fields=["asked_by", "asked_at"], name="review_by_account"),
            models.Index(fields=["asked_at"], name="review_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.method}"

    @property
    def under_way(self) -> bool:
        return self.state in UNDER_WAY


class Piece(models.Model):
    """Entries of an analysis under way that were judged together, from entry `first` on: JSON."""

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="pieces")
    first = models.PositiveSmallIntegerField()
    judged = PackedField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["review", "first"], name="one_piece"),
        ]

    def __str__(self) -> str:
        return f"{self.review_id} {self.first}"


class Flaw(models.Model):
    """A marked entry of a game, by its newest analysis. `loss`: of the share of wins, from 0 to 1;
    `played`, `best`: entries as the log writes them, without the seat. An only move has no loss."""

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="flaws")
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="flaws")
    seat = models.ForeignKey("games.Seat", on_delete=models.PROTECT, related_name="flaws")
    entry = models.PositiveSmallIntegerField()
    mark = models.CharField(max_length=10, choices=EntryMark)
    loss = models.FloatField()
    played = models.CharField(max_length=200)
    best = models.CharField(max_length=200)

    class Meta:
        default_permissions = ()
        ordering = ["game", "entry"]
        constraints = [
            models.UniqueConstraint(fields=["review", "entry"], name="one_flaw"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.entry}"
