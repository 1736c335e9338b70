"""The page of one table, by its code: for the people who sit there, and for arbiters."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from events.limits import EVENT_CHANGES, too_often
from events.models import EventRuling, EventTable
from events.organising.arbiters import is_arbiter
from events.results.recorded import attach_game
from events.results.rulings import moved_sentences, rule_absent, rule_result
from events.results.slips import Slip, confirm_result, dispute_result, report_slip
from events.results.standings import read_book
from events.results.words import table_cards
from events.round_tables.codes import recorder_fragment, table_of_code
from events.round_tables.tables import start_table
from events.views.pages import reader
from games.current_account import account_of
from tables.views import typed_field
from web.errors import Invalid, ServiceError
from web.form_actions import carried_out
from web.rate_limits import client_key

Change = Callable[[HttpRequest, EventTable], object]


@require_safe
@never_cache
def find_table(request: HttpRequest) -> HttpResponse:
    """The form in which a code is typed; with ``code``, the table. ``event``: the evening at which
    it is typed, so that the code of another one is not taken for this one's."""
    typed, context = request.GET.get("code", "")[:40], dict[str, object]()
    if typed:
        try:
            table = table_of_code(typed, reader(request), client_key(request))
        except ServiceError as refusal:
            context = {"typed": typed, "problem": refusal.message}
            return render(request, "events/find_table.html", context, status=refusal.status or 400)
        if request.GET.get("event", "") in ("", str(table.round.event_id)):
            return redirect("event-table", table.code)
        context = {"typed": typed, "other": table.event, "table": table}
        return render(request, "events/find_table.html", context, status=409)
    return render(request, "events/find_table.html", context)


@require_safe
@never_cache
def event_table_page(request: HttpRequest, code: str) -> HttpResponse:
    """Seats, result, and what the reader may do. A wrong code counts against its reader."""
    table = _table(request, code)
    if isinstance(table, HttpResponse):
        return table
    return render(request, "events/table.html", _context(request, table))


@require_POST
@login_required
def record_table(request: HttpRequest, code: str) -> HttpResponse:
    """The table begins, and the recorder opens with its seats filled in."""
    table = _table(request, code)
    if isinstance(table, HttpResponse):
        return table
    if not table.event.is_over:
        start_table(table.round.event_id, table.pk)
    return redirect(f"{reverse('record')}{recorder_fragment(table)}")


@require_POST
@login_required
def change_table(request: HttpRequest, code: str) -> HttpResponse:
    """A change of a table: ``do`` names it."""
    table = _table(request, code)
    if isinstance(table, HttpResponse):
        return table
    change, words = CHANGES.get(request.POST.get("do", ""), (None, ""))
    if change is None:
        return redirect("event-table", table.code)
    if not EVENT_CHANGES.allows(str(account_of(request).pk)):
        raise PermissionDenied(too_often())
    carried_out(request, lambda: change(request, table), str(words))
    if request.POST.get("back") == "organise":
        return redirect("event-organise", table.round.event_id)
    return redirect("event-table", table.code)


# --- inside -------------------------------------------------------------------


def _table(request: HttpRequest, code: str) -> EventTable | HttpResponse:
    """The table of an address; or the answer to a code that leads nowhere."""
    try:
        return table_of_code(code, reader(request), client_key(request))
    except ServiceError as refusal:
        context = {"typed": code[:40], "problem": refusal.message}
        return render(request, "events/find_table.html", context, status=refusal.status or 400)


def _context(request: HttpRequest, table: EventTable) -> dict[str, object]:
    account = reader(request)
    arbiter = is_arbiter(table.event, account)
    book = read_book(table.event, everything=arbiter)
    cards = table_cards(book, account, arbiter=arbiter)
    card = next(card for card in cards if card.table.pk == table.pk)
    has_reported = account is not None and card.table.reported_by_id == account.pk
    return {
        "event": table.event,
        "card": card,
        "code": table.code,
        "is_arbiter": arbiter,
        "may_report": (card.is_readers or arbiter) and not table.event.is_over,
        "may_confirm": card.table.state == "reported"
        and not card.table.disputed_by_id
        and not has_reported,
        "must_leave_to_others": card.is_readers and bool(card.table.disputed_by_id),
        "brought": list(table.brought.select_related("account")[:5]),
        "rulings": list(table.rulings.select_related("arbiter")),
        "words": {"code": _("Code of this table")},
    }


def _numbers(request: HttpRequest, name: str, count: int) -> tuple[int, ...]:
    """A number a seat; none at all where all fields are empty. Raises ``Invalid``."""
    typed = [request.POST.get(f"{name}{turn}", "").strip() for turn in range(count)]
    if not any(typed):
        return ()
    try:
        return tuple(int(text) for text in typed if len(text) < 6 or text.isdigit())
    except ValueError:
        raise Invalid(_("Enter the points of all %d players.") % count) from None


def _slip(request: HttpRequest, table: EventTable) -> Slip:
    count = table.seats.count()
    return Slip(_numbers(request, "score", count), _numbers(request, "place", count))


def _report(request: HttpRequest, table: EventTable) -> object:
    return report_slip(table.round.event_id, table.pk, account_of(request), _slip(request, table))


def _confirm(request: HttpRequest, table: EventTable) -> object:
    return confirm_result(table.round.event_id, table.pk, account_of(request))


def _dispute(request: HttpRequest, table: EventTable) -> object:
    text = typed_field(request, "reason")
    return dispute_result(table.round.event_id, table.pk, account_of(request), text)


def _attach(request: HttpRequest, table: EventTable) -> object:
    game = typed_field(request, "game").rstrip("/").rpartition("/")[2]
    return attach_game(table.round.event_id, table.pk, account_of(request), game)


def _rule(request: HttpRequest, table: EventTable) -> object:
    arbiter, reason = account_of(request), typed_field(request, "reason")
    ruling = rule_result(table.round.event_id, table.pk, arbiter, _slip(request, table), reason)
    return _say_moves(request, table, ruling)


def _absent(request: HttpRequest, table: EventTable) -> object:
    numbers = {int(text) for text in request.POST.getlist("absent") if text.isdigit()}
    arbiter, reason = account_of(request), typed_field(request, "reason")
    ruling = rule_absent(table.round.event_id, table.pk, arbiter, numbers, reason)
    return _say_moves(request, table, ruling)


def _say_moves(request: HttpRequest, table: EventTable, ruling: EventRuling) -> EventRuling:
    """Tell the arbiter what moved."""
    names = {row.number: row.in_logs for row in table.event.entrants.select_related("account")}
    moves = moved_sentences(ruling.moved, names)
    messages.success(request, "; ".join(moves) or _("The standings have not changed."))
    return ruling


CHANGES: dict[str, tuple[Change, str]] = {
    "report": (_report, ""),
    "confirm": (_confirm, ""),
    "dispute": (_dispute, ""),
    "attach": (_attach, ""),
    "rule": (_rule, ""),
    "absent": (_absent, ""),
}
"""Changes of a table, by the word of its forms."""
