from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly

if TYPE_CHECKING:
    from games.models.player import Player


class ModeratorAction(AppendOnly):
    """An action of a moderator, with time and reasons. `reason` is for moderators; `why` is for
    everybody, and empty (null) in rows that were written before reasons were public."""

    class Kind(models.TextChoices):
        VERIFY_AGAIN = "verify_again", _("verified again")
        VOID = "void", _("voided")
        RESTORE = "restore", _("restored")
        SETTLE_DISPUTE = "settle_dispute", _("settled a dispute")
        DECIDE_CLAIM = "decide_claim", _("decided a claim")
        MERGE = "merge", _("merged players")
        REBUILD_RATINGS = "rebuild_ratings", _("rebuilt the ratings")
        QUEUE_AGAIN = "queue_again", _("queued again")
        ROLE = "office", _("gave or took a role")
        SUSPEND = "suspend", _("suspended an account")
        REINSTATE = "reinstate", _("let an account in again")
        INVITE = "invite", _("invited a person to sign up")
        RESET_LINK = "reset_link", _("sent a link for a new password")
        CLOSE_ACCOUNT = "close_account", _("closed an account")
        REVOKE_TOKEN = "revoke_token", _("revoked a token")
        HIDE_NOTE = "hide_note", _("hid a note")
        SHOW_NOTE = "show_note", _("showed a note again")
        HIDE_LINE = "hide_line", _("hid a chat line")
        SHOW_LINE = "show_line", _("showed a chat line again")
        HIDE_TEXT = "hide_text", _("hid the text of a profile")
        SETTLE_REPORT = "settle_report", _("settled a report of a chat line")
        RESEAT = "reseat", _("corrected the seats of a game")
        SETTLE_CLAIM = "settle_claim", _("settled a claim of seats")
        SETTLE_DISCREPANCY = "discrepancy", _("decided which of two logs is right")
        ANSWER_REPORT = "answer_report", _("answered a report")
        CLOSE_TABLE = "close_table", _("closed a table")
        MAKE_EDITION = "make_edition", _("made an edition of the numbers")
        HIDE_NUMBERS = "hide_numbers", _("hid a note on the numbers of a box")
        RELEASE = "release", _("decided about a release of the engine")
        ASK_TO_HIDE_NAME = "ask_to_hide_name", _("asked for a name to be hidden")
        HIDE_NAME = "hide_name", _("hid a name")
        MARK_EDITION = "mark_edition", _("marked an edition as wrong")
        MARK_BOT = "mark_bot", _("marked an account as a bot")
        HIDE_CLUB = "hide_club", _("hid the name of a club")
        SHOW_CLUB = "show_club", _("showed the name of a club again")
        CLUB_REPORT = "club_report", _("settled a report of a club")
        HIDE_EVENT = "hide_event", _("hid a name or words at an event")
        SHOW_EVENT = "show_event", _("showed a name at an event again")
        EVENT_REPORT = "event_report", _("settled a report of an event")

    class Role(models.TextChoices):
        """In which role."""

        MODERATOR = "moderator", _("moderator")
        SUPERUSER = "superuser", _("superuser")

    class Outcome(models.TextChoices):
        """Outcome, where the kind does not say so."""

        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("dismissed")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        MERGED = "merged", _("merged")
        TAKEN_BACK = "taken_back", _("withdrawn")
        MADE_ARBITER = "made_arbiter", _("made arbiter")
        NO_ARBITER = "no_arbiter", _("no longer arbiter")
        MADE_MODERATOR = "made_moderator", _("made moderator")
        NO_MODERATOR = "no_moderator", _("no longer moderator")
        FIRST_LOG = "first_log", _("the existing log")
        SECOND_LOG = "second_log", _("the other log")
        TWO_GAMES = "two_games", _("two games")

    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="moderator_actions"
    )
    kind = models.CharField(max_length=20, choices=Kind)
    game = models.ForeignKey(
        "games.Game",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="moderator_actions",
    )
    upload = models.ForeignKey(
        "games.Upload",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="moderator_actions",
    )
    player = models.ForeignKey(
        "games.Player",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="moderator_actions",
    )
    reason = models.TextField(blank=True)
    why = models.TextField("why, for everybody to read", null=True, editable=False)
    office = models.CharField(max_length=10, choices=Role, null=True, editable=False)
    outcome = models.CharField(max_length=16, choices=Outcome, null=True, editable=False)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["-at", "-id"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["-at", "-id"], name="deed_by_time")]

    def __str__(self) -> str:
        return f"{self.moderator} {self.get_kind_display()}"

    @property
    def public_why(self) -> str:
        """Why, as far as its writer knew that everybody would read it."""
        if self.why is not None:
            return self.why
        return self.reason if self.kind in PUBLIC_BEFORE else ""

    @property
    def public_player(self) -> Player | None:
        """The player it was done to, where that is everybody's business: not whose line or note
        was hidden, or who was reported."""
        return self.player if self.kind in NAMED else None


Kind = ModeratorAction.Kind

PUBLIC_BEFORE = frozenset({Kind.VOID, Kind.SETTLE_DISPUTE})
"""Kinds whose form always said that everybody would read the reason."""

NAMED = frozenset(
    {
        Kind.DECIDE_CLAIM,
        Kind.MERGE,
        Kind.ROLE,
        Kind.SUSPEND,
        Kind.REINSTATE,
        Kind.CLOSE_ACCOUNT,
        Kind.CLOSE_TABLE,
        Kind.HIDE_NAME,
        Kind.MARK_BOT,
    }
)


class GameDecision(AppendOnly):
    """A decision about a game that follows from a rule of the site, and from no moderator. It says
    its kind and its moment, and of accounts nothing."""

    class Kind(models.TextChoices):
        SHARED_MAILBOX = "shared-mailbox", _("accounts that share a mailbox sit in it")

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="decisions")
    kind = models.CharField(max_length=20, choices=Kind)
    decided_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["id"]
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["game", "kind"], name="game_decided_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"


class Pattern(models.Model):
    """Games that look made up together. A suspicion and no more. Where `player` is set, that
    player is off the leaderboards while it is open, for ``DAYS_OFF_BOARD`` at most, and may answer.

    `key` names what it is about, once a kind. `games` are ids; `facts` numbers and handles, which
    ``games.moderation.patterns.alert_sentence`` puts in words. Worked out anew by a task; what a
    moderator has settled comes back when there are more games.
    """

    class Kind(models.TextChoices):
        FARMING = "farming", _("one wins nearly all")
        ABSENT = "absent", _("one player often leaves early")
        CIRCLE = "circle", _("a closed circle")
        MIRROR = "mirror", _("nearly the same log")
        PACE = "pace", _("too fast")
        FEEDERS = "feeders", _("one player wins uploaded games against few others")

    kind = models.CharField(max_length=8, choices=Kind)
    key = models.CharField(max_length=100)
    games = models.JSONField()
    facts = models.JSONField()
    player = models.ForeignKey(
        "games.Player", null=True, blank=True, on_delete=models.PROTECT, related_name="patterns"
    )
    answer = models.TextField(max_length=2000, blank=True, default="", db_default="")
    answered_at = models.DateTimeField(null=True, blank=True)
    found_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="patterns_settled",
    )

    class Meta:
        ordering = ["-found_at", "-id"]
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="pattern_once")]
        indexes = [
            models.Index(
                fields=["-found_at", "-id"],
                name="pattern_to_see",
                condition=models.Q(settled_at=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Report(AppendOnly):
    """An account says that a game, or a player, is not what it should be: for moderators."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports"
    )
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    player = models.ForeignKey(
        "games.Player", null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    reason = models.TextField(max_length=2000)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["-at", "-id"]
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=Q(game=None) ^ Q(player=None), name="report_of_game_or_player"
            ),
        ]
        indexes = [models.Index(fields=["account", "-at"], name="report_by_account")]

    def __str__(self) -> str:
        return f"{self.account} {self.game_id or self.player}"


class ReportAnswer(AppendOnly):
    """A moderator's answer to a report. Its writer reads the `answer`."""

    report = models.OneToOneField(Report, on_delete=models.PROTECT, related_name="answered")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports_answered"
    )
    upheld = models.BooleanField()
    answer = models.TextField(max_length=2000)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.report}"
