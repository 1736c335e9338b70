"""A new table: by the form, or at once against the computer."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from drawing.replay.replay import seat_names
from engine import read_log
from engine.computer import LEVELS
from games.accounts import typed_handle
from games.current_account import account_of
from games.models import Account, Game
from games.models.account import HANDLE
from games.replays import branch_address, unpack_branch
from tables.forms import USUAL_PRESET, OnwardForm, PromiseForm, TermsForm
from tables.limits import OPENED
from tables.lobby.opening import continued_game, open_table, play_on
from tables.lobby.pairing import pair_account, waiting_invitations
from tables.models import Access, Pace, Table
from tables.terms import Terms
from web.errors import Invalid, NotAllowed, ServiceError

FIRST_OPPONENT: Final = "greedy"
FIRST_DAYS: Final = 14


def busy() -> str:
    return _("You have opened too many tables. Please wait a few minutes.")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "tables/new.html", {"form": TermsForm(initial=_invitation(request))})
    account, form = account_of(request), TermsForm(request.POST)
    if form.is_valid():
        if not OPENED.allows(str(account.pk)):
            form.add_error(None, busy())
        else:
            opened = form.stored(lambda: open_table(account, form.terms()))
            if opened is not None:
                return redirect("table", opened.pk)
    return render(request, "tables/new.html", {"form": form}, status=400)


def _invitation(request: HttpRequest) -> dict[str, str]:
    """Fields of the form for a table for friends, or to which the player ``invite`` is invited."""
    if "friends" in request.GET:
        return {"access": Access.GUESTS.value, "rated": ""}
    handle = typed_handle(request.GET.get("invite", ""))
    if not re.fullmatch(HANDLE.regex, handle):
        return {}
    return {"invited": f"@{handle}", "access": Access.INVITED.value}


@require_safe
@login_required
@never_cache
def first_game(request: HttpRequest) -> HttpResponse:
    """First page after signing up: an introduction, and one button."""
    return render(request, "tables/first.html")


@require_POST
def play_computer(request: HttpRequest) -> HttpResponse:
    """A game against a computer player, without a hurry: of the level that is asked for, else of
    one that is easy to follow. Unrated unless it is asked for."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("play-first"))
    level = request.POST.get("level", FIRST_OPPONENT)
    terms = Terms(
        preset=USUAL_PRESET,
        rated="rated" in request.POST,
        access=Access.INVITED.value,
        pace=Pace.DAYS.value,
        days=FIRST_DAYS,
        computers=(level if level in LEVELS else FIRST_OPPONENT,),
    )
    return _seated(
        request, lambda account, promise: open_table(account, replace(terms, promise=promise))
    )


@require_POST
def pair_up(request: HttpRequest) -> HttpResponse:
    """Quick pairing: first the tables that wait for the account; else a seat at another one, or a
    new one on the usual terms."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("lobby"))
    if invited := waiting_invitations(account_of(request)):
        return render(request, "tables/invited.html", {"tables": invited})
    return _seated(request, pair_account)


def _seated(request: HttpRequest, do: Callable[[Account, str], Table]) -> HttpResponse:
    """To the table that `do` makes or finds for the account and its promise."""
    account, form = account_of(request), PromiseForm(request.POST)
    if not OPENED.allows(str(account.pk)):
        messages.error(request, busy())
        return redirect("lobby")
    promise = form.cleaned_data["promise"] if form.is_valid() else ""
    try:
        return redirect("table", do(account, promise).pk)
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None
    except ServiceError as refusal:
        messages.error(request, refusal.message)
        return redirect("lobby")


# --- playing on from a step of a game, or from a what-if -------------------


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_on_page(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """A form: the host's seat, and the players of the other seats."""
    game = get_object_or_404(Game.objects.only("log", "entries"), pk=game_id)
    if ply > game.entries:
        raise Http404("the game ended before that")
    parameters = request.POST if request.method == "POST" else request.GET
    context: dict[str, object] = {"game": game, "ply": ply, "m": parameters.get("m", "")}
    try:
        lines = unpack_branch(parameters.get("m", ""))
        continued_game(game, ply, lines)
    except Invalid as refusal:
        refused = context | {"refusal": refusal.message}
        return render(request, "tables/onward.html", refused, status=400)
    log = read_log(game.log)
    form = OnwardForm(log.setup, seat_names(log), request.POST or None)
    if form.is_valid() and (new_table := _opened(request, game, ply, lines, form)):
        return redirect("table", new_table)
    context |= {"form": form, "entries": len(lines), "back": branch_address(game_id, ply, lines)}
    status = 400 if request.method == "POST" else 200
    return render(request, "tables/onward.html", context, status=status)


def _opened(
    request: HttpRequest, game: Game, ply: int, lines: list[str], form: OnwardForm
) -> str | None:
    """The id of the new table; ``None`` with an error in the form."""
    account = account_of(request)
    if not OPENED.allows(str(account.pk)):
        form.add_error(None, busy())
        return None
    chosen = form.cleaned_data
    try:
        return play_on(account, game, ply, lines, chosen["colour"], chosen["others"]).pk
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None
    except ServiceError as refusal:
        form.add_error(None, refusal.message)
        return None
