"""Disputes of games, claims of seats by another log, and logs that are nearly another's."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from django.contrib import admin
from django.db.models import F, Model, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.badges import badge, standing_in_badge
from games.admin.base import (
    ActionForm,
    Answers,
    ShownAdmin,
    action,
    admin_link,
    conditions_filter,
    link_column,
    moderator,
    public_text_field,
)
from games.judging.diff import difference_sentences, seat_differences
from games.models import Account, Discrepancy, Dispute, Game, SeatClaim
from games.moderation import actions as moderation_actions
from games.standing import conflicts_of_interest, correct_seats

REASON_CHARACTERS = 80
"""Of a reason in the list of disputes."""


class InGame(Protocol):
    """A row about a game."""

    @property
    def game(self) -> Game: ...


@admin.display(description=_("standing"), ordering="game__standing")
def standing_column(self: ShownAdmin, row: InGame) -> SafeString:
    """A column with the standing of the row's game."""
    return standing_in_badge(row.game)


class DisputeAnswerForm(ActionForm):
    answer = public_text_field(
        _("Public answer"),
        _(
            "Everybody can read this next to the game. If you uphold the dispute, your "
            "text says why the game is void."
        ),
    )


class SeatClaimAnswerForm(ActionForm):
    answer = public_text_field(_("Public answer"), _("Everybody can read this next to the game."))


DISPUTE_STATES = [
    ("open", pgettext_lazy("dispute", "open"), Q(closed_at=None)),
    ("upheld", pgettext_lazy("dispute", "upheld"), Q(upheld=True)),
    ("dismissed", _("dismissed"), Q(upheld=False)),
    ("taken back", _("withdrawn"), Q(upheld=None, closed_at__isnull=False)),
]
DisputeStateFilter = conditions_filter(_("state"), "state", DISPUTE_STATES)


@admin.register(Dispute)
class DisputeAdmin(ShownAdmin):
    list_display = (
        *("beginning", "state", "game_link", "account", "standing", "opened_at"),
        "decision",
    )
    list_filter = (DisputeStateFilter, "opened_at")
    fields = (
        "game_link",
        "standing",
        "account",
        "reason",
        "opened_at",
        "closed_at",
        "closed_by",
        "upheld",
        "answer",
    )
    ordering = (F("closed_at").desc(nulls_first=True), "-opened_at")
    search_fields = ("game",)
    related = ("game", "account", "closed_by")
    deferred = ("game__log",)
    actions = ("uphold", "dismiss")
    game_link = link_column(_("game"), "game")
    standing = standing_column

    @admin.display(description=_("reason"))
    def beginning(self, row: Dispute) -> str:
        return Truncator(row.reason).chars(REASON_CHARACTERS) or str(row)

    @admin.display(description=_("state"))
    def state(self, row: Dispute) -> SafeString:
        opened, upheld, dismissed, withdrawn = (title for _name, title, _query in DISPUTE_STATES)
        if row.closed_at is None:
            return badge(opened, "wait")
        return badge({True: upheld, False: dismissed, None: withdrawn}[row.upheld])

    @admin.display(description=_("decision"))
    def decision(self, row: Dispute) -> SafeString | str:
        return admin_link(None if row.closed_at else row, _("Decide"))

    def conflict_of_interest(self, account: Account, row: Dispute) -> str:
        return conflicts_of_interest.conflict_in_dispute(account, row)

    def pointless_actions(self, row: Model) -> Collection[str]:
        assert isinstance(row, Dispute)
        return () if row.closed_at is None else ("uphold", "dismiss")

    def describe(self, row: Model) -> str:
        assert isinstance(row, Dispute)
        return row.reason

    @action(_("Uphold: the game is void"), DisputeAnswerForm)
    def uphold(self, request: HttpRequest, row: Dispute, answers: Answers) -> None:
        moderation_actions.settle_dispute(moderator(request), row, True, answers["answer"])

    @action(_("Dismiss: the game remains valid"), DisputeAnswerForm)
    def dismiss(self, request: HttpRequest, row: Dispute, answers: Answers) -> None:
        moderation_actions.settle_dispute(moderator(request), row, False, answers["answer"])


@admin.register(SeatClaim)
class SeatClaimAdmin(ShownAdmin):
    list_display = (
        "pk",
        "standing",
        "game_link",
        "account",
        "effect",
        "opened_at",
        "closed_at",
        "met",
    )
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "effect", "met", "opened_at")
    fields = (
        "game_link",
        "account",
        "from_log",
        "differences",
        "effect",
        "opened_at",
        "closed_at",
        "closed_by",
        "met",
        "answer",
    )
    ordering = ("-opened_at", "-id")
    search_fields = ("game",)
    related = ("game", "account", "closed_by", "submission")
    deferred = ("game__log", "submission__source")
    actions = ("dismiss",)
    game_link = link_column(_("game"), "game")
    standing = standing_column
    from_log = link_column(_("from the log"), "submission")

    def conflict_of_interest(self, account: Account, row: SeatClaim) -> str:
        return conflicts_of_interest.conflict_in_seats(account, row.game, ())

    def describe(self, row: Model) -> str:
        assert isinstance(row, SeatClaim)
        return self.differences(row)

    @action(
        _("Dismiss: the seats stay (to change them, correct the seats of the game)"),
        SeatClaimAnswerForm,
    )
    def dismiss(self, request: HttpRequest, row: SeatClaim, answers: Answers) -> None:
        correct_seats.dismiss_seat_claim(moderator(request), row, answers["answer"])

    @admin.display(description=_("says"))
    def differences(self, row: SeatClaim) -> str:
        differences = seat_differences(row.game.seats.all(), row.names, row.replaced)
        return "; ".join(difference_sentences(differences)) or "–"


@admin.register(Discrepancy)
class DiscrepancyAdmin(ShownAdmin):
    list_display = ("__str__", "standing", "game_link", "account", "at", "state", "compare_link")
    list_filter = (("verdict", admin.EmptyFieldListFilter), "at")
    fields = (
        "game_link",
        "account",
        "from_log",
        "at",
        "compare_link",
        "state",
        "decided_by",
        "reason",
    )
    ordering = ("-at", "-id")
    search_fields = ("game",)
    related = ("game", "account", "submission", "verdict__moderator")
    deferred = ("game__log", "submission__source")
    game_link = link_column(_("game"), "game")
    standing = standing_column
    from_log = link_column(_("from the log"), "submission")
    decided_by = link_column(_("decided by"), "verdict.moderator")

    @admin.display(description=_("both logs"))
    def compare_link(self, row: Discrepancy) -> SafeString:
        address = reverse("discrepancy", args=[row.game_id, row.number])
        return format_html('<a href="{}">{}</a>', address, _("side by side"))

    @admin.display(description=_("state"))
    def state(self, row: Discrepancy) -> str:
        verdict = getattr(row, "verdict", None)
        return str(
            verdict.get_which_display()
            if verdict
            else pgettext_lazy("difference between two logs", "open")
        )

    @admin.display(description=_("reason"))
    def reason(self, row: Discrepancy) -> str:
        verdict = getattr(row, "verdict", None)
        return (verdict.reason if verdict else "") or "–"
