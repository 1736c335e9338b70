"""Texts of profiles, for moderators."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.base import Answers, ShownAdmin, action, moderator
from games.models import Account
from tables.models import PlayerProfile
from tables.people import profiles


@admin.register(PlayerProfile)
class ProfileAdmin(ShownAdmin):
    list_display = ("account", "text", "hidden_at")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter),)
    fields = ("account", "text", "hidden_at")
    ordering = ("account__username",)
    search_fields = ("text",)
    search_help_text = _("a handle (@ana)")
    related = ("account",)
    actions = ("hide",)

    def finds(self, word: str) -> Q:
        return Q(account__username=word.removeprefix("@").lower())

    def conflict_of_interest(self, account: Account, row: PlayerProfile) -> str:
        return profiles.conflict_over_profile(account, row)

    @action(_("Hide: only moderators can read it"))
    def hide(self, request: HttpRequest, row: PlayerProfile, answers: Answers) -> None:
        profiles.hide_profile_text(moderator(request), row, answers["reason"])
