from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class FirstGame(models.Model):
    """A first game against a computer player, which needs no account: no table, no clock, in no
    list and in no rating. The browser that holds its id, signed in a cookie, plays it; once an
    `account` kept it, that account alone.

    `entries` is the log so far, an entry a line, those of the bank included. It is no append-only
    row: a learner may take moves back. `taken_back` counts how often, so that what was drawn of the
    longer log is not taken for this one.
    """

    id = models.CharField(primary_key=True, max_length=12, editable=False)
    seed = models.BigIntegerField("what the deal follows from", editable=False)
    entries = models.TextField(default="", editable=False)
    plies = models.PositiveSmallIntegerField("entries written", default=0)
    taken_back = models.PositiveIntegerField(default=0)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="first_games",
        help_text="who kept it; empty: the browser that holds its cookie plays it",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    moved_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    upload = models.OneToOneField(
        "games.Upload", null=True, blank=True, on_delete=models.PROTECT, related_name="first_game"
    )

    class Meta:
        ordering = ["-moved_at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.id
