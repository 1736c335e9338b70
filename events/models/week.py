"""Deals of the week: one for everybody who plays it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.db import models


class WeekDeal(models.Model):
    """The deal of a week (ISO 8601, UTC), which any account may play once, at a table of its own
    against a computer player of `level`."""

    year = models.PositiveSmallIntegerField("ISO year")
    week = models.PositiveSmallIntegerField("ISO week")
    level = models.CharField("level of the computer player", max_length=20)
    deal = models.OneToOneField(
        "tables.SharedDeal", on_delete=models.PROTECT, related_name="week_deal"
    )

    class Meta:
        ordering = ["-year", "-week"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["year", "week"], name="one_deal_a_week"),
        ]

    def __str__(self) -> str:
        return f"{self.year}-W{self.week:02}"

    @property
    def begins_at(self) -> datetime:
        return datetime.fromisocalendar(self.year, self.week, 1).replace(tzinfo=UTC)

    @property
    def last_day(self) -> date:
        """Its Sunday."""
        return date.fromisocalendar(self.year, self.week, 7)

    @property
    def ends_at(self) -> datetime:
        return self.begins_at + timedelta(days=7)
