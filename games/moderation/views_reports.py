"""Reports: of a game or a player, what came of one's own, and those that wait for a moderator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.moderator_access import kept_out
from games.current_account import account_of
from games.models import Account, Game, Player, Report
from games.moderation.forms import ReportAnswerForm, ReportForm
from games.moderation.reporting import answer_report, report_game, report_player
from games.queries import REPORT_ORDER, open_reports, reports_of
from games.standing.conflicts_of_interest import conflict_in_report
from web.errors import ServiceError
from web.form_actions import carried_out
from web.paging import BadCursor, page_of_rows

SIZE: Final = 25


def _form(
    request: HttpRequest, about: str, back: str, report: Callable[[Account, str], object]
) -> HttpResponse:
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            report(account_of(request), form.cleaned_data["reason"])
        except ServiceError as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("A moderator will look at it."))
            return redirect("reports")
    return render(request, "games/report.html", {"form": form, "about": about, "back": back})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_a_game(request: HttpRequest, game_id: str) -> HttpResponse:
    game = get_object_or_404(Game.objects.defer("log"), pk=game_id)
    back = reverse("game", args=[game_id])
    return _form(request, game_id, back, lambda account, reason: report_game(account, game, reason))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_a_player(request: HttpRequest, player_id: int) -> HttpResponse:
    player = get_object_or_404(Player.objects.select_related("account"), pk=player_id)
    return _form(
        request, str(player), "", lambda account, reason: report_player(account, player, reason)
    )


@require_safe
@never_cache
@login_required
def reports(request: HttpRequest) -> HttpResponse:
    """One's own, and what came of them."""
    return _list(request, account_of(request), moderates=False)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def reports_that_wait(request: HttpRequest) -> HttpResponse:
    """For moderators."""
    if (elsewhere := kept_out(request, request.get_full_path())) is not None:
        return elsewhere
    moderator = account_of(request)
    if request.method == "POST":
        return _answer(request, moderator)
    return _list(request, moderator, moderates=True)


def _list(request: HttpRequest, account: Account, *, moderates: bool) -> HttpResponse:
    rows = open_reports(account) if moderates else reports_of(account)
    try:
        page = page_of_rows(rows, REPORT_ORDER, request.GET.dict(), SIZE)
    except BadCursor:
        raise Http404("there is no such page") from None
    conflicts = {row.pk: conflict_in_report(account, row) for row in page.rows} if moderates else {}
    listed = [(row, conflicts.get(row.pk, "")) for row in page.rows]
    context = {"page": page, "rows": listed, "moderates": moderates, "form": ReportAnswerForm()}
    return render(request, "games/reports.html", context)


def _answer(request: HttpRequest, moderator: Account) -> HttpResponse:
    form, number = ReportAnswerForm(request.POST), request.POST.get("report", "")
    is_number = number.isdecimal() and len(number) < 18
    row = get_object_or_404(Report, pk=int(number) if is_number else 0)
    if not form.is_valid():
        messages.error(request, _("Please say why."))
        return redirect("moderation-reports")
    upheld = form.cleaned_data["upheld"] == "yes"
    answer = form.cleaned_data["answer"]
    carried_out(request, lambda: answer_report(moderator, row, upheld, answer), _("Answered."))
    return redirect("moderation-reports")
