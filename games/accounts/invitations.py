"""Right to sign up: all, invited people, or none. ``settings.SIGN_UP`` says it."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.mailboxes import reserve_mailbox
from games.accounts.tokens import token_digest
from games.action_log import Kind, log_moderator_action, must_moderate
from games.models import Account, SignUpInvitation
from games.standing.attest import checked_reason
from web.errors import Conflict, Invalid, NotAllowed

OPEN: Final = "open"
BY_INVITATION: Final = "invitation"
CLOSED: Final = "closed"
MODES: Final = (OPEN, BY_INVITATION, CLOSED)

HOLDS: Final = timedelta(days=14)
MAX_OPEN_INVITATIONS: Final = 50
"""Invitations of one moderator that could still be used."""


def is_open(plain: str = "") -> bool:
    """True if a visitor with this invitation, or with none, may sign up."""
    if settings.SIGN_UP == BY_INVITATION:
        return _usable().filter(digest=token_digest(plain)).exists() if plain else False
    return bool(settings.SIGN_UP == OPEN)


def invite(account: Account, reason: str, email: str = "") -> tuple[SignUpInvitation, str]:
    """A new invitation, and the text of its link, which cannot be shown again. With `email` the
    caller mails it there, and does not show it.

    Raises ``NotAllowed``, ``Invalid`` without a reason or for a wrong address, ``Conflict`` where
    there are no invitations or beyond ``MAX_OPEN_INVITATIONS``.
    """
    must_moderate(account)
    reason, email = checked_reason(reason), email.strip().lower()
    if settings.SIGN_UP != BY_INVITATION:
        raise Conflict(_("This site does not use invitations."))
    _check(email)
    plain = secrets.token_urlsafe(32)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if _usable().filter(made_by=account).count() >= MAX_OPEN_INVITATIONS:
            raise Conflict(_("Too many of your invitations are still open. Withdraw one, or wait."))
        sign_up_invitation = SignUpInvitation.objects.create(
            digest=token_digest(plain),
            made_by=account,
            email=email,
            expires_at=timezone.now() + HOLDS,
        )
        log_moderator_action(account, Kind.INVITE, reason, public_reason=reason)
    return sign_up_invitation, plain


def withdraw_invitation(account: Account, invitation: SignUpInvitation) -> None:
    """It can be used no more. Raises ``NotAllowed``, and ``Conflict`` if it cannot be anyhow."""
    must_moderate(account)
    usable_rows = _usable().filter(pk=invitation.pk)
    if not usable_rows.update(withdrawn_at=timezone.now(), email=""):
        raise Conflict(_("This invitation has been used or withdrawn, or has expired."))


def admit(account: Account, plain: str) -> None:
    """In the transaction that opens `account`: whether it may be. Uses up the invitation `plain`.

    An address that the invitation was mailed to is verified, if it is the account's. Raises
    ``NotAllowed``.
    """
    if settings.SIGN_UP == OPEN:
        return
    if settings.SIGN_UP != BY_INVITATION:
        raise NotAllowed(_("Sign-up is closed at the moment."))
    invitation = _usable().select_for_update().filter(digest=token_digest(plain)).first()
    if invitation is None:
        raise NotAllowed(_("This invitation has been used or withdrawn, or has expired."))
    email_address = EmailAddress.objects.filter(user=account, email=invitation.email).first()
    if email_address and email_address.can_set_verified() and reserve_mailbox(email_address):
        email_address.set_verified()
    invitation.used_at, invitation.used_by, invitation.email = timezone.now(), account, ""
    invitation.save(update_fields=["used_at", "used_by", "email"])


def _usable() -> QuerySet[SignUpInvitation]:
    return SignUpInvitation.objects.filter(
        used_at=None,
        withdrawn_at=None,
        expires_at__gt=timezone.now(),
        made_by__is_active=True,
    )


def _check(email: str) -> None:
    try:
        if email:
            validate_email(email)
    except ValidationError as refusal:
        raise Invalid(refusal.messages[0]) from None
