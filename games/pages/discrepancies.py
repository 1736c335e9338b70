"""Two logs that are nearly the same, and which of them is right."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.factors import moderates, second_factor_redirect
from games.current_account import account_of
from games.duplicates.compare_page import compare_logs, read_uploaded_log, seat_results
from games.duplicates.decide import choose_right_log, decide_discrepancy, state_of_discrepancy
from games.models import Account, Discrepancy
from games.pages.forms import DecisionForm, WhichForm
from games.queries import discrepancies_in_full
from games.replays.views.replay import table_html
from games.standing.conflicts_of_interest import conflict_in_discrepancy
from web.form_actions import carried_out


def _get_discrepancy(game_id: str, number: int) -> Discrepancy:
    return get_object_or_404(discrepancies_in_full(), game=game_id, number=number)


@require_safe
@never_cache
def discrepancy(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    return _render_discrepancy(request, _get_discrepancy(game_id, number))


def _render_discrepancy(
    request: HttpRequest,
    row: Discrepancy,
    *,
    decision: DecisionForm | None = None,
    status: int = 200,
) -> HttpResponse:
    other, ply = read_uploaded_log(row), row.equal + 1
    state, became = state_of_discrepancy(row), row.submission.game_id
    account = request.user
    decides = moderates(account) and not state.verdict
    context = {
        "row": row,
        "said": state,
        "became": became if became != row.game_id else None,
        "may_choose": account.pk in state.voices and not state.verdict,
        "compared": compare_logs(row.game.log, other.log, ply) if other else None,
        "seats": [seat_results(row), other.seats if other else []],
        "table": table_html(request, row.game.log, ply),
        "which_form": WhichForm(initial={"which": state.choices.get(account.pk or 0)}),
        "decision_form": (decision or DecisionForm()) if decides else None,
        "conflict_of_interest": conflict_in_discrepancy(account, row)
        if isinstance(account, Account)
        else "",
    }
    return render(request, "games/discrepancy.html", context, status=status)


def _act_on_discrepancy(
    request: HttpRequest, row: Discrepancy, act: Callable[[], object]
) -> HttpResponse:
    carried_out(request, act, _("Your answer is saved."))
    return redirect("discrepancy", row.game_id, row.number)


@require_POST
@login_required
def choose_log(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    """A player says which log is right."""
    row, form = _get_discrepancy(game_id, number), WhichForm(request.POST)
    if not form.is_valid():
        return _render_discrepancy(request, row, status=400)
    account = account_of(request)
    return _act_on_discrepancy(
        request, row, lambda: choose_right_log(account, row, form.cleaned_data["which"])
    )


@require_POST
@login_required
def decide_log(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    """A moderator decides."""
    row, form = _get_discrepancy(game_id, number), DecisionForm(request.POST)
    back = reverse("discrepancy", args=[game_id, number])
    if (second_factor := second_factor_redirect(request, back)) is not None:
        return second_factor
    moderator = account_of(request)
    if not form.is_valid():
        return _render_discrepancy(request, row, decision=form, status=400)
    choice, reason = (form.cleaned_data.get(name, "") for name in ("which", "reason"))
    return _act_on_discrepancy(
        request, row, lambda: decide_discrepancy(moderator, row, choice, reason)
    )
