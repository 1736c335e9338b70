"""Seat corrections of games, and claims that seats are wrong."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.append_only import AppendOnly
from games.models.attestation import Dispute


class Seating(AppendOnly):
    """The seats of a game were mended. `before` and `after`: by seat ``{"name": …, "replaced":
    …}``, where `replaced` is the entry since which a computer player acted, or null. Seating 0 has
    no row: it is what the first log said."""

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="seatings")
    number = models.PositiveSmallIntegerField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seatings"
    )
    moderated = models.BooleanField(default=False, help_text="by a moderator")
    before = models.JSONField()
    after = models.JSONField()
    reason = models.TextField(max_length=2000)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["game", "number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seating_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


class SeatClaim(models.Model):
    """An account brought a log of a game that is here, and it seats other accounts.

    `names` and `replaced` are what that log says, by seat; `effect` is what that does to the game
    while it is open, as a dispute does.
    """

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="seat_claims")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seat_claims"
    )
    submission = models.ForeignKey("games.Submission", on_delete=models.PROTECT, related_name="+")
    names = models.JSONField()
    replaced = models.JSONField()
    effect = models.CharField(max_length=8, choices=Dispute.Effect)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="seat_claims_closed",
    )
    met = models.BooleanField(
        null=True, blank=True, help_text="the seats became so; empty while open, or taken back"
    )
    answer = models.TextField("the decision, in public words", blank=True)

    class Meta:
        ordering = ["-opened_at", "-id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["game", "account"], name="one_seat_claim_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.game_id}"
