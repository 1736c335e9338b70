"""Puzzles, the days that show them, and who tried what; see ``docs/puzzles.md``."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.append_only import AppendOnly
from ratings.elo import INITIAL

BEST_PLAY: Final = 0
"""`method` of a puzzle whose shares are those of best play to the end of the game."""


class Puzzle(models.Model):
    """A position in which one action, or several that are worth the same, is clearly best: of a
    game kept here, or a shipped one (`number`, with its `log` up to there). Made once, and never
    changed but for its rating.

    `choices`: every action of the seat to act, best first: ``[text, share, error]``, the share of
    the first place that may be expected after it, with half of its 95 % interval; `right`: how
    many of them are right. `line`: entries after the best one, by best play, up to the next choice
    of the seat. `method`: of the analysis (``analysis.METHOD``), or ``BEST_PLAY``; `engine`: its
    version.
    """

    game = models.ForeignKey(
        "games.Game", on_delete=models.PROTECT, related_name="puzzles", null=True, blank=True
    )
    number = models.PositiveSmallIntegerField(
        "number of a shipped puzzle", null=True, blank=True, unique=True
    )
    log = models.TextField("the game up to there, of a shipped puzzle", blank=True)
    entry = models.PositiveSmallIntegerField("the entry that was written there, from 1")
    seat = models.PositiveSmallIntegerField("who acts, in turn order from 0")
    choices = models.JSONField()
    right = models.PositiveSmallIntegerField("so many of the choices are right")
    line = models.JSONField("what follows by best play", default=list, blank=True)
    method = models.PositiveSmallIntegerField("version of the analysis")
    engine = models.CharField(max_length=40)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn = models.BooleanField(
        default=False, help_text="a moderator took it out: it is not shown again"
    )
    rating = models.IntegerField("how hard it is, in thousandths of a point", default=INITIAL)
    deviation = models.IntegerField("of its rating, in thousandths", null=True, editable=False)
    attempts = models.PositiveIntegerField("first attempts that its rating comes from", default=0)

    class Meta:
        default_permissions = ("view", "change")
        constraints = [
            models.UniqueConstraint(fields=["game", "entry"], name="one_puzzle_an_entry"),
            models.CheckConstraint(
                condition=models.Q(game=None) ^ models.Q(number=None), name="of_a_game_or_shipped"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id or self.number} {self.entry}"


class Ruling(AppendOnly):
    """A moderator took a puzzle out (`withdrawn`) or brought it back, and why. The last one of a
    puzzle holds."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="rulings")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="puzzle_rulings"
    )
    withdrawn = models.BooleanField()
    reason = models.TextField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["-at", "-id"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.puzzle_id} {self.moderator_id}"


class Sought(models.Model):
    """An entry that was looked at: it is not looked at again with the same method."""

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="+")
    entry = models.PositiveSmallIntegerField()
    method = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["game", "entry", "method"], name="sought_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.entry}"


class Day(models.Model):
    """The puzzle of a day (UTC), the same for everybody."""

    date = models.DateField(primary_key=True)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="days")

    class Meta:
        ordering = ["-date"]
        default_permissions = ()

    def __str__(self) -> str:
        return self.date.isoformat()


class Solver(models.Model):
    """Puzzle rating of an account; `attempts`: the rated ones."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="solver"
    )
    rating = models.IntegerField("in thousandths of a point", default=INITIAL)
    deviation = models.IntegerField("of the rating, in thousandths", null=True, editable=False)
    attempts = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.account_id)


class Attempt(models.Model):
    """The first thing that an account tried at a puzzle, and nothing after it. `before`, `after`:
    the account's rating in thousandths; empty if the try is not rated."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="tried")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzles_tried"
    )
    text = models.CharField("the entry", max_length=200)
    right = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)
    before = models.IntegerField(null=True)
    after = models.IntegerField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["account", "puzzle"], name="one_first_attempt"),
        ]

    def __str__(self) -> str:
        return f"{self.puzzle_id} {self.account_id}"


class Solved(models.Model):
    """A day on which an account solved the puzzle of that day, at the first try or a later one."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_days"
    )
    date = models.DateField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["account", "date"], name="solved_once_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.date}"


class Retry(models.Model):
    """A mistake of an account that it tried again. `solved_at`: when it found a better move; the
    mistake does not come back then. It is known by game and entry: reviews are written again."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mistakes_tried"
    )
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    entry = models.PositiveSmallIntegerField()
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(default=timezone.now)
    solved_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["account", "game", "entry"], name="one_retry"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.game_id} {self.entry}"
