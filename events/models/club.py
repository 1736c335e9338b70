"""Clubs: their members by role and time, invitations by link, games, and the word of an arbiter."""

from __future__ import annotations

from secrets import token_hex

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly


def new_member_salt() -> str:
    return token_hex(16)


class Club(models.Model):
    """People who play together. `skeleton`: the form of its name in which names that look alike
    are equal. A closed club keeps its page and its name. While `hidden_at` is set, name and text
    are read by moderators alone."""

    name = models.CharField(_("name"), max_length=40)
    slug = models.SlugField("its address", max_length=50, unique=True)
    skeleton = models.CharField(max_length=200, unique=True, editable=False)
    text = models.TextField(_("about the club"), max_length=2000, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="clubs_owned"
    )
    founded_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField("hidden by a moderator", null=True, blank=True)

    class Meta:
        ordering = ["name", "id"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["name", "id"], name="club_by_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def public_name(self) -> str:
        """The name, as everybody reads it."""
        return _("Club %(number)d") % {"number": self.pk} if self.hidden_at else self.name

    @property
    def public_text(self) -> str:
        """The text, as everybody reads it."""
        return "" if self.hidden_at else self.text

    @property
    def is_open(self) -> bool:
        """True while something new may happen in it."""
        return self.closed_at is None


class ClubMember(AppendOnly):
    """A membership while it has one role: a change of role ends the row and begins another, so
    that everybody can see later who was what at which time. `joined_at`: since when the account
    is a member, whatever its roles. `removed_by`: of one who has to be invited again. `salt`: of
    its leaf in the transparency log."""

    set_once = ("until", "removed_by")

    class Role(models.TextChoices):
        """Each may what those before it may."""

        MEMBER = "member", _("member")
        OFFICER = "officer", _("officer")
        ARBITER = "arbiter", _("arbiter")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="members")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="club_memberships"
    )
    role = models.CharField(max_length=8, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    since = models.DateTimeField(default=timezone.now, editable=False)
    until = models.DateTimeField(null=True, blank=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    salt = models.CharField(max_length=32, default=new_member_salt, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["joined_at", "id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["club", "account"],
                condition=Q(until__isnull=True),
                name="member_of_a_club_once",
            ),
            models.CheckConstraint(
                condition=Q(since__gte=F("joined_at")), name="joined_before_the_role"
            ),
        ]
        indexes = [
            models.Index(fields=["club", "joined_at", "id"], name="member_by_club"),
            models.Index(fields=["account", "club"], name="club_by_member"),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.club}"

    @property
    def is_officer(self) -> bool:
        """True of officers and arbiters."""
        return self.role != self.Role.MEMBER


class ClubInvitation(models.Model):
    """A link by which people join a club, or an invitation of one `account`. The link follows from
    `nonce` and the site's secret."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="invitations")
    nonce = models.CharField(max_length=32, editable=False)
    inviter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="club_invitations"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="invited_to_clubs",
    )
    expires_at = models.DateTimeField()
    uses = models.PositiveIntegerField("people who joined by it", default=0)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.club} {self.pk}"


class ClubGame(models.Model):
    """A game of a club; of one club at most."""

    game = models.OneToOneField(
        "games.Game", primary_key=True, on_delete=models.PROTECT, related_name="club_game"
    )
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="games")
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-added_at"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["club", "-added_at"], name="game_by_club")]

    def __str__(self) -> str:
        return f"{self.club} {self.game_id}"


class ClubWord(AppendOnly):
    """An arbiter of a club vouches for a game of it, as its seats are: everybody who sits in it
    was a member on the evening, and the arbiter sits elsewhere."""

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="club_words")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="words")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="club_words"
    )
    fingerprint = models.CharField(max_length=64)
    seating = models.PositiveSmallIntegerField(help_text="the seating that is vouched for")
    vouched_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["vouched_at", "id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["game", "seating"], name="one_club_word_a_seating"),
        ]

    def __str__(self) -> str:
        return f"{self.club} {self.game_id}"
