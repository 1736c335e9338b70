"""Games that wait to be confirmed: one game, several, all of one uploader; agreements; a mailed
link."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.handles import typed_handle
from games.current_account import account_of
from games.models import Account, Game
from games.pages.forms import WantedForm
from games.queries import GAME_ORDER
from games.standing import agreements, confirming
from games.standing.attest import before_confirming, confirmed_before
from games.standing.confirming import ConfirmationOutcome
from web.errors import ServiceError
from web.paging import page_of_rows

SIZE: Final = 25


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def confirm_page(request: HttpRequest) -> HttpResponse:
    """The page; by POST one game or several (`game`), or all of one uploader (`all`)."""
    account = account_of(request)
    if request.method == "POST":
        return _confirm(request, account)
    form = WantedForm(request.GET)
    form.is_valid()
    games = confirming.waiting_games(account, form.wanted)
    page = page_of_rows(games, GAME_ORDER, request.GET.dict(), SIZE)
    confirmations = (
        confirmed_before((account.pk, game) for game in page.rows) if form.wanted.lapsed else set()
    )
    uploaders = [] if form.wanted != form.all else confirming.uploaders_of_waiting(account)
    context = {
        "form": form,
        "page": page,
        "rows": [_row(account, game, (account.pk, game.pk) in confirmations) for game in page.rows],
        "uploader": form.wanted.uploader if page.rows else "",
        "several": [uploader for uploader in uploaders if uploader.n > 1],
        "lapsed": form.wanted.lapsed,
        "agreements": agreements.agreements_of(account),
    }
    return render(request, "games/confirm.html", context)


class WaitingGame(NamedTuple):
    """A game; who brought it; what else one confirms by it; whether only on its own page; whether
    that is done, and only the others are to be asked again."""

    game: Game
    by: str
    before: list[str]
    alone: bool
    said: bool


def _row(account: Account, game: Game, is_confirmed: bool) -> WaitingGame:
    seats = list(game.seats.all())
    account_seats = [seat for seat in seats if seat.player and seat.player.account_id == account.pk]
    alone = any(seat.is_given_up for seat in account_seats)
    username = game.submission.upload.account.username
    return WaitingGame(
        game, username, [] if is_confirmed else before_confirming(seats), alone, is_confirmed
    )


def _confirm(request: HttpRequest, account: Account) -> HttpResponse:
    try:
        if "all" in request.POST:
            confirm_all = confirming.confirm_all_of(account, typed_handle(request.POST["all"]))
        else:
            games = set(request.POST.getlist("game"))
            confirm_all = confirming.confirm_games(account, games)
    except ServiceError as refusal:
        messages.error(request, refusal.message)
    else:
        _say(request, confirm_all)
    return redirect("confirm")


def _say(request: HttpRequest, confirmed: ConfirmationOutcome) -> None:
    n = len(confirmed.done)
    if n:
        text = ngettext("You have confirmed %(n)d game.", "You have confirmed %(n)d games.", n)
        messages.success(request, text % {"n": n})
    elif not confirmed.left:
        messages.error(request, _("This game no longer needs your confirmation."))
    for refusal in sorted(set(confirmed.left.values())):
        messages.error(request, refusal)


@require_POST
@login_required
def agreement_form(request: HttpRequest) -> HttpResponse:
    """“Always confirm what they upload of games we play together”, or no longer (`end`)."""
    account, handle = account_of(request), typed_handle(request.POST.get("handle", ""))
    if "end" in request.POST:
        agreements.end_agreement(account, handle)
        messages.success(request, _("From now on we’ll ask you to confirm this player’s uploads."))
        return redirect("confirm")
    try:
        row = agreements.make_agreement(account, handle)
    except ServiceError as refusal:
        messages.error(request, refusal.message)
    else:
        text = _("From now on, games that @%(handle)s uploads are confirmed for you.")
        messages.success(request, text % {"handle": row.uploader.username})
    return redirect("confirm")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def by_mail(request: HttpRequest, secret: str) -> HttpResponse:
    """A link in a mail, without logging in: shows the game; only a POST confirms it."""
    try:
        if request.method == "POST":
            left = request.POST.get("left") == "on"
            link = confirming.confirm_by_link(secret, left=left)._replace(done=True)
        else:
            link = confirming.confirmation_link_of(secret)
    except ServiceError as refusal:
        return render(request, "games/confirm_by_mail.html", {"why": refusal.message}, status=410)
    seats = list(link.game.seats.select_related("player__account").order_by("number"))
    account_seats = [s for s in seats if s.player and s.player.account_id == link.account.pk]
    context = {
        "link": link,
        "seats": seats,
        "before_confirming": before_confirming(seats),
        "replaced": any(seat.is_given_up for seat in account_seats),
    }
    return render(request, "games/confirm_by_mail.html", context)
