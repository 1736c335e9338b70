"""Acts of an event: everything that happened in it, in order, written once."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from events.models.event import Event
from games.models.append_only import AppendOnly


class EventAct(AppendOnly):
    """An act: the event's state follows from its acts, in the order of their `number`.

    Each has a leaf in the transparency log. `round_number`: of an act about a round or a table of
    it. `account` is empty where the site acted. `content` and `text` are in the leaf by digests
    with `salt`, so that a hidden result has a leaf and can be told later.
    """

    class Kind(models.TextChoices):
        """Kinds of acts: words of the log, never renamed."""

        CREATED = "made"
        CHANGED = "changed"
        ARBITER = "arbiter"
        NO_ARBITER = "no-arbiter"
        ENTERED = "entered"
        LEFT = "left"
        WITHDRAWN = "withdrawn"
        RETURNED = "returned"
        ROUND = "round"
        TABLE = "table"
        REMADE = "remade"
        REPORTED = "reported"
        CONFIRMED = "confirmed"
        DISPUTED = "disputed"
        GAME = "game"
        CORRECTED = "corrected"
        RULED = "ruled"
        ABSENT = "absent"
        PENALTY = "penalty"
        LIFTED = "lifted"
        ENDED = "ended"
        REOPENED = "reopened"
        ANNOUNCED = "announced"
        TEAM = "team"
        SEEDED = "seeded"
        GROUPED = "grouped"
        PLANNED = "planned"

    ABOUT_RESULTS: ClassVar = frozenset(
        {Kind.REPORTED, Kind.CONFIRMED, Kind.DISPUTED, Kind.GAME}
        | {Kind.CORRECTED, Kind.RULED, Kind.ABSENT}
    )
    """Kinds whose content stays hidden as long as results of their round are."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="acts")
    number = models.PositiveIntegerField("number in the event, from 1")
    kind = models.CharField(max_length=12)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="event_acts",
    )
    as_arbiter = models.BooleanField(default=False)
    content = models.JSONField()
    text = models.CharField(max_length=300, blank=True)
    salt = models.CharField(max_length=32)
    acted_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["event", "number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_event_act_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.number} {self.kind}"
