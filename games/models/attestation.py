"""Attestations, disputes, seat corrections and seat claims of games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly
from web.database_clock import statement_time

if TYPE_CHECKING:
    from games.models.game import Game
    from games.models.notice import StandingConfirmation


class Attestation(AppendOnly):
    """A player confirms: this is the game we played, and we sat so. By uploading it, or by saying
    so."""

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="attestations")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="attestations"
    )
    fingerprint = models.CharField(max_length=64)
    by_uploading = models.BooleanField(default=False)
    by_playing = models.BooleanField(default=False)
    seating = models.PositiveSmallIntegerField(
        default=0, help_text="the seating of the game that was confirmed"
    )
    agreement = models.ForeignKey(
        "games.StandingConfirmation",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="attestations",
        help_text="the standing agreement by which it was confirmed",
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["at", "id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["game", "account", "seating"], name="attested_once_a_seating"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.game_id}"

    @classmethod
    def write(
        cls,
        account_games: Iterable[tuple[int, Game]],
        *,
        by_uploading: bool = False,
        by_playing: bool = False,
        agreement: StandingConfirmation | None = None,
    ) -> None:
        """Accounts, by their ids, confirm games as they are seated now. Twice is no more than
        once; rows are written in a fixed order, so that no two who write wait for each other."""
        rows = {
            (game.pk, account): cls(
                game=game,
                account_id=account,
                fingerprint=game.fingerprint,
                seating=game.seating,
                by_uploading=by_uploading,
                by_playing=by_playing,
                agreement=agreement,
                at=statement_time(),
            )
            for account, game in account_games
        }
        cls.objects.bulk_create([rows[key] for key in sorted(rows)], ignore_conflicts=True)


class Dispute(models.Model):
    """A player says that the game was not so. `effect` is what it does to the game while it is
    open; a moderator decides, or the player takes it back."""

    class Effect(models.TextChoices):
        """See ``games.standing.disputing``."""

        HOLDS = "holds", _("the game does not count until a moderator decides")
        SUSPENDS = "suspends", _("the game does not count while it is among the last rated ones")
        NOTHING = "nothing", _("the game still counts until a moderator upholds the objection")

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="disputes")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="disputes"
    )
    reason = models.TextField(max_length=2000)
    effect = models.CharField(max_length=8, choices=Effect, default=Effect.HOLDS)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="disputes_closed",
    )
    upheld = models.BooleanField(
        null=True, blank=True, help_text="upheld: the game is void; empty while open"
    )
    answer = models.TextField("the decision, in public words", blank=True)

    class Meta:
        ordering = ["-opened_at", "-id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["game", "account"],
                condition=Q(closed_at__isnull=True),
                name="one_open_dispute_a_player",
            ),
        ]
        indexes = [
            models.Index(
                fields=["game"],
                name="dispute_that_suspends",
                condition=Q(closed_at__isnull=True, effect="suspends"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.game_id}"


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
