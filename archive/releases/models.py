"""Releases of the engine, what they would change, what was decided."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly


class Release(AppendOnly):
    """A build of the engine that this site has run (``engine.build``).

    `sources`: by path, the beginning of the SHA-256 of each file of the engine. `numbers`: of each
    edition, by key, the printed numbers; so that two releases can be compared.
    """

    build = models.CharField(max_length=40, unique=True)
    noticed_at = models.DateTimeField(default=timezone.now, editable=False)
    sources = models.JSONField()
    numbers = models.JSONField()

    class Meta(AppendOnly.Meta):
        ordering = ["-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.build


class ImpactState(models.TextChoices):
    """State of an impact."""

    JUDGING = "judging", _("games are checked")
    RATING = "rating", _("ratings are worked out")
    DONE = "done", _("done")
    CANCELLED = "cancelled", _("cancelled")
    OUTDATED = "outdated", _("outdated: the engine has changed")
    FAILED = "failed", _("failed")


UNDER_WAY = (ImpactState.JUDGING, ImpactState.RATING)
LOST = (ImpactState.CANCELLED, ImpactState.OUTDATED, ImpactState.FAILED)
"""They ended, and found nothing that counts."""


class Impact(models.Model):
    """Comparison of stored games with the current engine, or with its rules of another `edition`.
    Nothing of the record is written. What has ended is never changed.

    `chosen`: the ids of the games that it is about; null: all. `worked_at`: when a worker last
    brought something; while ratings are worked out, the lease of the worker that does it. The
    counts are of games but for `ratings`; `seconds` of a processor.
    """

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="impacts")
    edition = models.CharField(max_length=20, blank=True)
    chosen = models.JSONField(null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="impacts"
    )
    begun_at = models.DateTimeField(default=timezone.now)
    worked_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=9, choices=ImpactState, default=ImpactState.JUDGING)
    attempts = models.PositiveSmallIntegerField(default=0)
    expected = models.PositiveIntegerField("games when it began")
    games = models.PositiveIntegerField(default=0)
    verdicts = models.PositiveIntegerField(default=0)
    places = models.PositiveIntegerField(default=0)
    points = models.PositiveIntegerField(default=0)
    digests = models.PositiveIntegerField(default=0)
    crashes = models.PositiveIntegerField(default=0)
    ratings = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0)

    class Meta:
        ordering = ["-id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["edition"],
                condition=Q(state__in=["judging", "rating"]),
                name="one_impact_under_way",
            ),
        ]
        indexes = [models.Index(fields=["begun_at"], name="impact_by_day")]

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def under_way(self) -> bool:
        return self.state in UNDER_WAY

    @property
    def differing(self) -> int:
        """Games of which anything differs."""
        return self.verdicts + self.places + self.points + self.digests


class ImpactChunk(models.Model):
    """The games with ids from `first` to before `until` (empty: to the end). A worker leases it by
    `claimed_at`; who is first to write `done_at` has judged it."""

    impact = models.ForeignKey(Impact, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    first = models.CharField(max_length=12)
    until = models.CharField(max_length=12, blank=True)
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["impact", "number"], name="impact_chunk_number"),
        ]
        indexes = [
            models.Index(
                fields=["impact", "number"],
                name="impact_chunk_to_do",
                condition=Q(done_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.impact_id} {self.number}"


class Candidate(AppendOnly):
    """Numbers of an earlier `impact` that were no edition yet: their text, named as
    ``Impact.edition`` says. None are written any more.

    `numbers`: the SHA-256 of what it counts by, without its owners' words.
    """

    impact = models.OneToOneField(Impact, on_delete=models.PROTECT, related_name="candidate")
    toml = models.TextField()
    numbers = models.CharField(max_length=64, db_index=True)

    class Meta(AppendOnly.Meta):
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.impact_id} {self.numbers}"


class DifferenceKind(models.TextChoices):
    """Kind of a difference: the first that applies to a game."""

    VERDICT = "verdict", _("verdict")
    PLACES = "places", _("places")
    POINTS = "points", _("points")
    DIGEST = "digest", _("digest")


class ImpactDifference(AppendOnly):
    """A game that would be judged otherwise than it is on record.

    `where`: the ruling of a refusal, or the source of points that differs first; `entry`: the
    first entry that differs, as far as that can be known. `before`, `after`: `verdict`, `digest`,
    and by seat `points`, `places`, `sleds`, `breakdown`; `after` also `refusal`.
    """

    impact = models.ForeignKey(Impact, on_delete=models.PROTECT, related_name="differences")
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=DifferenceKind)
    edition = models.CharField(max_length=20)
    where = models.CharField(max_length=40, blank=True)
    entry = models.PositiveSmallIntegerField(null=True)
    before = models.JSONField()
    after = models.JSONField()

    class Meta(AppendOnly.Meta):
        ordering = ["id"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["impact", "game"], name="one_difference_a_game"),
        ]
        indexes = [models.Index(fields=["impact", "kind", "id"], name="difference_by_kind")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"


class ImpactGroup(models.Model):
    """Games of an impact with the same difference, counted while chunks come. `first_entry`:
    the earliest that differs, where one is known."""

    impact = models.ForeignKey(Impact, on_delete=models.CASCADE, related_name="groups")
    edition = models.CharField(max_length=20)
    kind = models.CharField(max_length=8, choices=DifferenceKind)
    where = models.CharField(max_length=40, blank=True)
    games = models.PositiveIntegerField(default=0)
    first_entry = models.PositiveSmallIntegerField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["impact", "edition", "kind", "where"], name="one_group_of_an_impact"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.impact_id} {self.edition} {self.kind} {self.where}"


class ImpactRating(AppendOnly):
    """A present rating that would be another one. Thousandths of a point; `size`: how far they
    are apart; a rating that there would not be, or is not, is null."""

    impact = models.ForeignKey(Impact, on_delete=models.PROTECT, related_name="rating_changes")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="+")
    pool = models.CharField(max_length=8)
    before = models.IntegerField(null=True)
    after = models.IntegerField(null=True)
    size = models.PositiveIntegerField()

    class Meta(AppendOnly.Meta):
        ordering = ["-size", "-id"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["impact", "player", "pool"], name="one_rating_moved"),
        ]
        indexes = [models.Index(fields=["impact", "-size", "-id"], name="rating_moved_by_size")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.pool}"


class Decision(AppendOnly):
    """A moderator's release decision about the games of an impact. A worker carries it out, once:
    `done_at`."""

    class What(models.TextChoices):
        ADOPT = "adopt", _("adopted")
        PIN = "pin", _("pinned")

    impact = models.OneToOneField(Impact, on_delete=models.PROTECT, related_name="decision")
    what = models.CharField(max_length=5, choices=What)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="release_decisions"
    )
    reason = models.TextField()
    at = models.DateTimeField(default=timezone.now, editable=False)
    done_at = models.DateTimeField(null=True)

    set_once: ClassVar[tuple[str, ...]] = ("done_at",)

    class Meta(AppendOnly.Meta):
        ordering = ["-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.impact_id} {self.what}"


class Pin(AppendOnly):
    """A game that keeps the verdict of the build `engine` by a `decision`, until another one."""

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="pins")
    engine = models.CharField(max_length=40)
    decision = models.ForeignKey(Decision, on_delete=models.PROTECT, related_name="pins")
    ended_by = models.ForeignKey(
        Decision, null=True, on_delete=models.PROTECT, related_name="pins_ended"
    )

    set_once: ClassVar[tuple[str, ...]] = ("ended_by",)

    class Meta(AppendOnly.Meta):
        ordering = ["-id"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(ended_by__isnull=True), name="one_pin_of_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.engine}"
