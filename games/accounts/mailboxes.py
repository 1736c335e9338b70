"""One mailbox verifies one account, however its address is written."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction

from games.models import VerifiedMailbox
from web.mailboxes import mailbox_of


def reserve_mailbox(address: EmailAddress) -> bool:
    """Reserves the mailbox of `address`, which is about to be verified, for its account. False if
    another account has it. An account that verifies another address gives up the mailbox before.
    """
    mailbox = mailbox_of(address.email)
    rows = VerifiedMailbox.objects.exclude(address__user=address.user_id)
    if rows.filter(mailbox=mailbox).exists():
        return False
    try:
        with transaction.atomic():
            VerifiedMailbox.objects.filter(address__user=address.user_id).delete()
            VerifiedMailbox.objects.create(address=address, mailbox=mailbox)
    except IntegrityError:  # another account was faster
        return False
    return True
