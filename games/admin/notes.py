"""Public notes, to be hidden or shown again. Private ones are for their author alone."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import Answers, ReasonForm, ShownAdmin, action, admin_link, moderator
from games.models import Account, Note
from games.replays.services import notes
from games.standing import conflicts_of_interest


@admin.register(Note)
class NoteAdmin(ShownAdmin):
    list_display = ("__str__", "about", "account", "kind", "at", "hidden_at")
    list_filter = ("kind", ("hidden_at", admin.EmptyFieldListFilter), "at")
    fields = (
        "about",
        "ply",
        "account",
        "kind",
        "text",
        "branch",
        "at",
        "edited_at",
        "hidden_at",
        "hidden_reason",
    )
    ordering = ("-at", "-id")
    search_fields = ("game",)
    search_help_text = _("the id of a game, or a handle (@ana)")
    related = ("game", "account")
    deferred = ("game__log",)
    actions = ("hide", "show")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Note]:
        return super().get_queryset(request).filter(public=True)

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(account__username=word[1:].lower())
        return Q(game=word.lower())

    def own_affair(self, account: Account, row: Note) -> str:
        return conflicts_of_interest.conflict_in_note(account, row)

    @action(_("Hide: only its author sees it"), ReasonForm)
    def hide(self, request: HttpRequest, row: Note, answers: Answers) -> None:
        notes.hide(moderator(request), row, answers["reason"])

    @action(_("Show again"), ReasonForm)
    def show(self, request: HttpRequest, row: Note, answers: Answers) -> None:
        notes.show(moderator(request), row, answers["reason"])

    @admin.display(description=_("game"))
    def about(self, row: Note) -> SafeString | str:
        return admin_link(row.game)
