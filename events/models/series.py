"""Series: seasons of events, with their divisions, and guests who turned out to be accounts."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.models.club import Club
from events.models.event import Event
from events.models.ruling import EventRuling
from games.models.append_only import AppendOnly


class Series(models.Model):
    """A season: events whose points are added up. Its board is worked out from the published
    standings of its events whenever it is read; nothing of it is stored.

    `best`: so many events of each person count; 0: all. `least`: a person with fewer is not listed.
    `rank_points`: the points of the first in an event, the second, …; empty: the event's own.
    `tie_breaks`: words of ``ratings.standings``, in order, between spaces. `before`: the season
    whose divisions were carried on.
    """

    name = models.CharField(max_length=80)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="series"
    )
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="series_made"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    first_day = models.DateField()
    last_day = models.DateField()
    best = models.PositiveSmallIntegerField(default=0)
    least = models.PositiveSmallIntegerField(default=1)
    rank_points = models.CharField(max_length=120, blank=True, default="")
    tie_breaks = models.CharField(max_length=100, blank=True, default="wins best_event mean_rank")
    before = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="next_season"
    )
    hidden_at = models.DateTimeField("hidden by a moderator", null=True, blank=True)

    class Meta:
        ordering = ["-first_day", "-id"]
        default_permissions = ("view",)
        verbose_name_plural = "series"
        indexes = [
            models.Index(fields=["-last_day", "-id"], name="series_by_day"),
            models.Index(fields=["club", "-first_day", "-id"], name="series_by_club"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(last_day__gte=F("first_day")), name="series_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def public_name(self) -> str:
        """The name, as everybody reads it; that of a hidden club's series is hidden, too."""
        hides = self.hidden_at or (self.club is not None and self.club.hidden_at)
        return _("Series %(number)d") % {"number": self.pk} if hides else self.name

    @property
    def tie_break_words(self) -> list[str]:
        """Its tie-breaks, in the order in which they count."""
        return self.tie_breaks.split()

    def is_over(self, today: date) -> bool:
        return self.last_day < today


class Division(models.Model):
    """A division of a season, 1 is the highest. `exchanged`: so many of its last go down, and as
    many of the first of the next come up."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    exchanged = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["series", "number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="one_division_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}/{self.number}"


class DivisionPlayer(models.Model):
    """A person of a division, an account or a guest by name. `leaving_at`: the person does not
    play the next season."""

    class Move(models.TextChoices):
        """Ways into a division."""

        NEW = "new", gettext_lazy("new")
        STAYS = "stays", gettext_lazy("stays")
        UP = "up", gettext_lazy("goes up")
        DOWN = "down", gettext_lazy("goes down")
        FILLS = "fills", gettext_lazy("takes a free place")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="players")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="division_places",
    )
    guest = models.CharField("name of a guest", max_length=24, blank=True)
    move = models.CharField(max_length=5, choices=Move, default=Move.NEW)
    added_at = models.DateTimeField(default=timezone.now, editable=False)
    leaving_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["division", "id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["division", "account"], name="account_in_division"),
            models.UniqueConstraint(
                fields=["division", "guest"], condition=~Q(guest=""), name="guest_in_division"
            ),
            models.CheckConstraint(
                condition=Q(account__isnull=True) ^ Q(guest=""), name="division_account_or_guest"
            ),
        ]

    def __str__(self) -> str:
        return self.in_logs

    @property
    def in_logs(self) -> str:
        """``@ana``, or the guest's name."""
        return f"@{self.account.username}" if self.account else self.guest


class SeriesEvent(models.Model):
    """An event of a series. One that was taken out stays to be read, with a public reason."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="entries")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="series_entries")
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    added_at = models.DateTimeField(default=timezone.now, editable=False)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    removed_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField("why it was taken out", max_length=300, blank=True)

    class Meta:
        ordering = ["series", "event__starts_at", "event"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["series", "event"], name="event_in_series_once"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id} {self.event_id}"


class GuestAccount(AppendOnly):
    """An organiser says that a guest of a series is an account; it holds once the account agrees.
    `form`: the name as names of guests are compared."""

    set_once = ("agreed_at", "declined_at")

    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="guest_accounts")
    guest = models.CharField("name of the guest", max_length=24)
    form = models.CharField(max_length=80, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="guest_names"
    )
    named_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    named_at = models.DateTimeField(default=timezone.now, editable=False)
    agreed_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta(AppendOnly.Meta):
        ordering = ["named_at", "id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["series", "form"],
                condition=Q(declined_at__isnull=True),
                name="one_account_a_guest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.guest} {self.account}"


class SeriesAct(AppendOnly):
    """An act of a series: its state follows from its acts, in the order of their `number`.

    Each has a leaf in the transparency log, with `content` and `text` by digests with `salt`.
    `account` is empty where the site wrote down what was there before there were acts.
    """

    class Kind(models.TextChoices):
        """Kinds of acts: words of the log, never renamed."""

        CREATED = "made"
        CHANGED = "changed"
        DIVISION = "division"
        PLACED = "placed"
        REMOVED = "removed"
        LEAVING = "leaving"
        STAYING = "staying"
        EVENT = "event"
        NO_EVENT = "no-event"
        GUEST = "guest"
        AGREED = "agreed"
        DECLINED = "declined"
        SEASON = "season"

    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="acts")
    number = models.PositiveIntegerField("number in the series, from 1")
    kind = models.CharField(max_length=12)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="series_acts",
    )
    content = models.JSONField()
    text = models.CharField(max_length=300, blank=True)
    salt = models.CharField(max_length=32)
    acted_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["series", "number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="one_series_act_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id} {self.number} {self.kind}"


class SeriesMove(AppendOnly):
    """Moves on the board of a series by a ruling of an event, as ``[person, rank, new rank, points,
    new points]``; a person is the key of an account, or the name of a guest."""

    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="moves")
    ruling = models.ForeignKey(EventRuling, on_delete=models.PROTECT, related_name="series_moves")
    moved = models.JSONField(default=list)

    class Meta(AppendOnly.Meta):
        ordering = ["-id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["series", "ruling"], name="one_move_a_ruling"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id} {self.ruling_id}"
