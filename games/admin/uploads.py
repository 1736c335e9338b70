"""Uploads, the logs in them, and each run of a log through the engine."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import edition_names
from games.admin.base import (
    Answers,
    ShownAdmin,
    ShownInline,
    action,
    choices_filter,
    link_column,
    moderator,
)
from games.admin.moderation import ModeratorActionInline
from games.admin.texts import listed, numbered, shortened
from games.judging.queue import queue_report
from games.models import Account, Submission, Upload, Verification
from games.moderation import actions as moderation_actions
from games.pseudonyms import pseudonymise_bytes
from games.standing import conflicts_of_interest
from web.errors import Conflict


class SubmissionInline(ShownInline):
    """The logs of the file; of a large one the first hundred."""

    model = Submission
    fields = ("number", "member", "status", "attempts", "judged_at", "game_link")
    related = ("game",)
    deferred = ("source", "refusal", "game__log")
    show_change_link = True
    verbose_name_plural = _("logs (the first hundred)")
    game_link = link_column(_("game"), "game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Submission]:
        return super().get_queryset(request).filter(number__lte=100)


@admin.register(Upload)
class UploadAdmin(ShownAdmin):
    list_display = ("name_or_id", "account_link", "channel", "size", "logs", "received_at")
    list_filter = ("channel", "received_at")
    fields = ("id", "account_link", "channel", "name", "size", "sha256", "received_at", "raw_file")
    ordering = ("-received_at", "-id")
    search_fields = ("name",)
    search_help_text = _("a handle (@ana), part of a file name, or a SHA-256")
    related = ("account",)
    deferred = ("raw",)
    inlines = (SubmissionInline, ModeratorActionInline)
    account_link = link_column(_("account"), "account", "account__username")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(account__username=word[1:].lower())
        return Q(name__icontains=word) | Q(sha256=word.lower())

    def get_queryset(self, request: HttpRequest) -> QuerySet[Upload]:
        submissions = (
            Submission.objects.filter(upload=OuterRef("pk"))
            .order_by()
            .values("upload")
            .annotate(number=Count("pk"))
            .values("number")
        )
        uploads: QuerySet[Upload] = super().get_queryset(request)
        return uploads.annotate(logs=Subquery(submissions))

    def get_urls(self) -> list[URLPattern]:
        raw = self.admin_site.admin_view(self.download)
        return [path("<uuid:upload_id>/raw/", raw, name="games_upload_raw"), *super().get_urls()]

    def download(self, request: HttpRequest, upload_id: UUID) -> HttpResponse:
        """The bytes as received, never shown by the browser; closed accounts under their number."""
        upload = Upload.objects.filter(pk=upload_id).first()
        if upload is None or upload.dropped_at or not self.has_view_permission(request):
            raise Http404
        headers = {
            "Content-Disposition": f'attachment; filename="{upload.pk}.bin"',
            "X-Content-Type-Options": "nosniff",
        }
        raw = pseudonymise_bytes(bytes(upload.raw))
        return HttpResponse(raw, content_type="application/octet-stream", headers=headers)

    @admin.display(description=_("file"), ordering="name")
    def name_or_id(self, row: Upload) -> str:
        return str(row)

    @admin.display(description=_("logs"))
    def logs(self, row: Upload) -> int:
        return getattr(row, "logs", None) or 0

    @admin.display(description=_("original file"))
    def raw_file(self, row: Upload) -> SafeString | str:
        if row.dropped_at:
            return gettext("deleted on %s") % f"{row.dropped_at:%Y-%m-%d}"
        address = reverse("admin:games_upload_raw", args=[row.pk])
        return format_html('<a href="{}" download>{}</a>', address, _("download the original file"))


class VerificationInline(ShownInline):
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
    list_display = ("pk", "verdict", "log_link", "game_link", "engine", "edition", "duration", "at")
    list_filter = (
        "verdict",
        choices_filter(_("edition"), "edition", [(name, name) for name in edition_names()]),
        "at",
    )
    fields = (
        "log_link",
        "game_link",
        "verdict",
        "engine",
        "edition",
        "fingerprint",
        "digest",
        "refusal_facts",
        "duration",
        "at",
    )
    ordering = ("-pk",)
    search_fields = ("game",)
    search_help_text = _("the id of a game, or the version of an engine")
    related = ("submission", "game")
    deferred = ("submission__source", "game__log")
    log_link = link_column(_("log"), "submission")
    game_link = link_column(_("game"), "game")

    def finds(self, word: str) -> Q:
        return Q(game=word.lower()) | Q(engine=word)

    @admin.display(description=_("refusal"))
    def refusal_facts(self, row: Verification) -> SafeString | str:
        return listed(row.refusal)


@admin.register(Submission)
class SubmissionAdmin(ShownAdmin):
    list_display = (
        "__str__",
        "account_link",
        "status",
        "refusal_line",
        "attempts",
        "queued_at",
        "game_link",
    )
    list_filter = ("status", "upload__channel", "queued_at")
    fields = (
        "file",
        "number",
        "member",
        "begins",
        "account_link",
        "status",
        "attempts",
        "queued_at",
        "claimed_at",
        "pauses",
        "resumes_at",
        "judged_at",
        "game_link",
        "refusal_facts",
        "log",
    )
    ordering = ("-pk",)
    search_fields = ("upload",)
    search_help_text = _("a handle (@ana), part of a file name, or the id of a game")
    related = ("upload__account", "game")
    deferred = ("upload__raw", "source", "game__log")
    inlines = (VerificationInline,)
    actions = ("queue_again",)
    account_link = link_column(_("account"), "upload.account", "upload__account__username")
    file = link_column(_("file"), "upload")
    game_link = link_column(_("game"), "game")

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

    def conflict_of_interest(self, account: Account, row: Submission) -> str:
        return conflicts_of_interest.conflict_in_upload(account, row.upload)

    @action(_("Run the check again on failed or refused logs"))
    def queue_again(self, request: HttpRequest, row: Submission, answers: Answers) -> None:
        if not moderation_actions.queue_again(moderator(request), [row], answers["reason"]):
            raise Conflict(gettext("you can only check failed or refused logs again"))

    @admin.display(description=_("refusal"))
    def refusal_line(self, row: Submission) -> str:
        facts: dict[str, Any] = row.refusal or {}
        place = f"{facts['line']}: " if facts.get("line") else ""
        return f"{place}{facts.get('message', '')}"[:100] or "–"

    @admin.display(description=_("refusal"))
    def refusal_facts(self, row: Submission) -> SafeString | str:
        return listed(row.refusal)

    @admin.display(description=_("log"))
    def log(self, row: Submission) -> SafeString:
        bad = (row.refusal or {}).get("line") or 0
        return numbered(row.text.decode(errors="replace"), begins=row.begins, bad=bad)
