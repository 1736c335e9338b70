from __future__ import annotations

from django.db import models


class Pulse(models.Model):
    """The one row that says what time it was when a sweep of the tables looked last: by it the next
    one finds out whether the clock has jumped, or no sweep has run."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    seen_at = models.DateTimeField("the time as it was seen last")
    swept_at = models.DateTimeField("when the last sweep ran")
    jumped_at = models.DateTimeField("when time was given back last", null=True)
    jumped_by = models.BigIntegerField("by how many seconds the time had jumped", default=0)

    class Meta:
        default_permissions = ()
        constraints = [
            models.CheckConstraint(condition=models.Q(id=1), name="one_pulse"),
        ]

    def __str__(self) -> str:
        return f"{self.seen_at:%Y-%m-%d %H:%M:%S}"
