"""Events: an evening of a club or a tournament, and the accounts that are its arbiters."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models.base import ModelBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import DEFAULT_EDITION
from engine.vocabulary import Profile
from events.models.club import Club
from tables.terms import Agreed, Pace


class EventFormat(models.TextChoices):
    """How an event is seated."""

    EVENING = "evening", gettext_lazy("Evening: tables as people come")
    SWISS = "swiss", gettext_lazy("Swiss: you meet players with about your points")
    DUPLICATE = "duplicate", gettext_lazy("Duplicate: the same deal at all tables, on this site")
    GROUPS = "groups", gettext_lazy("Groups: everybody in a group meets")
    KNOCKOUT = "knockout", gettext_lazy("Knock-out: the best of each table go on, to a final")
    PAIRS = "pairs", gettext_lazy("Pairs: two at a table, paired by the FIDE system")


class EventPlace(models.TextChoices):
    """Place where the games of an event are played."""

    HALL = "hall", gettext_lazy("At real tables")
    SITE = "site", gettext_lazy("On this site")
    EITHER = "both", gettext_lazy("Both: the arbiter decides for each round")


class Event(models.Model):
    """An evening or a tournament. Its standings are worked out from its tables whenever they are
    read; nothing of them is stored.

    `points4` … `points2`: the points of the first place, the second … at a table of so many; empty:
    no table has so many. `tie_breaks`: words of ``ratings.standings``, in order, between spaces.
    `sites`: five sides; empty: each table chooses. `through`: so many of each knock-out table go
    on. `plan`: seatings of rounds to come, known before, as ``[round, tables, byes]`` with the
    numbers of entrants.
    """

    name = models.CharField(max_length=80)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="events_made"
    )
    announced_at = models.DateTimeField(default=timezone.now, editable=False)
    starts_at = models.DateTimeField()
    time_zone = models.CharField(max_length=40, default="UTC")
    ended_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField("hidden by a moderator", null=True, blank=True)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    # --- how it is seated and counted
    format = models.CharField(max_length=12, choices=EventFormat, default=EventFormat.EVENING)
    place = models.CharField(max_length=4, choices=EventPlace, default=EventPlace.HALL)
    rounds_planned = models.PositiveSmallIntegerField(default=0, help_text="0: as many as fit")
    points4 = models.CharField(max_length=40, blank=True, default="5 3 2 1")
    points3 = models.CharField(max_length=40, blank=True, default="5 2.5 1")
    points2 = models.CharField(max_length=40, blank=True, default="5 1")
    bye_points = models.CharField(max_length=10, default="3")
    tie_breaks = models.CharField(max_length=200, default="share wins opponents direct")
    hides_end = models.BooleanField(
        default=False, help_text="results of the last two rounds stay hidden until the event ends"
    )
    open_entry = models.BooleanField(default=False, help_text="accounts may enter by themselves")
    through = models.PositiveSmallIntegerField(default=2)
    has_final = models.BooleanField(
        default=False, help_text="after the planned rounds the four best play a final table"
    )
    least_games = models.PositiveSmallIntegerField(
        default=0, help_text="entrants with fewer results have no rank"
    )
    team_best = models.PositiveSmallIntegerField(
        default=0, help_text="so many members of a team count; 0: all"
    )
    plan = models.JSONField(default=list, blank=True)

    # --- the terms of its games
    edition = models.CharField(max_length=20, default=DEFAULT_EDITION)
    profile = models.CharField(
        max_length=20,
        choices=[(p.value, p.value) for p in Profile],
        default=Profile.OFFICIAL.value,
    )
    sites = models.CharField(max_length=5, blank=True, default="")
    modules = models.CharField("words between spaces", max_length=200, blank=True, default="")
    rated = models.BooleanField(default=True)
    pace = models.CharField(max_length=4, choices=Pace, default=Agreed.pace)
    minutes = models.PositiveSmallIntegerField(default=Agreed.minutes)
    increment = models.PositiveSmallIntegerField(default=Agreed.increment)
    days = models.PositiveSmallIntegerField(default=Agreed.days)

    class Meta:
        ordering = ["-starts_at", "-id"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["-starts_at", "-id"], name="event_by_day")]

    def __str__(self) -> str:
        return self.name

    def save(
        self,
        *,
        force_insert: bool | tuple[ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Each change has its time: calendars that subscribe see it."""
        self.changed_at = timezone.now()
        if update_fields is not None:
            update_fields = {*update_fields, "changed_at"}
        super().save(
            force_insert=force_insert,
            force_update=force_update,
            using=using,
            update_fields=update_fields,
        )

    @property
    def public_name(self) -> str:
        """The name, as everybody reads it."""
        return _("Event %(number)d") % {"number": self.pk} if self.hidden_at else self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def is_duplicate(self) -> bool:
        return self.format == EventFormat.DUPLICATE

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def listed_time(self) -> datetime:
        """When it begins; of an event that ended before that, when it ended."""
        return min(self.starts_at, self.ended_at or self.starts_at)

    @property
    def module_words(self) -> list[str]:
        return self.modules.split()

    @property
    def tie_break_words(self) -> list[str]:
        return self.tie_breaks.split()


class EventArbiter(models.Model):
    """An account that seats, enters and rules at one event, and at no other."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="arbiters")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="events_ruled"
    )
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["since", "id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["event", "account"], name="one_arbiter_an_event"),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.event_id}"
