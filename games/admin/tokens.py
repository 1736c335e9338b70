"""Tokens of the API: whose, for what, since when. Never the token, nor its digest."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.base import Answers, ShownAdmin, action, moderator
from games.models import Account, ApiToken
from games.moderation import actions as moderation_actions
from games.standing import conflicts_of_interest


@admin.register(ApiToken)
class ApiTokenAdmin(ShownAdmin):
    list_display = (
        "name",
        "account",
        "beginning",
        "scopes",
        "created_at",
        "last_used_at",
        "expires_at",
        "revoked_at",
    )
    fields = list_display
    ordering = ("-created_at", "-id")
    search_fields = ("account",)
    search_help_text = _("a handle (@ana), or how the token begins")
    related = ("account",)
    deferred = ("digest",)
    actions = ("revoke",)

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(account__username=word[1:].lower())
        return Q(beginning__startswith=word[:12])

    def own_affair(self, account: Account, row: ApiToken) -> str:
        return conflicts_of_interest.conflict_in_token(account, row)

    @action(_("Revoke"))
    def revoke(self, request: HttpRequest, row: ApiToken, answers: Answers) -> None:
        moderation_actions.revoke_token(moderator(request), row, answers["reason"])
