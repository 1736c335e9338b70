"""One's notices: in which browsers a player is told of their tables, and of what."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts import by_session
from games.current_account import account_of
from games.notifications.push import vapid
from tables.limits import PUSH_CHANGES
from tables.notifications import push_subscriptions
from tables.views.request_fields import line_number, typed_field, visitor
from web.errors import ServiceError


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def notices(request: HttpRequest) -> HttpResponse:
    """The page; and of what the account wants to be told."""
    account = account_of(request)
    if request.method == "POST":
        push_subscriptions.set_push_wishes(account, set(request.POST.getlist("kind")))
        messages.success(request, _("That is noted."))
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
        return JsonResponse({"error": _("That was often. Try again later.")}, status=429)
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
