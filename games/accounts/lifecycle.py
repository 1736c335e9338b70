"""Accounts are opened, suspended and let in again; ``closing`` closes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.handles import is_reserved
from games.accounts.invitations import admit
from games.accounts.tokens import end_tokens
from games.action_log import Kind, log_moderator_action, must_moderate
from games.models import Account, ClosedAccount
from games.models.account import HANDLE
from games.pseudonyms import is_former
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_account, must_be_impartial
from games.standing.resolve_players import ensure_player
from web.errors import Conflict, Invalid, NotAllowed


class InvalidField(Invalid):
    """A field's value that cannot be used. `field`: handle, email or password."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def sign_up(handle: str, email: str, password: str, invitation: str = "") -> Account:
    """A new account, and its player. `email` may be empty: then a password cannot be reset.

    Capital letters of the handle and of the address become small. The address is not verified
    yet. Raises ``InvalidField``, and ``NotAllowed`` if ``settings.SIGN_UP`` asks for an
    `invitation` (the text of its link) that is not here, or is closed.
    """
    handle = _checked_handle(handle)
    email = _checked_email(email)
    _check_password(password, Account(username=handle, email=email))
    try:
        with transaction.atomic():
            account = Account.objects.create_user(
                handle, email, password, data_licence_agreed_at=timezone.now()
            )
            ensure_player(account)
            if email:
                EmailAddress.objects.create(user=account, email=email, primary=True)
            admit(account, invitation)
    except IntegrityError:
        raise InvalidField("handle", _("This handle is taken.")) from None
    return account


def wrong_fields(handle: str, email: str, password: str) -> dict[str, str]:
    """Refusals of ``sign_up`` for all filled fields, by field."""
    account = Account(username=handle.strip().lower(), email=email.strip().lower())
    checks: dict[str, Callable[[], object]] = {"email": lambda: _checked_email(email)}
    if handle:
        checks["handle"] = lambda: _checked_handle(handle)
    if password:
        checks["password"] = partial(_check_password, password, account)
    refusals = {}
    for field, check in checks.items():
        try:
            check()
        except InvalidField as refusal:
            refusals[field] = refusal.message
    return refusals


def suspend(moderator: Account, account: Account, reason: str) -> None:
    """It cannot log in, and its tokens end, until a moderator lets it in again.

    Raises ``NotAllowed`` (a moderator's account is suspended by a superuser, no account by its
    owner), ``Invalid`` without a reason, ``Conflict`` if it is suspended or closed already.
    """
    must_moderate(moderator)
    must_be_impartial(conflict_in_account(moderator, account))
    if account.is_moderator and not moderator.is_superuser:
        raise NotAllowed(_("Only a superuser can suspend another moderator."))
    reason = checked_reason(reason)
    with transaction.atomic():
        if not _account_rows(account, is_active=True).update(is_active=False):
            raise Conflict(_("This account is suspended or closed already."))
        end_tokens(account)
        end_sessions(account)
        log_moderator_action(
            moderator, Kind.SUSPEND, reason, public_reason=reason, player=ensure_player(account)
        )


def reinstate(moderator: Account, account: Account, reason: str) -> None:
    """A suspended account may log in again; tokens stay ended.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if it is not suspended, or is
    closed.
    """
    must_moderate(moderator)
    must_be_impartial(conflict_in_account(moderator, account))
    reason = checked_reason(reason)
    if ClosedAccount.objects.filter(account=account).exists():
        raise Conflict(_("This account is closed for ever."))
    with transaction.atomic():
        if not _account_rows(account, is_active=False).update(is_active=True):
            raise Conflict(_("This account is not suspended."))
        log_moderator_action(
            moderator, Kind.REINSTATE, reason, public_reason=reason, player=ensure_player(account)
        )


def end_sessions(account: Account) -> None:
    """End the sessions of `account`, on every device."""
    for session in UserSession.objects.filter(user=account):
        session.end()


def switch_reminders(account: Account, on: bool) -> None:
    """Switch e-mail of `account` about its tables."""
    account.reminders = on
    account.save(update_fields=["reminders"])


def switch_previews(account: Account, on: bool) -> None:
    """Switch previews of choices for `account`."""
    account.previews = on
    account.save(update_fields=["previews"])


def agree_to_data_licence(account: Account) -> None:
    """Logs of the games of `account` may be published under CC0 from now on; nothing takes that
    back, since copies stay free."""
    Account.objects.filter(pk=account.pk, data_licence_agreed_at=None).update(
        data_licence_agreed_at=timezone.now()
    )


def choose_language(account: Account, language: str) -> None:
    """In which language `account` reads; empty: in that of the browser. Raises ``Invalid``."""
    if language and language not in dict(settings.LANGUAGES):
        raise Invalid(_("This site is not available in that language."))
    account.language = language
    account.save(update_fields=["language"])


# --- inside -------------------------------------------------------------------


def _account_rows(account: Account, *, is_active: bool) -> QuerySet[Account]:
    return Account.objects.filter(pk=account.pk, is_active=is_active)


def _checked_handle(handle: str) -> str:
    handle = handle.strip().removeprefix("@").lower()
    try:
        HANDLE(handle)
    except ValidationError as refusal:
        raise InvalidField("handle", refusal.messages[0]) from None
    if is_reserved(handle):
        raise InvalidField("handle", _("This handle is reserved."))
    if Account.objects.filter(username=handle).exists() or is_former(handle):
        raise InvalidField("handle", _("This handle is taken."))
    return handle


def _checked_email(email: str) -> str:
    email = email.strip().lower()
    try:
        if email:
            validate_email(email)
    except ValidationError as refusal:
        raise InvalidField("email", refusal.messages[0]) from None
    if len(email) > 254:
        raise InvalidField("email", _("This e-mail address is too long."))
    return email


def _check_password(password: str, account: Account) -> None:
    try:
        validate_password(password, account)
    except ValidationError as refusal:
        raise InvalidField("password", " ".join(refusal.messages)) from None
    if len(password) > 1000:
        raise InvalidField("password", _("This password is too long."))
