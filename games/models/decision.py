"""Decisions about what counts: each is a line of the public record."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.append_only import AppendOnly


class StandingDecision(AppendOnly):
    """A decision that changes what counts, about a `game`, or about none. `before`, `after`: the
    game's standing. `reason`: public words, of moderators alone. `subject`: the build of the engine
    in a decision about a release, the name of an edition that is wrong, the club (``club:7``) whose
    arbiter vouches; else empty."""

    class Kind(models.TextChoices):
        BEGAN = "began", "decisions are on record from here on"
        CONFIRMED = "confirmed", "a player confirmed the game"
        UPLOADED = "uploaded", "another upload of the game confirmed it, or vouched for it"
        CLUB_WORD = "club-word", "an arbiter of a club vouched for the game"
        ADDRESS = "address", "a player verified their mail address"
        CLOSED_ACCOUNT = "closed-account", "a player closed their account"
        VOID = "void", "the game was voided"
        RESTORED = "restored", "the game is no longer void"
        DISPUTED = "disputed", "a player disputed the game"
        UPHELD = "upheld", "a dispute was upheld: the game is void"
        DISPUTE_ENDED = "dispute-ended", "a dispute ended otherwise"
        CONTESTED = "contested", "a log that seats others contests the seats"
        CONTEST_ENDED = "contest-ended", "a claim of seats ended"
        RESEATED = "reseated", "the seats were corrected"
        MERGED = "merged", "a guest turned out to be a player, or is a guest again"
        OTHER_LOG = "other-log", "another log of the game is right: this one is void"
        SHARED_MAILBOX = "shared-mailbox", "accounts that share a mailbox sit in the game"
        REVERIFIED = "judged", "the log was judged again"
        RELEASE = "release", "a release of the engine was adopted"
        PINNED = "pinned", "games keep the verdict of the engine before a release"
        HIDDEN_NAME = "hidden-name", "a moderator hid the name of a guest"
        WRONG_EDITION = "wrong-edition", "an edition of the site was marked as wrong"
        OTHER = "other", "facts about the game changed"

    class Role(models.TextChoices):
        """Role of the account that decided."""

        PLAYER = "player"
        ARBITER = "arbiter"
        MODERATOR = "moderator"
        OPERATOR = "operator"
        SYSTEM = "system"

    game = models.ForeignKey(
        "games.Game", null=True, on_delete=models.PROTECT, related_name="standing_decisions"
    )
    kind = models.CharField(max_length=16, choices=Kind)
    role = models.CharField(max_length=10, choices=Role)
    before = models.CharField(max_length=12, blank=True)
    after = models.CharField(max_length=12, blank=True)
    subject = models.CharField(max_length=40, blank=True)
    reason = models.TextField(blank=True)
    decided_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"
