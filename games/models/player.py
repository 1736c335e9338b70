from __future__ import annotations

from datetime import datetime
from secrets import token_hex

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from drawing.text.names import computer_level, computer_name


def new_salt() -> str:
    return token_hex(16)


class Player(models.Model):
    """A person or program that sat in a game: the player of an account, or a guest known to one
    uploader.

    Two uploaders' "Ana" are two players, until one is merged into another (see ``Merge``).
    """

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="player",
    )
    known_to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="guests",
        help_text="the uploader who knows this guest; empty for the player of an account",
    )
    name = models.CharField(max_length=80)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    salt = models.CharField(
        max_length=32,
        blank=True,
        default=new_salt,
        editable=False,
        help_text="hashed into the transparency log; empty when the account is closed",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(account__isnull=False, known_to__isnull=True)
                | Q(account__isnull=True, known_to__isnull=False),
                name="player_of_an_account_or_guest",
            ),
            models.UniqueConstraint(
                fields=["known_to", "name"], name="guest_known_once_to_an_uploader"
            ),
        ]
        indexes = [models.Index(fields=["name"], name="player_name")]

    def __str__(self) -> str:
        level = computer_level(self.in_logs) and self.computer
        if level:
            return computer_name(level)
        return _("%(name)s (bot)") % {"name": self.in_logs} if self.bot_since else self.in_logs

    @property
    def in_logs(self) -> str:
        """The name in logs."""
        return f"@{self.name}" if self.account_id else self.name

    @property
    def is_guest(self) -> bool:
        return self.account_id is None

    @property
    def computer(self) -> str:
        """The level of a computer player; empty for a person. Reads the account."""
        return self.account.computer if self.account else ""

    @property
    def bot_since(self) -> datetime | None:
        """When the account was marked as a bot; None for a person. Reads the account."""
        return self.account.bot_since if self.account else None


class Merge(models.Model):
    """A guest is a player that we know: claimed by an account ("that Ana is me"), or decided by a
    moderator at once. The seats move when it is accepted."""

    guest = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="claims")
    into = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="merges")
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="claims_made"
    )
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    note = models.TextField(blank=True, max_length=2000)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="claims_decided",
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["-requested_at", "-id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["guest", "into"],
                condition=Q(decided_at__isnull=True),
                name="one_open_claim_a_pair",
            ),
            models.CheckConstraint(condition=~Q(guest=F("into")), name="not_into_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.guest_id} into {self.into_id}"


class HiddenName(models.Model):
    """The name of a guest that moderators hide: one asks for it, another agrees.

    Once it is hidden the guest is shown under the number of the player. Of the name only a digest
    is kept, so that it is not written again, and what was written once is shown without it.
    """

    player = models.OneToOneField(
        "games.Player", on_delete=models.PROTECT, related_name="hidden_name"
    )
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    hidden_at = models.DateTimeField(null=True)
    digest = models.CharField(
        "SHA-256 of the uploader's number and the name", max_length=64, null=True, unique=True
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"player-{self.player_id}"
