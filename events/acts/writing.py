"""Acts are written in the transaction of the change, and queued for their leaves."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import TypeVar

from django.db.models import Max, QuerySet

from events.models import Event, EventAct, EventSeat, EventTable, SeriesAct
from games.log_outbox import EVENT, queue_leaves
from games.models import Account, Seat
from games.queries import ABANDONED_SEATS
from games.standing import ensure_player
from web.database_clock import database_time

Kind = EventAct.Kind
Act = TypeVar("Act", EventAct, SeriesAct)


def new_act(
    kind: EventAct.Kind,
    account: Account | None,
    content: Mapping[str, object],
    text: str = "",
    *,
    round_number: int | None = None,
    as_arbiter: bool = False,
) -> EventAct:
    """An act that is not written yet; `account` is None where the site acts."""
    return EventAct(
        kind=kind,
        account=account,
        content=dict(content),
        text=text,
        round_number=round_number,
        as_arbiter=as_arbiter,
        salt=secrets.token_hex(16),
    )


def write_acts(event: Event, acts: Sequence[EventAct]) -> None:
    """Write the next acts of `event`, which the caller holds. Three statements, and one for each
    account."""
    for account in {act.account for act in acts if act.account}:
        ensure_player(account)
    for act in acts:
        act.event = event
    store_acts(acts, EventAct.objects.filter(event=event), EVENT)


def store_acts(acts: Sequence[Act], earlier: QuerySet[Act], leaf: str) -> None:
    """Number `acts` on from the last of the `earlier` ones, and write them at this moment; each
    gets a leaf of the kind `leaf`."""
    last = earlier.aggregate(last=Max("number"))["last"] or 0
    moment = database_time()
    for number, act in enumerate(acts, last + 1):
        act.number, act.acted_at = number, moment
    queue_leaves(leaf, [act.pk for act in earlier.model.objects.bulk_create(acts)])


def table_act(
    kind: EventAct.Kind,
    table: EventTable,
    account: Account | None,
    content: Mapping[str, object],
    text: str = "",
    *,
    as_arbiter: bool = False,
) -> EventAct:
    """An act about a table, with its result as it is now."""
    return new_act(
        kind,
        account,
        {"table": table.number, "result": result_of(table), **content},
        text,
        round_number=table.round.number,
        as_arbiter=as_arbiter,
    )


def result_of(table: EventTable) -> dict[str, object] | None:
    """The result of a table: of each seat, in turn order, entrant, points of the game, place, and
    whether they came; and the entrants who did not play to the end, `replaced` by a computer player
    or resigned. None without a result. At most two queries."""
    if not table.has_result:
        return None
    rows = EventSeat.objects.filter(table=table).order_by("turn").select_related("entrant")
    seats = list(rows)
    replaced = Seat.objects.filter(ABANDONED_SEATS, game=table.game_id)
    turns = list(replaced.values_list("number", flat=True)) if table.game_id else []
    return {
        "state": table.state,
        "game": table.game_id,
        "seats": [[seat.entrant.number, seat.score, seat.place, seat.came] for seat in seats],
        "replaced": [seat.entrant.number for seat in seats if seat.turn in turns],
    }
