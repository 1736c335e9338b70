"""Mail about accounts. Links begin with ``settings.SITE_URL``, never with what a request says."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from smtplib import SMTPException
from typing import Final

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Account
from games.queries import verified_address
from web.languages import speaking_to
from web.mail_limits import Mail, may_mail, not_sent

logger = logging.getLogger(__name__)

NOTICES: Final[dict[str, str | Promise]] = {
    "account/email/password_changed": _("The password of your account was changed."),
    "account/email/password_set": _("Your account now has a password."),
    "account/email/password_reset": _(
        "Your password was changed with a link that we mailed to you."
    ),
    "account/email/email_changed": _("Your e-mail address was changed."),
    "account/email/email_deleted": _("Your e-mail address was removed from your account."),
    "mfa/email/totp_activated": _("An authenticator app was added."),
    "mfa/email/totp_deactivated": _("Your authenticator app was removed."),
    "mfa/email/webauthn_added": _("A passkey or security key was added."),
    "mfa/email/webauthn_removed": _("A passkey or security key was removed."),
    "token_made": _(
        "An API token was made for your account. It lets a program act for you, for a year."
    ),
    "tokens_end": _(
        "API tokens used to last for ever. "
        "Yours expire one year after this site’s upgrade. Make new ones when they do."
    ),
    "factors_forgotten": _("Your second factors were removed by the operator of the site."),
    "bot_marked": _("Your account was marked as a bot: a program plays for it. This is permanent."),
    "mfa/email/recovery_codes_generated": _(
        "New recovery codes were made. The old ones no longer work."
    ),
}
"""Sentences for events of an account, by allauth's names."""


def absolute(path: str) -> str:
    """The address of a page, for people who are not on the site."""
    return f"{settings.SITE_URL}{path}"


def send_verification(address: EmailAddress) -> bool:
    """Ask the owner of `address` whether it is theirs. All that an unverified address gets."""
    key = EmailConfirmationHMAC.create(address).key
    link = absolute(reverse("account_confirm_email", args=[key]))
    account = address.user
    assert isinstance(account, Account)
    context = {"handle": account.username, "link": link}
    with speaking_to(account):
        return _send(Mail.VERIFICATION, "verify", address.email, context, account)


def send_reset_link(account: Account) -> bool:
    """To its verified address, if it has one, a link by which the password is chosen anew."""
    if not (address := verified_address(account)):
        return False
    key = f"{user_pk_to_url_str(account)}-{default_token_generator.make_token(account)}"
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
    link = absolute(path.replace("UID-KEY", key))
    with speaking_to(account):
        return _send(Mail.RESET, "reset", address, {"handle": account.username, "link": link})


def send_invitation(email: str, plain: str, account: Account) -> bool:
    """To an address that a moderator gave us, a link by which one account can be opened."""
    link = absolute(reverse("sign-up-invitation", args=[plain]))
    context = {"by": account.username, "link": link}
    return _send(Mail.SIGN_UP_INVITATION, "invitation", email, context, account)


def send_notice(account: Account, happened: str, address: str = "") -> bool:
    """Mail the owner what happened to `account`, a key of ``NOTICES``. `address`: the verified
    one from before, if it has just been taken from the account."""
    if happened not in NOTICES or not (address := address or verified_address(account)):
        return False
    link = absolute(reverse("account"))
    context = {"handle": account.username, "what": NOTICES[happened], "link": link}
    with speaking_to(account):
        return _send(Mail.NOTICE, "notice", address, context)


def _send(
    kind: Mail,
    template: str,
    address: str,
    context: Mapping[str, object],
    account: Account | None = None,
) -> bool:
    """True if the mail is on its way. A mail server that is away breaks no page. `account`: the
    account that causes it, if one does."""
    if not may_mail(kind, address, account):
        return False
    context = {"site": settings.SITE_URL, **context}
    subject = render_to_string(f"account/email/{template}_subject.txt", context).strip()
    text = render_to_string(f"account/email/{template}_message.txt", context).strip()
    try:
        return bool(send_mail(subject, f"{text}\n", None, [address]))
    except (SMTPException, OSError) as error:
        not_sent(kind, address, account)
        logger.warning("a mail (%s) could not be sent: %s", template, error)
        return False
