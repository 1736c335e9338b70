"""Leaderboards of months and seasons, as they were counted."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Period(models.Model):
    """A month (``2026-11``) or a season (``2026-q4``) with rated games: from `begins` to the day
    before `ends`. `is_current`: False where its ledger changed since it was counted. `players`: who
    played; `ranked`: how many of them have a rank."""

    name = models.CharField(max_length=7, primary_key=True)
    begins = models.DateField()
    ends = models.DateField()
    is_current = models.BooleanField(default=False)
    players = models.PositiveIntegerField(default=0)
    ranked = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-begins", "-name"]
        default_permissions = ()

    def __str__(self) -> str:
        return self.name

    @property
    def is_season(self) -> bool:
        return "q" in self.name

    @property
    def is_running(self) -> bool:
        return self.ends > timezone.now().date()


class PeriodStanding(models.Model):
    """A player's results in a period (``ratings.services.periods``): games, first places,
    opponents and points won; the rating after the last of these games. No `rank`: too few."""

    period = models.ForeignKey(Period, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveIntegerField(null=True)
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    opponents = models.PositiveIntegerField()
    gain = models.IntegerField()
    rating = models.IntegerField()
    deviation = models.IntegerField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["player", "period"], name="one_standing_a_period"),
        ]
        indexes = [
            models.Index(
                fields=["period", "rank", "player"],
                name="standing_by_rank",
                condition=Q(rank__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.period_id} {self.player_id}: {self.rank}"


class PeriodProgress(models.Model):
    """How far the ledger was looked at for periods; one row: the last fold, the last change."""

    fold = models.BigIntegerField(default=0)
    change = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.fold} {self.change}"
