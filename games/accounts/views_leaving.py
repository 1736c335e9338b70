"""Data export of an account, and the end of the account."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from allauth.account.decorators import reauthentication_required
from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.closing import close
from games.accounts.data_export import export_archive
from games.accounts.owner_forms import CloseForm
from games.current_account import account_of
from games.standing.resolve_players import ensure_player
from web.api.base import release_connection
from web.errors import ServiceError
from web.priorities import heavy
from web.rate_limits import DATA_EXPORTS


@heavy
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@reauthentication_required
def own_data(request: HttpRequest) -> HttpResponseBase:
    """A page that says what is in the file; by POST the file."""
    account = account_of(request)
    if request.method != "POST":
        return render(request, "games/own_data.html")
    if not DATA_EXPORTS.allows(str(account.pk)):
        messages.error(request, _("That was often enough for now: please wait an hour."))
        return render(request, "games/own_data.html", status=429)
    pieces = export_archive(account, release_connection)
    answer = StreamingHttpResponse(
        _in_turn(pieces) if isinstance(request, ASGIRequest) else pieces,
        content_type="application/zip",
        headers={"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"},
    )
    answer["Content-Disposition"] = f'attachment; filename="imhotep-{account.username}.zip"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@reauthentication_required
def close_account(request: HttpRequest) -> HttpResponse:
    """Page of closing: deleted and remaining data; then the handle has to be typed."""
    account = account_of(request)
    form = CloseForm(account.username, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            close(account)
        except ServiceError as refusal:
            form.add_error(None, refusal.message)
        else:
            logout(request)
            messages.success(request, _("Your account is closed."))
            return redirect("home")
    context = {"form": form, "number": ensure_player(account).pk}
    return render(request, "games/close_account.html", context)


async def _in_turn(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Piece by piece, each made in a thread when the one before it has been sent."""

    def following() -> bytes | None:
        return next(pieces, None)

    while (piece := await sync_to_async(following)()) is not None:
        yield piece
