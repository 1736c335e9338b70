"""Readers report the name or text of a club, an event, a guest, or an announcement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from events.clubs.views.pages import club_at
from events.limits import LISTED_ANNOUNCEMENTS
from events.models import Event
from events.moderation import Subject, report_name
from events.views.series_pages import series_at
from games.current_account import account_of
from web.form_actions import form_accepted

FORM: Final = ["GET", "HEAD", "POST"]

Subjects = Mapping[str, tuple[str, Subject]]
"""Names and texts that a reader may report, by the value of the form: each with its label."""


class NameReportForm(forms.Form):
    """A report: of which name or text, and why."""

    subject = forms.ChoiceField(label=gettext_lazy("Report"))
    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def __init__(self, posted: QueryDict | None, subjects: Subjects) -> None:
        super().__init__(posted)
        field = self.fields["subject"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, label) for key, (label, _subject) in subjects.items()]
        if len(subjects) == 1:
            del self.fields["subject"]


@require_http_methods(FORM)
@login_required
@never_cache
def report_club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Report the name or the text of a club."""
    club = club_at(slug)
    subjects: Subjects = {} if club.hidden_at else {"club": (club.public_name, club)}
    return _report_page(request, subjects, club.public_name, reverse("club", args=[club.slug]))


@require_http_methods(FORM)
@login_required
@never_cache
def report_event_page(request: HttpRequest, event_id: int) -> HttpResponse:
    """Report the name of an event, of a guest at it, or an announcement."""
    event = get_object_or_404(Event, pk=event_id)
    subjects: dict[str, tuple[str, Subject]] = {}
    if not event.hidden_at:
        subjects["event"] = (_("The name “%(name)s”") % {"name": event.name}, event)
    for guest in event.entrants.filter(account=None, hidden_at=None):
        label = _("The guest “%(name)s”") % {"name": guest.guest}
        subjects[f"guest-{guest.number}"] = (label, guest)
    for row in event.announcements.filter(hidden_at=None)[:LISTED_ANNOUNCEMENTS]:
        label = _("The announcement “%(text)s”") % {"text": row.text}
        subjects[f"announcement-{row.pk}"] = (label, row)
    return _report_page(request, subjects, event.public_name, reverse("event", args=[event.pk]))


@require_http_methods(FORM)
@login_required
@never_cache
def report_series_page(request: HttpRequest, series_id: int) -> HttpResponse:
    """Report the name of a series."""
    series = series_at(series_id)
    subjects: Subjects = {} if series.hidden_at else {"series": (series.public_name, series)}
    return _report_page(request, subjects, series.public_name, reverse("series", args=[series.pk]))


# --- inside -------------------------------------------------------------------


def _report_page(
    request: HttpRequest, subjects: Subjects, title: str, address: str
) -> HttpResponse:
    """The form; `address`: the page of the club or event."""
    if not subjects:
        raise Http404("all of it is hidden")
    account = account_of(request)
    form = NameReportForm(request.POST if request.method == "POST" else None, subjects)

    def report() -> None:
        key = form.cleaned_data.get("subject") or next(iter(subjects))
        _label, subject = subjects[key]
        report_name(account, subject, form.cleaned_data["reason"])

    if form_accepted(form, report):
        messages.success(request, _("A moderator will look at it."))
        return redirect(address)
    context = {"form": form, "title": title, "address": address}
    return render(request, "events/report.html", context)
