"""Moderator actions. Written once."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import ShownAdmin, ShownInline, admin_link
from games.models import ModeratorAction
from games.pseudonyms import pseudonymise


class DoneByModerators(ShownInline):
    """Moderator actions about a row, on its page."""

    model = ModeratorAction
    fields = ("at", "moderator", "kind", "said")
    related = ("moderator",)

    @admin.display(description=_("reason"))
    def said(self, row: ModeratorAction) -> str:
        return pseudonymise(row.reason)


@admin.register(ModeratorAction)
class ModeratorActionAdmin(ShownAdmin):
    list_display = ("at", "moderator", "kind", "to", "said")
    list_filter = ("kind", "at")
    fields = ("at", "moderator", "kind", "to", "said")
    ordering = ("-at", "-id")
    search_fields = ("reason",)
    search_help_text = _("a moderator's handle (@ana), the id of a game, or words of the reason")
    related = ("moderator", "game", "upload", "player")
    deferred = ("game__log", "upload__raw")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(moderator__username=word[1:].lower())
        return Q(game=word.lower()) | Q(reason__icontains=word)

    @admin.display(description=_("reason"))
    def said(self, row: ModeratorAction) -> str:
        return pseudonymise(row.reason)

    @admin.display(description=_("done to"))
    def to(self, row: ModeratorAction) -> SafeString | str:
        return admin_link(row.game or row.upload or row.player)
