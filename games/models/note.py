from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Note(models.Model):
    """An account's text next to a step of a game."""

    class Kind(models.TextChoices):
        QUESTION = "question", _("question")
        IDEA = "idea", _("idea")
        MISTAKE = "mistake", _("mistake")
        BRILLIANT = "brilliant", _("brilliant")

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="notes")
    ply = models.PositiveIntegerField(help_text="the entry that the note is about; 0: the start")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notes"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    text = models.TextField(max_length=2000)
    branch = models.TextField(
        blank=True, help_text="the entries of a what-if that goes on from the step, one a line"
    )
    public = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now, editable=False)
    edited_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["ply", "at", "id"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["game", "ply"], name="notes_of_a_step")]

    @property
    def branch_lines(self) -> list[str]:
        """The entries of the what-if that is kept with the note."""
        return self.branch.split("\n") if self.branch else []

    def __str__(self) -> str:
        return f"{self.account} {self.game_id}/{self.ply}"
