"""Releases of the engine: which judged what, what each would change, what was decided."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from archive.releases import impact_words, queries
from archive.releases.models import DifferenceKind, Impact, Release
from archive.releases.services import builds, groups, impact
from archive.releases.services.decisions import ReleaseChoice, decide_release, open_to_decide
from engine.build import engine_version
from games.current_account import account_of
from games.standing import LONGEST_REASON
from web.form_actions import carried_out
from web.paging import page_of_rows

SIZE = 25
MAX_RATINGS = 20


@require_safe
def verifications_by_build(request: HttpRequest) -> HttpResponse:
    """The page of verifications by build."""
    context = {"engines": queries.engines(), "present": engine_version()}
    return render(request, "releases/record.html", context)


@require_safe
def releases(request: HttpRequest) -> HttpResponse:
    rows = [(release, queries.of_release(release)) for release in Release.objects.all()[:SIZE]]
    context = {
        "rows": [
            (row, impact, impact_words.summary(impact) if impact else "") for row, impact in rows
        ],
        "present": engine_version(),
        "others": queries.impacts().exclude(edition="", chosen__isnull=True)[:SIZE],
        "may_begin": _moderates(request),
    }
    return render(request, "releases/releases.html", context)


@require_safe
def release(request: HttpRequest, number: int) -> HttpResponse:
    release = get_object_or_404(Release, pk=number)
    before = builds.previous_release(release)
    context = {
        "release": release,
        "before": before,
        "changed": builds.compare_releases(before, release) if before else None,
        "present": engine_version(),
        "impacts": [
            (impact, impact_words.summary(impact))
            for impact in queries.impacts().filter(release=release)
        ],
        "may_begin": _moderates(request),
    }
    return render(request, "releases/release.html", context)


@require_safe
def impact_page(request: HttpRequest, number: int) -> HttpResponse:
    """An impact: how far it is, what it found, what was decided."""
    release_impact = get_object_or_404(queries.impacts(), pk=number)
    kind = request.GET.get("kind", "")
    rows = page_of_rows(
        queries.impact_differences(release_impact, kind), ["id"], request.GET.dict(), SIZE
    )
    ratings = release_impact.rating_changes.select_related("player__account")[:MAX_RATINGS]
    moderates = _moderates(request)
    context = {
        "impact": release_impact,
        "progress": impact.progress_percent(release_impact),
        "counts": groups.games_by_kind(release_impact),
        "summary": impact_words.summary(release_impact),
        "groups": impact_words.groups_in_words(queries.difference_groups(release_impact)),
        "kinds": DifferenceKind.choices,
        "kind": kind,
        "page": rows,
        "lines": impact_words.difference_lines(rows.rows),
        "ratings": impact_words.rating_lines(ratings),
        "decision": getattr(release_impact, "decision", None),
        "moderates": moderates,
        "why_not": open_to_decide(release_impact) if moderates else "",
        "longest": LONGEST_REASON,
        "present": engine_version(),
    }
    return render(request, "releases/impact.html", context)


@require_POST
@login_required
def impact_begin(request: HttpRequest) -> HttpResponse:
    """A moderator has an impact begin; of an edition, if the form names one, and of the games whose
    ids it has, if there are any."""
    impacts: list[Impact] = []
    moderator, edition = account_of(request), request.POST.get("edition", "")[:20]
    chosen = request.POST.get("games", "").lower().split() or None
    done = carried_out(
        request, lambda: impacts.append(impact.begin_impact(moderator, edition, chosen))
    )
    if not done:
        return HttpResponseRedirect(reverse("releases"))
    return HttpResponseRedirect(reverse("impact", args=[impacts[0].pk]))


@require_POST
@login_required
def impact_cancel(request: HttpRequest, number: int) -> HttpResponse:
    impact_row, moderator = get_object_or_404(Impact, pk=number), account_of(request)
    carried_out(
        request, lambda: impact.cancel_impact(moderator, impact_row), _("Comparison cancelled.")
    )
    return HttpResponseRedirect(reverse("impact", args=[number]))


@require_POST
@login_required
def decided(request: HttpRequest, number: int) -> HttpResponse:
    """A moderator adopts or pins."""
    impact, moderator = get_object_or_404(queries.impacts(), pk=number), account_of(request)
    choice, reason = request.POST.get("what", ""), request.POST.get("reason", "")
    if choice not in ReleaseChoice.values:
        raise Http404("there is no such decision")
    done = _("Decision saved. It will be applied in a moment.")
    carried_out(
        request, lambda: decide_release(moderator, impact, ReleaseChoice(choice), reason), done
    )
    return HttpResponseRedirect(reverse("impact", args=[number]))


# --- inside -------------------------------------------------------------------


def _moderates(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.is_moderator
