"""Chat lines and chat reports, for moderators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.base import (
    Answers,
    ShownAdmin,
    ShownInline,
    action,
    admin_link,
    moderator,
)
from games.models import Account
from tables import chat
from tables.models import ChatLine, ChatReport

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as Text


class ChatReportsInline(ShownInline):
    """Reports of a chat line."""

    model = ChatReport
    fields = ("by", "reason", "at", "settled_at", "settled_by", "upheld")
    related = ("by", "settled_by")
    fk_name = "line"


@admin.register(ChatLine)
class ChatLineAdmin(ShownAdmin):
    list_display = ("words", "account", "at_table", "at", "hidden_at")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter), "at")
    fields = ("at_table", "account", "words", "at", "hidden_at")
    ordering = ("-id",)
    search_fields = ("text",)
    search_help_text = _("the id of a table, or a handle (@ana)")
    related = ("account", "table")
    inlines = (ChatReportsInline,)
    actions = ("hide", "show")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(account__username=word[1:].lower())
        return Q(table=word.lower())

    def conflict_of_interest(self, account: Account, row: ChatLine) -> str:
        return chat.conflict_over_chat_line(account, row)

    @action(_("Hide: only moderators can read it"))
    def hide(self, request: HttpRequest, row: ChatLine, answers: Answers) -> None:
        chat.hide_chat_line(moderator(request), row, answers["reason"])

    @action(_("Show again"))
    def show(self, request: HttpRequest, row: ChatLine, answers: Answers) -> None:
        chat.show_chat_line(moderator(request), row, answers["reason"])

    @admin.display(description=_("table"))
    def at_table(self, row: ChatLine) -> SafeString | str:
        return admin_link(row.table)


REPORT_STATES: Final[dict[str, dict[str, object]]] = {
    "open": {"settled_at": None},
    "upheld": {"upheld": True},
    "dismissed": {"upheld": False},
}


class ReportStateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Text]]:
        return [
            ("open", pgettext_lazy("report", "open")),
            ("upheld", pgettext_lazy("report", "upheld")),
            ("dismissed", _("dismissed")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        return queryset.filter(**REPORT_STATES.get(self.value() or "", {}))


@admin.register(ChatReport)
class ChatReportAdmin(ShownAdmin):
    list_display = (
        *("reported_line", "author", "by", "reason", "at", "settled_at", "upheld"),
        "decision",
    )
    list_display_links = ("reason",)
    list_filter = (ReportStateFilter, "at")
    fields = ("reported_line", "author", "by", "reason", "at", "settled_at", "settled_by", "upheld")
    ordering = ("-at", "-id")
    search_fields = ("line",)
    search_help_text = _(
        "the handle (@ana) of a message’s author, or of an account that reported the message"
    )
    related = ("line__account", "by", "settled_by")
    actions = ("uphold", "dismiss")

    def finds(self, word: str) -> Q:
        handle = word.removeprefix("@").lower()
        return Q(by__username=handle) | Q(line__account__username=handle)

    def conflict_of_interest(self, account: Account, row: ChatReport) -> str:
        return chat.conflict_over_chat_line(account, row.line)

    @admin.display(description=_("decision"))
    def decision(self, row: ChatReport) -> SafeString | str:
        return admin_link(None if row.settled_at else row, _("Decide"))

    @action(_("Uphold: the message is hidden"))
    def uphold(self, request: HttpRequest, row: ChatReport, answers: Answers) -> None:
        chat.settle_chat_report(moderator(request), row, True, answers["reason"])

    @action(_("Dismiss: the message stays"))
    def dismiss(self, request: HttpRequest, row: ChatReport, answers: Answers) -> None:
        chat.settle_chat_report(moderator(request), row, False, answers["reason"])

    @admin.display(description=_("message"))
    def reported_line(self, row: ChatReport) -> SafeString | str:
        return admin_link(row.line, row.line.words)

    @admin.display(description=_("written by"))
    def author(self, row: ChatReport) -> str:
        return row.line.account.name_in_logs
