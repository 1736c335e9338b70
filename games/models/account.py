from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models

HANDLE = RegexValidator(
    r"\A[a-z0-9][a-z0-9_-]{1,23}\Z",
    "A handle has 2 to 24 characters: small letters, digits, _ and -.",
)


class Account(AbstractUser):
    """What a person logs in with. The username is the handle by which a log names the account:
    ``black=@ana``."""

    username = models.CharField(
        "handle",
        max_length=24,
        unique=True,
        validators=[HANDLE],
        help_text="2 to 24 small letters, digits, _ and -; logs name you by it, as in black=@ana.",
        error_messages={"unique": "This handle is taken."},
    )

    computer = models.CharField(
        "level of the computer player that plays under this handle",
        max_length=20,
        blank=True,
        editable=False,
        help_text="empty for a person; a computer player cannot log in",
    )

    reminders = models.BooleanField(
        "e-mail about tables",
        default=True,
        help_text="invitations, beginnings, and turns that wait; needs an e-mail address",
    )

    keeps_tokens = False
    """Of this object only: see ``services.tokens``."""

    class Meta(AbstractUser.Meta):
        verbose_name = "account"
        verbose_name_plural = "accounts"
        permissions = [
            ("arbitrate", "Can vouch for games: uploads are rated without attestations"),
            ("moderate", "Can void and restore games, settle disputes, decide claims"),
        ]

    @property
    def is_arbiter(self) -> bool:
        return self.has_perm("games.arbitrate")

    @property
    def is_moderator(self) -> bool:
        return self.has_perm("games.moderate")
