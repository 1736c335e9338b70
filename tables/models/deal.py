from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.append_only import AppendOnly
from tables.models.table import Table


class Deal(models.Model):
    """Origin of a table's cards: the server's secret, and the players' shares.

    For ``services.deals`` alone: no page, no list of moderators and no answer of the API knows it.
    `table` is the id of a table and no relation, for a relation can be looked up backwards, also
    one whose backward name is switched off.
    """

    table = models.CharField("id of the table", primary_key=True, max_length=12, editable=False)
    secret = models.BinaryField("32 bytes", editable=False)
    shares = models.JSONField("by colour, 64 digits", default=dict, editable=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"deal of {self.table}"


class Promise(AppendOnly):
    """A share of a shuffle that a player promised, once and for all: it cannot be promised again.

    Also that of a player who stood up again before the deal; ``Place`` says who kept theirs.
    """

    digest = models.CharField("SHA-256 of the share", unique=True, max_length=64)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        default_permissions = ()

    def __str__(self) -> str:
        return self.digest
