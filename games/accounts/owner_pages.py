"""Pages of an account's owner: API tokens, the data export, closing the account."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from allauth.account.decorators import reauthentication_required
from asgiref.sync import sync_to_async
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.bots import mark_own_account
from games.accounts.closing import close
from games.accounts.data_export import export_archive
from games.accounts.handles import typed_handle
from games.accounts.tokens import LONGEST_NAME, TokenScope, make_token, revoke_own_token
from games.current_account import account_of
from games.standing.resolve_players import ensure_player
from web.api.base import release_connection
from web.errors import ServiceError
from web.form_actions import form_accepted, row_key
from web.priorities import heavy
from web.rate_limits import DATA_EXPORTS


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy(
            "Choose a name by which you recognise this token, such as “club laptop”."
        ),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("This token can"),
        choices=[
            (TokenScope.READ, gettext_lazy("read what you can see")),
            (TokenScope.UPLOAD, gettext_lazy("upload games for you")),
            (TokenScope.ATTEST, gettext_lazy("confirm and dispute games for you")),
            (TokenScope.NOTE, gettext_lazy("write and delete notes on games for you")),
            (TokenScope.PLAY, gettext_lazy("play at tables for you")),
        ],
        initial=[TokenScope.READ, TokenScope.UPLOAD],
        widget=forms.CheckboxSelectMultiple,
    )


class OwnHandleForm(forms.Form):
    """The owner types the handle, so that nothing that stays for ever happens by a slip."""

    handle = forms.CharField(
        label=gettext_lazy("Your handle"),
        help_text=gettext_lazy("Type your handle to confirm."),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def __init__(self, username: str, data: QueryDict | None) -> None:
        super().__init__(data)
        self.username = username

    def clean_handle(self) -> str:
        typed = typed_handle(self.cleaned_data["handle"])
        if typed != self.username:
            raise forms.ValidationError(gettext_lazy("This is not the handle of this account."))
        return typed


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
        messages.error(request, _("Too many requests. Try again in an hour."))
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
    form = OwnHandleForm(account.username, request.POST if request.method == "POST" else None)
    if form_accepted(form, lambda: close(account)):
        logout(request)
        messages.success(request, _("Your account is closed."))
        return redirect("home")
    context = {"form": form, "number": ensure_player(account).pk}
    return render(request, "games/close_account.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@reauthentication_required
def mark_bot(request: HttpRequest) -> HttpResponse:
    """Page of the mark of a bot: consequences; then the handle has to be typed."""
    account = account_of(request)
    form = OwnHandleForm(account.username, request.POST if request.method == "POST" else None)
    if not account.bot_since and form_accepted(form, lambda: mark_own_account(account)):
        messages.success(request, _("Your account is marked as a bot."))
        return redirect("account")
    return render(request, "games/mark_bot.html", {"form": form})


async def _in_turn(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Piece by piece, each made in a thread when the one before it has been sent."""

    def following() -> bytes | None:
        return next(pieces, None)

    while (piece := await sync_to_async(following)()) is not None:
        yield piece


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Tokens of the account: make one (its text is shown once, in the answer), revoke one."""
    if request.method == "POST" and "revoke" in request.POST:
        return _revoke_token(request)
    if request.method == "POST":
        answer: HttpResponse = _make_token(request)
        return answer
    return _tokens_page(request, TokenForm())


@reauthentication_required
def _make_token(request: HttpRequest) -> HttpResponse:
    """After the password, if it was typed some time ago."""
    form, plain = TokenForm(request.POST), ""
    if form.is_valid():
        try:
            _token, plain = make_token(account_of(request), **form.cleaned_data)
        except ServiceError as refusal:
            form.add_error(None, refusal.message)
        else:
            form = TokenForm()
    return _tokens_page(request, form, plain)


def _tokens_page(request: HttpRequest, form: TokenForm, plain: str = "") -> HttpResponse:
    rows = account_of(request).api_tokens.order_by("revoked_at", "-created_at")
    context = {"form": form, "plain": plain, "tokens": rows, "moment": timezone.now()}
    return render(request, "games/tokens.html", context)


def _revoke_token(request: HttpRequest) -> HttpResponse:
    account = account_of(request)
    pk = row_key(request.POST["revoke"])
    revoke_own_token(account, get_object_or_404(account.api_tokens, pk=pk))
    messages.success(request, _("The token no longer works."))
    return redirect("account-tokens")
