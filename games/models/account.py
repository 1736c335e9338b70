from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

HANDLE = RegexValidator(
    r"\A[a-z0-9][a-z0-9_-]{1,23}\Z",
    _("A handle has 2 to 24 characters: small letters, digits, _ and -."),
)


class Account(AbstractUser):
    """A person's login. The username is the handle by which a log names the account:
    ``black=@ana``."""

    username = models.CharField(
        _("handle"),
        max_length=24,
        unique=True,
        validators=[HANDLE],
        help_text=_(
            "2 to 24 small letters, digits, _ and -; logs name you by it, as in black=@ana."
        ),
        error_messages={"unique": _("This handle is taken.")},
    )

    computer = models.CharField(
        "level of the computer player that plays under this handle",
        max_length=20,
        blank=True,
        editable=False,
        help_text="empty for a person; a computer player cannot log in",
    )

    guest = models.CharField(
        "display name of a guest, who holds one seat of one table",
        max_length=24,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="empty for an account; a guest cannot log in",
    )

    reminders = models.BooleanField(
        "e-mail about tables",
        default=True,
        help_text="invitations, beginnings, and turns that wait; needs an e-mail address",
    )

    previews = models.BooleanField(
        "what a choice would bring",
        default=True,
        help_text="shown at tables before it is made, where the table allows it",
    )

    language = models.CharField(
        "language",
        max_length=8,
        blank=True,
        help_text="of pages and mails; empty: what the browser asks for",
    )

    data_licence_agreed_at = models.DateTimeField(
        "agreed to the licence of data",
        null=True,
        blank=True,
        editable=False,
        help_text="since when logs of this account's games may be published under CC0",
    )

    bot_since = models.DateTimeField(
        "marked as a bot",
        null=True,
        blank=True,
        editable=False,
        help_text="since when a program plays under this handle; never unset",
    )

    keeps_tokens = False
    """Of this object only: see ``services.tokens``."""

    class Meta(AbstractUser.Meta):
        verbose_name = "account"
        verbose_name_plural = "accounts"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(guest="") | models.Q(is_active=False),
                name="a_guest_cannot_log_in",
            )
        ]
        permissions = [
            ("arbitrate", "Can vouch for games: uploads are rated without attestations"),
            ("moderate", "Can void and restore games, settle disputes, decide claims"),
        ]

    @property
    def handle(self) -> str:
        """The handle; empty for a guest, who has none."""
        return "" if self.guest else self.username

    @property
    def name_in_logs(self) -> str:
        """``@ana``; of a guest the display name, without a sign."""
        return self.guest or f"@{self.username}"

    @property
    def is_arbiter(self) -> bool:
        return self.has_perm("games.arbitrate")

    @property
    def is_moderator(self) -> bool:
        return self.has_perm("games.moderate")


class ClosedAccount(models.Model):
    """An account that its owner, or a moderator, has closed for ever.

    Of the handle only a digest is kept, so that it is not taken again and what still names it can
    be shown under the number. A person who has the database can try handles against it. Of the
    addresses only whether one was verified: games that ask for that are asked still.
    """

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="closed"
    )
    former = models.CharField("digest of the handle", max_length=64, unique=True, editable=False)
    verified = models.BooleanField(
        "had a verified mail address", default=True, db_default=True, editable=False
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = "closed account"
        ordering = ["-at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return str(self.account)


class SignUpInvitation(models.Model):
    """A link by which one account can be opened. Of the link only a digest is kept."""

    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sign_up_invitations"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    email = models.EmailField(
        "mailed to",
        blank=True,
        help_text="a person who opens an account by the link has shown that this address is "
        "theirs; forgotten when the link is used or withdrawn",
    )
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "invitation to sign up"
        verbose_name_plural = "invitations to sign up"
        ordering = ["-made_at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class VerifiedMailbox(models.Model):
    """The mailbox of a verified address, as ``web.mailboxes`` compares it: one account has it."""

    address = models.OneToOneField(
        "account.EmailAddress", on_delete=models.CASCADE, primary_key=True, related_name="mailbox"
    )
    mailbox = models.CharField(max_length=254, db_index=True)
    is_shared = models.BooleanField("another account had it verified before", default=False)
    """True for accounts from before mailboxes were compared: they keep their addresses."""
    since = models.DateTimeField(default=timezone.now, editable=False)
    """Games that came later know of it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["mailbox"],
                condition=models.Q(is_shared=False),
                name="one_account_a_mailbox",
            )
        ]

    def __str__(self) -> str:
        return self.mailbox


class ApiToken(models.Model):
    """A token of the API. Only its digest is kept: the token is shown once, when it is made."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="api_tokens"
    )
    name = models.CharField(max_length=60)
    digest = models.CharField("SHA-256 of the token", max_length=64, unique=True)
    beginning = models.CharField("its first characters", max_length=12)
    scopes = models.CharField(
        max_length=100, help_text="words between spaces: read, upload, attest, note, play"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    end_to_announce = models.BooleanField(
        "its owner has yet to hear that it ends",
        default=False,
        db_default=False,
        editable=False,
    )
    """True for a token from before tokens ended: its owner gets a mail, once."""

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.beginning}…)"


class Intake(models.Model):
    """Uploads of an account on one day (UTC): counted with the upload, in its transaction."""

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
