"""The ledger of ratings. Ratings are whole thousandths of a point."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly, AppendOnlyQuerySet
from games.ports import Cause as What
from ratings.models.periods import Period as Period
from ratings.models.periods import PeriodProgress as PeriodProgress
from ratings.models.periods import PeriodStanding as PeriodStanding


class Pool(models.TextChoices):
    """A rated population: all games, those of one number of players, and, by terms 2, those with
    computer players, which are in no other pool."""

    OVERALL = "overall", _("Overall")
    TWO = "2", _("2 players")
    THREE = "3", _("3 players")
    FOUR = "4", _("4 players")
    COMPUTERS = "computer", _("With computers")


GENERAL_POOLS: Final = (Pool.OVERALL, Pool.COMPUTERS)
"""Each entry has the changes of its players once in one of these."""


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
    reasons = models.PositiveIntegerField(
        "reasons kept", null=True, help_text="rows of Reason; empty: before reasons were kept"
    )

    followed = models.BooleanField(
        "leaderboards and notices have followed", default=False, db_default=True, editable=False
    )

    class Meta:
        ordering = ["-id"]
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["id"], condition=Q(followed=False), name="folds_to_follow"),
        ]

    def __str__(self) -> str:
        return f"{self.cause} {self.started_at:%Y-%m-%d %H:%M:%S}"


class EntryKind(models.TextChoices):
    """Of an entry of the books."""

    ORDINARY = "", _("in the order of play")
    LATE = "late", _("rated late")
    REVERSAL = "reversal", _("reversed")
    RERATED = "again", _("rated again")


ELSEWHERE: Final = [choice for choice in EntryKind.choices if choice[0]]
"""Those of an entry that is not where its game was played."""


class Retirable(AppendOnlyQuerySet):
    def retire(self, fold: Fold) -> int:
        """They no longer hold. Gives how many there were that held."""
        return self._set_once(retired_by=fold)


class Entry(AppendOnly):
    """An entry of the books that is not where its game was played.

    The ordinary entry of a game has no row: its number is 0, its place in the order of rating is
    (day of play, moment of acceptance, id). A row is written where the books of that day are closed
    already: the game is rated late, taken back, or rated again, on `day`, the day on which it came
    to that. `at`: the moment, of the first ``Pending`` row that said so. `reverses`: the number of
    the entry that a reversal takes back; `seats`: who was rated in that, ``[[player id, place],
    …]`` in the order of seats. A row holds until it is retired, which happens only while its own
    day is open.
    """

    page = ""
    """See ``ratings.reasons.link_causes``."""

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="entries_of")
    nth = models.PositiveSmallIntegerField("number among the entries of its game, from 1")
    kind = models.CharField(max_length=8, choices=EntryKind)
    day = models.DateField()
    at = models.DateTimeField()
    cause = models.CharField(max_length=16, choices=What)
    ref = models.CharField(max_length=40, blank=True)
    reverses = models.PositiveSmallIntegerField(null=True, blank=True)
    seats = models.JSONField(null=True, blank=True)
    added_by = models.ForeignKey(
        Fold, on_delete=models.PROTECT, related_name="entries_added", db_index=False
    )
    retired_by = models.ForeignKey(
        Fold,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="entries_retired",
        db_index=False,
    )

    set_once: ClassVar[tuple[str, ...]] = ("retired_by",)

    objects = Retirable.as_manager()  # type: ignore[misc]

    class Meta(AppendOnly.Meta):
        verbose_name_plural = "entries"
        ordering = ["id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["game", "nth"], name="one_entry_a_number"),
        ]
        indexes = [
            models.Index(
                fields=["day", "at", "game", "nth"],
                name="entry_in_order",
                condition=Q(retired_by__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind} {self.day}"


class Closing(AppendOnly):
    """The books are closed up to a day: no change in force of a day up to it is ever replaced.

    `digest` is that of all changes in force with a day after that of the closing before, up to
    `through` (``ratings.closing``).
    """

    through = models.DateField(unique=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    changes = models.PositiveIntegerField("changes in force in its days")
    digest = models.CharField(max_length=64)
    previous = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="next"
    )

    class Meta(AppendOnly.Meta):
        ordering = ["id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.through}"


class RatingTerms(AppendOnly):
    """Terms by which entries are rated from a day on: `since`, the day of the entry. Without a row
    terms 1 hold. Written once, by ``ratings.services.terms``."""

    terms = models.PositiveSmallIntegerField(unique=True)
    since = models.DateField()
    moment = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        verbose_name_plural = "terms of ratings"
        ordering = ["id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"terms {self.terms} since {self.since}"


class Changes(Retirable):
    def that_stand(self) -> models.QuerySet[RatingChange]:
        """In force, of the entry by which the game counts today: not taken back, and no taking
        back. One for each game, pool and player."""
        later = Entry.objects.filter(
            game=OuterRef("game"),
            kind=EntryKind.REVERSAL,
            reverses=OuterRef("nth"),
            retired_by=None,
        )
        return self.filter(~Exists(later), retired_by=None).exclude(kind=EntryKind.REVERSAL)


class RatingChange(AppendOnly):
    """The change of one player's rating in one pool by one ledger entry.

    Rows are added, never rewritten or deleted. When an earlier game arrives late or is voided, rows
    that no longer hold are retired by the fold that adds those which hold instead; the ledger is
    the rows that are not retired. `pairs`: a list of ``{"opponent": player id, "score": 0 | 500 |
    1000, "expected": …, "k": …, "term": …}``, in thousandths but for `k`, which is in points.
    `played_on`, `accepted_at`, `game` and `nth` are the place of its entry in the order of rating:
    the day of play and the moment of acceptance of an ordinary entry, the day and moment of an
    ``Entry``. A reversal has the pairs that it takes back, with `k` and `term` below zero.
    """

    player = models.ForeignKey(
        "games.Player", on_delete=models.PROTECT, related_name="rating_changes"
    )
    pool = models.CharField(max_length=8, choices=Pool)
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="rating_changes")
    nth = models.PositiveSmallIntegerField(
        "number of the entry of its game", default=0, db_default=0
    )
    kind = models.CharField(
        max_length=8, choices=EntryKind, blank=True, default=EntryKind.ORDINARY, db_default=""
    )
    played_on = models.DateField("day of the entry")
    accepted_at = models.DateTimeField("moment of the entry")
    last_played = models.DateField(
        "last day of play after it", null=True, blank=True, help_text="empty: the day of the entry"
    )
    before = models.IntegerField()
    after = models.IntegerField()
    games_before = models.PositiveIntegerField("rated games before this one")
    pairs = models.JSONField()
    deviation_before = models.IntegerField(
        null=True, blank=True, help_text="on the day of the game; empty: by terms 1"
    )
    deviation = models.IntegerField("deviation after it", null=True, blank=True)
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
                fields=["game", "pool", "player", "nth"],
                condition=Q(retired_by__isnull=True),
                name="one_change_an_entry_pool_player",
            ),
        ]
        indexes = [
            models.Index(
                fields=["player", "pool", "played_on", "accepted_at", "game", "nth"],
                name="change_in_force",
                condition=Q(retired_by__isnull=True),
            ),
            models.Index(
                fields=["player", "pool"],
                name="change_out_of_order",
                condition=Q(retired_by__isnull=True) & ~Q(kind=""),
            ),
            models.Index(
                fields=["played_on"],
                name="change_by_day",
                # Not ``pool__in``: PostgreSQL writes that otherwise once the index is made again.
                condition=Q(Q(pool=Pool.OVERALL) | Q(pool=Pool.COMPUTERS), retired_by__isnull=True),
            ),
            models.Index(
                fields=["retired_by"],
                name="change_retired",
                condition=Q(retired_by__isnull=False),
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
    deviation = models.IntegerField(
        null=True, blank=True, help_text="on the day of the last game; empty: by terms 1"
    )
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
    cause = models.CharField(max_length=16, choices=What, default=What.COUNTED)
    ref = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.game_id


class Reason(AppendOnly):
    """Why a fold replaced or took back changes: what happened to which game (``games.ports``).

    A fold that only adds new games at the end of the books has none. `at`: when it happened.
    """

    page = ""
    """See ``ratings.reasons.link_causes``."""

    fold = models.ForeignKey(Fold, on_delete=models.PROTECT, related_name="why")
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="+")
    cause = models.CharField(max_length=16, choices=What)
    ref = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        ordering = ["id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.game_id} {self.cause}"


class Move(AppendOnly):
    """A fold replaced or took back changes of a player's rating among all games: what the present
    rating was before the fold, and after it; empty: none."""

    fold = models.ForeignKey(Fold, on_delete=models.PROTECT, related_name="moves", db_index=False)
    player = models.ForeignKey(
        "games.Player", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    before = models.IntegerField(null=True)
    after = models.IntegerField(null=True)

    class Meta(AppendOnly.Meta):
        ordering = ["id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["player", "fold"], name="one_move_a_fold"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.before} → {self.after}"
