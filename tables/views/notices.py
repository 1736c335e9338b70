"""One's notices: in which browsers a player is told of their tables, and of what."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.credentials import by_session
from games.accounts.current import account_of
from games.notifications.push import vapid
from tables.limits import TOLD
from tables.services import push_subscriptions
from tables.views.asking import number, typed, visitor
from web.errors import ServiceError


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def notices(request: HttpRequest) -> HttpResponse:
    """The page; and of what the account wants to be told."""
    account = account_of(request)
    if request.method == "POST":
        push_subscriptions.wish(account, set(request.POST.getlist("kind")))
        messages.success(request, _("That is noted."))
        return redirect("notices")
    wishes = push_subscriptions.wishes_of(account)
    context = {
        "browsers": push_subscriptions.browsers_of(account),
        "wishes": [(kind, getattr(wishes, kind)) for kind in push_subscriptions.KINDS],
        "key": vapid.public_key(),
    }
    return render(request, "tables/notices.html", context)


@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """A script: tell the account in this browser. `error` says why not."""
    account = visitor(request)
    if account is None:
        return JsonResponse({"error": _("Log in first.")}, status=401)
    if not TOLD.allows(str(account.pk)):
        return JsonResponse({"error": _("That was often. Try again later.")}, status=429)
    given = by_session(account, request.session.session_key or "")
    endpoint, key, secret = (request.POST.get(one, "") for one in ("endpoint", "key", "secret"))
    made_by = request.headers.get("User-Agent", "")
    try:
        push_subscriptions.add_browser(given, account, endpoint, key, secret, made_by)
    except ServiceError as refusal:
        return JsonResponse({"error": refusal.message}, status=400)
    return JsonResponse({}, status=201)


@require_POST
@login_required
def remove(request: HttpRequest) -> HttpResponse:
    """One browser, or (`all`) every one."""
    account = account_of(request)
    if "all" in request.POST:
        push_subscriptions.remove_all(account)
    else:
        push_subscriptions.remove_browser(account, number(typed(request, "browser")))
    return redirect("notices")
