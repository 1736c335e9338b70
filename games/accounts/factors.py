"""Second factors: codes of an app, recovery codes, passkeys; and access to moderators' pages."""

from __future__ import annotations

import base64
from hashlib import sha256
from urllib.parse import urlsplit

from allauth.account.internal.flows.login import get_authentication_records
from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Account
from web.site_name import site_name_short

LAST_USED = "last_counter"
"""In the data of an app's row: the time step of the last code that was taken."""


class Factors(DefaultMFAAdapter):
    """allauth's adapter of second factors."""

    error_messages = {  # noqa: RUF012  (as the class it overrides has it)
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This code is wrong or has already been used."),
    }

    def encrypt(self, text: str) -> str:
        """Encrypt a secret, so that a copy of the database without the SECRET_KEY makes no
        codes."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """A passkey belongs to the host of ``settings.SITE_URL``."""
        return {"id": urlsplit(settings.SITE_URL).hostname or "", "name": self._get_site_name()}

    def generate_authenticator_name(self, user: AbstractBaseUser, type: str) -> str:
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}

    def _get_user_identifier(self, user: AbstractBaseUser) -> str:
        return str(user.get_username())

    def _get_site_name(self) -> str:
        return site_name_short()


@transaction.atomic
def take_code(account: Account, code: str) -> Authenticator | None:
    """The factor of `account` that `code` fits, and the code is used up: the next one of an app has
    to be newer (RFC 6238, 5.2), and a recovery code works once. ``None`` if it fits none."""
    rows = Authenticator.objects.select_for_update().filter(user=account)
    typed = rows.exclude(type=Authenticator.Type.WEBAUTHN).order_by("pk")
    return next((row for row in typed if _takes(row, code)), None)


def has_factor(account: Account) -> bool:
    """True if a login asks `account` for more than its password."""
    return bool(
        Authenticator.objects.filter(user=account)
        .exclude(type=Authenticator.Type.RECOVERY_CODES)
        .exists()
    )


def used_factor(request: HttpRequest) -> bool:
    """True if who asks has shown a second factor, or a passkey, in this session."""
    if not isinstance(request.user, Account):
        return False
    records = get_authentication_records(request, request.user)
    return any(record.get("method") == "mfa" for record in records)


def _takes(row: Authenticator, code: str) -> bool:
    try:
        if row.type == Authenticator.Type.RECOVERY_CODES:
            return RecoveryCodes(row).validate_code(code)
        return _takes_of_app(row, Factors().decrypt(row.data["secret"]), code)
    except InvalidToken:  # written under a SECRET_KEY that is no more
        return False


def _takes_of_app(row: Authenticator, secret: str, code: str) -> bool:
    for step in yield_hotp_counters_from_time():
        expected = format_hotp_value(hotp_value(secret, step))
        if step > row.data.get(LAST_USED, 0) and compare_user_code(actual=code, expected=expected):
            row.data[LAST_USED] = step
            row.save(update_fields=["data"])
            return True
    return False


def _cipher() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key_of(key)) for key in keys])


def _key_of(secret: str | bytes) -> bytes:
    named = b"games.accounts.factors:" + (secret.encode() if isinstance(secret, str) else secret)
    return base64.urlsafe_b64encode(sha256(named).digest())


def moderates(user: Account | AnonymousUser) -> bool:
    return isinstance(user, Account) and user.is_active and user.is_moderator


def second_factor_redirect(request: HttpRequest, back: str) -> HttpResponseRedirect | None:
    """Redirect of a moderator, who then comes `back`: to their second factor, where the
    admin asks for one. ``None``: they may go on. Raises ``PermissionDenied`` for others."""
    if not moderates(request.user):
        raise PermissionDenied
    if not settings.MODERATORS_NEED_SECOND_FACTOR or used_factor(request):
        return None
    query = QueryDict(mutable=True)
    query["next"] = back
    return redirect(f"{reverse('admin:login')}?{query.urlencode()}")
