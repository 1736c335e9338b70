"""Clubs and reports of clubs, for moderators."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from events.clubs import moderation
from events.models import Club, ClubMember, ClubReport
from games.admin.base import Answers, ShownAdmin, ShownInline, action, admin_link, moderator
from games.models import Account


class ClubReportsInline(ShownInline):
    """Reports of a club."""

    model = ClubReport
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
        return moderation.conflict_over_club(account, row)

    @action(_("Hide: only moderators read name and text"))
    def hide(self, request: HttpRequest, row: Club, answers: Answers) -> None:
        moderation.hide_club(moderator(request), row, answers["reason"])

    @action(_("Show again"))
    def show(self, request: HttpRequest, row: Club, answers: Answers) -> None:
        moderation.show_club(moderator(request), row, answers["reason"])


@admin.register(ClubReport)
class ClubReportAdmin(ShownAdmin):
    list_display = ("reported_club", "account", "reason", "reported_at", "settled_at", "upheld")
    list_filter = (("settled_at", admin.EmptyFieldListFilter), "reported_at")
    fields = (
        *("reported_club", "account", "reason", "reported_at"),
        *("settled_at", "settled_by", "upheld", "answer"),
    )
    ordering = ("-reported_at", "-id")
    search_fields = ("club",)
    search_help_text = _("the handle of an account that reported a club (@ana)")
    related = ("club__owner", "account", "settled_by")
    actions = ("uphold", "dismiss")

    def finds(self, word: str) -> Q:
        return Q(account__username=word.removeprefix("@").lower())

    def conflict_of_interest(self, account: Account, row: ClubReport) -> str:
        return moderation.conflict_over_club(account, row.club)

    @action(_("Uphold: the club is hidden"))
    def uphold(self, request: HttpRequest, row: ClubReport, answers: Answers) -> None:
        moderation.settle_club_report(moderator(request), row, True, answers["reason"])

    @action(_("Dismiss: the club stays"))
    def dismiss(self, request: HttpRequest, row: ClubReport, answers: Answers) -> None:
        moderation.settle_club_report(moderator(request), row, False, answers["reason"])

    @admin.display(description=_("club"))
    def reported_club(self, row: ClubReport) -> SafeString | str:
        return admin_link(row.club)
