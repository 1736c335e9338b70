"""The numbers of the box: what owners say is printed, who agrees, and the editions made of it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.append_only import AppendOnly


class Edition(AppendOnly):
    """An edition of this site: the text is what the engine reads (``engine.editions``).

    `base`: the edition that it was made from, of the program or of this site. `proposals`: the ids
    of those whose numbers it took. `wrong_decision`: the one that marked it as wrong.
    """

    name = models.CharField(max_length=20, unique=True)
    toml = models.TextField()
    sha256 = models.CharField(max_length=64, unique=True)
    base = models.CharField(max_length=20)
    proposals = models.JSONField(default=list)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="editions_made"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    reason = models.TextField(max_length=2000)
    wrong_decision = models.ForeignKey(
        "games.StandingDecision", null=True, on_delete=models.PROTECT, related_name="+"
    )

    set_once: ClassVar[tuple[str, ...]] = ("wrong_decision",)

    class Meta(AppendOnly.Meta):
        ordering = ["id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.name


class NumberProposal(AppendOnly):
    """A proposal: numbers that an account reports for a board of its box.

    `board`: ``pyramid.D``, ``god_prophecies``. `numbers`: its table in an edition, without
    confidence and source. `box`: the language of the box; `year`: of its printing. A moderator can
    hide the note.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="number_proposals"
    )
    board = models.CharField(max_length=20)
    numbers = models.JSONField()
    box = models.CharField(max_length=40)
    year = models.PositiveSmallIntegerField()
    note = models.TextField(max_length=500, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, editable=False)
    hidden_at = models.DateTimeField(null=True, editable=False)

    set_once: ClassVar[tuple[str, ...]] = ("withdrawn_at", "hidden_at")

    class Meta(AppendOnly.Meta):
        ordering = ["id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["account", "board", "box", "year"],
                condition=Q(withdrawn_at=None),
                name="one_proposal_a_board_and_box",
            ),
        ]
        indexes = [models.Index(fields=["board", "id"], name="proposals_of_a_board")]

    def __str__(self) -> str:
        return f"{self.account} {self.board}"


class NumberConfirmation(AppendOnly):
    """Another account has the same numbers on its box."""

    proposal = models.ForeignKey(
        NumberProposal, on_delete=models.PROTECT, related_name="confirmations"
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="number_confirmations"
    )
    box = models.CharField(max_length=40)
    year = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, editable=False)

    set_once: ClassVar[tuple[str, ...]] = ("withdrawn_at",)

    class Meta(AppendOnly.Meta):
        ordering = ["id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "account"],
                condition=Q(withdrawn_at=None),
                name="one_confirmation_of_numbers",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.proposal_id}"
