"""allauth's adapter of accounts: logins, limits, mails."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.core import context
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from games.accounts import mail
from games.accounts.invitations import is_open
from games.accounts.mailboxes import reserve_mailbox
from games.accounts.verification import VERIFICATION_PAGE
from games.models import Account
from games.queries import verified_address
from games.standing.standing import address_verified
from web.languages import remember
from web.login_limits import TooManyGuesses, guess_password, know_device
from web.rate_limits import client_address
from web.security_log import log_security_event

INVITATION: str = "sign_up_invitation"
"""Under this the session keeps the invitation by whose link the visitor came."""
NO_ADDRESS = "0.0.0.0"
"""Written beside a session that comes over a socket without an address."""


class Adapter(DefaultAccountAdapter):
    """Sign-up, login and mail, as this site has them."""

    error_messages = {  # noqa: RUF012  (as the class it overrides has it)
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("Wrong handle or password. Both are case-sensitive."),
        "too_many_login_attempts": _(
            "Too many attempts. Please try again in a quarter of an hour."
        ),
        "enter_current_password": _("This is not your password."),
        "incorrect_password": _("This is not your password."),
        "duplicate_email": _("You already use this address."),
    }

    # --- passwords ----------------------------------------------------------

    def authenticate(self, request: HttpRequest, **credentials: object) -> AbstractBaseUser | None:
        """The account of that handle and password: for the login of the site, which is the admin's
        too, and for the page that asks for the password again. The try is counted before the
        password is looked at. No one logs in as a computer player."""
        handle = str(credentials.get("username") or "")
        try:
            guess = guess_password(request, handle)
        except TooManyGuesses:
            log_security_event("password-not-looked-at", request, account=_key_of(handle))
            raise self.validation_error("too_many_login_attempts") from None
        account = super().authenticate(
            request, username=handle, password=credentials.get("password", "")
        )
        if not isinstance(account, Account) or account.computer:
            log_security_event("password-wrong", request, account=_key_of(handle))
            return None
        guess.was_right()
        return account

    def reauthenticate(self, user: AbstractBaseUser, password: str) -> bool:
        account = self.authenticate(
            context.request, username=user.get_username(), password=password
        )
        return account is not None and account.pk == user.pk

    # --- logging in ---------------------------------------------------------

    def pre_login(
        self, request: HttpRequest, user: AbstractBaseUser, **details: Any
    ) -> HttpResponse | None:
        if getattr(user, "computer", ""):
            return self.respond_user_inactive(request, user)
        return super().pre_login(request, user, **details)

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, **details: Any
    ) -> HttpResponse:
        response = super().post_login(request, user, **details)
        if isinstance(user, Account):
            know_device(response, user)
            if user.language:
                remember(response, user.language)
            log_security_event("login", request, account=user.pk)
        return response

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return is_open(request.session.get(INVITATION, ""))

    def is_safe_url(self, url: str | None) -> bool:
        """Only places of this host."""
        request = context.request
        return url_has_allowed_host_and_scheme(
            url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )

    def is_ajax(self, request: HttpRequest) -> bool:
        """Pages answer with pages. Only the passkey's challenge is fetched by a script."""
        resolver_match = request.resolver_match
        return bool(
            resolver_match
            and resolver_match.url_name == "mfa_login_webauthn"
            and request.method == "GET"
        )

    def get_client_ip(self, request: HttpRequest) -> str:
        address = client_address(request)
        return address if "." in address or ":" in address else NO_ADDRESS

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("password_change_done")

    # --- mail ---------------------------------------------------------------

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Nothing: what this site sends goes through ``games.accounts.mail``."""

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC, signup: bool
    ) -> None:
        mail.send_verification(emailconfirmation.email_address)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, object] | None = None,
        email: str | None = None,
    ) -> None:
        """To the verified address. The one before a change gets a mail from ``confirm_email``."""
        if email is None and isinstance(user, Account):
            mail.send_notice(user, template_prefix)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        account = email_address.user
        assert isinstance(account, Account)
        before = verified_address(account)
        with transaction.atomic():
            reserved = reserve_mailbox(email_address)
            confirmed = reserved and super().confirm_email(request, email_address)
            transaction.set_rollback(not confirmed)
        if not reserved:
            failed, details = "email_confirmation_failed.txt", {"email": email_address.email}
            self.add_message(request, messages.ERROR, f"account/messages/{failed}", details)
        if confirmed:
            address_verified(account)
        if confirmed and before not in ("", email_address.email):
            mail.send_notice(account, "account/email/email_changed", before)
        return confirmed

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Back to the page that needed the address, once it is verified."""
        page = self.request.session.get(VERIFICATION_PAGE, "")
        if email_address.verified and page and self.is_safe_url(page):
            del self.request.session[VERIFICATION_PAGE]
            return str(page)
        return str(super().get_email_verification_redirect_url(email_address))

    def get_from_email(self) -> str:
        return settings.DEFAULT_FROM_EMAIL


def _key_of(handle: str) -> int | str:
    """Of the account with that handle, if there is one: what was typed may be a password."""
    account = Account.objects.filter(username=handle.lower()).values_list("pk", flat=True).first()
    return account or "none"
