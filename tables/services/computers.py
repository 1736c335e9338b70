"""The accounts of computer players: one for each level, made when it is first asked for."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from engine.computer import LEVELS
from games.models import Account
from games.services.accounts import COMPUTERS
from games.services.seating import player_of


def account_of(level: str) -> Account:
    """The account of the computer player of `level`, a name of ``engine.computer.LEVELS``.

    Its handle is ``computer-`` and the level, or, if a person has that, the next that is free. It
    has no usable password. Raises ``KeyError`` for a level that there is not.
    """
    if level not in LEVELS:
        raise KeyError(level)
    number = 1
    while True:
        found = Account.objects.filter(computer=level).order_by("pk").first()
        if found:
            return found
        made = _make(level, handle_of(level, number))
        if made:
            return made
        number += 1


def handle_of(level: str, number: int = 1) -> str:
    """``computer-greedy``, ``computer-greedy-2`` and so on."""
    return f"{COMPUTERS}{level}" + (f"-{number}" if number > 1 else "")


def _make(level: str, handle: str) -> Account | None:
    """The account, or nothing if somebody has that handle: a person, or whoever was quicker."""
    account = Account(username=handle, computer=level)
    account.set_unusable_password()
    try:
        with transaction.atomic():
            account.save()
            player_of(account)
    except IntegrityError:
        return None
    return account
