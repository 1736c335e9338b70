"""The organiser's page, for a phone: people, tables, results, rulings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from events.announcing import announce
from events.deals.page import deal_cards
from events.deals.rounds import promise_event_deal, stop_promises
from events.entrants.entering import enter_people, readmit_entrant, set_team, withdraw_entrant
from events.limits import EVENT_CHANGES, too_often
from events.models import Event
from events.organising.arbiters import add_arbiter, is_arbiter, remove_arbiter
from events.organising.zones import moment_on_wall
from events.results.ending import end_event, reopen_event
from events.results.page import event_context
from events.results.rulings import give_penalty, lift_penalty, moved_sentences
from events.round_tables.tables import dissolve_table, seat_by_hand
from events.rounds.opening import open_all_rounds, open_round, pairing_warnings
from events.rounds.page import organise_context
from events.rounds.planning import deal_groups, set_seeds, write_plan
from events.rounds.timers import start_timer, stop_timer
from games.current_account import account_of
from games.models import Account
from tables.views import typed_field
from web.form_actions import carried_out, row_key
from web.priorities import heavy

Change = Callable[[HttpRequest, Event, Account], object]


@require_safe
@login_required
@never_cache
def organise_page(request: HttpRequest, event_id: int) -> HttpResponse:
    """One event, for its arbiters. It is among the quick pages, so that the next round is there
    while a hundred readers wait for the event's page."""
    event = _arbitrated(request, event_id)
    context = organise_context(event, account_of(request))
    context["deals"] = deal_cards(event, account_of(request)) if event.is_duplicate else []
    context["warnings"] = pairing_warnings(event)
    context["typed"] = request.GET.get("typed", "")[:400]
    return render(request, "events/organise.html", context)


@heavy
@require_safe
@login_required
@never_cache
def codes_page(request: HttpRequest, event_id: int) -> HttpResponse:
    """The codes of all tables without a result, to be shown or printed."""
    event = _arbitrated(request, event_id)
    return render(request, "events/codes.html", event_context(event, account_of(request)))


@require_POST
@login_required
def change_event_by_arbiter(request: HttpRequest, event_id: int) -> HttpResponse:
    """A change by an arbiter: ``do`` names it."""
    event, account = get_object_or_404(Event, pk=event_id), account_of(request)
    change, words = CHANGES.get(request.POST.get("do", ""), (None, ""))
    if change is not None:
        if not EVENT_CHANGES.allows(str(account.pk)):
            raise PermissionDenied(too_often())
        carried_out(request, lambda: change(request, event, account), str(words))
    place = request.POST.get("part", "")
    anchor = f"#{place}" if place in PARTS else ""
    response = redirect("event-organise", event.pk)
    response["Location"] += anchor
    return response


PARTS: Final = frozenset(("people", "tables", "rulings", "end"))


# --- inside -------------------------------------------------------------------


def _arbitrated(request: HttpRequest, event_id: int) -> Event:
    event = get_object_or_404(Event, pk=event_id)
    if not is_arbiter(event, account_of(request)):
        raise PermissionDenied(_("Only an arbiter of this event can do that."))
    return event


def _number(request: HttpRequest, name: str) -> int:
    return row_key(request.POST.get(name, ""))


def _enter(request: HttpRequest, event: Event, account: Account) -> object:
    names = request.POST.get("names", "")[:6000].replace(",", "\n").splitlines()
    return enter_people(event.pk, account, names)


def _withdraw(request: HttpRequest, event: Event, account: Account) -> object:
    reason = typed_field(request, "reason")
    return withdraw_entrant(event.pk, account, _number(request, "entrant"), reason)


def _readmit(request: HttpRequest, event: Event, account: Account) -> object:
    return readmit_entrant(event.pk, account, _number(request, "entrant"))


def _seat(request: HttpRequest, event: Event, account: Account) -> object:
    typed = [request.POST.get(f"seat{turn}", "") for turn in range(4)]
    return seat_by_hand(event.pk, account, [row_key(text) for text in typed if text])


def _deadline(request: HttpRequest, event: Event) -> datetime | None:
    typed = typed_field(request, "deadline")
    return moment_on_wall(typed, event.zone, latest=True) if typed else None


def _open_round(request: HttpRequest, event: Event, account: Account) -> object:
    pairings = request.POST.get("pairings", "")[:4000]
    return open_round(
        event.pk,
        account,
        deadline=_deadline(request, event),
        on_site=request.POST.get("on_site") == "yes",
        fixed_tables=[_row_of_numbers(line) for line in pairings.splitlines() if line.strip()],
        fixed_byes=_row_of_numbers(typed_field(request, "byes")),
        top_byes=row_key(typed_field(request, "top_byes") or "0"),
        reason=typed_field(request, "reason"),
    )


def _promise_deal(request: HttpRequest, event: Event, account: Account) -> object:
    return promise_event_deal(event.pk, account)


def _close_promises(request: HttpRequest, event: Event, account: Account) -> object:
    return stop_promises(event.pk, account)


def _row_of_numbers(line: str) -> list[int]:
    """The numbers of entrants at a table that an arbiter typed, a table a line."""
    return [row_key(word) for word in line.replace(",", " ").split()]


def _announce(request: HttpRequest, event: Event, account: Account) -> object:
    return announce(event.pk, account, typed_field(request, "text"))


def _open_all(request: HttpRequest, event: Event, account: Account) -> object:
    days = row_key(typed_field(request, "days") or "7")
    return open_all_rounds(event.pk, account, deadline=_deadline(request, event), days=days)


def _seeds(request: HttpRequest, event: Event, account: Account) -> object:
    order, numbers = typed_field(request, "order"), request.POST.get("numbers", "")[:4000]
    return set_seeds(event.pk, account, order, numbers, typed_field(request, "reason"))


def _deal(request: HttpRequest, event: Event, account: Account) -> object:
    return deal_groups(
        event.pk,
        account,
        row_key(typed_field(request, "count") or "0"),
        typed_field(request, "order"),
        request.POST.get("numbers", "")[:4000],
        typed_field(request, "reason"),
        fewest_repeats=request.POST.get("fewest") == "yes",
    )


def _plan(request: HttpRequest, event: Event, account: Account) -> object:
    typed = request.POST.get("plan", "")[:40_000]
    return write_plan(event.pk, account, typed, typed_field(request, "reason"))


def _team(request: HttpRequest, event: Event, account: Account) -> object:
    return set_team(event.pk, account, _number(request, "entrant"), typed_field(request, "team"))


def _start_timer(request: HttpRequest, event: Event, account: Account) -> object:
    return start_timer(event.pk, account, _number(request, "minutes"))


def _stop_timer(request: HttpRequest, event: Event, account: Account) -> object:
    return stop_timer(event.pk, account)


def _dissolve(request: HttpRequest, event: Event, account: Account) -> object:
    return dissolve_table(
        event.pk, account, _number(request, "table"), typed_field(request, "reason")
    )


def _penalise(request: HttpRequest, event: Event, account: Account) -> object:
    ruling = give_penalty(
        event.pk,
        account,
        _number(request, "entrant"),
        typed_field(request, "points"),
        typed_field(request, "reason"),
    )
    names = {row.number: row.in_logs for row in event.entrants.select_related("account")}
    messages.success(request, "; ".join(moved_sentences(ruling.moved, names)))
    return ruling


def _lift(request: HttpRequest, event: Event, account: Account) -> object:
    return lift_penalty(
        event.pk, account, _number(request, "ruling"), typed_field(request, "reason")
    )


def _add_arbiter(request: HttpRequest, event: Event, account: Account) -> object:
    return add_arbiter(event.pk, account, typed_field(request, "handle"))


def _remove_arbiter(request: HttpRequest, event: Event, account: Account) -> object:
    other = get_object_or_404(Account, pk=_number(request, "account"))
    return remove_arbiter(event.pk, account, other)


def _end(request: HttpRequest, event: Event, account: Account) -> object:
    return end_event(event.pk, account)


def _reopen(request: HttpRequest, event: Event, account: Account) -> object:
    return reopen_event(event.pk, account)


CHANGES: Final[dict[str, tuple[Change, object]]] = {
    "enter": (_enter, ""),
    "withdraw": (_withdraw, ""),
    "readmit": (_readmit, ""),
    "seat": (_seat, ""),
    "open-round": (_open_round, ""),
    "promise-deal": (_promise_deal, ""),
    "close-promises": (_close_promises, ""),
    "open-all": (_open_all, ""),
    "seeds": (_seeds, gettext_lazy("The seeds are set.")),
    "deal": (_deal, gettext_lazy("The groups are drawn, and all rounds are planned.")),
    "plan": (_plan, gettext_lazy("The seating of future rounds is saved.")),
    "team": (_team, ""),
    "start-timer": (_start_timer, ""),
    "stop-timer": (_stop_timer, ""),
    "take-apart": (_dissolve, ""),
    "announce": (_announce, gettext_lazy("Everybody can read your announcement now.")),
    "penalise": (_penalise, ""),
    "lift": (_lift, ""),
    "add-arbiter": (_add_arbiter, ""),
    "remove-arbiter": (_remove_arbiter, ""),
    "end": (_end, gettext_lazy("The event has ended. All results are shown.")),
    "reopen": (_reopen, gettext_lazy("The event is open again.")),
}
"""Changes by arbiters, and the message when one is done."""
