"""Guests sit down, and take their seat over by a link; their host frees seats and makes links."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Account
from tables.limits import GUEST_COOKIE_LASTS, GUESTS_SEATED
from tables.lobby import guests
from tables.models import Table
from tables.views.actions import run_for_account
from tables.views.request_fields import typed_field, visitor_at
from tables.views.table import get_table, link_to_send
from web.errors import ServiceError
from web.rate_limits import client_key


@require_POST
def sit_as_guest(request: HttpRequest, table_id: str) -> HttpResponse:
    """A visitor without an account sits down; the browser gets the secret of the seat."""
    answer = redirect("table", table_id)
    if visitor_at(request, table_id):
        messages.error(
            request,
            _(
                "You are logged in, or already sit here as a guest. If you are logged in, "
                "take a seat with your account."
            ),
        )
        return answer
    if not GUESTS_SEATED.allows(client_key(request)):
        messages.error(request, _("Too many requests. Try again in an hour."))
        return answer
    name, promise = typed_field(request, "name"), typed_field(request, "promise")
    try:
        _table, secret = guests.sit_down_as_guest(table_id, name, promise)
    except Table.DoesNotExist:
        raise Http404("no such table") from None
    except ServiceError as refusal:
        messages.error(request, refusal.message)
        return answer
    return _with_secret(answer, table_id, secret)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat_link_page(request: HttpRequest, table_id: str, secret: str) -> HttpResponse:
    """The link that a host made for a guest's seat: a page with a button, which takes the seat. A
    program that looks at links takes none."""
    table, guest = get_table(table_id), guests.guest_of_link(table_id, secret)
    if request.method != "POST" or guest is None:
        context, status = {"table": table, "guest": guest}, 200 if guest else 410
        return render(request, "tables/guest_link.html", context, status=status)
    answer = redirect("table", table_id)
    try:
        return _with_secret(answer, table_id, guests.take_over_seat(table_id, secret))
    except ServiceError as refusal:
        messages.error(request, refusal.message)
        return answer


@require_POST
def free_seat(request: HttpRequest, table_id: str) -> HttpResponse:
    colour = typed_field(request, "colour")
    return run_for_account(
        request, table_id, lambda me: guests.free_guest_seat(table_id, me, colour)
    )


@require_POST
def make_seat_link(request: HttpRequest, table_id: str) -> HttpResponse:
    """The new link is shown once, to the host."""
    colour = typed_field(request, "colour")

    def make_link(me: Account) -> None:
        secret = guests.make_seat_secret(table_id, me, colour)
        link = link_to_send(request, reverse("table-seat", args=[table_id, secret]))
        words = _("Send this link to your guest. It works once, and is not shown again:")
        messages.success(request, format_html("{} <code>{}</code>", words, link))

    return run_for_account(request, table_id, make_link)


@require_POST
def change_guests_chat(request: HttpRequest, table_id: str) -> HttpResponse:
    allowed = typed_field(request, "allowed") == "yes"
    done = _("Guests may chat now.") if allowed else _("Guests may no longer chat.")
    return run_for_account(
        request, table_id, lambda me: guests.let_guests_chat(table_id, me, allowed), done
    )


# --- inside -------------------------------------------------------------------


def _with_secret(answer: HttpResponse, table_id: str, secret: str) -> HttpResponse:
    answer.set_cookie(
        f"{guests.COOKIE}{table_id}",
        secret,
        max_age=GUEST_COOKIE_LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer
