from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class ClosedAccount(models.Model):
    """An account that its owner, or a moderator, has closed for ever.

    Of the handle only a digest is kept, so that it is not taken again and what still names it can
    be shown under the number. A person who has the database can try handles against it.
    """

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="closed"
    )
    former = models.CharField("digest of the handle", max_length=64, unique=True, editable=False)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = "closed account"
        ordering = ["-at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return str(self.account)
