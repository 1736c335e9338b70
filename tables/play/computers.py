"""Computer players: an account for each level, made when it is first asked for; how they act."""

from __future__ import annotations

import logging
import random
import time

from django.conf import settings
from django.db import IntegrityError, transaction

from drawing.text.names import COMPUTER
from engine import legal_actions
from engine.computer import LEVELS, Seconds, choose
from engine.entries import Action
from games.models import Account
from games.standing import ensure_player
from tables.deals import computer_chance
from tables.locks import awaited_place
from tables.models import Phase, Place, Table
from tables.play.entries import submit_computer_entry
from tables.play.position import Position, read_position
from web.errors import ServiceError


def computer_account(level: str) -> Account:
    """The account of the computer player of `level`, a name of ``engine.computer.LEVELS``.

    Its handle is ``computer-`` and the level, or, if a person has that, the next that is free. It
    has no usable password. Raises ``KeyError`` for a level that there is not.
    """
    if level not in LEVELS:
        raise KeyError(level)
    number = 1
    while True:
        account = Account.objects.filter(computer=level).order_by("pk").first()
        if account:
            return account
        created = _make(level, computer_handle(level, number))
        if created:
            return created
        number += 1


def computer_handle(level: str, number: int = 1) -> str:
    """``computer-greedy``, ``computer-greedy-2`` and so on."""
    return f"{COMPUTER}{level}" + (f"-{number}" if number > 1 else "")


def _make(level: str, handle: str) -> Account | None:
    """The account, or nothing if the handle is taken: by a person, or a quicker process."""
    account = Account(username=handle, computer=level)
    account.set_unusable_password()
    try:
        with transaction.atomic():
            account.save()
            ensure_player(account)
    except IntegrityError:
        return None
    return account


# --- thinking and acting ------------------------------------------------------


logger = logging.getLogger(__name__)


def act_for_computer(table_id: str, ply: int) -> bool:
    """If a computer player is to write entry number `ply` of the table, have it do so.

    True if it did. May be called any number of times, by several workers at once: they think
    outside of any transaction, and only one of them writes.
    """
    table = Table.objects.filter(pk=table_id, phase=Phase.PLAYING, plies=ply - 1).first()
    place = awaited_computer(table) if table else None
    if table is None or place is None:
        return False
    action = choose_action(read_position(table), place)
    try:
        submit_computer_entry(table_id, place, ply, action.text, table.take_back_count)
    except ServiceError as late:  # another worker was quicker, or the game has ended
        logger.info("table %s, entry %s: %s", table_id, ply, late.message)
        return False
    return True


def awaited_computer(table: Table) -> Place | None:
    """The place that is to act, if a computer player acts there."""
    place = awaited_place(table)
    return place if place is not None and place.is_computer else None


def choose_action(position: Position, place: Place) -> Action:
    """The action of the computer player at `place`. If it fails, a table does not stop for that:
    then chance decides. Where many tables play one deal, a choice is made by playouts and not by
    the clock: after the same moves it is the same at every table."""
    table = position.table
    shared = table.shared_deal_id is not None
    chance = computer_chance(table, position.plies + 1) if shared else random.SystemRandom()
    try:
        assert place.turn is not None
        level = LEVELS[place.level]
        seconds = min(level.seconds, settings.COMPUTER_THINKING_SECONDS)
        budget = None if shared else Seconds(time.monotonic, seconds)
        return choose(position.state, place.turn, level.name, chance, budget)
    except Exception:
        logger.exception("table %s, entry %s: nothing was chosen", table.pk, position.plies + 1)
        return chance.choice(list(legal_actions(position.state)))
