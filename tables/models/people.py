from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PlayerFace(models.TextChoices):
    """Pictures that a player may choose; ``templates/tables/partials/face.html`` draws each."""

    STONE = "stone", _("a stone")
    SLED = "sled", _("a sled")
    SHIP = "ship", _("a ship")
    PYRAMID = "pyramid", _("a pyramid")
    OBELISK = "obelisk", _("an obelisk")
    TEMPLE = "temple", _("a temple")
    STATUE = "statue", _("a statue")
    EYE = "eye", _("an eye")


class FaceColour(models.TextChoices):
    """Colours of these pictures."""

    BLACK = "black", _("black")
    WHITE = "white", _("white")
    GRAY = "gray", _("gray")
    BROWN = "brown", _("brown")
    RED = "red", _("red")
    BLUE = "blue", _("blue")
    GREEN = "green", _("green")
    GOLD = "gold", _("gold")


class PlayerProfile(models.Model):
    """A player's own page in their own words, and whether others see that they are here."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="profile",
    )
    face = models.CharField("picture", max_length=8, choices=PlayerFace, default=PlayerFace.STONE)
    face_colour = models.CharField(
        "its colour", max_length=8, choices=FaceColour, default=FaceColour.GOLD
    )
    text = models.CharField("about the player", max_length=200, blank=True)
    hidden_at = models.DateTimeField("text hidden by a moderator", null=True, blank=True)
    shows_presence = models.BooleanField("others see that they are here", default=False)
    present_at = models.DateTimeField(
        "had a page open last, roughly; only where others may see it", null=True, blank=True
    )

    class Meta:
        default_permissions = ("view",)
        indexes = [
            models.Index(
                fields=["-present_at"],
                name="profile_by_presence",
                condition=Q(shows_presence=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.account}"

    @property
    def public_text(self) -> str:
        """The text, as others read it."""
        return "" if self.hidden_at else self.text


class Follow(models.Model):
    """`account` has the games and tables of `followed` on its own page. They are not told."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows"
    )
    followed = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="followers"
    )
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["account", "followed"], name="followed_once"),
            models.CheckConstraint(
                condition=~Q(account=F("followed")), name="nobody_follows_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.followed}"
