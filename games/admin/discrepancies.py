"""Logs that are nearly another's. Written once; decided on their own page, where both stand."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.base import ShownAdmin, admin_link
from games.models import Discrepancy


@admin.register(Discrepancy)
class DiscrepancyAdmin(ShownAdmin):
    list_display = ("__str__", "which", "account", "at", "end", "both")
    list_filter = (("verdict", admin.EmptyFieldListFilter), "at")
    fields = ("which", "account", "from_log", "at", "both", "end", "decided_by", "why")
    ordering = ("-at", "-id")
    search_fields = ("game",)
    search_help_text = _("the id of a game, or a handle (@ana)")
    related = ("game", "account", "submission", "verdict__moderator")
    deferred = ("game__log", "submission__source")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(account__username=word[1:].lower())
        return Q(game=word.lower())

    @admin.display(description=_("game"))
    def which(self, row: Discrepancy) -> SafeString | str:
        return admin_link(row.game)

    @admin.display(description=_("from the log"))
    def from_log(self, row: Discrepancy) -> SafeString | str:
        return admin_link(row.submission)

    @admin.display(description=_("both logs"))
    def both(self, row: Discrepancy) -> SafeString:
        address = reverse("discrepancy", args=[row.game_id, row.number])
        return format_html('<a href="{}">{}</a>', address, _("beside each other"))

    @admin.display(description=_("state"))
    def end(self, row: Discrepancy) -> str:
        verdict = getattr(row, "verdict", None)
        return str(
            verdict.get_which_display()
            if verdict
            else pgettext_lazy("difference between two logs", "open")
        )

    @admin.display(description=_("decided by"))
    def decided_by(self, row: Discrepancy) -> SafeString | str:
        verdict = getattr(row, "verdict", None)
        return admin_link(verdict.moderator if verdict else None)

    @admin.display(description=_("reason"))
    def why(self, row: Discrepancy) -> str:
        verdict = getattr(row, "verdict", None)
        return (verdict.reason if verdict else "") or "–"
