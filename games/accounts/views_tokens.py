"""The tokens of the API."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.owner_forms import TokenForm
from games.accounts.tokens import make_token, revoke_own_token
from games.current_account import account_of
from web.errors import ServiceError


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Make one (its text is shown once, in the answer), revoke one, see which there are."""
    if request.method == "POST" and "revoke" in request.POST:
        return _revoke(request)
    form = TokenForm(request.POST if request.method == "POST" else None)
    plain = ""
    if form.is_valid():
        try:
            _token, plain = make_token(account_of(request), **form.cleaned_data)
        except ServiceError as refusal:
            form.add_error(None, refusal.message)
        else:
            form = TokenForm()
    every = account_of(request).api_tokens.order_by("revoked_at", "-created_at")
    context = {"form": form, "plain": plain, "tokens": every}
    return render(request, "games/tokens.html", context)


def _revoke(request: HttpRequest) -> HttpResponse:
    number = request.POST["revoke"]
    every = account_of(request).api_tokens
    pk = int(number) if number.isdecimal() and len(number) < 18 else 0
    revoke_own_token(account_of(request), get_object_or_404(every, pk=pk))
    messages.success(request, _("The token no longer works."))
    return redirect("account-tokens")
