"""Claims of seats: another log says that another player sat there."""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import Answers, ShownAdmin, action, admin_link, moderator
from games.judging.diff import difference_sentences, seat_differences
from games.models import Account, SeatClaim
from games.standing import conflicts_of_interest, correct_seats
from games.standing.attest import LONGEST_REASON


class SeatClaimAnswerForm(forms.Form):
    answer = forms.CharField(
        label=_("Public answer"),
        help_text=_("Everybody reads it beside the game."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 80}),
    )


@admin.register(SeatClaim)
class SeatClaimAdmin(ShownAdmin):
    list_display = ("pk", "which", "account", "effect", "opened_at", "closed_at", "met")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "effect", "met", "opened_at")
    fields = (
        "which",
        "account",
        "from_log",
        "says",
        "effect",
        "opened_at",
        "closed_at",
        "closed_by",
        "met",
        "answer",
    )
    ordering = ("-opened_at", "-id")
    search_fields = ("game",)
    search_help_text = _("the id of a game, or a handle (@ana)")
    related = ("game", "account", "closed_by", "submission")
    deferred = ("game__log", "submission__source")
    actions = ("dismiss",)

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(account__username=word[1:].lower())
        return Q(game=word.lower())

    def own_affair(self, account: Account, row: SeatClaim) -> str:
        return conflicts_of_interest.conflict_in_seats(account, row.game, ())

    @action(
        _("Dismiss: the seats stay (to change them, mend the seats of the game)"),
        SeatClaimAnswerForm,
    )
    def dismiss(self, request: HttpRequest, row: SeatClaim, answers: Answers) -> None:
        correct_seats.dismiss_seat_claim(moderator(request), row, answers["answer"])

    @admin.display(description=_("game"))
    def which(self, row: SeatClaim) -> SafeString | str:
        return admin_link(row.game)

    @admin.display(description=_("from the log"))
    def from_log(self, row: SeatClaim) -> SafeString | str:
        return admin_link(row.submission)

    @admin.display(description=_("says"))
    def says(self, row: SeatClaim) -> str:
        return (
            "; ".join(
                difference_sentences(
                    seat_differences(row.game.seats.all(), row.names, row.replaced)
                )
            )
            or "–"
        )
