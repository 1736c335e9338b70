"""The cards are dealt: all seats taken, the promises public, the shares opened, or not in time.

``docs/fair-dealing.md`` says why in this order.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from engine import DealtGame
from engine.fairness import drawn_seats
from engine.vocabulary import Colour
from tables.limits import SHARES_DAYS, SHARES_LIVE
from tables.models import Pace, Phase, Place, Table
from tables.services import instant
from tables.services.acting import Written, await_next, move_on
from tables.services.deals import shuffler_of
from tables.services.holding import hold
from tables.services.position import Kept, keep
from tables.services.telling import tell
from tables.services.waking import wake_if_computer


def deal_if_due(table_id: str) -> bool:
    """Deal, if every promised share is opened or the time for it is over. True if this did it.

    May be called any number of times. Raises ``Table.DoesNotExist``.
    """
    with transaction.atomic():
        table, now = hold(table_id), instant.now()
        return table.phase == Phase.DEALING and deal_when_opened(table, now)


def begin_if_full(table: Table, now: datetime) -> bool:
    """If all seats of an open table are taken, the shares are asked for; where nobody promised
    one, it is dealt at once. `table` is held. True if the table is full."""
    if table.free:
        return False
    table.phase = Phase.DEALING
    table.deadline = now + (SHARES_LIVE if table.pace == Pace.LIVE else SHARES_DAYS)
    table.save(update_fields=["phase", "deadline"])
    if not deal_when_opened(table, now):
        tell(table.pk, "phase", plies=0)
    return True


def deal_when_opened(table: Table, now: datetime) -> bool:
    """Deal a table that is held and in phase dealing, if nothing has to be waited for."""
    awaited = any(place.promise and place.opened_at is None for place in table.places.all())
    if awaited and table.deadline is not None and now < table.deadline:
        return False
    _deal(table, now)
    return True


# --- inside -------------------------------------------------------------------


def _deal(table: Table, now: datetime) -> None:
    places = list(table.places.all())
    terms = table.setup(sorted(Colour.read(place.colour) for place in places))
    shuffler = shuffler_of(table, terms, places)
    setup = replace(terms, seats=drawn_seats(terms.seats, shuffler))
    written = Written()
    game = DealtGame(setup, shuffler, written.witness)
    by_turn = _seat(table, places, setup.seats)
    rows = written.rows(table, now)
    table.phase, table.plies, table.started_at = Phase.PLAYING, len(rows), now
    awaited = await_next(table, game.state, now)
    move_on(table, rows, Phase.DEALING, 0)
    keep(table.pk, Kept(setup, tuple(place.account.username for place in by_turn), game))
    wake_if_computer(table, awaited)
    tell(table.pk, "phase", plies=table.plies)


def _seat(table: Table, places: list[Place], seats: tuple[Colour, ...]) -> list[Place]:
    """Give everybody the turn that was drawn, and a full clock."""
    of_colour = {place.colour: place for place in places}
    by_turn = [of_colour[colour.word] for colour in seats]
    for turn, place in enumerate(by_turn):
        place.turn = turn
        place.left_ms = table.minutes * 60_000 if table.pace == Pace.LIVE else 0
    Place.objects.bulk_update(by_turn, ["turn", "left_ms"])
    return by_turn
