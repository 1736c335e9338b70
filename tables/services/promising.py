"""What each player adds to the shuffle: first a promise, and when all sit the share itself."""

from __future__ import annotations

import re
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine.fairness import commitment
from games.errors import Conflict, Invalid
from games.models import Account
from tables.models import Phase, Promise, Table
from tables.services import instant
from tables.services.dealing import deal_when_opened
from tables.services.deals import keep_share
from tables.services.holding import hold, own_place
from tables.services.telling import tell

DIGITS: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def checked_promise(promise: str) -> str:
    """`promise`, if it is empty or 64 hexadecimal digits; raises ``Invalid``."""
    if promise and not DIGITS.fullmatch(promise):
        raise Invalid(_("A promise has 64 digits, 0 to 9 and a to f."))
    return promise


def make_promise(account: Account, table: Table, promise: str) -> None:
    """Write down that `account` promises a share, if `promise` is not empty.

    Raises ``Conflict`` if anybody promised it before, at any table: a share that somebody may
    have seen binds nobody. To be called in a transaction.
    """
    if not promise:
        return
    try:
        with transaction.atomic():
            Promise.objects.create(digest=promise, account=account, table=table)
    except IntegrityError:
        said = _("This share was promised before. Load the page again: it draws a new one.")
        raise Conflict(said) from None


def promise(table_id: str, account: Account, promise: str) -> Table:
    """`account`, who sits at the table, promises a share of the shuffle: its SHA-256.

    The same promise again is no fault. Raises ``Table.DoesNotExist``, ``NotAllowed``, ``Invalid``,
    ``Conflict`` for another promise, for one that was made before, or when it is too late.
    """
    if not checked_promise(promise):
        raise Invalid(_("A promise has 64 digits, 0 to 9 and a to f."))
    with transaction.atomic():
        table = hold(table_id)
        place = own_place(table, account)
        if place.promise == promise:
            return table
        if place.promise or table.phase != Phase.OPEN:
            raise Conflict(_("It is too late to promise another share."))
        make_promise(account, table, promise)
        place.promise = promise
        place.save(update_fields=["promise"])
        tell(table.pk, "places", plies=0)
    return table


def open_share(table_id: str, account: Account, share: str) -> Table:
    """`account` opens the promised share: 64 hexadecimal digits. After the last it is dealt.

    The same share again is no fault. Raises ``Table.DoesNotExist``, ``NotAllowed``, ``Invalid``
    for what was not promised, ``Conflict`` when it is too early, or too late.
    """
    if not DIGITS.fullmatch(share):
        raise Invalid(_("A share has 64 digits, 0 to 9 and a to f."))
    with transaction.atomic():
        table, now = hold(table_id), instant.now()
        place = own_place(table, account)
        if not place.promise or commitment(bytes.fromhex(share)) != place.promise:
            raise Invalid(_("This is not the share that was promised."))
        if place.opened_at is not None:
            return table
        if table.phase == Phase.OPEN:
            raise Conflict(_("Shares are opened when all seats are taken."))
        if table.phase != Phase.DEALING:
            raise Conflict(_("It has been dealt without this share."))
        keep_share(table, place, share)
        place.opened_at = now
        place.save(update_fields=["opened_at"])
        if not deal_when_opened(table, now):
            tell(table.pk, "places", plies=0)
    return table
