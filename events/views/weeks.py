"""The deal of the week: played, and its results once the week is over."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from drawing.export.small import SMALL, position_picture
from drawing.language.words import colour_title
from engine import start
from events.deals.compare import compare_tables
from events.limits import LISTED_WEEKS, WEEK_LINES, too_often
from events.models import WeekDeal
from events.views.pages import reader
from events.weeks.results import compared_tables, count_players, week_results
from events.weeks.weekly import current_week_deal, play_week_deal, table_of_week
from games.replays import DAY_SECONDS, small
from tables.deals import public_secret
from tables.limits import OPENED
from tables.models import Phase
from tables.scores import final_score
from web.errors import NotAllowed, ServiceError
from web.paging import page_of_list
from web.priorities import heavy

FIRST_SEAT: Final = 0
"""Of the reader: a week's deal gives them the first turn."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def week_page(request: HttpRequest) -> HttpResponse:
    """This week's deal, and the weeks before; by POST the reader's table."""
    if request.method == "POST":
        return _play(request)
    row, account = current_week_deal(), reader(request)
    table = table_of_week(row, account) if row else None
    past = WeekDeal.objects.filter(deal__revealed_at__isnull=False).select_related("deal")
    context: dict[str, object] = {
        "row": row,
        "counts": count_players(row) if row else None,
        "table": table,
        "past": [week for week in past[:LISTED_WEEKS] if week != row],
    }
    if table and table.phase == Phase.FINISHED:
        context["score"] = final_score(table, FIRST_SEAT)
    return render(request, "events/week.html", context)


@require_safe
def week_picture(request: HttpRequest, year: int, week: int) -> HttpResponse:
    """The sides of a week's deal before its cards are dealt, small."""
    row = get_object_or_404(WeekDeal.objects.select_related("deal"), year=year, week=week)

    def draw() -> str:
        setup = row.deal.setup
        names = [colour_title(colour) for colour in setup.seats]
        return position_picture(start(setup), names, SMALL)

    answer = small(request, f"week-{row.deal.sites}", draw)
    if answer.status_code != HTTPStatus.TOO_MANY_REQUESTS:
        patch_cache_control(answer, public=True, max_age=DAY_SECONDS)
    return answer


@heavy
@require_safe
@never_cache
def week_results_page(request: HttpRequest, year: int, week: int) -> HttpResponse:
    """Results of a week, a page of them, that of the reader, and the best tables compared; refused
    before its end (403)."""
    rows = WeekDeal.objects.select_related("deal")
    row = get_object_or_404(rows, year=year, week=week)
    if row.deal.revealed_at is None:
        raise PermissionDenied(_("This deal is hidden until its week is over."))
    account, lines = reader(request), week_results(row)
    page = page_of_list(lines, request.GET, WEEK_LINES)
    context: dict[str, object] = {
        "row": row,
        "lines": lines,
        "page": page,
        "own": next((line for line in lines if line.account == account), None),
        "own_is_here": any(line.account == account for line in page.rows),
        "reader": account,
        "secret": public_secret(row.deal),
        "compared": compare_tables(compared_tables(lines, account)),
    }
    return render(request, "events/week_results.html", context)


# --- inside -------------------------------------------------------------------


def _play(request: HttpRequest) -> HttpResponse:
    account = reader(request)
    if account is None:
        return redirect_to_login(reverse("week-deal"))
    if not OPENED.allows(str(account.pk)):
        messages.error(request, too_often())
        return redirect("week-deal")
    try:
        return redirect("table", play_week_deal(account).pk)
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None
    except ServiceError as refusal:
        messages.error(request, refusal.message)
        return redirect("week-deal")
