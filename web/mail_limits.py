"""May this mail be sent, and may this account be opened? Whatever writes to people asks here first.

    if may_mail(Mail.RESET, address):
        ...                              # not_sent(...) gives it back if the mail server refuses

A recipient gets so many mails of a kind a day, and an account causes so many. A page by which
a visitor can cause a mail asks ``may_ask_for_mail`` too: so many for an address on the network.
"""

from __future__ import annotations

from enum import StrEnum
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Final, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest

from web.mailboxes import mailbox_of
from web.rate_limits import Throttle, client_key

DAY: Final = 24 * 3600
HOUR: Final = 3600


REFUSED: Final = (SMTPRecipientsRefused, SMTPDataError)
"""The server refuses one recipient, or one mail: others may still get theirs."""


class Mail(StrEnum):
    """Purpose of a mail."""

    VERIFICATION = "verification"
    """Is this address yours? The only mail for an unverified address."""
    RESET = "reset"
    """The link that sets another password."""
    NOTICE = "notice"
    """A message about events of the account."""
    SIGN_UP_INVITATION = "sign-up-invitation"
    TABLE_INVITATION = "table-invitation"
    TABLE_REMINDER = "table-news"
    """A game has begun, a turn waits."""
    DIGEST = "notices-digest"
    """The notices of a day."""


class MailLimits(NamedTuple):
    """Mails a day: to one recipient, and caused by one account."""

    recipient: int
    account: int


LIMITS: Final[dict[Mail, MailLimits]] = {
    Mail.VERIFICATION: MailLimits(recipient=5, account=10),
    Mail.RESET: MailLimits(recipient=5, account=20),
    Mail.NOTICE: MailLimits(recipient=20, account=20),
    Mail.SIGN_UP_INVITATION: MailLimits(recipient=3, account=50),
    Mail.TABLE_INVITATION: MailLimits(recipient=5, account=20),
    Mail.TABLE_REMINDER: MailLimits(recipient=20, account=100),
    Mail.DIGEST: MailLimits(recipient=5, account=5),
}

REQUESTED_MAILS: Final = Throttle("mail-address", most=20, seconds=HOUR)
"""Mails that an address on the network causes: signing up, a forgotten password, an address."""

SIGN_UPS: Final = Throttle("sign-up", most=20, seconds=HOUR)
"""Accounts opened from an address: a class or a club may come at once."""


def may_mail(kind: Mail, recipient: str, account: AbstractBaseUser | None = None) -> bool:
    """True if a mail of `kind` may go to the address `recipient`; it is counted. `account`: the
    account that causes it, if one does."""
    throttles = _throttles(kind, recipient, account)
    for number, (throttle, key) in enumerate(throttles):
        if not throttle.allows(key):
            for earlier, earlier_key in throttles[:number]:
                earlier.give_back(earlier_key)
            return False
    return True


def not_sent(kind: Mail, recipient: str, account: AbstractBaseUser | None = None) -> None:
    """The mail that ``may_mail`` counted could not be sent."""
    for throttle, key in _throttles(kind, recipient, account):
        throttle.give_back(key)


def may_ask_for_mail(request: HttpRequest) -> bool:
    """True if a client at this address may cause one more mail; it is counted."""
    return REQUESTED_MAILS.allows(client_key(request))


def may_sign_up(request: HttpRequest) -> bool:
    """True if a client at this address may open one more account; it is counted."""
    return SIGN_UPS.allows(client_key(request))


def not_signed_up(request: HttpRequest) -> None:
    """The account that ``may_sign_up`` counted was not opened."""
    SIGN_UPS.give_back(client_key(request))


def _throttles(
    kind: Mail, recipient: str, account: AbstractBaseUser | None
) -> list[tuple[Throttle, str]]:
    limits = LIMITS[kind]
    throttles = [(Throttle(f"mail-to:{kind}", limits.recipient, DAY), _mailbox(recipient))]
    if account is not None:
        throttles.append((Throttle(f"mail-by:{kind}", limits.account, DAY), str(account.pk)))
    return throttles


def _mailbox(address: str) -> str:
    """One for all addresses that providers commonly deliver to the same person: what follows a +
    makes no other, at any provider (RFC 5233)."""
    name, separator, host = mailbox_of(address).rpartition("@")
    return f"{name.partition('+')[0]}{separator}{host}"
