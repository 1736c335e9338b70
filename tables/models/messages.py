from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table


class Phrase(models.TextChoices):
    """Phrases that each reader reads in their own language."""

    LUCK = "luck", _("Good luck!")
    NICE = "nice", _("Nice move!")
    THANKS = "thanks", _("Thanks!")
    MOMENT = "moment", _("One moment, please.")
    WELL = "well", _("Well played!")
    GAME = "game", _("Good game!")


class ChatLine(models.Model):
    """A chat line of a table, a phrase or a text of its author. It is in no log."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="talk")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="chat_lines"
    )
    text = models.CharField(max_length=500, blank=True)
    phrase = models.CharField(
        "phrase, instead of a text",
        max_length=8,
        choices=Phrase,
        blank=True,
        default="",
        db_default="",
    )
    at = models.DateTimeField(default=timezone.now, editable=False)
    hidden_at = models.DateTimeField("hidden by a moderator", null=True, blank=True)

    class Meta:
        ordering = ["id"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["table", "id"], name="talk_of_a_table")]

    def __str__(self) -> str:
        return f"{self.account}: {self.words[:40]}"

    @property
    def words(self) -> str:
        """The text, or the phrase in the language of the reader."""
        return str(Phrase(self.phrase).label) if self.phrase else self.text


class Block(models.Model):
    """`account` does not want to read `blocked`, nor to be asked to their tables."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["account", "blocked"], name="blocked_once"),
            models.CheckConstraint(
                condition=~Q(account=F("blocked")), name="nobody_blocks_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.blocked}"


class ChatReport(models.Model):
    """A player asks a moderator to look at a line."""

    line = models.ForeignKey(ChatLine, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="chat_reports"
    )
    reason = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="chat_reports_settled",
    )
    upheld = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-id"]
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["line", "by"], name="reported_once")]

    def __str__(self) -> str:
        return f"{self.by}: {self.line_id}"


class PushBrowser(models.Model):
    """A browser that gets push messages about its owner's tables, for as long as the session lasts
    in which they were asked for."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_browsers"
    )
    endpoint = models.CharField("address at the push service", max_length=1000, unique=True)
    key = models.CharField("public key, base64", max_length=100)
    auth = models.CharField("shared secret (RFC 8291), base64", max_length=40)
    session = models.CharField("key of the session", max_length=40)
    proof = models.CharField("that the password is still the same", max_length=128)
    made_by = models.CharField("user agent", max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    told_at = models.DateTimeField("was told last", null=True, editable=False)
    failures = models.PositiveSmallIntegerField("in a row", default=0)

    class Meta:
        ordering = ["pk"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.account_id} {self.pk}"


class PushWishes(models.Model):
    """A player's choice of push messages. Without a row all are wanted."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="push_wishes",
    )
    turn = models.BooleanField("that it is their turn", default=True)
    begun = models.BooleanField("that a game has begun", default=True)
    ended = models.BooleanField("that a game is over", default=True)
    confirming = models.BooleanField("that a game waits to be confirmed", default=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.account_id}"
