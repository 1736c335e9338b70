"""The ledger of ratings. Ratings are whole thousandths of a point."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly, AppendOnlyQuerySet


class Pool(models.TextChoices):
    """A rated population: all games, or those of one number of players."""

    OVERALL = "overall", _("Overall")
    TWO = "2", _("2 players")
    THREE = "3", _("3 players")
    FOUR = "4", _("4 players")


class Fold(models.Model):
    """One run over the games in rating order, from the earliest that had changed."""

    class Cause(models.TextChoices):
        CHANGE = "change", "games changed"
        REBUILD = "rebuild", "rebuilt from nothing"

    cause = models.CharField(max_length=8, choices=Cause)
    started_at = models.DateTimeField(default=timezone.now, editable=False)
    duration = models.PositiveIntegerField("time taken, in microseconds", default=0)
    games = models.PositiveIntegerField("games gone through", default=0)
    added = models.PositiveIntegerField("changes added", default=0)
    retired = models.PositiveIntegerField("changes retired", default=0)

    class Meta:
        ordering = ["-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.cause} {self.started_at:%Y-%m-%d %H:%M:%S}"


class Changes(AppendOnlyQuerySet):
    def retire(self, fold: Fold) -> int:
        """They no longer hold. Gives how many there were that held."""
        return self._set_once(retired_by=fold)


class RatingChange(AppendOnly):
    """What one game did to one player's rating in one pool.

    Rows are added, never rewritten or deleted. When an earlier game arrives late or is voided, rows
    that no longer hold are retired by the fold that adds those which hold instead; the ledger is
    the rows that are not retired. `pairs`: a list of ``{"opponent": player id, "score": 0 | 500 |
    1000, "expected": …, "k": …, "term": …}``, in thousandths but for `k`, which is in points.
    `played_on`, `accepted_at` and `game` are the place in the order of rating; a game never
    changes them.
    """

    player = models.ForeignKey(
        "games.Player", on_delete=models.PROTECT, related_name="rating_changes"
    )
    pool = models.CharField(max_length=8, choices=Pool)
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="rating_changes")
    played_on = models.DateField()
    accepted_at = models.DateTimeField()
    before = models.IntegerField()
    after = models.IntegerField()
    games_before = models.PositiveIntegerField("rated games before this one")
    pairs = models.JSONField()
    added_by = models.ForeignKey(
        Fold, on_delete=models.PROTECT, related_name="changes_added", db_index=False
    )
    retired_by = models.ForeignKey(
        Fold,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="changes_retired",
        db_index=False,
    )

    set_once: ClassVar[tuple[str, ...]] = ("retired_by",)

    objects = Changes.as_manager()  # type: ignore[misc]

    class Meta(AppendOnly.Meta):
        ordering = ["id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["game", "pool", "player"],
                condition=Q(retired_by__isnull=True),
                name="one_change_a_game_pool_player",
            ),
        ]
        indexes = [
            models.Index(
                fields=["player", "pool", "played_on", "accepted_at", "game"],
                name="change_in_force",
                condition=Q(retired_by__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.pool} {self.player_id}: {self.before} → {self.after}"

    @property
    def moved(self) -> int:
        return self.after - self.before


class Rating(models.Model):
    """A player's present rating in a pool: the `after` of the last change, kept for lists."""

    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="ratings")
    pool = models.CharField(max_length=8, choices=Pool)
    rating = models.IntegerField()
    games = models.PositiveIntegerField()
    last_played = models.DateField()
    listed_until = models.DateField(
        null=True, blank=True, help_text="the last day on leaderboards; see ratings.listing"
    )

    class Meta:
        ordering = ["pool", "-rating", "player"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["player", "pool"], name="one_rating_a_pool"),
        ]
        indexes = [
            models.Index(
                fields=["pool", "-rating", "-player", "listed_until"], name="rating_on_board"
            ),
            models.Index(fields=["pool", "-games", "-player"], name="rating_by_games"),
            models.Index(fields=["pool", "-last_played", "-player"], name="rating_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.pool}: {self.rating}"


class Pending(models.Model):
    """A game whose ratings have to be worked out: written with what changed it, in one
    transaction, and removed with the fold that went over it."""

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.game_id
