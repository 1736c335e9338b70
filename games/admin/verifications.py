"""Each run of a log through the engine. Written once."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from engine import edition_names
from games.admin.base import ShownAdmin, ShownInline, admin_link, choices_filter, listed, shortened
from games.models import Verification


class Runs(ShownInline):
    """The runs of a log, on its page and on that of its game."""

    model = Verification
    fields = ("at", "engine", "edition", "verdict", "state", "duration")
    deferred = ("refusal",)
    show_change_link = True

    @admin.display(description=_("digest"))
    def state(self, row: Verification) -> SafeString | str:
        return shortened(row.digest)


@admin.register(Verification)
class VerificationAdmin(ShownAdmin):
    list_display = ("pk", "verdict", "of_log", "of_game", "engine", "edition", "duration", "at")
    list_filter = (
        "verdict",
        choices_filter(_("edition"), "edition", [(name, name) for name in edition_names()]),
        "at",
    )
    fields = (
        "of_log",
        "of_game",
        "verdict",
        "engine",
        "edition",
        "fingerprint",
        "digest",
        "refusal_in_words",
        "duration",
        "at",
    )
    ordering = ("-pk",)
    search_fields = ("game",)
    search_help_text = _("the id of a game, or the version of an engine")
    related = ("submission", "game")
    deferred = ("submission__source", "game__log")

    def finds(self, word: str) -> Q:
        return Q(game=word.lower()) | Q(engine=word)

    @admin.display(description=_("log"))
    def of_log(self, row: Verification) -> SafeString | str:
        return admin_link(row.submission)

    @admin.display(description=_("game"))
    def of_game(self, row: Verification) -> SafeString | str:
        return admin_link(row.game)

    @admin.display(description=_("refusal"))
    def refusal_in_words(self, row: Verification) -> SafeString | str:
        return listed(row.refusal)
