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

from games.accounts import typed_handle
from games.current_account import account_of
from games.models import Account
from games.pages import wants_json
from tables import chat
from tables.limits import REPORTED
from tables.models import ChatLine, Table
from tables.queries import chat_at
from tables.views.actions import run_for_account
from tables.views.request_fields import line_number, typed_field, visitor_at
from tables.views.table import get_visible_table
from web.errors import NotAllowed, ServiceError


@require_safe
@never_cache
def chat_fragment(request: HttpRequest, table_id: str) -> HttpResponse:
    """The lines after number `after`, for a script."""
    table, _viewer = get_visible_table(request, table_id)
    after = line_number(request.GET.get("after", ""))
    context = {"chat": chat_at(table, visitor_at(request, table_id), after)}
    return render(request, "tables/partials/chat_fragment.html", context)


@require_POST
def say_line(request: HttpRequest, table_id: str) -> HttpResponse:
    """Write a chat line. A script gets JSON, with a sentence in ``error`` if it was refused."""
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    if not wants_json(request):
        return run_for_account(request, table_id, lambda me: _say(table_id, me, text, phrase))
    account = visitor_at(request, table_id)
    if account is None:
        return JsonResponse({"error": _("Log in to chat.")}, status=401)
    try:
        _say(table_id, account, text, phrase)
    except Table.DoesNotExist:
        raise Http404("no such table") from None
    except ServiceError as refusal:
        status = 403 if isinstance(refusal, NotAllowed) else 400
        return JsonResponse({"error": refusal.message}, status=status)
    return JsonResponse({}, status=201)


@require_POST
def report_line(request: HttpRequest, table_id: str) -> HttpResponse:
    """A moderator is asked to look at a line."""
    reason = typed_field(request, "reason")
    line = line_number(typed_field(request, "line"))
    chat_line = get_object_or_404(ChatLine.objects.filter(table=table_id), pk=line)

    def reported(me: Account) -> None:
        chat.report_chat_line(chat_line, me, reason)

    done = _("A moderator will look at it.")
    return run_for_account(request, table_id, reported, done, REPORTED)


@require_POST
def block_from_table(request: HttpRequest, table_id: str) -> HttpResponse:
    """Never read that account again, nor be asked to its tables."""
    handle = typed_handle(typed_field(request, "handle"))

    def blocked(me: Account) -> None:
        chat.block_account(me, handle)

    done = _("You won’t see messages from @%(handle)s any more.") % {"handle": handle}
    return run_for_account(request, table_id, blocked, done, REPORTED)


@require_POST
def change_blocks(request: HttpRequest) -> HttpResponse:
    """Block an account by handle, or unblock it (`unblock`), on the page of one's tables."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("my-tables"))
    account, handle = account_of(request), typed_handle(typed_field(request, "handle"))
    try:
        if "unblock" in request.POST:
            chat.unblock_account(account, handle)
        else:
            chat.block_account(account, handle)
    except ServiceError as refusal:
        messages.error(request, refusal.message)
    return redirect(f"{reverse('my-tables')}#blocked")


def _say(table_id: str, account: Account, text: str, phrase: str) -> None:
    chat.post_chat_line(table_id, account, text, phrase)
