"""Rounds of events: tables, their seats, byes, and the games that were brought to a table."""

from __future__ import annotations

import math

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.vocabulary import Colour
from events.models.entrant import Entrant
from events.models.event import Event
from games.models import Standing
from games.models.append_only import AppendOnly


class ResultState(models.TextChoices):
    """How far a table of an event is."""

    SEATED = "seated", _("seated")
    PLAYING = "playing", _("playing")
    REPORTED = "reported", _("points reported")
    CONFIRMED = "confirmed", _("confirmed")
    RULED = "ruled", _("decided by an arbiter")


WITHOUT_RESULT = (ResultState.SEATED, ResultState.PLAYING)


class Round(models.Model):
    """A round of an event. `deadline`: until then players come, on the site, or finish. `is_final`:
    its table decides the first places. The timer runs for `timer_minutes` from `timer_started_at`.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    deadline = models.DateTimeField(null=True, blank=True)
    on_site = models.BooleanField(default=False)
    is_final = models.BooleanField(default=False)
    timer_started_at = models.DateTimeField(null=True, blank=True)
    timer_minutes = models.PositiveSmallIntegerField(default=0)

    @property
    def timer_minutes_left(self) -> int | None:
        """Whole minutes until the timer ends, from the last one on 0; None without a timer."""
        if self.timer_started_at is None:
            return None
        passed = (timezone.now() - self.timer_started_at).total_seconds()
        return max(0, math.ceil(self.timer_minutes - passed / 60))

    @property
    def is_past_deadline(self) -> bool:
        return self.deadline is not None and self.deadline < timezone.now()

    class Meta:
        ordering = ["event", "number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_round_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"


class EventTable(models.Model):
    """A table of a round. Its result is a game of the record, or points by slip.

    `code`: by it a phone at the table opens the recorder. `disputed_by`: a player who says that the
    result is wrong; the dispute ends with a ruling.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=ResultState, default=ResultState.SEATED)
    code = models.CharField(max_length=12, unique=True)
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="event_tables"
    )
    live_table = models.OneToOneField(
        "tables.Table",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="event_table",
    )
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    disputed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    dispute = models.CharField("what is wrong", max_length=300, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["round", "number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_event_table_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.number}"

    @property
    def has_result(self) -> bool:
        return self.state not in WITHOUT_RESULT

    @property
    def lost_its_game(self) -> bool:
        """True if the game that is its result was voided or refuted, and no arbiter has ruled."""
        return (
            self.game is not None
            and self.game.standing in (Standing.VOID, Standing.REFUTED)
            and self.state != ResultState.RULED
        )

    @property
    def event(self) -> Event:
        return self.round.event


class EventSeat(models.Model):
    """A seat of a table, in turn order from 0. `score`: points of the game; `place`: from 1.
    `came`: False for an entrant who did not come; where a table was ruled without a game, True
    counts as a bye."""

    table = models.ForeignKey(EventTable, on_delete=models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seats")
    turn = models.PositiveSmallIntegerField("turn order, from 0")
    colour = models.CharField(max_length=8, blank=True, choices=[(c.word, c.word) for c in Colour])
    score = models.SmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    came = models.BooleanField(default=True)

    class Meta:
        ordering = ["table", "turn"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "turn"], name="one_event_seat_a_turn"),
            models.UniqueConstraint(fields=["table", "entrant"], name="entrant_sits_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.turn}"


class RoundBye(models.Model):
    """An entrant without a table in a round, through no fault of theirs."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="byes")

    class Meta:
        ordering = ["round", "id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="one_bye_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.entrant_id}"


class BroughtGame(AppendOnly):
    """A game that was brought to a table by its code, and what became of it."""

    class Outcome(models.TextChoices):
        """Outcomes of games that were brought to a table."""

        ACCEPTED = "taken", _("It is the result of this table.")
        OTHER_PLAYERS = "players", _("It has other players.")
        OTHER_TERMS = "terms", _("It was played with other options than this event has.")
        EARLIER = "earlier", _("It was played or recorded before this table was opened.")
        FINISHED = "finished", _("The table had a result already.")
        STRANGER = "stranger", _("Its uploader is neither a player of the table nor an arbiter.")
        CLOSED = "closed", _("The event had ended.")
        OTHER_TABLE = "other", _("It is the result of another table.")

    table = models.ForeignKey(EventTable, on_delete=models.PROTECT, related_name="brought")
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="+")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    outcome = models.CharField(max_length=8, choices=Outcome)
    noted_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["-noted_at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.table_id} {self.game_id} {self.outcome}"
