"""The first game: pages that need no account.

Who plays is known by a signed cookie, or by the account that kept the game. One game a browser.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from drawing.play.live import Live, LiveGames
from drawing.text.names import COMPUTER
from drawing.text.rules.hints import current_hints
from engine import EVERYTHING
from games.pages import wants_json
from games.queries import has_verified_address
from tables.errors import IllegalEntry
from tables.forms import ActForm
from tables.learn import first_game
from tables.learn.coach import learner_updates
from tables.learn.first_game import LEARNER, LEVEL, SETUP
from tables.learn.lessons.lesson import names
from tables.limits import FIRST_GAMES_ACTED, FIRST_GAMES_ADVISED, FIRST_GAMES_BEGUN, FIRST_LEFT
from tables.models import FirstGame
from tables.views.actions import refusal_markup
from tables.views.new import busy
from tables.views.play_page import outcome_of, table_drawing
from tables.views.previews import exceeds_preview_limit, previews_answer, previews_limited
from tables.views.request_fields import line_number, visitor
from web.errors import NotAllowed, ServiceError
from web.rate_limits import Throttle, client_key

COOKIE: Final = "first-game"
SALT: Final = "tables.first"

KEEP: Final = LiveGames(100)
"""First games that a process remembers; apart from the tables, so that strangers push none out."""


@require_safe
@never_cache
def first_game_page(request: HttpRequest) -> HttpResponse:
    """The game of this browser; with ``hint``, what the computer player would do."""
    row = _find(request)
    if row is None:
        return redirect("learn")
    live = _live(row)
    advice = None
    if "hint" in request.GET:
        if _may(request, FIRST_GAMES_ADVISED):
            advice = first_game.advise_learner(row, live.names)
        else:
            messages.error(request, busy())
    with live.lock:
        live.follow(first_game.entries_of(row))
        acts = not live.state.over
        context = {
            **table_drawing(live, LEARNER, acts=acts),
            "row": row,
            "here": reverse("first-game"),
            "hints_url": reverse("first-game-hints"),
            "previews_url": reverse("first-game-previews"),
            "head_line": "tables/learn/head_line.html",
            "advice": advice,
            "next_ply": row.plies + 1,
            "may_take_back": acts
            and any(entry.seat == LEARNER for entry in first_game.entries_of(row)),
            **outcome_of(live, LEARNER),
        }
    return render(request, "tables/learn/game.html", context)


@require_POST
def start_first_game(request: HttpRequest) -> HttpResponseBase:
    """Begin a first game; it replaces the one of this browser. With ``go_on`` a game of this
    browser that is not over goes on instead."""
    if "go_on" in request.POST and (current := _find(request)) and current.ended_at is None:
        return redirect("first-game")
    account = visitor(request)
    verified = has_verified_address(account)
    payer = f"account {account.pk}" if account and verified else client_key(request)
    if not FIRST_GAMES_BEGUN.allows(payer):
        messages.error(request, busy())
        return redirect("learn")
    try:
        row = first_game.begin_first_game(verified=verified)
    except ServiceError as refusal:
        messages.error(request, refusal.message)
        return redirect("learn")
    if account is not None:
        first_game.keep_first_game(row, account)
    begun = redirect("first-game")
    begun.set_signed_cookie(
        COOKIE,
        row.pk,
        salt=SALT,
        max_age=FIRST_LEFT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return begun


@require_safe
@never_cache
def first_game_updates(request: HttpRequest) -> HttpResponse:
    """The steps after number ``after``, for the script."""
    return _updates(_must_find(request), line_number(request.GET.get("after", "")))


@require_safe
@never_cache
def first_game_hints(request: HttpRequest) -> HttpResponse:
    """Worth of the things on the table, by key."""
    row = _must_find(request)
    live = _live(row)
    with live.lock:
        live.follow(first_game.entries_of(row))
        return JsonResponse(current_hints(live.state, live.viewer, live.names))


@require_safe
@never_cache
def first_game_previews(request: HttpRequest) -> HttpResponse:
    """Previews of the learner's choices; see ``tables.views.previews``."""
    row = _must_find(request)
    if exceeds_preview_limit(request):
        return previews_limited()
    live = _live(row)
    with live.lock:
        live.follow(first_game.entries_of(row))
        return previews_answer(request, live)


@require_POST
def submit_first_game_entry(request: HttpRequest) -> HttpResponse:
    """An entry of the learner: for the script what follows from it, else the page again."""
    row, form = _must_find(request), ActForm(request.POST)
    if not form.is_valid():
        return _refused(request, _("Choose a move."), 400)
    if not _may(request, FIRST_GAMES_ACTED):
        return _refused(request, _("Too many requests. Please wait a minute."), 429)
    ply = form.cleaned_data["ply"]
    try:
        row = first_game.play_first_game(row, visitor(request), ply, form.cleaned_data["text"])
    except ServiceError as refusal:
        if not wants_json(request):
            messages.error(request, refusal_markup(refusal))
            return redirect("first-game")
        problem = {"detail": refusal.message}
        if isinstance(refusal, IllegalEntry) and refusal.rule_url:
            ruling = _("Ruling %s") % refusal.place
            problem |= {"ruling": ruling, "rule_url": refusal.rule_url}
        return JsonResponse(problem, status=403 if isinstance(refusal, NotAllowed) else 409)
    return _updates(row, ply - 1) if wants_json(request) else redirect("first-game")


@require_POST
def undo_first_game_move(request: HttpRequest) -> HttpResponse:
    if not _may(request, FIRST_GAMES_ACTED):
        messages.error(request, _("Too many requests. Please wait a minute."))
        return redirect("first-game")
    try:
        first_game.take_back_move(_must_find(request), visitor(request))
    except ServiceError as refusal:
        messages.error(request, refusal.message)
    return redirect("first-game")


@require_POST
def claim_first_game(request: HttpRequest) -> HttpResponse:
    """The account that is logged in keeps the game of this browser."""
    row, account = _must_find(request), visitor(request)
    if account is None:
        return redirect("first-game")
    try:
        first_game.keep_first_game(row, account)
    except ServiceError as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The game is now saved in your account."))
    return redirect("first-game")


# --- inside -------------------------------------------------------------------


def _find(request: HttpRequest) -> FirstGame | None:
    token = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=FIRST_LEFT)
    return first_game.find_first_game(token or "", visitor(request))


def _must_find(request: HttpRequest) -> FirstGame:
    row = _find(request)
    if row is None:
        raise Http404("no first game")
    return row


def _may(request: HttpRequest, limit: Throttle) -> bool:
    return limit.allows(client_key(request))


def _refused(request: HttpRequest, problem: str, status: int) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"detail": problem}, status=status)
    messages.error(request, problem)
    return redirect("first-game")


def _live(row: FirstGame) -> Live:
    """The game as the learner sees it; open to them when it is over."""
    learner = f"@{row.account.username}" if row.account else names()[LEARNER]
    viewer = EVERYTHING if row.ended_at else LEARNER
    key = f"{row.pk}.{row.taken_back}"
    return KEEP.live_game(key, SETUP, (learner, f"@{COMPUTER}{LEVEL}"), viewer)


def _updates(row: FirstGame, after: int) -> HttpResponse:
    live = _live(row)
    with live.lock:
        live.follow(first_game.entries_of(row))
        acts = not live.state.over
        updates = learner_updates(live, LEARNER, after, acts=acts)
    return JsonResponse(updates | {"coach": {}})
