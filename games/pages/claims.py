"""Statements of players about games and guests: confirm, dispute, “that Ana is me”."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.current_account import account_of
from games.models import Account, Game, Player
from games.pages.forms import ClaimForm, DisputeForm, SeatsForm
from games.pages.game import show_game
from games.queries import claims_of_account, claims_to_decide, games_in_full
from games.standing.attest import attest, dispute, take_back_dispute
from games.standing.correct_seats import reseat, withdraw_seat_claim
from games.standing.players import claim, decide_claim
from web.errors import Invalid, NotAllowed, ServiceError
from web.form_actions import carried_out, form_accepted, row_key


def _act_on_game(
    request: HttpRequest, game_id: str, act: Callable[[Account, Game], object], done: str
) -> HttpResponse:
    """Back to the game, with a message of the outcome."""
    game = get_object_or_404(games_in_full(), pk=game_id)
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("game", args=[game_id]))
    carried_out(request, lambda: act(account_of(request), game), done)
    return redirect("game", game_id)


@require_POST
def attest_game(request: HttpRequest, game_id: str) -> HttpResponse:
    def act(account: Account, game: Game) -> None:
        attest(account, game, left=request.POST.get("left") == "on")

    return _act_on_game(request, game_id, act, _("You have confirmed this game."))


@require_POST
def take_back_seats(request: HttpRequest, game_id: str) -> HttpResponse:
    return _act_on_game(
        request, game_id, withdraw_seat_claim, _("The seats of this game stay as they are.")
    )


@require_POST
def reseat_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Seat correction by the uploader."""
    row = get_object_or_404(games_in_full(), pk=game_id)
    form = SeatsForm(request.POST, table=row.seats.all())

    def act() -> None:
        reseat(account_of(request), row, form.names, form.cleaned_data["reason"])

    done = _("The seats are corrected. The players have to confirm the game again.")
    return _answer_form(request, row, form, act, done) or show_game(
        request, row, seats_form=form, status=400
    )


@require_POST
def withdraw_dispute(request: HttpRequest, game_id: str) -> HttpResponse:
    return _act_on_game(request, game_id, take_back_dispute, _("You have withdrawn your dispute."))


@require_POST
def dispute_game(request: HttpRequest, game_id: str) -> HttpResponse:
    row = get_object_or_404(games_in_full(), pk=game_id)
    form = DisputeForm(request.POST)

    def act() -> None:
        dispute(account_of(request), row, form.cleaned_data["reason"])

    return _answer_form(request, row, form, act, _("A moderator will look at it.")) or show_game(
        request, row, dispute_form=form, status=400
    )


def _answer_form(
    request: HttpRequest, game: Game, form: Form, act: Callable[[], object], done: str
) -> HttpResponse | None:
    """Back to `game` when `act` is done; ``None`` for a form that has to be shown again, with what
    was typed and why it is refused. Raises ``PermissionDenied``."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("game", args=[game.pk]))
    if not form.is_valid():
        return None
    try:
        act()
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None
    except Invalid as refusal:
        form.add_error(None, refusal.message)
        return None
    except ServiceError as refusal:
        messages.error(request, refusal.message)  # the page has moved on: it has no such form
    else:
        messages.success(request, done)
    return redirect("game", game.pk)


# ------------------------------------------------------------------------------ guests


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """“This guest is me.”"""
    guests = Player.objects.filter(account=None).select_related("known_to")
    guest = get_object_or_404(guests, pk=player_id)
    form = ClaimForm(request.POST if request.method == "POST" else None)
    if form_accepted(form, lambda: claim(account_of(request), guest, form.cleaned_data["note"])):
        messages.success(request, _("Your claim is waiting for a decision."))
        return redirect("claims")
    return render(request, "games/claim.html", {"form": form, "guest": guest})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claims(request: HttpRequest) -> HttpResponse:
    """Claims to decide, and one's own."""
    account = account_of(request)
    if request.method == "POST":
        return _decide(request, account)
    context = {"to_decide": claims_to_decide(account), "made": claims_of_account(account)[:50]}
    return render(request, "games/claims.html", context)


def _decide(request: HttpRequest, account: Account) -> HttpResponse:
    pk = row_key(request.POST.get("claim", ""))
    claim = get_object_or_404(claims_to_decide(account), pk=pk)
    accepted = request.POST.get("decision") == "accept"
    try:
        decide_claim(account, claim, accepted)
    except ServiceError as refusal:
        messages.error(request, refusal.message)
    else:
        text = (
            _("Accepted. The guest’s games now belong to that player.")
            if accepted
            else _("Refused.")
        )
        messages.success(request, text)
    return redirect("claims")
