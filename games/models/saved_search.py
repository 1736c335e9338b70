"""Searches of the games that an account saved under a name."""

from __future__ import annotations

from urllib.parse import parse_qsl

from django.conf import settings
from django.db import models
from django.utils import timezone


class SavedSearch(models.Model):
    """A search of an account, for itself alone. `query` is the query string of the list of games
    (``games.search.saved_searches.canonical_query``).

    No constraint forbids two rows alike: an account that closes is renamed in them, and must not
    be kept from closing by what others saved.
    """

    class Trouble(models.TextChoices):
        NONE = "", "none"
        REFUSED = "refused"
        SLOW = "slow"

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_searches"
    )
    name = models.TextField()
    query = models.TextField()
    notify = models.BooleanField("the account is told of new games", default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    looked_at = models.DateTimeField(
        default=timezone.now, help_text="games that came on record until then are not new"
    )
    trouble = models.CharField(
        max_length=8,
        choices=Trouble,
        default=Trouble.NONE,
        blank=True,
        help_text="why the last look for new games was skipped",
    )

    class Meta:
        ordering = ["id"]
        default_permissions = ()
        verbose_name_plural = "saved searches"
        indexes = [
            models.Index(
                fields=["looked_at"], name="saved_search_to_look", condition=models.Q(notify=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.pk}"

    @property
    def words(self) -> str:
        """The search as it was typed, and the filters by their names."""
        return " ".join(
            text if name == "q" else f"{name}={text}" for name, text in parse_qsl(self.query)
        )
