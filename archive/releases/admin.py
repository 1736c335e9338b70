"""Impacts, for moderators: how far they are, and what is decided about them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from archive.releases.models import Impact, ImpactState
from archive.releases.services import impact
from archive.releases.services.decisions import ReleaseChoice, decide_release
from games.admin.base import (
    Answers,
    ReasonForm,
    ShownAdmin,
    action,
    admin_link,
    choices_filter,
    moderator,
)
from games.models import Account


@admin.register(Impact)
class ImpactAdmin(ShownAdmin):
    list_display = (
        *("pk", "build", "edition", "state", "begun_at", "games"),
        *("verdicts", "places", "points", "digests", "ratings", "decided"),
    )
    list_filter = (choices_filter(_("state"), "state", ImpactState.choices),)
    fields = (
        *("page", "build", "edition", "state", "begun_by", "begun_at", "ended_at", "expected"),
        *("games", "verdicts", "places", "points", "digests", "crashes", "ratings", "decided"),
        "candidate_numbers",
    )
    ordering = ("-pk",)
    search_fields = ("release",)
    search_help_text = _("a build of the engine")
    related = ("release", "by", "decision")
    deferred = ("chosen", "release__sources", "release__numbers")
    actions = ("adopt", "pin", "cancel")

    def finds(self, word: str) -> Q:
        return Q(release__build__startswith=word)

    def conflict_of_interest(self, account: Account, row: Impact) -> str:
        """A decision is about all games that differ: whose they are does not matter."""
        return ""

    @action(_("Adopt the new verdicts"), ReasonForm, for_oneself=True)
    def adopt(self, request: HttpRequest, row: Impact, answers: Answers) -> None:
        decide_release(moderator(request), row, ReleaseChoice.ADOPT, answers["reason"])

    @action(_("Keep the stored verdicts"), ReasonForm, for_oneself=True)
    def pin(self, request: HttpRequest, row: Impact, answers: Answers) -> None:
        decide_release(moderator(request), row, ReleaseChoice.PIN, answers["reason"])

    @action(_("Cancel"), None, for_oneself=True)
    def cancel(self, request: HttpRequest, row: Impact, answers: Answers) -> None:
        impact.cancel_impact(moderator(request), row)

    @admin.display(description=_("engine"))
    def build(self, row: Impact) -> str:
        return row.release.build

    @admin.display(description=_("started by"))
    def begun_by(self, row: Impact) -> SafeString | str:
        return admin_link(row.by)

    @admin.display(description=_("decision"))
    def decided(self, row: Impact) -> str:
        decision = getattr(row, "decision", None)
        return str(decision.get_what_display()) if decision else "–"

    @admin.display(description="TOML")
    def candidate_numbers(self, row: Impact) -> str:
        return row.candidate.toml if hasattr(row, "candidate") else "–"

    @admin.display(description=_("comparison"))
    def page(self, row: Impact) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("impact", args=[row.pk]), row.pk)
