"""Pages of moderation: the public log, alerts, and reports."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.factors import second_factor_redirect
from games.current_account import account_of
from games.models import Account, Game, ModeratorAction, Pattern, Player, Report
from games.moderation.actions import void_all
from games.moderation.patterns import alert_sentence, answer_pattern, names_in, set_aside
from games.moderation.queries import ACTION_ORDER, ModeratorActionFilter, holders, moderator_actions
from games.moderation.reporting import answer_report, report_game, report_player
from games.queries import (
    DAYS_OFF_BOARD,
    PATTERN_ORDER,
    REPORT_ORDER,
    games_named,
    open_patterns,
    open_reports,
    reports_of,
)
from games.search.views_games import conditions
from games.standing.attest import LONGEST_REASON
from games.standing.conflicts_of_interest import conflict_in_pattern, conflict_in_report
from web.form_actions import carried_out, form_accepted, row_key
from web.known_names import unknown_filters
from web.paging import AFTER, BEFORE, Page, page_of_rows

SIZE: Final = 25
PATTERNS: Final = 10


class ReportForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        help_text=gettext_lazy(
            "Name the games as exactly as you can, and say what is wrong with them."
        ),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class ReportAnswerForm(forms.Form):
    """A moderator's answer to a report."""

    upheld = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
    answer = forms.CharField(max_length=LONGEST_REASON)


def _report_form(
    request: HttpRequest, about: str, back: str, report: Callable[[Account, str], object]
) -> HttpResponse:
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form_accepted(form, lambda: report(account_of(request), form.cleaned_data["reason"])):
        messages.success(request, _("A moderator will look at it."))
        return redirect("reports")
    return render(request, "games/report.html", {"form": form, "about": about, "back": back})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_a_game(request: HttpRequest, game_id: str) -> HttpResponse:
    game = get_object_or_404(Game.objects.defer("log"), pk=game_id)
    back = reverse("game", args=[game_id])
    return _report_form(
        request, game_id, back, lambda account, reason: report_game(account, game, reason)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_a_player(request: HttpRequest, player_id: int) -> HttpResponse:
    player = get_object_or_404(Player.objects.select_related("account"), pk=player_id)
    return _report_form(
        request, str(player), "", lambda account, reason: report_player(account, player, reason)
    )


@require_safe
@never_cache
@login_required
def reports(request: HttpRequest) -> HttpResponse:
    """Reports of the account, and their answers."""
    return _report_list(request, account_of(request), moderates=False)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def reports_that_wait(request: HttpRequest) -> HttpResponse:
    """Open reports, for moderators."""
    if (second_factor := second_factor_redirect(request, request.get_full_path())) is not None:
        return second_factor
    moderator = account_of(request)
    if request.method == "POST":
        return _answer_report(request, moderator)
    return _report_list(request, moderator, moderates=True)


def _report_list(request: HttpRequest, account: Account, *, moderates: bool) -> HttpResponse:
    rows = open_reports(account) if moderates else reports_of(account)
    page = page_of_rows(rows, REPORT_ORDER, request.GET.dict(), SIZE)
    conflicts = {row.pk: conflict_in_report(account, row) for row in page.rows} if moderates else {}
    listed = [(row, conflicts.get(row.pk, "")) for row in page.rows]
    context = {"page": page, "rows": listed, "moderates": moderates, "form": ReportAnswerForm()}
    return render(request, "games/reports.html", context)


def _answer_report(request: HttpRequest, moderator: Account) -> HttpResponse:
    form = ReportAnswerForm(request.POST)
    row = get_object_or_404(Report, pk=row_key(request.POST.get("report", "")))
    if not form.is_valid():
        messages.error(request, _("Please say why."))
        return redirect("moderation-reports")
    upheld = form.cleaned_data["upheld"] == "yes"
    answer = form.cleaned_data["answer"]
    carried_out(request, lambda: answer_report(moderator, row, upheld, answer), _("Answered."))
    return redirect("moderation-reports")


class PatternAnswerForm(forms.Form):
    answer = forms.CharField(
        label=gettext_lazy("Your answer"), max_length=LONGEST_REASON, widget=forms.Textarea
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def answer_own_pattern(request: HttpRequest) -> HttpResponse:
    """The open pattern that takes the account off the leaderboards, and its answer to it."""
    account = account_of(request)
    pattern = open_patterns().filter(player__account=account).select_related("player").first()
    posted = request.POST if request.method == "POST" else None
    form = PatternAnswerForm(posted, initial={"answer": pattern.answer if pattern else ""})
    if pattern and _pattern_answered(account, pattern, form):
        messages.success(request, _("A moderator will read your answer."))
        return redirect("account-pattern")
    context = {
        "form": form,
        "pattern": pattern,
        "words": alert_sentence(pattern, names_in([pattern])) if pattern else "",
        "back_on": pattern.found_at + timedelta(days=DAYS_OFF_BOARD) if pattern else None,
    }
    return render(request, "games/own_pattern.html", context)


def _pattern_answered(account: Account, pattern: Pattern, form: PatternAnswerForm) -> bool:
    return form_accepted(
        form, lambda: answer_pattern(account, pattern, form.cleaned_data["answer"])
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def patterns(request: HttpRequest) -> HttpResponse:
    """Alerts, for moderators alone: a suspicion is no verdict."""
    if (second_factor := second_factor_redirect(request, request.get_full_path())) is not None:
        return second_factor
    moderator = account_of(request)
    if request.method == "POST":
        return _settle_pattern(request, moderator)
    page = page_of_rows(open_patterns(), PATTERN_ORDER, request.GET.dict(), PATTERNS)
    names = names_in(page.rows)
    games = games_named(pk for row in page.rows for pk in row.games)
    rows = [
        (
            row,
            alert_sentence(row, names),
            [games[pk] for pk in row.games if pk in games],
            conflict_in_pattern(moderator, row),
        )
        for row in page.rows
    ]
    return render(request, "games/patterns.html", {"page": page, "rows": rows})


def _settle_pattern(request: HttpRequest, moderator: Account) -> HttpResponse:
    row = get_object_or_404(Pattern, pk=row_key(request.POST.get("pattern", "")))
    if request.POST.get("act") == "void":
        carried_out(request, lambda: _void_games(request, moderator, row))
    else:
        aside = _("Dismissed. We’ll show this suspicion again if more such games are found.")
        carried_out(request, lambda: set_aside(moderator, row), aside)
    return redirect("moderation-patterns")


def _void_games(request: HttpRequest, moderator: Account, row: Pattern) -> None:
    chosen = set(request.POST.getlist("game")) & set(row.games)
    games = list(Game.objects.filter(pk__in=chosen).defer("log"))
    done = void_all(moderator, games, request.POST.get("reason", ""))
    text = ngettext("%(number)d game is void.", "%(number)d games are void.", done)
    messages.success(request, text % {"number": done})


@require_safe
def moderation(request: HttpRequest) -> HttpResponse:
    action_filter = ModeratorActionFilter(request.GET, moderator_actions())
    page: Page[ModeratorAction] = Page([])
    if action_filter.form.is_valid():
        page = page_of_rows(action_filter.qs, ACTION_ORDER, request.GET.dict(), SIZE)
    context = {
        "form": action_filter.form,
        "page": page,
        "conditions": conditions(action_filter.form, request.GET),
        "unknown_filters": unknown_filters(
            request.GET, (*action_filter.base_filters, AFTER, BEFORE)
        ),
        "holders": holders(),
    }
    return render(request, "games/moderation.html", context)
