"""Files as they were received."""

from __future__ import annotations

from uuid import UUID

from django.contrib import admin
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.base import ShownAdmin, ShownInline, admin_link
from games.admin.moderator_actions import DoneByModerators
from games.models import Submission, Upload
from games.pseudonyms import pseudonymise_bytes


class Logs(ShownInline):
    """The logs of the file; of a large one the first hundred."""

    model = Submission
    fields = ("number", "member", "status", "attempts", "judged_at", "became")
    related = ("game",)
    deferred = ("source", "refusal", "game__log")
    show_change_link = True
    verbose_name_plural = _("logs (the first hundred)")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Submission]:
        return super().get_queryset(request).filter(number__lte=100)

    @admin.display(description=_("game"))
    def became(self, row: Submission) -> SafeString | str:
        return admin_link(row.game)


@admin.register(Upload)
class UploadAdmin(ShownAdmin):
    list_display = ("name_or_id", "by", "channel", "size", "logs", "received_at")
    list_filter = ("channel", "received_at")
    fields = ("id", "by", "channel", "name", "size", "sha256", "received_at", "raw_file")
    ordering = ("-received_at", "-id")
    search_fields = ("name",)
    search_help_text = _("a handle (@ana), part of a file name, or a SHA-256")
    related = ("account",)
    deferred = ("raw",)
    inlines = (Logs, DoneByModerators)

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

    @admin.display(description=_("account"), ordering="account__username")
    def by(self, row: Upload) -> SafeString | str:
        return admin_link(row.account)

    @admin.display(description=_("logs"))
    def logs(self, row: Upload) -> int:
        return getattr(row, "logs", None) or 0

    @admin.display(description=_("raw file"))
    def raw_file(self, row: Upload) -> SafeString | str:
        if row.dropped_at:
            return gettext("dropped on %s") % f"{row.dropped_at:%Y-%m-%d}"
        address = reverse("admin:games_upload_raw", args=[row.pk])
        return format_html('<a href="{}" download>{}</a>', address, _("download as received"))
