from __future__ import annotations

from django.db import models
from django.db.models import Q


class Identity(models.Model):
    """Which game a record is of, whatever its log calls colours, profile and sides.

    Of the records of one game one *holds* the identity; another log of the game is a
    duplicate of that one. The others are older than this table, or void.
    """

    game = models.OneToOneField(
        "games.Game", primary_key=True, on_delete=models.PROTECT, related_name="identity"
    )
    digest = models.CharField(max_length=64, help_text="see engine.identity")
    holds = models.BooleanField(default=True)

    class Meta:
        verbose_name_plural = "identities"
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["digest"], condition=Q(holds=True), name="one_game_is_one_game"
            ),
        ]
        indexes = [
            models.Index(fields=["digest"], condition=Q(holds=False), name="identity_of_twins"),
        ]

    def __str__(self) -> str:
        return self.game_id
