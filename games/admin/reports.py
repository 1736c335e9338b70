"""Reports of games and players, those about oneself left out. They are answered on the page of
reports."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.base import ShownAdmin, admin_link, moderator
from games.models import Report
from games.queries import not_about


@admin.register(Report)
class ReportAdmin(ShownAdmin):
    list_display = ("pk", "about", "account", "at", "end")
    list_filter = (("answered", admin.EmptyFieldListFilter), "at")
    fields = ("about", "account", "reason", "at", "end", "answered_by", "answer")
    ordering = ("-at", "-id")
    search_fields = ("game",)
    search_help_text = _("the id of a game, or a handle (@ana)")
    related = ("game", "player__account", "account", "answered__moderator")
    deferred = ("game__log",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return not_about(moderator(request), super().get_queryset(request))

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            handle = word[1:].lower()
            return Q(account__username=handle) | Q(player__account__username=handle)
        return Q(game=word.lower())

    @admin.display(description=_("about"))
    def about(self, row: Report) -> SafeString | str:
        return admin_link(row.game or row.player)

    @admin.display(description=_("state"))
    def end(self, row: Report) -> str:
        report_answer = getattr(row, "answered", None)
        if report_answer is None:
            return str(pgettext_lazy("report", "open"))
        return str(pgettext_lazy("report", "upheld") if report_answer.upheld else _("dismissed"))

    @admin.display(description=_("answered by"))
    def answered_by(self, row: Report) -> SafeString | str:
        report_answer = getattr(row, "answered", None)
        return admin_link(report_answer.moderator if report_answer else None)

    @admin.display(description=_("answer"))
    def answer(self, row: Report) -> str:
        report_answer = getattr(row, "answered", None)
        return report_answer.answer if report_answer else "–"
