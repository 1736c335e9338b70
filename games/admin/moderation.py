"""Moderator actions, public notes, reports, and alerts of games that look made up together.

Reports and alerts are answered on their own pages; private notes are for their author alone.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
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
    link_column,
    moderator,
)
from games.models import Account, ModeratorAction, Note, Pattern, Report
from games.moderation.patterns import alert_sentence, names_in
from games.pseudonyms import pseudonymise
from games.queries import not_about
from games.replays.services import notes
from games.standing import conflicts_of_interest


class ModeratorActionInline(ShownInline):
    """Moderator actions about a row, on its page."""

    model = ModeratorAction
    fields = ("at", "moderator", "kind", "reason_text")
    related = ("moderator",)

    @admin.display(description=_("reason"))
    def reason_text(self, row: ModeratorAction) -> str:
        return pseudonymise(row.reason)


@admin.register(ModeratorAction)
class ModeratorActionAdmin(ShownAdmin):
    list_display = ("at", "moderator", "kind", "subject", "reason_text")
    list_filter = ("kind", "at")
    fields = ("at", "moderator", "kind", "subject", "reason_text")
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
    def reason_text(self, row: ModeratorAction) -> str:
        return pseudonymise(row.reason)

    @admin.display(description=_("done to"))
    def subject(self, row: ModeratorAction) -> SafeString | str:
        return admin_link(row.game or row.upload or row.player)


@admin.register(Note)
class NoteAdmin(ShownAdmin):
    list_display = ("__str__", "subject", "account", "kind", "at", "hidden_at")
    list_filter = ("kind", ("hidden_at", admin.EmptyFieldListFilter), "at")
    fields = (
        "subject",
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
    related = ("game", "account")
    deferred = ("game__log",)
    actions = ("hide", "show")
    subject = link_column(_("game"), "game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Note]:
        return super().get_queryset(request).filter(public=True)

    def conflict_of_interest(self, account: Account, row: Note) -> str:
        return conflicts_of_interest.conflict_in_note(account, row)

    @action(_("Hide: only the author of the note sees it"))
    def hide(self, request: HttpRequest, row: Note, answers: Answers) -> None:
        notes.hide(moderator(request), row, answers["reason"])

    @action(_("Show again"))
    def show(self, request: HttpRequest, row: Note, answers: Answers) -> None:
        notes.show(moderator(request), row, answers["reason"])


@admin.register(Report)
class ReportAdmin(ShownAdmin):
    list_display = ("pk", "subject", "account", "at", "state")
    list_filter = (("answered", admin.EmptyFieldListFilter), "at")
    fields = ("subject", "account", "reason", "at", "state", "answered_by", "answer")
    ordering = ("-at", "-id")
    search_fields = ("game",)
    related = ("game", "player__account", "account", "answered__moderator")
    deferred = ("game__log",)
    handle_lookups = ("account__username", "player__account__username")
    answered_by = link_column(_("answered by"), "answered.moderator")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return not_about(moderator(request), super().get_queryset(request))

    @admin.display(description=_("about"))
    def subject(self, row: Report) -> SafeString | str:
        return admin_link(row.game or row.player)

    @admin.display(description=_("state"))
    def state(self, row: Report) -> str:
        report_answer = getattr(row, "answered", None)
        if report_answer is None:
            return str(pgettext_lazy("report", "open"))
        return str(pgettext_lazy("report", "upheld") if report_answer.upheld else _("dismissed"))

    @admin.display(description=_("answer"))
    def answer(self, row: Report) -> str:
        report_answer = getattr(row, "answered", None)
        return report_answer.answer if report_answer else "–"


@admin.register(Pattern)
class PatternAdmin(ShownAdmin):
    list_display = ("__str__", "kind", "found_at", "settled_at", "settled_by")
    list_filter = ("kind", ("settled_at", admin.EmptyFieldListFilter), "found_at")
    fields = ("kind", "sentence", "games", "found_at", "settled_at", "settled_by")
    ordering = ("-found_at", "-id")
    search_fields = ("key",)
    search_help_text = _("a moderator's handle (@ana), or the id of a game")
    related = ("settled_by",)

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(settled_by__username=word[1:].lower())
        return Q(key__contains=word.lower())

    @admin.display(description=_("says"))
    def sentence(self, row: Pattern) -> str:
        return alert_sentence(row, names_in([row]))
