"""Playing on from a step of a game, or from a what-if."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drawing.replay.replay import seat_names
from engine import read_log
from games.current_account import account_of
from games.models import Game
from games.replays import branch_address, unpack_branch
from tables.forms import OnwardForm
from tables.limits import OPENED
from tables.lobby.opening import continued_game, play_on
from tables.views.new import busy
from web.errors import Invalid, NotAllowed, ServiceError


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_on_page(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """A form: which seat is one's own, and who takes the others."""
    game = get_object_or_404(Game.objects.only("log", "entries"), pk=game_id)
    if ply > game.entries:
        raise Http404("the game ended before that")
    parameters = request.POST if request.method == "POST" else request.GET
    context: dict[str, object] = {"game": game, "ply": ply, "m": parameters.get("m", "")}
    try:
        lines = unpack_branch(parameters.get("m", ""))
        continued_game(game, ply, lines)
    except Invalid as refusal:
        refused = context | {"refusal": refusal.message}
        return render(request, "tables/onward.html", refused, status=400)
    log = read_log(game.log)
    form = OnwardForm(log.setup, seat_names(log), request.POST or None)
    if form.is_valid() and (new_table := _opened(request, game, ply, lines, form)):
        return redirect("table", new_table)
    context |= {"form": form, "entries": len(lines), "back": branch_address(game_id, ply, lines)}
    status = 400 if request.method == "POST" else 200
    return render(request, "tables/onward.html", context, status=status)


def _opened(
    request: HttpRequest, game: Game, ply: int, lines: list[str], form: OnwardForm
) -> str | None:
    """The id of the new table; if there is none, the form says why."""
    account = account_of(request)
    if not OPENED.allows(str(account.pk)):
        form.add_error(None, busy())
        return None
    chosen = form.cleaned_data
    try:
        return play_on(account, game, ply, lines, chosen["colour"], chosen["others"]).pk
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None
    except ServiceError as refusal:
        form.add_error(None, refusal.message)
        return None
