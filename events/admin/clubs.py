"""Clubs and reports of clubs, for moderators."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from events import moderation
from events.models import Club, ClubMember, NameReport
from games.admin.base import Answers, ShownAdmin, ShownInline, action, moderator
from games.models import Account


class ClubReportsInline(ShownInline):
    """Reports of a club."""

    model = NameReport
    fields = ("account", "reason", "reported_at", "settled_at", "settled_by", "upheld", "answer")
    related = ("account", "settled_by")
    fk_name = "club"


class ClubMembersInline(ShownInline):
    """Members of a club, by role and time."""

    model = ClubMember
    fields = ("account", "role", "joined_at", "since", "until", "removed_by")
    related = ("account", "removed_by")
    fk_name = "club"


@admin.register(Club)
class ClubAdmin(ShownAdmin):
    list_display = ("name", "owner", "founded_at", "closed_at", "hidden_at")
    list_filter = (
        ("hidden_at", admin.EmptyFieldListFilter),
        ("closed_at", admin.EmptyFieldListFilter),
    )
    fields = ("name", "slug", "text", "owner", "founded_at", "closed_at", "hidden_at")
    ordering = ("name", "id")
    search_fields = ("name",)
    search_help_text = _("the address of a club, or the handle of its owner (@ana)")
    related = ("owner",)
    inlines = (ClubReportsInline, ClubMembersInline)
    actions = ("hide", "show")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(owner__username=word[1:].lower())
        return Q(slug=word.lower())

    def conflict_of_interest(self, account: Account, row: Club) -> str:
        return moderation.conflict_over_name(account, row)

    @action(_("Hide: only moderators can read the name and text"))
    def hide(self, request: HttpRequest, row: Club, answers: Answers) -> None:
        moderation.hide_name_or_text(moderator(request), row, answers["reason"])

    @action(_("Show again"))
    def show(self, request: HttpRequest, row: Club, answers: Answers) -> None:
        moderation.unhide_name(moderator(request), row, answers["reason"])
