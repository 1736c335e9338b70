"""The lobby; an account's own tables and turns; fair dealing explained; push notices."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts import by_session
from games.current_account import account_of
from games.notifications.push import vapid
from games.queries import latest_games
from games.templatetags.waiting import waits_for
from tables.chat import blocked_by
from tables.limits import PUSH_CHANGES, SHARES_DAYS, SHARES_LIVE
from tables.notifications import push_subscriptions
from tables.notifications.turns import account_turns
from tables.people.presence import note_presence, present_players, shows_presence
from tables.presence import note_hosts
from tables.queries import (
    AccountTables,
    ended_tables,
    games_at,
    ratings_at,
    read_account_tables,
    read_lobby,
)
from tables.views.request_fields import FRAGMENT, line_number, typed_field, visitor
from tables.words import turns_sentence
from web.errors import ServiceError
from web.paging import page_of_rows

FINISHED = 6
"""Finished games in the lobby, while none is played."""

ENDED = 25
"""Ended tables on a page."""


@require_safe
@never_cache
def lobby_page(request: HttpRequest) -> HttpResponse:
    lists, account = read_lobby(request.user), visitor(request)
    account_tables = read_account_tables(account) if account else AccountTables()
    seat_tables = [*account_tables.turn, *account_tables.others, *account_tables.waiting]
    table_ids = {table.pk for table in [*seat_tables, *account_tables.invited]}
    lists = replace(lists, open=[table for table in lists.open if table.pk not in table_ids])
    ratings = ratings_at([*lists.open, *lists.running, *seat_tables])
    context = {
        "lobby": lists,
        "mine": seat_tables,
        "invitations": account_tables.invited,
        "ratings": ratings,
        "finished": [] if lists.running else latest_games(FINISHED),
        "present": present_players(account),
        "shows_presence": account is not None and shows_presence(account),
    }
    part = FRAGMENT in request.GET
    return render(request, "tables/partials/lobby.html" if part else "tables/lobby.html", context)


@require_safe
@login_required
@never_cache
def my_tables(request: HttpRequest) -> HttpResponse:
    """Those of the account, and the accounts that it has blocked."""
    account = account_of(request)
    ended = page_of_rows(ended_tables(account), ["-created_at", "-id"], request.GET.dict(), ENDED)
    tables = read_account_tables(account)
    context = {
        "mine": tables,
        "ratings": ratings_at([*tables.turn, *tables.others, *tables.waiting, *tables.invited]),
        "page": ended,
        "games": games_at(ended.rows),
        "blocks": blocked_by(account),
    }
    return render(request, "tables/mine.html", context)


@require_safe
@never_cache
def turns(request: HttpRequest) -> HttpResponse:
    """For the head of a page: at how many tables it is the visitor's turn, in words too, and the
    address of the next one that is not `besides`; how many games wait to be confirmed, and how
    many notices to be read."""
    account = visitor(request)
    if account is None:
        return JsonResponse({"turns": 0, "words": "", "next": "", "waits": {}})
    note_hosts([account.pk])
    note_presence([account.pk])
    waits = waits_for(account)
    counts = account_turns(account, request.GET.get("besides", ""))
    return JsonResponse(
        {
            "turns": counts.total,
            "words": turns_sentence(counts.waiting, counts.invited),
            "invited": counts.invited,
            "next": reverse("table", args=[counts.next]) if counts.next else "",
            "waits": {
                "confirm": {"n": waits.games, "words": waits.games_words},
                "notices": {"n": waits.notices, "words": waits.notices_words},
            },
        }
    )


@require_safe
@login_required
@never_cache
def invitations(request: HttpRequest) -> HttpResponse:
    """The account's invitations as a part of any page, for its script."""
    return render(request, "tables/partials/asked.html")


@require_safe
def fair_dealing(request: HttpRequest) -> HttpResponse:
    """The page on how the cards are dealt, and how that can be checked."""
    context = {
        "seconds": int(SHARES_LIVE.total_seconds()),
        "hours": int(SHARES_DAYS.total_seconds() // 3600),
    }
    return render(request, "tables/fair_dealing.html", context)


# --- push notices ----------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def notices(request: HttpRequest) -> HttpResponse:
    """The page of notices; by POST, the kinds of messages that the account wants."""
    account = account_of(request)
    if request.method == "POST":
        push_subscriptions.set_push_wishes(account, set(request.POST.getlist("kind")))
        messages.success(request, _("Your choice is saved."))
        return redirect("notices")
    wishes = push_subscriptions.push_wishes(account)
    context = {
        "browsers": push_subscriptions.browsers_of(account),
        "wishes": [(kind, getattr(wishes, kind)) for kind in push_subscriptions.KINDS],
        "key": vapid.public_key(),
    }
    return render(request, "tables/notices.html", context)


@require_POST
def add_push_browser(request: HttpRequest) -> HttpResponse:
    """A script: tell the account in this browser. `error` says why not."""
    account = visitor(request)
    if account is None:
        return JsonResponse({"error": _("Log in first.")}, status=401)
    if not PUSH_CHANGES.allows(str(account.pk)):
        return JsonResponse(
            {"error": _("You have made too many changes. Try again later.")}, status=429
        )
    credential = by_session(account, request.session.session_key or "")
    endpoint, key, secret = (request.POST.get(field, "") for field in ("endpoint", "key", "secret"))
    user_agent = request.headers.get("User-Agent", "")
    try:
        push_subscriptions.add_browser(credential, account, endpoint, key, secret, user_agent)
    except ServiceError as refusal:
        return JsonResponse({"error": refusal.message}, status=400)
    return JsonResponse({}, status=201)


@require_POST
@login_required
def remove_push_browser(request: HttpRequest) -> HttpResponse:
    """One browser, or (`all`) every one."""
    account = account_of(request)
    if "all" in request.POST:
        push_subscriptions.remove_all(account)
    else:
        push_subscriptions.remove_browser(account, line_number(typed_field(request, "browser")))
    return redirect("notices")
