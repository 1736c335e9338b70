from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from engine.vocabulary import Colour
from tables.models.table import Table


class Place(models.Model):
    """One seat of a table, and who sits there: a person, or a computer player.

    `turn` is drawn when the game begins. A player who ran out of time or left stays in
    `account`; from entry `replaced_at` on the computer player `stand_in` acts.
    """

    class ReplacementCause(models.TextChoices):
        """Why a player was replaced."""

        TIME = "time", "ran out of time"
        LEFT = "left", "left"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    colour = models.CharField(max_length=8, choices=[(c.word, c.word) for c in Colour])
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="places"
    )
    turn = models.PositiveSmallIntegerField("turn order, from 0", null=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    promise = models.CharField(
        "SHA-256 of the share of the shuffle, given when sitting down; empty: none",
        max_length=64,
        blank=True,
    )
    opened_at = models.DateTimeField(
        "the promised share was given; empty in a game that is dealt: withheld",
        null=True,
        blank=True,
    )
    left_ms = models.PositiveIntegerField("live: thinking time left, milliseconds", default=0)
    replaced_at = models.PositiveSmallIntegerField(
        "first entry that a computer player wrote instead", null=True, blank=True
    )
    replaced_why = models.CharField(max_length=4, choices=ReplacementCause, blank=True)
    stand_in = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="stood_in",
    )
    consents = models.BooleanField("agrees to cancel the game", default=False)
    seen_ply = models.PositiveSmallIntegerField("has been shown everything up to", default=0)

    looked_ply = models.PositiveSmallIntegerField("had it in sight after entry", default=0)
    told_ply = models.PositiveSmallIntegerField("was told of by push, up to", default=0)

    class Meta:
        ordering = ["table", "turn", "id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "colour"], name="colour_sits_once"),
            models.UniqueConstraint(fields=["table", "turn"], name="one_place_a_turn"),
        ]
        indexes = [models.Index(fields=["account", "-table"], name="place_by_account")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.colour}"

    @property
    def is_computer(self) -> bool:
        """True if a computer player acts here now."""
        return self.stand_in_id is not None or bool(self.account.computer)

    @property
    def level(self) -> str:
        """The level of the computer player that acts here now; empty for a person."""
        return self.stand_in.computer if self.stand_in else self.account.computer
