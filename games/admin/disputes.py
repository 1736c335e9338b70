"""Disputes, and their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.base import Answers, ShownAdmin, action, admin_link, moderator
from games.models import Account, Dispute
from games.moderation import actions as moderation_actions
from games.standing import conflicts_of_interest
from games.standing.attest import LONGEST_REASON

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as Text


class DisputeAnswerForm(forms.Form):
    answer = forms.CharField(
        label=_("Public answer"),
        help_text=_("Everybody reads it beside the game; upheld, it is why the game is void."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 80}),
    )


class Ends(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Text]]:
        return [
            ("open", pgettext_lazy("dispute", "open")),
            ("upheld", pgettext_lazy("dispute", "upheld")),
            ("dismissed", _("dismissed")),
            ("taken back", _("taken back")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        match self.value():
            case "open":
                return queryset.filter(closed_at=None)
            case "upheld":
                return queryset.filter(upheld=True)
            case "dismissed":
                return queryset.filter(upheld=False)
            case "taken back":
                return queryset.filter(upheld=None).exclude(closed_at=None)
            case _:
                return queryset


@admin.register(Dispute)
class DisputeAdmin(ShownAdmin):
    list_display = ("__str__", "about", "account", "opened_at", "closed_at", "upheld")
    list_filter = (Ends, "opened_at")
    fields = (
        "about",
        "account",
        "reason",
        "opened_at",
        "closed_at",
        "closed_by",
        "upheld",
        "answer",
    )
    ordering = ("-opened_at", "-id")
    search_fields = ("game",)
    search_help_text = _("the id of a game, or a handle (@ana)")
    related = ("game", "account", "closed_by")
    deferred = ("game__log",)
    actions = ("uphold", "dismiss")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(account__username=word[1:].lower())
        return Q(game=word.lower())

    def own_affair(self, account: Account, row: Dispute) -> str:
        return conflicts_of_interest.conflict_in_dispute(account, row)

    @action(_("Uphold: the game is void"), DisputeAnswerForm)
    def uphold(self, request: HttpRequest, row: Dispute, answers: Answers) -> None:
        moderation_actions.settle_dispute(moderator(request), row, True, answers["answer"])

    @action(_("Dismiss: the game stays"), DisputeAnswerForm)
    def dismiss(self, request: HttpRequest, row: Dispute, answers: Answers) -> None:
        moderation_actions.settle_dispute(moderator(request), row, False, answers["answer"])

    @admin.display(description=_("game"))
    def about(self, row: Dispute) -> SafeString | str:
        return admin_link(row.game)
