from __future__ import annotations

from django.conf import settings
from django.db import models


class Intake(models.Model):
    """What an account brought on one day (UTC): counted with the upload, in its transaction."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="intakes"
    )
    day = models.DateField()
    size = models.BigIntegerField("bytes", default=0)
    logs = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["account", "day"], name="one_intake_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.day}"
