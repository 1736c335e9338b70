"""The search index: games in blocks, each column of a block as bit planes."""

from __future__ import annotations

from django.db import models


class SearchBlock(models.Model):
    """Games that follow each other in the order of play. A row never changes: a block that is
    packed again is another row.

    `day`, `accepted_at`, `last`: the oldest game; a block reaches from there to the oldest game of
    the next newer block. `ids`: ids of the games, newest first, between blanks. `summary`: by
    number of a column its least and its greatest value and whether some are missing, and the words
    for which the numbers of a column stand (``games.search.planes``)."""

    day = models.DateField()
    accepted_at = models.DateTimeField()
    last = models.CharField(max_length=12)
    games = models.PositiveIntegerField()
    summary = models.JSONField()

    class Meta:
        default_permissions = ()
        ordering = ["-day", "-accepted_at", "-last"]

    def __str__(self) -> str:
        return f"{self.pk} from {self.day}"


class SearchPlane(models.Model):
    """A column of a block: its bit planes, by seat; or a piece of the ids of its games. They go
    with their block."""

    pk = models.CompositePrimaryKey("block_id", "column")
    block = models.ForeignKey(
        SearchBlock, on_delete=models.CASCADE, related_name="planes", db_index=False
    )
    column = models.PositiveSmallIntegerField()
    planes = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.block_id} {self.column}"
