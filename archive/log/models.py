"""The transparency log as rows: leaves, full tiles, checkpoints, and how far it is."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from django.db import models
from django.utils import timezone

from audit.merkle import leaf_hash
from games.lines import timestamp_text
from games.models.append_only import AppendOnly


class Waiting(models.Model):
    """Records that were written or changed, and are to be looked at for leaves. Written with
    them, in one transaction; removed with the leaves. `records`: ids, as texts."""

    kind = models.CharField(max_length=12)
    records = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.kind} {self.records}"


class Leaf(AppendOnly):
    """One entry of the log; its `id` is its number, from 0. `digest`: of the record's line."""

    id = models.BigIntegerField("number", primary_key=True)
    kind = models.CharField(max_length=12)
    record = models.CharField(max_length=40)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        default_permissions = ("view",)
        indexes = [models.Index(fields=["kind", "record", "-id"], name="leaf_of_record")]

    def __str__(self) -> str:
        return f"{self.id} {self.kind} {self.record}"

    @property
    def data(self) -> bytes:
        """The hashed bytes: canonical JSON."""
        document = {
            "at": timestamp_text(self.at),
            "digest": self.digest,
            "id": self.record,
            "kind": self.kind,
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

    @property
    def hash(self) -> bytes:
        return leaf_hash(self.data)


class Tile(AppendOnly):
    """A full tile of hashes. Those that are not full follow from ``Log.edge``."""

    level = models.PositiveSmallIntegerField()
    number = models.BigIntegerField()
    hashes = models.BinaryField()

    class Meta(AppendOnly.Meta):
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["level", "number"], name="one_tile")]

    def __str__(self) -> str:
        return f"{self.level} {self.number}"


class Checkpoint(AppendOnly):
    """Size and root of the tree at a moment; its `id` is the size. Of one size there is
    one tree."""

    id = models.BigIntegerField("size", primary_key=True)
    root = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.id} {self.root}"


class Witness(models.Model):
    """A witness, by its `key`: the checkpoint that it cosigned last, and the `line` of it.

    `last_request_at`: when it was last asked; `failures`: so often in a row it did not cosign.
    """

    key = models.CharField(max_length=300, unique=True)
    size = models.BigIntegerField(default=0)
    checkpoint = models.TextField(blank=True)
    line = models.TextField(blank=True)
    cosigned_at = models.DateTimeField(null=True)
    last_request_at = models.DateTimeField(default=datetime(2000, 1, 1, tzinfo=UTC))
    failures = models.IntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.name} {self.size}"

    @property
    def name(self) -> str:
        return self.key.partition("+")[0]


class Log(models.Model):
    """State of the log; one row, which its writer locks.

    `edge`: what the tree goes on from (``audit.merkle.TreeEdge``). `note`: the signed checkpoint,
    empty without a key. `verifications`, `games`: records from before the log up to these have
    leaves; `filled`: all have.
    """

    size = models.BigIntegerField(default=0)
    edge = models.BinaryField(default=b"")
    note = models.TextField(blank=True)
    verifications = models.BigIntegerField(default=0)
    games = models.CharField(max_length=12, blank=True)
    filled = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.size}"
