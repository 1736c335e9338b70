"""Rows written while a game is played at a table."""

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
    take_backs = models.PositiveSmallIntegerField(
        "how often entries had been taken back before it was written", default=0, db_default=0
    )

    class Meta(AppendOnly.Meta):
        ordering = ["table", "ply"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "ply", "take_backs"], name="one_entry_a_ply"),
            models.UniqueConstraint(
                fields=["table", "key"], condition=Q(key__isnull=False), name="one_entry_a_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.ply}"

    def text_for(self, viewer: int | None) -> str:
        """The entry as `viewer`, a seat or ``None`` for a spectator, may read it."""
        return self.text if self.only_for is None or self.only_for == viewer else self.shown


class TakeBack(AppendOnly):
    """Entries `first` to `last` of a table were taken back, as `asker` wished and the other people
    there agreed. Their rows stay; the game goes on with other entries from `first` on."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="take_backs")
    number = models.PositiveSmallIntegerField("from 1")
    first = models.PositiveSmallIntegerField()
    last = models.PositiveSmallIntegerField()
    asker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    time = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ["table", "number"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="take_back_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.first}-{self.last}"


class Deal(models.Model):
    """Origin of a table's cards: the server's secret, and the players' shares.

    For ``tables.deals`` alone: no page, no list of moderators and no answer of the API knows it.
    `table` is the id of a table, or names a deal of many tables. It is no relation, for a relation
    can be looked up backwards, also one whose backward name is switched off.
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


class FirstGame(models.Model):
    """A first game against a computer player, which needs no account: no table, no clock, in no
    list and in no rating. The browser that holds its id, signed in a cookie, plays it; once an
    `account` kept it, that account alone.

    `entries` is the log so far, an entry a line, those of the bank included. It is no append-only
    row: a learner may take moves back. `taken_back` counts how often, so that what was drawn of the
    longer log is not taken for this one.
    """

    id = models.CharField(primary_key=True, max_length=12, editable=False)
    seed = models.BigIntegerField("what the deal follows from", editable=False)
    entries = models.TextField(default="", editable=False)
    plies = models.PositiveSmallIntegerField("entries written", default=0)
    taken_back = models.PositiveIntegerField(default=0)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="first_games",
        help_text="who kept it; empty: the browser that holds its cookie plays it",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    moved_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    upload = models.OneToOneField(
        "games.Upload", null=True, blank=True, on_delete=models.PROTECT, related_name="first_game"
    )

    class Meta:
        ordering = ["-moved_at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.id
