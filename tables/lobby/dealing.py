"""The cards are dealt: all seats taken, the promises public, the shares opened, or not in time. A
share is what a player adds to the shuffle; it is promised first, and opened when all sit.

``docs/fair-dealing.md`` says why in this order.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine import DealtGame
from engine.fairness import commitment, shuffled_seats
from engine.vocabulary import Colour
from games.log_outbox import DEAL, queue_leaves
from games.models import Account
from tables.clocks import clock
from tables.deals import keep_share, shuffler_of
from tables.limits import SHARES_DAYS, SHARES_LIVE
from tables.locks import lock_table, require_place
from tables.models import Dealing, Pace, Phase, Place, Promise, Table
from tables.notifications.turn_events import notify_begun
from tables.play.entries import WitnessedEntries, await_next, store_progress
from tables.play.position import CachedGame, begun_of, cache_game_on_commit
from tables.play.publishing import publish_table_change, wake_if_computer
from web.errors import Conflict, Invalid


def deal_if_due(table_id: str) -> bool:
    """Deal, if every promised share is opened or the time for it is over. True if this did it.

    May be called any number of times. Raises ``Table.DoesNotExist``.
    """
    with transaction.atomic():
        table, moment = lock_table(table_id), clock.database_time()
        return table.phase == Phase.DEALING and deal_when_opened(table, moment)


def begin_if_full(table: Table, moment: datetime) -> None:
    """If all seats of an open table are taken, the shares are asked for; where no player promised
    one, it is dealt at once. `table` is locked; its change is published."""
    if table.free:
        publish_table_change(table.pk, "places", plies=0)
        return
    table.phase = Phase.DEALING
    table.deadline = moment + (SHARES_LIVE if table.pace == Pace.LIVE else SHARES_DAYS)
    table.save(update_fields=["phase", "deadline"])
    if table.origin_id is None:
        queue_leaves(DEAL, [Dealing.objects.create(table=table, filled_at=moment).pk])
    if not deal_when_opened(table, moment):
        publish_table_change(table.pk, "phase", plies=0)


def deal_when_opened(table: Table, moment: datetime) -> bool:
    """Deal a locked table in phase dealing, unless shares are still awaited."""
    awaited = any(place.promise and place.opened_at is None for place in table.places.all())
    if awaited and table.deadline is not None and moment < table.deadline:
        return False
    _deal(table, moment)
    return True


# --- inside -------------------------------------------------------------------


def _deal(table: Table, moment: datetime) -> None:
    places = list(table.places.all())
    terms = table.setup(sorted(Colour.read(place.colour) for place in places))
    shuffler = shuffler_of(table, terms, places)
    seats = agreed_turn_order(table) or shuffled_seats(terms.seats, shuffler)
    setup = replace(terms, seats=seats)
    entries = WitnessedEntries()
    game = DealtGame(setup, shuffler, entries.witness, begun_of(table, setup))
    by_turn = _seat(table, places, setup.seats)
    rows = entries.rows(table, moment)
    table.phase, table.plies, table.started_at = Phase.PLAYING, len(rows), moment
    awaited = await_next(table, game.state, moment)
    store_progress(table, rows, Phase.DEALING, 0)
    cache_game_on_commit(
        table.pk, CachedGame(setup, tuple(place.account.name_in_logs for place in by_turn), game)
    )
    wake_if_computer(table, awaited)
    publish_table_change(table.pk, "phase", plies=table.plies)
    notify_begun(table)


def agreed_turn_order(table: Table) -> tuple[Colour, ...]:
    """The turn order of a game that was begun elsewhere; empty for one that is still to be
    drawn."""
    return tuple(Colour.read(word) for word in table.order.split())


def _seat(table: Table, places: list[Place], seats: tuple[Colour, ...]) -> list[Place]:
    """Give everybody the turn that was drawn, and a full clock."""
    of_colour = {place.colour: place for place in places}
    by_turn = [of_colour[colour.word] for colour in seats]
    for turn, place in enumerate(by_turn):
        place.turn = turn
        place.left_ms = table.minutes * 60_000 if table.pace == Pace.LIVE else 0
    Place.objects.bulk_update(by_turn, ["turn", "left_ms"])
    return by_turn


# --- what each player adds to the shuffle -------------------------------------


DIGITS: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def checked_promise(promise: str) -> str:
    """`promise`, if it is empty or 64 hexadecimal digits; raises ``Invalid``."""
    if promise and not DIGITS.fullmatch(promise):
        raise Invalid(_("The promise of a share must have 64 digits, 0 to 9 and a to f."))
    return promise


def store_promise(account: Account, table: Table, promise: str) -> None:
    """Write down that `account` promises a share, if `promise` is not empty.

    Raises ``Conflict`` if it was promised before, at any table: a share that another player may
    have seen binds its player no more. To be called in a transaction.
    """
    if not promise:
        return
    try:
        with transaction.atomic():
            Promise.objects.create(digest=promise, account=account, table=table)
    except IntegrityError:
        message = _(
            "This share of the shuffle was promised before. Reload the page to draw a new share."
        )
        raise Conflict(message) from None


def promise_share(table_id: str, account: Account, promise: str) -> Table:
    """`account`, who sits at the table, promises a share of the shuffle: its SHA-256.

    The same promise again is no fault. Raises ``Table.DoesNotExist``, ``NotAllowed``, ``Invalid``,
    ``Conflict`` for another promise, for one that was made before, or when it is too late.
    """
    if not checked_promise(promise):
        raise Invalid(_("The promise of a share must have 64 digits, 0 to 9 and a to f."))
    with transaction.atomic():
        table = lock_table(table_id)
        place = require_place(table, account)
        if place.promise == promise:
            return table
        if place.promise or table.phase != Phase.OPEN or table.shared_deal_id is not None:
            raise Conflict(_("It is too late to promise another share of the shuffle."))
        store_promise(account, table, promise)
        place.promise = promise
        place.save(update_fields=["promise"])
        publish_table_change(table.pk, "places", plies=0)
    return table


def open_share(table_id: str, account: Account, share: str) -> Table:
    """`account` opens the promised share: 64 hexadecimal digits. After the last it is dealt.

    The same share again is no fault. Raises ``Table.DoesNotExist``, ``NotAllowed``, ``Invalid``
    for what was not promised, ``Conflict`` when it is too early, or too late.
    """
    if not DIGITS.fullmatch(share):
        raise Invalid(_("A share of the shuffle must have 64 digits, 0 to 9 and a to f."))
    with transaction.atomic():
        table, moment = lock_table(table_id), clock.database_time()
        place = require_place(table, account)
        if not place.promise or commitment(bytes.fromhex(share)) != place.promise:
            raise Invalid(_("This is not the share of the shuffle that you promised."))
        if place.opened_at is not None:
            return table
        if table.phase == Phase.OPEN:
            raise Conflict(_("Shares of the shuffle can be sent only when all seats are taken."))
        if table.phase != Phase.DEALING:
            raise Conflict(_("Too late: the cards were dealt without this share of the shuffle."))
        keep_share(table, place, share)
        place.opened_at = moment
        place.save(update_fields=["opened_at"])
        if not deal_when_opened(table, moment):
            publish_table_change(table.pk, "places", plies=0)
    return table
