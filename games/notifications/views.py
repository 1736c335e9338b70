"""Everything that concerns an account, in one place; and of what of it there is mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.current_account import account_of
from games.models import CATEGORIES, Notice
from games.notices import mark_read, notices_of
from games.notifications import mail_digest
from games.notifications.messages import CATEGORY_WORDS, notice_address, notice_sentence
from games.queries import verified_address
from web.form_actions import row_key
from web.paging import page_of_rows

SIZE: Final = 50


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def notice_list(request: HttpRequest) -> HttpResponse:
    """The page; by POST one of them (`open`) is read, and shows what it is about, or all up to one
    (`until`)."""
    account = account_of(request)
    if request.method == "POST":
        return _read(request)
    page = page_of_rows(notices_of(account), ["-id"], request.GET.dict(), SIZE)
    wishes = mail_digest.wishes_of(account)
    context = {
        "page": page,
        "rows": page.rows,
        "groups": _by_reading(page.rows),
        "newest": page.rows[0].pk if page.rows else 0,
        "address": verified_address(account),
        "wishes": [(name, CATEGORY_WORDS[name], getattr(wishes, name)) for name in CATEGORIES],
    }
    return render(request, "games/notices.html", context)


def _by_reading(
    rows: Sequence[Notice],
) -> list[tuple[bool, list[tuple[Notice, str]]]]:
    """The unread ones with their sentences, then those that were read; without empty groups."""
    sentences = [(row, notice_sentence(row)) for row in rows]
    unread = [(row, words) for row, words in sentences if row.read_at is None]
    read = [(row, words) for row, words in sentences if row.read_at is not None]
    return [group for group in ((False, unread), (True, read)) if group[1]]


def _read(request: HttpRequest) -> HttpResponse:
    account = account_of(request)
    if "open" in request.POST:
        notice = get_object_or_404(notices_of(account), pk=row_key(request.POST["open"]))
        mark_read(account, [notice.pk])
        return redirect(notice_address(notice))
    mark_read(account, until=row_key(request.POST.get("until", "")))
    return redirect("notice-list")


@require_POST
@login_required
def notice_mail(request: HttpRequest) -> HttpResponse:
    """Of which categories there is mail."""
    mail_digest.wish(account_of(request), set(request.POST.getlist("category")))
    messages.success(request, _("Your choice is saved."))
    return redirect("notice-list")


@csrf_exempt  # a mail program asks for it by itself (RFC 8058); the address is the secret
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def notices_stop(request: HttpRequest, secret: str) -> HttpResponse:
    """No more mails of notices, without logging in. Only a POST stops them."""
    account = mail_digest.stopped_by(secret)
    if account is None:
        raise Http404("there is no such link")
    done = request.method == "POST" and mail_digest.stop_notice_mails(secret)
    return render(request, "games/notices_stop.html", {"handle": account.username, "done": done})
