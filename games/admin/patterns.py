"""Games that look made up together. They are looked at, and voided, on the page of patterns."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.admin.base import ShownAdmin
from games.models import Pattern
from games.moderation.patterns import alert_sentence, names_in


@admin.register(Pattern)
class PatternAdmin(ShownAdmin):
    list_display = ("__str__", "kind", "found_at", "settled_at", "settled_by")
    list_filter = ("kind", ("settled_at", admin.EmptyFieldListFilter), "found_at")
    fields = ("kind", "says", "games", "found_at", "settled_at", "settled_by")
    ordering = ("-found_at", "-id")
    search_fields = ("key",)
    search_help_text = _("a moderator's handle (@ana), or the id of a game")
    related = ("settled_by",)

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(settled_by__username=word[1:].lower())
        return Q(key__contains=word.lower())

    @admin.display(description=_("says"))
    def says(self, row: Pattern) -> str:
        return alert_sentence(row, names_in([row]))
