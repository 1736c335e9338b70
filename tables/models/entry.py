from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.append_only import AppendOnly
from tables.models.table import Table


class TableEntry(AppendOnly):
    """One entry of the log of a table, as it was written. Rows are only ever added.

    `only_for`: the seat that may read `text` while the game runs; the others read `shown`. Where
    `only_for` is empty everybody reads `text`, and `shown` is empty. `key` is the client's own
    mark of its request: the same key again is the same request.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="entries")
    ply = models.PositiveSmallIntegerField("number of the entry, from 1")
    seat = models.SmallIntegerField("turn order from 0; -1: the bank")
    text = models.CharField("the entry as the log has it", max_length=200)
    shown = models.CharField("what the others see of it", max_length=200, blank=True)
    only_for = models.SmallIntegerField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="table_entries",
        help_text="the account that sent it; empty for the bank",
    )
    key = models.CharField(max_length=64, null=True, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["table", "ply"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "ply"], name="one_entry_a_ply"),
            models.UniqueConstraint(
                fields=["table", "key"], condition=Q(key__isnull=False), name="one_entry_a_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.ply}"

    def text_for(self, viewer: int | None) -> str:
        """The entry as `viewer`, a seat or ``None`` for a spectator, may read it."""
        return self.text if self.only_for is None or self.only_for == viewer else self.shown
