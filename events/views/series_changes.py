"""Forms of series: made, changed, organised; the next season of a league."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from events.clubs.locks import is_trusted_founder
from events.limits import EVENT_CHANGES, too_often
from events.models import Club, Event, Series
from events.results.series_boards import read_board
from events.series.guests import answer_for_guest, name_guest
from events.series.league import (
    add_division,
    place_players,
    plan_next_season,
    remove_player,
    set_leaving,
    start_next_season,
)
from events.series.organising import (
    add_event_to_series,
    change_series,
    make_series,
    organises_series,
    remove_event_from_series,
)
from events.series.queries import board_parts, events_to_add, guests_in_words
from events.views.series_forms import SeriesForm
from events.views.series_pages import series_at
from games.accounts import return_after_verification
from games.current_account import account_of
from games.models import Account
from tables.views import typed_field
from web.errors import ServiceError
from web.form_actions import carried_out, row_key
from web.priorities import heavy

Change = Callable[[HttpRequest, Series, Account], object]
FORM: Final = ["GET", "HEAD", "POST"]


@login_required
@never_cache
@require_http_methods(FORM)
def new_series(request: HttpRequest) -> HttpResponse:
    """The form that makes a series; of a club, if ``club`` names one by its address."""
    account = account_of(request)
    club = get_object_or_404(Club, slug=slug) if (slug := request.GET.get("club")) else None
    initial = SeriesForm.beginning(None, timezone.localdate())
    form = SeriesForm(request.POST or None, initial=initial)
    series = form.stored(lambda: make_series(account, form.terms(), club))
    if series is not None:
        return redirect("series-organise", series.pk)
    if not (verified := is_trusted_founder(account)):
        return_after_verification(request)
    return _form_page(request, form, club, verified=verified)


@login_required
@never_cache
@require_http_methods(FORM)
def series_settings(request: HttpRequest, series_id: int) -> HttpResponse:
    series, account = _organised(request, series_id)
    initial = SeriesForm.beginning(series, timezone.localdate())
    form = SeriesForm(request.POST or None, initial=initial)
    if form.stored(lambda: change_series(series.pk, account, form.terms())) is not None:
        return redirect("series-organise", series.pk)
    return _form_page(request, form, series.club, series)


@heavy
@require_safe
@login_required
@never_cache
def organise_series(request: HttpRequest, series_id: int) -> HttpResponse:
    """The organiser's page of a series: events, guests, divisions."""
    series, account = _organised(request, series_id)
    board = read_board(series)
    context = {
        "series": series,
        "parts": board_parts(board),
        "entries": board.entries,
        "players": board.players,
        "guests": [person.guest for person in board.persons if person.account is None],
        "events": events_to_add(series, account),
        "has_next": Series.objects.filter(before=series).exists(),
        **guests_in_words(series, account),
    }
    return render(request, "events/series_organise.html", context)


@require_POST
@login_required
def change_series_part(request: HttpRequest, series_id: int) -> HttpResponse:
    """A change of a series: ``do`` names it."""
    series, account = series_at(series_id), account_of(request)
    change, words, page = CHANGES.get(request.POST.get("do", ""), (None, "", "series"))
    if change is not None:
        if not EVENT_CHANGES.allows(str(account.pk)):
            raise PermissionDenied(too_often())
        carried_out(request, lambda: change(request, series, account), str(words))
    return redirect(page, series.pk)


@heavy
@login_required
@never_cache
@require_http_methods(FORM)
def next_season(request: HttpRequest, series_id: int) -> HttpResponse:
    """The divisions of the next season as they would be, and a form that confirms them."""
    series, account = _organised(request, series_id)
    typed = request.POST.get("joining", "")[:6000] if request.method == "POST" else ""
    joining = typed.replace(",", "\n").splitlines()
    initial = SeriesForm.next_beginning(series, timezone.localdate())
    confirms = request.method == "POST" and "confirm" in request.POST
    form = SeriesForm(request.POST if confirms else None, initial=initial)
    digest = request.POST.get("digest", "")
    season = form.stored(
        lambda: start_next_season(series.pk, account, form.terms(), joining, digest)
    )
    if season is not None:
        return redirect("series", season.pk)
    context: dict[str, object] = {"series": series, "form": form, "joining": typed}
    try:
        context["plan"] = plan_next_season(series, joining)
    except ServiceError as refusal:
        context["problem"] = refusal.message
    status = 400 if confirms or "problem" in context else 200
    return render(request, "events/series_next.html", context, status=status)


# --- inside -------------------------------------------------------------------


def _organised(request: HttpRequest, series_id: int) -> tuple[Series, Account]:
    series, account = series_at(series_id), account_of(request)
    if not organises_series(series, account):
        raise PermissionDenied(_("Only an organiser of this series can do that."))
    return series, account


def _form_page(
    request: HttpRequest,
    form: SeriesForm,
    club: Club | None,
    series: Series | None = None,
    *,
    verified: bool = True,
) -> HttpResponse:
    context = {"form": form, "club": club, "series": series, "verified": verified}
    status = 400 if form.is_bound else 200
    return render(request, "events/series_form.html", context, status=status)


def _key(request: HttpRequest, name: str) -> int:
    return row_key(request.POST.get(name, ""))


def _lines(request: HttpRequest, name: str) -> list[str]:
    return request.POST.get(name, "")[:6000].replace(",", "\n").splitlines()


def _add_event(request: HttpRequest, series: Series, account: Account) -> object:
    division = _key(request, "division") or None
    try:
        return add_event_to_series(series.pk, account, _key(request, "event"), division)
    except Event.DoesNotExist:
        raise Http404("there is no such event") from None


def _remove_event(request: HttpRequest, series: Series, account: Account) -> object:
    reason = typed_field(request, "reason")
    return remove_event_from_series(series.pk, account, _key(request, "event"), reason)


def _name_guest(request: HttpRequest, series: Series, account: Account) -> object:
    guest, handle = typed_field(request, "guest"), typed_field(request, "handle")
    return name_guest(series.pk, account, guest, handle)


def _agree(request: HttpRequest, _series: Series, account: Account) -> object:
    return answer_for_guest(_key(request, "guest"), account, agrees=True)


def _decline(request: HttpRequest, _series: Series, account: Account) -> object:
    return answer_for_guest(_key(request, "guest"), account, agrees=False)


def _add_division(request: HttpRequest, series: Series, account: Account) -> object:
    typed = request.POST.get("exchanged", "").strip() or "0"
    exchanged = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 4 else -1
    return add_division(series.pk, account, typed_field(request, "name"), exchanged)


def _place(request: HttpRequest, series: Series, account: Account) -> object:
    return place_players(series.pk, account, _key(request, "division"), _lines(request, "names"))


def _remove_player(request: HttpRequest, series: Series, account: Account) -> object:
    remove_player(series.pk, account, _key(request, "player"))
    return None


def _leave(request: HttpRequest, series: Series, account: Account) -> object:
    return set_leaving(series.pk, account, _key(request, "player"), leaving=True)


def _stay(request: HttpRequest, series: Series, account: Account) -> object:
    return set_leaving(series.pk, account, _key(request, "player"), leaving=False)


CHANGES: Final[dict[str, tuple[Change, object, str]]] = {
    "add-event": (_add_event, "", "series-organise"),
    "remove-event": (_remove_event, "", "series-organise"),
    "name-guest": (
        _name_guest,
        gettext_lazy(
            "We have asked the player. If they agree, the guest’s results count for them."
        ),
        "series-organise",
    ),
    "agree": (_agree, gettext_lazy("Your results as a guest now count for you."), "series"),
    "decline": (
        _decline,
        gettext_lazy("Thank you. The guest’s results won’t count for you."),
        "series",
    ),
    "add-division": (_add_division, "", "series-organise"),
    "place": (_place, "", "series-organise"),
    "remove-player": (_remove_player, "", "series-organise"),
    "leave": (_leave, gettext_lazy("The player is not in the next season."), "series-organise"),
    "stay": (_stay, gettext_lazy("The player is in the next season again."), "series-organise"),
    "leave-oneself": (_leave, gettext_lazy("You’re not in the next season."), "series"),
    "stay-oneself": (_stay, gettext_lazy("You’re in the next season."), "series"),
}
"""Changes of a series, the message when one is done, and the page that follows."""
