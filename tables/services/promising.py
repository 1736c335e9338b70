"""What each player adds to the shuffle: first a promise, and when all sit the share itself."""

from __future__ import annotations

import re
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from engine.fairness import commitment
from games.errors import Conflict, Invalid
from games.models import Account
from tables.models import Phase, Table
from tables.services import instant
from tables.services.dealing import deal_when_opened
from tables.services.holding import hold, own_place
from tables.services.telling import tell

DIGITS: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def checked_promise(promise: str) -> str:
    """`promise`, if it is empty or 64 hexadecimal digits; raises ``Invalid``."""
    if promise and not DIGITS.fullmatch(promise):
        raise Invalid(_("A promise has 64 digits, 0 to 9 and a to f."))
    return promise


def promise(table_id: str, account: Account, promise: str) -> Table:
    """`account`, who sits at the table, promises a share of the shuffle: its SHA-256.

    The same promise again is no fault. Raises ``Table.DoesNotExist``, ``NotAllowed``, ``Invalid``,
    ``Conflict`` for another promise, or when it is too late for one.
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
        if place.share == share:
            return table
        if table.phase == Phase.OPEN:
            raise Conflict(_("Shares are opened when all seats are taken."))
        if table.phase != Phase.DEALING:
            raise Conflict(_("It has been dealt without this share."))
        place.share = share
        place.save(update_fields=["share"])
        if not deal_when_opened(table, now):
            tell(table.pk, "places", plies=0)
    return table
