"""Tables and their entries. The secret of a deal is never shown, the entries of a game that
runs neither: moderators play too."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import Answers, ShownAdmin, ShownInline, action, admin_link, moderator
from games.models import Account
from tables.ending import ending
from tables.models import Phase, Place, Table, TableEntry


class PlacesInline(ShownInline):
    """Places of a table."""

    model = Place
    fields = (
        "turn",
        "colour",
        "account",
        "joined_at",
        "left_ms",
        "replaced_at",
        "replaced_why",
        "stand_in",
        "consents",
    )
    related = ("account", "stand_in")
    ordering = ("turn", "id")


class EntriesInline(ShownInline):
    """Entries of a table; hidden ones only once the game is over."""

    model = TableEntry
    fields = ("ply", "take_backs", "seat", "read", "by", "at")
    related = ("by", "table")
    ordering = ("ply",)
    verbose_name_plural = _("entries")

    @admin.display(description=_("entry"))
    def read(self, row: TableEntry) -> str:
        if row.table.is_withheld:
            return "–"
        return row.text if row.table.phase == Phase.FINISHED else row.text_for(None)


@admin.register(Table)
class TableAdmin(ShownAdmin):
    list_display = ("id", "phase", "host", "pace", "rated", "plies", "deadline", "created_at")
    list_filter = ("phase", "pace", "rated", "created_at")
    fields = (
        "id",
        "page",
        "phase",
        "host",
        "seats_wanted",
        "sites",
        "modules",
        "profile",
        "edition",
        "rated",
        "watchable",
        "previews",
        "access",
        "pace",
        "minutes",
        "increment",
        "days",
        "commitment",
        "origin",
        "origin_ply",
        "created_at",
        "started_at",
        "ended_at",
        "plies",
        "awaited",
        "awaited_since",
        "deadline",
        "handed_in",
    )
    ordering = ("-created_at", "-id")
    search_fields = ("id",)
    search_help_text = _("the id of a table, or the handle of a player who sits there (@ana)")
    related = ("host", "upload", "origin")
    deferred = ("upload__raw", "origin__log")
    inlines = (PlacesInline, EntriesInline)
    actions = ("close",)

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            sits = Place.objects.filter(account__username=word[1:].lower())
            return Q(pk__in=sits.values("table"))
        return Q(pk=word.lower())

    def conflict_of_interest(self, account: Account, row: Table) -> str:
        return ending.conflict_over_table(account, row)

    @action(_("Close: the game ends without a result"))
    def close(self, request: HttpRequest, row: Table, answers: Answers) -> None:
        ending.close_table(moderator(request), row, answers["reason"])

    @admin.display(description=_("page"))
    def page(self, row: Table) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("table", args=[row.pk]), _("the table"))

    @admin.display(description=_("log submitted"))
    def handed_in(self, row: Table) -> SafeString | str:
        return admin_link(row.upload)
