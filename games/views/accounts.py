"""Signing up, logging in, and the page of one's own account."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, RedirectURLMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms import LoginForm, SignUpForm
from games.guessing import know_device
from games.models import Account
from games.queries import claims_to_decide, games_waiting_for, latest_uploads, tallies
from games.services.accounts import InvalidField, sign_up, switch_reminders
from games.services.players import player_of
from games.views.claims import account_of

SOME = 10


class Login(LoginView):
    """Log in by handle."""

    form_class = LoginForm
    redirect_authenticated_user = False

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_valid(form)
        know_device(answer, account_of(self.request))
        return answer


class _Next(RedirectURLMixin):
    """Where somebody wanted to go who had to sign up first: a place on this site."""

    next_page = "home"

    def __init__(self, request: HttpRequest) -> None:
        self.request = request


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def signup(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("account")
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            account = sign_up(**form.cleaned_data)
        except InvalidField as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            login(request, account, "django.contrib.auth.backends.ModelBackend")
            answer = redirect(_Next(request).get_success_url())
            know_device(answer, account)
            return answer
    context = {"form": form, "next": _Next(request).get_redirect_url()}
    return render(request, "registration/signup.html", context)


@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    account = request.user
    assert isinstance(account, Account)
    uploads = latest_uploads(account, SOME)
    found = tallies(uploads)
    context = {
        "player": player_of(account),
        "uploads": [(upload, found[upload.pk]) for upload in uploads],
        "waiting": games_waiting_for(account)[:SOME],
        "claims": claims_to_decide(account)[:SOME],
        "tokens": account.api_tokens.filter(revoked_at=None).count(),
        "title": _("Your account"),
    }
    return render(request, "games/account.html", context)


@require_POST
@login_required
def reminders(request: HttpRequest) -> HttpResponse:
    """E-mail about tables, or none."""
    account = request.user
    assert isinstance(account, Account)
    switch_reminders(account, request.POST.get("wanted") == "yes")
    return redirect("account")
