"""The page of one's own account."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.accounts.factors import has_factor
from games.accounts.lifecycle import (
    agree_to_data_licence,
    choose_language,
    switch_previews,
    switch_reminders,
)
from games.models import Account
from games.pages.upload import wants_json
from games.queries import (
    GAME_ORDER,
    claims_to_decide,
    games_waiting_for,
    latest_uploads,
    uploads_with_verdicts,
    verified_address,
)
from games.standing.resolve_players import ensure_player
from web.errors import Invalid
from web.languages import remember, spoken
from web.paging import page_of_rows

SOME = 10


@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    account = request.user
    assert isinstance(account, Account)
    waiting = page_of_rows(games_waiting_for(account), GAME_ORDER, request.GET.dict(), SOME)
    uploads = uploads_with_verdicts(latest_uploads(account, SOME))
    context = {
        "player": ensure_player(account),
        "uploads": [row for row in uploads if not row.tally["refused"]],
        "refused": [row for row in uploads if row.tally["refused"]],
        "waiting": waiting,
        "claims": claims_to_decide(account)[:SOME],
        "address": verified_address(account),
        "factor": has_factor(account),
        "languages": spoken(),
        "tokens": account.api_tokens.filter(revoked_at=None).count(),
        "title": _("Your account"),
    }
    return render(request, "games/account.html", context)


@require_POST
@login_required
def language(request: HttpRequest) -> HttpResponse:
    """The language of the account's pages and mails."""
    account = request.user
    assert isinstance(account, Account)
    try:
        choose_language(account, request.POST.get("language", ""))
    except Invalid as error:
        return HttpResponseBadRequest(str(error))
    answer = redirect("account")
    remember(answer, account.language)
    return answer


@require_POST
@login_required
def reminders(request: HttpRequest) -> HttpResponse:
    """E-mail about tables, or none."""
    account = request.user
    assert isinstance(account, Account)
    switch_reminders(account, request.POST.get("wanted") == "yes")
    return redirect("account")


@require_POST
@login_required
def data_licence(request: HttpRequest) -> HttpResponse:
    """Agree that logs of one's games are published under CC0."""
    account = request.user
    assert isinstance(account, Account)
    agree_to_data_licence(account)
    return redirect("account")


@require_POST
@login_required
def preview_wish(request: HttpRequest) -> HttpResponse:
    """Switch previews on or off; a script wants no page."""
    account = request.user
    assert isinstance(account, Account)
    switch_previews(account, request.POST.get("wanted") == "yes")
    return HttpResponse(status=204) if wants_json(request) else redirect("account")
