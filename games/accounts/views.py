"""Views that differ from allauth's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account import views as account
from allauth.account.internal import flows
from allauth.account.models import Login
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.mfa.webauthn.internal import flows as webauthn
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView
from allauth.usersessions.internal.flows.sessions import end_other_sessions
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.conf import settings
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.generic import TemplateView

from games.accounts import mail
from games.accounts.adapter import INVITATION
from games.accounts.factors import take_code
from games.accounts.invitations import is_open
from games.accounts.lifecycle import InvalidField, sign_up, wrong_fields
from games.accounts.tokens import end_tokens, has_tokens
from games.models import Account
from games.queries import verified_address
from web.errors import NotAllowed
from web.mail_limits import may_ask_for_mail, may_sign_up, not_signed_up

if TYPE_CHECKING:
    from django.forms import BaseForm
    from django.utils.functional import _StrOrPromise as Text


RATE_LIMITED = _("Too many sign-ups from your network. Please try again in an hour.")


class SignUp(account.SignupView):
    """Sign up: open, by invitation, or closed."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.user.is_authenticated:
            return redirect("account")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: BaseForm) -> HttpResponse:
        invitation = self.request.session.get(INVITATION, "")
        if not may_sign_up(self.request):
            return self._refused(form, None, RATE_LIMITED)
        try:
            self.user = sign_up(**form.cleaned_data, invitation=invitation)
        except (InvalidField, NotAllowed) as refusal:
            not_signed_up(self.request)
            return self._refused(form, getattr(refusal, "field", None), refusal.message)
        self.request.session.pop(INVITATION, None)
        address = get_next_redirect_url(self.request) or reverse("home")
        return flows.signup.complete_signup(self.request, user=self.user, redirect_url=address)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """Says of every field what is wrong with it, and not of the first alone."""
        if not form.non_field_errors():
            typed = {name: form.data.get(name, "") for name in ("handle", "email", "password")}
            for field, message in wrong_fields(**typed).items():
                if field not in form.errors:
                    form.add_error(field, message)
        answer: HttpResponse = super().form_invalid(form)
        return answer

    def _refused(self, form: BaseForm, field: str | None, text: Text) -> HttpResponse:
        form.add_error(field, text)
        answer: HttpResponse = self.form_invalid(form)
        return answer

    def closed(self) -> HttpResponse:
        context = {"mode": settings.SIGN_UP}
        return render(self.request, self.template_name_signup_closed, context, status=403)


@never_cache
@require_safe
def invitation(request: HttpRequest, plain: str) -> HttpResponse:
    """The link of an invitation: it goes into the session, and out of the address."""
    if is_open(plain):
        request.session[INVITATION] = plain
        return redirect("signup")
    context = {"mode": settings.SIGN_UP, "void": True}
    return render(request, "account/signup_closed.html", context, status=404)


@require_safe
def old_reset_link(request: HttpRequest, **parts: str) -> HttpResponse:
    """A link that was mailed before links looked as they do now."""
    return render(request, "account/password_reset_from_key.html", {"token_fail": True})


class PasswordChanged(LoginRequiredMixin, TemplateView):
    template_name = "account/password_change_done.html"


class Forgotten(account.PasswordResetView):
    """A forgotten password: the answer is the same, whatever the address."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        if may_ask_for_mail(self.request):
            return super().form_valid(form)
        form.add_error(None, RATE_LIMITED)
        answer: HttpResponse = self.form_invalid(form)
        return answer


class Address(account.EmailView):
    """The e-mail address of an account."""

    def _action_remove(self, request: HttpRequest, *args: object, **kwargs: object) -> object:
        account = _account(request)
        before = verified_address(account)
        answer = super()._action_remove(request, *args, **kwargs)
        if before and not verified_address(account):
            mail.send_notice(account, "account/email/email_deleted", before)
        return answer


class AddApp(ActivateTOTPView):
    """An authenticator app. Sessions that began without it end."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        answer = super().form_valid(form)
        take_code(_account(self.request), form.cleaned_data["code"])
        end_other_sessions(self.request, _account(self.request))
        return answer


class AddPasskey(AddWebAuthnView):
    """A passkey or security key. Sessions that began without it end."""

    def form_valid(self, form: object) -> HttpResponse:
        answer = super().form_valid(form)
        end_other_sessions(self.request, _account(self.request))
        return answer


class PasskeyLogin(LoginWebAuthnView):
    """Log in with a passkey, and go on to where one wanted to go."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        credential = form.cleaned_data["credential"]
        address = get_next_redirect_url(self.request)
        login = Login(user=credential.user, redirect_url=address)
        return webauthn.perform_passwordless_login(self.request, credential, login)


@method_decorator(never_cache, name="dispatch")
class Sessions(ListUserSessionsView):
    """Sessions of an account. One other session is ended, or all of them, and the tokens of the API
    on request."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        return {
            **super().get_context_data(**kwargs),
            "has_tokens": has_tokens(_account(self.request)),
        }

    def form_valid(self, form: object) -> HttpResponse:
        chosen = self.request.POST.get("session", "")
        if not chosen:
            if self.request.POST.get("tokens"):
                end_tokens(_account(self.request))
            return super().form_valid(form)
        user_sessions = UserSession.objects.filter(user=_account(self.request))
        if chosen.isdecimal() and (session := user_sessions.filter(pk=int(chosen[:18])).first()):
            session.end()
        return redirect("usersessions_list")


def _account(request: HttpRequest) -> Account:
    assert isinstance(request.user, Account)
    return request.user
