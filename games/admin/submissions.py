"""Logs and their verdicts."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.base import (
    Answers,
    ShownAdmin,
    action,
    admin_link,
    listed,
    moderator,
    numbered,
)
from games.admin.verifications import Runs
from games.judging.queue import queue_report
from games.models import Account, Submission
from games.moderation import actions as moderation_actions
from games.standing import conflicts_of_interest
from web.errors import Conflict


@admin.register(Submission)
class SubmissionAdmin(ShownAdmin):
    list_display = ("__str__", "by", "status", "why", "attempts", "queued_at", "became")
    list_filter = ("status", "upload__channel", "queued_at")
    fields = (
        "file",
        "number",
        "member",
        "begins",
        "by",
        "status",
        "attempts",
        "queued_at",
        "claimed_at",
        "judged_at",
        "became",
        "refusal_in_words",
        "log",
    )
    ordering = ("-pk",)
    search_fields = ("upload",)
    search_help_text = _("a handle (@ana), part of a file name, or the id of a game")
    related = ("upload__account", "game")
    deferred = ("upload__raw", "source", "game__log")
    inlines = (Runs,)
    actions = ("queue_again",)

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(upload__account__username=word[1:].lower())
        return Q(upload__name__icontains=word) | Q(game=word.lower())

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.queue)
        return [path("queue/", page, name="games_queue"), *super().get_urls()]

    def queue(self, request: HttpRequest) -> HttpResponse:
        """Page of waiting and failed submissions, and of the workers."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": _("The queue"),
            "opts": self.opts,
            "report": queue_report(),
        }
        return TemplateResponse(request, "admin/queue.html", context)

    def own_affair(self, account: Account, row: Submission) -> str:
        return conflicts_of_interest.conflict_in_upload(account, row.upload)

    @action(_("Queue again what failed or was refused"))
    def queue_again(self, request: HttpRequest, row: Submission, answers: Answers) -> None:
        if not moderation_actions.queue_again(moderator(request), [row], answers["reason"]):
            raise Conflict(gettext("only what failed or was refused is queued again"))

    @admin.display(description=_("account"), ordering="upload__account__username")
    def by(self, row: Submission) -> SafeString | str:
        return admin_link(row.upload.account)

    @admin.display(description=_("file"))
    def file(self, row: Submission) -> SafeString | str:
        return admin_link(row.upload)

    @admin.display(description=_("game"))
    def became(self, row: Submission) -> SafeString | str:
        return admin_link(row.game)

    @admin.display(description=_("refusal"))
    def why(self, row: Submission) -> str:
        facts: dict[str, Any] = row.refusal or {}
        place = f"{facts['line']}: " if facts.get("line") else ""
        return f"{place}{facts.get('message', '')}"[:100] or "–"

    @admin.display(description=_("refusal"))
    def refusal_in_words(self, row: Submission) -> SafeString | str:
        return listed(row.refusal)

    @admin.display(description=_("log"))
    def log(self, row: Submission) -> SafeString:
        bad = (row.refusal or {}).get("line") or 0
        return numbered(row.text.decode(errors="replace"), begins=row.begins, bad=bad)
