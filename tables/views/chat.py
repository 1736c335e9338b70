"""The chat of a table: read, written, reported; and accounts that one blocks."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.current import account_of
from games.forms import handle_of
from games.intake.views_upload import wants_json
from games.models import Account
from tables.limits import REPORTED
from tables.models import ChatLine, Table
from tables.queries import chat_at
from tables.services import chat
from tables.views.actions import do
from tables.views.asking import number, typed, visitor
from tables.views.table import seen_table
from web.errors import NotAllowed, ServiceError


@require_safe
@never_cache
def chat_lines(request: HttpRequest, table_id: str) -> HttpResponse:
    """The lines after number `after`, for a script."""
    found, _viewer = seen_table(request, table_id)
    after = number(request.GET.get("after", ""))
    context = {"chat": chat_at(found, visitor(request), after)}
    return render(request, "tables/partials/chat_lines.html", context)


@require_POST
def say(request: HttpRequest, table_id: str) -> HttpResponse:
    """A script gets JSON, with a sentence in ``error`` if it could not be said."""
    text = request.POST.get("text", "")
    if not wants_json(request):
        return do(request, table_id, lambda me: _said(table_id, me, text))
    if not request.user.is_authenticated:
        return JsonResponse({"error": _("Log in to say something.")}, status=401)
    try:
        _said(table_id, account_of(request), text)
    except Table.DoesNotExist:
        raise Http404("no such table") from None
    except ServiceError as refusal:
        status = 403 if isinstance(refusal, NotAllowed) else 400
        return JsonResponse({"error": refusal.message}, status=status)
    return JsonResponse({}, status=201)


@require_POST
def report(request: HttpRequest, table_id: str) -> HttpResponse:
    """A moderator is asked to look at a line."""
    reason = typed(request, "reason")
    line = number(typed(request, "line"))
    found = get_object_or_404(ChatLine.objects.filter(table=table_id), pk=line)

    def reported(me: Account) -> None:
        chat.report(found, me, reason)

    done = _("A moderator will look at it.")
    return do(request, table_id, reported, done, REPORTED)


@require_POST
def block(request: HttpRequest, table_id: str) -> HttpResponse:
    """Never read that account again, nor be asked to its tables."""
    handle = handle_of(typed(request, "handle"))

    def blocked(me: Account) -> None:
        chat.block(me, handle)

    done = _("You will not read @%(handle)s any more.") % {"handle": handle}
    return do(request, table_id, blocked, done, REPORTED)


@require_POST
def blocks(request: HttpRequest) -> HttpResponse:
    """On one's own page: block an account by handle, or (`unblock`) no longer."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("my-tables"))
    account, handle = account_of(request), handle_of(typed(request, "handle"))
    try:
        if "unblock" in request.POST:
            chat.unblock(account, handle)
        else:
            chat.block(account, handle)
    except ServiceError as refusal:
        messages.error(request, refusal.message)
    return redirect(f"{reverse('my-tables')}#blocked")


def _said(table_id: str, account: Account, text: str) -> None:
    chat.say(table_id, account, text)
