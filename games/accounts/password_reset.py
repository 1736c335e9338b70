"""A forgotten password: the link that sets another, asked for by a visitor or sent by a moderator.

Only a verified address gets it. An unverified one gets the mail that verifies it.
"""

from __future__ import annotations

import logging

from allauth.account.models import EmailAddress
from celery import current_app
from django.utils.translation import gettext as _

from games.accounts import mail
from games.action_log import Kind, log_moderator_action, must_moderate
from games.judging.queue import RETRY, SMALL_QUEUE
from games.models import Account
from games.queries import verified_address
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_account, must_be_impartial
from games.standing.resolve_players import ensure_player
from web.errors import Conflict

TASK = "games.tasks.answer_forgotten"
MAX_ACCOUNTS = 5
"""That have one address unverified, and are sent the mail that verifies it."""

logger = logging.getLogger(__name__)


def request_password_reset(email: str) -> None:
    """Has a worker answer, so that the time it takes does not say whether the address is
    known here."""
    try:
        current_app.send_task(TASK, [email], queue=SMALL_QUEUE, retry_policy=RETRY)
    except Exception as error:  # whatever the queue raises
        logger.warning("no message could be sent, it is answered at once: %s", error)
        send_reset_mail(email)


def send_reset_mail(email: str) -> None:
    """Send the mail to `email`: a link for each account whose verified address
    it is; else the mail that verifies it for those who claim it; else nothing."""
    rows = EmailAddress.objects.filter(email=email.strip().lower(), user__is_active=True)
    verified_addresses = list(rows.filter(verified=True).select_related("user"))
    for address in verified_addresses:
        mail.send_reset_link(_account(address))
    if not verified_addresses:
        for address in rows.select_related("user").order_by("pk")[:MAX_ACCOUNTS]:
            mail.send_verification(address)


def send_link(moderator: Account, account: Account, reason: str) -> None:
    """A moderator helps a person who forgot their password. The link goes to the verified address
    alone: no moderator sees it.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if there is no such address or
    the account is closed.
    """
    must_moderate(moderator)
    must_be_impartial(conflict_in_account(moderator, account))
    reason = checked_reason(reason)
    if not account.is_active or not verified_address(account):
        raise Conflict(
            _("The account has no verified address or is closed, so we can’t send anything.")
        )
    log_moderator_action(
        moderator, Kind.RESET_LINK, reason, public_reason=reason, player=ensure_player(account)
    )
    if not mail.send_reset_link(account):
        raise Conflict(_("The mail could not be sent, or too many were sent already."))


def _account(address: EmailAddress) -> Account:
    assert isinstance(address.user, Account)
    return address.user
