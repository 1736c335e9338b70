"""Actions of an account at a table, by the forms of its page."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.accounts import typed_handle
from games.models import Account
from tables.ending import ending
from tables.errors import IllegalEntry, NotYourTurn
from tables.forms import ActForm
from tables.limits import ACTED, OPENED, SEATED
from tables.lobby import dealing, seats
from tables.lobby.rematch import open_harder_table, open_rematch
from tables.models import Phase, Table
from tables.play import entries
from tables.play.take_back import answer_take_back, wish_to_take_back
from tables.views.request_fields import line_number, typed_field, visitor_at
from web.errors import NotAllowed, ServiceError
from web.rate_limits import Throttle

Do = Callable[[Account], Table | None]
"""Something that an account does; the table to go to, if it is another one."""


def run_for_account(
    request: HttpRequest, table_id: str, act: Do, done: str = "", limit: Throttle = SEATED
) -> HttpResponse:
    """Do it and go back to the table, with what came of it in a sentence.

    What an account may never do is a page of its own (403); what could not be done just now is said
    at the table.
    """
    address = reverse("table", args=[table_id])
    account = visitor_at(request, table_id)
    if account is None:
        return redirect_to_login(address)
    if not limit.allows(str(account.pk)):
        messages.error(request, _("Too many requests. Please wait a minute."))
        return redirect(address)
    try:
        other = act(account)
    except Table.DoesNotExist:
        raise Http404("no such table") from None
    except NotAllowed as refusal:
        if not isinstance(refusal, NotYourTurn):
            raise PermissionDenied(refusal.message) from None
        messages.error(request, refusal.message)
    except ServiceError as refusal:
        messages.error(request, refusal_markup(refusal))
    else:
        if done:
            messages.success(request, done)
        if other is not None and other.pk != table_id:
            return redirect("table", other.pk)
    return redirect(address)


def refusal_markup(refusal: ServiceError) -> str:
    """A refusal as markup; one of the rules leads to the ruling."""
    if not isinstance(refusal, IllegalEntry) or not refusal.rule_url:
        return refusal.message
    ruling = _("Ruling %s") % refusal.place
    return format_html('{} <a href="{}">{}</a>', refusal.message, refusal.rule_url, ruling)


# ------------------------------------------------------------------ before the deal


@require_POST
def sit(request: HttpRequest, table_id: str) -> HttpResponse:
    colour, promised = typed_field(request, "colour"), typed_field(request, "promise")
    return run_for_account(
        request, table_id, lambda me: seats.sit_down(table_id, me, colour, promised)
    )


@require_POST
def stand_up(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table that its last player leaves is closed; then there is nothing to go back to."""
    left: list[Table] = []

    def stood_up(me: Account) -> None:
        left.append(seats.leave_seat(table_id, me))

    answer = run_for_account(request, table_id, stood_up)
    if not left:
        return answer
    if left[0].phase == Phase.CANCELLED:
        messages.success(request, _("The table is closed."))
        return redirect("lobby")
    messages.success(request, _("You have left your seat."))
    return answer


@require_POST
def decline(request: HttpRequest, table_id: str) -> HttpResponse:
    """No to an invitation. Back to the page that asked, or to the game whose rematch it is."""
    declined_tables: list[Table] = []

    def declined(me: Account) -> None:
        declined_tables.append(seats.decline_invitation(table_id, me))

    answer = run_for_account(request, table_id, declined, _("You have declined the invitation."))
    if not declined_tables:
        return answer
    before = declined_tables[0].rematch_of_id
    return redirect("table", before) if before else redirect("my-tables")


@require_POST
def invite_guest(request: HttpRequest, table_id: str) -> HttpResponse:
    handle = typed_handle(typed_field(request, "handle"))
    done = _("@%(handle)s is invited.") % {"handle": handle}
    return run_for_account(
        request, table_id, lambda me: seats.invite_player(table_id, me, handle), done
    )


@require_POST
def seat_computer(request: HttpRequest, table_id: str) -> HttpResponse:
    level = typed_field(request, "level")
    return run_for_account(request, table_id, lambda me: seats.add_computer(table_id, me, level))


@require_POST
def unseat_computer(request: HttpRequest, table_id: str) -> HttpResponse:
    colour = typed_field(request, "colour")
    return run_for_account(
        request, table_id, lambda me: seats.remove_computer(table_id, me, colour)
    )


@require_POST
def promise(request: HttpRequest, table_id: str) -> HttpResponse:
    promised = typed_field(request, "promise")
    return run_for_account(
        request, table_id, lambda me: dealing.promise_share(table_id, me, promised)
    )


@require_POST
def open_promised_share(request: HttpRequest, table_id: str) -> HttpResponse:
    opened = typed_field(request, "share")
    return run_for_account(request, table_id, lambda me: dealing.open_share(table_id, me, opened))


# ------------------------------------------------------------------ the game


@require_POST
def act(request: HttpRequest, table_id: str) -> HttpResponse:
    """An entry, from the list of what may be done."""
    form = ActForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a move."))
        return redirect("table", table_id)
    ply, text, key = (form.cleaned_data[name] for name in ("ply", "text", "key"))

    def acted(me: Account) -> None:
        entries.submit_entry(table_id, me, ply, text, key)

    return run_for_account(request, table_id, acted, limit=ACTED)


@require_POST
def leave(request: HttpRequest, table_id: str) -> HttpResponse:
    done = _("You have left the game. A computer player takes your seat.")
    return run_for_account(request, table_id, lambda me: ending.leave_game(table_id, me), done)


@require_POST
def resign(request: HttpRequest, table_id: str) -> HttpResponse:
    return run_for_account(request, table_id, lambda me: ending.resign_game(table_id, me))


@require_POST
def cancel_game(request: HttpRequest, table_id: str) -> HttpResponse:
    """Agree to cancel the game, or (`agree` is ``no``) take that back."""
    agree = request.POST.get("agree", "yes") != "no"
    return run_for_account(
        request, table_id, lambda me: ending.agree_to_cancel(table_id, me, agree)
    )


@require_POST
def take_back(request: HttpRequest, table_id: str) -> HttpResponse:
    """Ask to take the last move back; with `first`, agree to what was asked, or (`agree` is ``no``)
    do not."""
    first, agree = line_number(typed_field(request, "first")), typed_field(request, "agree") != "no"

    def answer(me: Account) -> None:
        if first:
            answer_take_back(table_id, me, first, agree)
        else:
            wish_to_take_back(table_id, me)

    return run_for_account(request, table_id, answer)


@require_POST
def rematch(request: HttpRequest, table_id: str) -> HttpResponse:
    """To a new table on the same terms."""
    promised = typed_field(request, "promise")
    return run_for_account(
        request, table_id, lambda me: open_rematch(table_id, me, promised), limit=OPENED
    )


@require_POST
def harder(request: HttpRequest, table_id: str) -> HttpResponse:
    """To a new table on the same terms, against a stronger computer player."""
    promised = typed_field(request, "promise")
    return run_for_account(
        request, table_id, lambda me: open_harder_table(table_id, me, promised), limit=OPENED
    )
