"""Notices to accounts about their games, their mail wishes, and standing agreements."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Notice(models.Model):
    """Something that concerns an account: facts, and never a sentence.
    ``games.notifications.messages`` has the sentence, in the reader's language.

    `n` things of a kind that came soon after one another are one notice; `game` is the first of
    them. Rows go when they were read long ago (``games.notices.delete_old_notices``).
    """

    class Kind(models.TextChoices):
        NAMED = "named"
        CONFIRMED = "confirmed"
        COUNTS = "counts"
        DISPUTED = "disputed"
        CONTESTED = "contested"
        VOID = "void"
        RESEATED = "reseated"
        JUDGED = "judged"
        DISCREPANCY = "discrepancy"
        RATING = "rating"
        UPLOAD = "upload"
        REMINDER = "reminder"
        LAPSED = "lapsed"
        PATTERN = "pattern"
        SEARCH = "search"
        CLUB_INVITED = "club-invited"
        CLUB_ROLE = "club-role"
        EVENT = "event"

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=12, choices=Kind)
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    upload = models.ForeignKey(
        "games.Upload", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="who did it, where that is said",
    )
    saved_search = models.ForeignKey(
        "games.SavedSearch", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    n = models.PositiveIntegerField("how many of them", default=1)
    facts = models.JSONField(default=dict, help_text="numbers that the sentence needs")
    at = models.DateTimeField(default=timezone.now, editable=False)
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        default_permissions = ()
        indexes = [
            models.Index(fields=["account", "-id"], name="notice_by_account"),
            models.Index(
                fields=["account", "kind"],
                name="notice_unread",
                condition=Q(read_at__isnull=True),
            ),
            models.Index(
                fields=["at"],
                name="notice_to_mail",
                condition=Q(read_at__isnull=True, mailed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.kind}"


Kind = Notice.Kind

CATEGORIES: Final[dict[str, tuple[Notice.Kind, ...]]] = {
    "confirming": (Kind.NAMED, Kind.REMINDER, Kind.LAPSED),
    "games": (
        *(Kind.CONFIRMED, Kind.COUNTS, Kind.DISPUTED),
        *(Kind.CONTESTED, Kind.VOID, Kind.RESEATED, Kind.DISCREPANCY, Kind.JUDGED),
    ),
    "rating": (Kind.RATING, Kind.PATTERN),
    "uploads": (Kind.UPLOAD,),
}
"""Categories of notices that an account may have mailed. A field of ``NoticeWishes`` each."""


class NoticeWishes(models.Model):
    """Of which notices an account wants mail. Who has no row wants what the defaults say; who
    wants no mail about tables, none."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="notice_wishes",
    )
    confirming = models.BooleanField("games to confirm", default=True)
    games = models.BooleanField("what became of one's games", default=True)
    rating = models.BooleanField("ratings that a later event changed", default=False)
    uploads = models.BooleanField("verdicts on uploads", default=False)
    mailed_at = models.DateTimeField("the last mail", null=True, editable=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.account_id}"

    @property
    def kinds(self) -> list[str]:
        """The kinds of notices that are mailed."""
        return [k for name, kinds in CATEGORIES.items() if getattr(self, name) for k in kinds]


class StandingConfirmation(models.Model):
    """`account` confirms what `uploader` brings of games in which both sit, until it says
    otherwise. See ``games.standing.agreements``."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="standing_confirmations"
    )
    uploader = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="standingly_confirmed_by"
    )
    since = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-since", "-id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["account", "uploader"],
                condition=Q(ended_at__isnull=True),
                name="one_agreement_with_an_uploader",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.uploader_id}"
