"""Series for moderators, who hide their names."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from events import moderation
from events.admin.events import HIDDEN, event_condition
from events.models import NameReport, Series
from games.admin.base import Answers, ShownAdmin, ShownInline, action, moderator
from games.models import Account


class SeriesReportsInline(ShownInline):
    """Reports of a series' name."""

    model = NameReport
    fields = ("account", "reason", "reported_at", "settled_at", "settled_by", "upheld", "answer")
    related = ("account", "settled_by")
    fk_name = "series"


@admin.register(Series)
class SeriesAdmin(ShownAdmin):
    list_display = ("name", "club", "founder", "first_day", "last_day", "hidden_at")
    list_filter = (HIDDEN,)
    fields = (
        *("name", "club", "founder", "created_at", "first_day", "last_day", "before"),
        *("hidden_at", "best", "least", "rank_points", "tie_breaks"),
    )
    ordering = ("-last_day", "-id")
    search_fields = ("name",)
    search_help_text = _("the number of a series, or the handle of its founder (@ana)")
    related = ("club", "founder")
    inlines = (SeriesReportsInline,)
    actions = ("hide", "show")

    def finds(self, word: str) -> Q:
        return event_condition(word, "founder__username", "pk")

    def conflict_of_interest(self, account: Account, row: Series) -> str:
        return moderation.conflict_over_name(account, row)

    @action(_("Hide: only moderators can read the name"))
    def hide(self, request: HttpRequest, row: Series, answers: Answers) -> None:
        moderation.hide_name_or_text(moderator(request), row, answers["reason"])

    @action(_("Show again"))
    def show(self, request: HttpRequest, row: Series, answers: Answers) -> None:
        moderation.unhide_name(moderator(request), row, answers["reason"])
