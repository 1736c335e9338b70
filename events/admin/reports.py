"""Reports of names and texts of clubs and events, for moderators."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from events import moderation
from events.models import EventAnnouncement, NameReport
from games.admin.base import (
    Answers,
    ShownAdmin,
    action,
    admin_link,
    conditions_filter,
    moderator,
)
from games.models import Account


@admin.register(NameReport)
class NameReportAdmin(ShownAdmin):
    list_display = (
        *("subject_link", "account", "reason", "reported_at", "settled_at", "upheld"),
        "decision",
    )
    list_display_links = ("reason",)
    list_filter = (
        ("settled_at", admin.EmptyFieldListFilter),
        conditions_filter(
            _("about"),
            "about",
            [
                ("club", _("clubs"), Q(club__isnull=False)),
                ("event", _("events"), Q(event__isnull=False)),
                ("guest", _("guests"), Q(entrant__isnull=False)),
                ("announcement", _("announcements"), Q(announcement__isnull=False)),
                ("series", _("series"), Q(series__isnull=False)),
            ],
        ),
        "reported_at",
    )
    fields = (
        *("subject_link", "subject_text", "account", "reason", "reported_at"),
        *("settled_at", "settled_by", "upheld", "answer"),
    )
    ordering = ("-reported_at", "-id")
    search_fields = ("club",)
    search_help_text = _("the handle (@ana) of the account that sent the report")
    related = (
        *("club__owner", "event", "entrant__event", "announcement__event", "series__club"),
        *("account", "settled_by"),
    )
    actions = ("uphold", "dismiss")

    def finds(self, word: str) -> Q:
        return Q(account__username=word.removeprefix("@").lower())

    def conflict_of_interest(self, account: Account, row: NameReport) -> str:
        return moderation.conflict_over_name(account, row.subject)

    @admin.display(description=_("decision"))
    def decision(self, row: NameReport) -> SafeString | str:
        return admin_link(None if row.settled_at else row, _("Decide"))

    @action(_("Uphold: hide the reported name or text"))
    def uphold(self, request: HttpRequest, row: NameReport, answers: Answers) -> None:
        moderation.settle_name_report(moderator(request), row, True, answers["reason"])

    @action(_("Dismiss: leave the reported name or text visible"))
    def dismiss(self, request: HttpRequest, row: NameReport, answers: Answers) -> None:
        moderation.settle_name_report(moderator(request), row, False, answers["reason"])

    @admin.display(description=_("about"))
    def subject_link(self, row: NameReport) -> SafeString | str:
        return admin_link(row.subject, Truncator(self.subject_text(row)).chars(80))

    @admin.display(description=_("its text"))
    def subject_text(self, row: NameReport) -> str:
        subject = row.subject
        return subject.text if isinstance(subject, EventAnnouncement) else str(subject)
