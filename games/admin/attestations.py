"""Attestations of games. Written once."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import ShownAdmin, admin_link
from games.models import Attestation


@admin.register(Attestation)
class AttestationAdmin(ShownAdmin):
    list_display = ("pk", "account", "which", "by_uploading", "at")
    list_filter = ("by_uploading", "at")
    fields = ("account", "which", "fingerprint", "by_uploading", "at")
    ordering = ("-pk",)
    search_fields = ("game",)
    search_help_text = _("the id of a game, or a handle (@ana)")
    related = ("account", "game")
    deferred = ("game__log",)

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(account__username=word[1:].lower())
        return Q(game=word.lower())

    @admin.display(description=_("game"))
    def which(self, row: Attestation) -> SafeString | str:
        return admin_link(row.game)
