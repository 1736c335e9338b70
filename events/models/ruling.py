"""Rulings: what arbiters of an event did, written once, with a public reason."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from events.models.entrant import Entrant
from events.models.event import Event
from events.models.round import EventTable
from games.models.append_only import AppendOnly


class EventRuling(AppendOnly):
    """An act of an arbiter, with a reason that everybody reads.

    `before`, `after`: by seat ``[entrant, score, place]``, or the seats of a pairing. `moved`:
    entrants whose rank or points changed, as ``[entrant, rank, new rank, points, new points]``.
    `points`: of a penalty. `at_own_table`: the arbiter plays there. `arbiter` is empty where a
    deadline passed and nobody decided.
    """

    class Kind(models.TextChoices):
        """Kinds of rulings."""

        CORRECTED = "corrected", _("corrected a result")
        RULED = "ruled", _("decided a table")
        ABSENT = "absent", _("decided that players were absent")
        PENALTY = "penalty", _("gave a penalty")
        LIFTED = "lifted", _("cancelled a penalty")
        PAIRED = "paired", _("made the pairings by hand")
        WITHDRAWN = "withdrawn", _("removed a player")
        TURNED = "returned", _("let a player back in")
        REMADE = "remade", _("cancelled a table")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rulings")
    kind = models.CharField(max_length=9, choices=Kind)
    table = models.ForeignKey(
        EventTable, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    lifts = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="lifted_by"
    )
    points = models.CharField(max_length=16, blank=True)
    reason = models.CharField(max_length=300)
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="event_rulings",
    )
    at_own_table = models.BooleanField(default=False)
    before = models.JSONField(default=list)
    after = models.JSONField(default=list)
    moved = models.JSONField(default=list)
    ruled_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["-ruled_at", "-id"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["event", "-ruled_at", "-id"], name="ruling_by_event")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.kind}"
