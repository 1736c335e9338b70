"""Deals of duplicate events: one for all tables of a round."""

from __future__ import annotations

from django.db import models

from events.models.event import Event
from events.models.round import Round


class EventDeal(models.Model):
    """A deal of a duplicate event, and the round at whose tables it is played; empty until it is
    bound, and for a deal that was called off."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="deals")
    number = models.PositiveSmallIntegerField()
    deal = models.OneToOneField(
        "tables.SharedDeal", on_delete=models.PROTECT, related_name="event_deal"
    )
    round = models.OneToOneField(
        Round, null=True, blank=True, on_delete=models.PROTECT, related_name="event_deal"
    )

    class Meta:
        ordering = ["event", "number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_event_deal_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"
