"""Tables of a round: laid out with their codes, made by hand, taken apart."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from events.acts.writing import new_act, write_acts
from events.entrants.entering import entrant_numbered
from events.formats import format_rules
from events.limits import MAX_ROUNDS
from events.models import (
    WITHOUT_RESULT,
    Entrant,
    Event,
    EventAct,
    EventRuling,
    EventSeat,
    EventTable,
    ResultState,
    Round,
    RoundBye,
)
from events.organising.arbiters import arbitrated
from events.organising.reasons import checked_public_reason
from events.organising.scoring import scoring_of
from games.models import Account
from web.database_clock import database_time
from web.errors import Conflict, Invalid
from web.public_id import ALPHABET

CODE_CHARACTERS: Final = 8
"""Forty bits: at twenty wrong ones an hour they are not guessed."""

CONFUSABLE: Final = str.maketrans("oil", "011")
"""Letters that are in no code, as people read the signs that are (Crockford's base 32)."""


def new_table_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _sign in range(CODE_CHARACTERS))


def plain_code(typed: str) -> str:
    """A code as it is stored: dashes, blanks, capitals and look-alikes are as good."""
    return "".join(typed.lower().replace("-", "").split()).translate(CONFUSABLE)[:12]


def readable_code(code: str) -> str:
    """A code as people read it to each other."""
    return f"{code[:4]}-{code[4:]}".upper()


def seat_by_hand(event_id: int, arbiter: Account, numbers: Sequence[int]) -> EventTable:
    """A table of these entrants, by their numbers, in turn order.

    It belongs to the last round in which none of them sits; if there is none, to a new one. Raises
    ``Invalid`` for a size without points or one named twice, ``Conflict`` for one who has left or
    still plays.
    """
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        if format_rules(event).deals:
            raise Conflict(
                _(
                    "In this event, each deal opens a round with all its tables. "
                    "Begin the next deal instead."
                )
            )
        entrants = [entrant_numbered(event, number) for number in numbers]
        must_be_seatable(event, entrants)
        last = event.rounds.order_by("-number").first()
        if last is None or _is_in(last, entrants) or last.on_site:
            rules, rounds = format_rules(event), last.number if last else 0
            if rules.closes:
                raise Conflict(_("Open the round first. Then you can make its tables by hand."))
            if rounds >= rules.round_limit(event):
                raise Conflict(_("All %d rounds were played.") % rounds)
            last = add_round(event, arbiter)
            write_acts(event, [round_act(last, arbiter)])
        table = lay_tables(event, last, [entrants])[0]
        content = {"table": table.number, "seats": list(numbers)}
        kind, number = EventAct.Kind.TABLE, last.number
        act = new_act(kind, arbiter, content, round_number=number, as_arbiter=True)
        write_acts(event, [act])
    return table


def must_be_seatable(event: Event, entrants: Sequence[Entrant]) -> None:
    """Raises ``Invalid`` or ``Conflict`` if these entrants cannot sit down together now."""
    check_size(event, len(entrants))
    if len({entrant.pk for entrant in entrants}) < len(entrants):
        raise Invalid(_("A player is at this table twice."))
    for entrant in entrants:
        if not entrant.is_present:
            raise Conflict(_("%(name)s has left this event.") % {"name": entrant.in_logs})
    playing = EventSeat.objects.filter(entrant__in=entrants, table__state__in=WITHOUT_RESULT)
    if seat := playing.select_related("entrant__account", "table").first():
        names = {"name": seat.entrant.in_logs, "table": seat.table.number}
        raise Conflict(_("%(name)s still plays at table %(table)d.") % names)


def check_size(event: Event, size: int) -> None:
    """Raises ``Invalid`` for a table of so many, if the points have no list for it."""
    sizes = sorted(scoring_of(event).points)
    if size not in sizes:
        words = ", ".join(map(str, sizes))
        raise Invalid(
            _("Choose a table of %(sizes)s players. This event has no points for other sizes.")
            % {"sizes": words}
        )


def add_round(
    event: Event,
    arbiter: Account,
    deadline: datetime | None = None,
    *,
    on_site: bool = False,
    is_final: bool = False,
) -> Round:
    """The next round, without tables. Raises ``Conflict`` for too many."""
    last = event.rounds.aggregate(last=Max("number"))["last"] or 0
    if last >= MAX_ROUNDS:
        raise Conflict(_("All %d rounds were played.") % last)
    return Round.objects.create(
        event=event,
        number=last + 1,
        opened_at=database_time(),
        opened_by=arbiter,
        deadline=deadline,
        on_site=on_site,
        is_final=is_final,
    )


def round_act(
    round_: Round,
    arbiter: Account | None,
    tables: Sequence[Sequence[int]] = (),
    byes: Sequence[int] = (),
    *,
    arbiter_tables: Sequence[Sequence[int]] = (),
    arbiter_byes: Sequence[int] = (),
    present: Sequence[int] | None = None,
    reason: str = "",
) -> EventAct:
    """The act of a round that opens; `arbiter` is None where the site opens it.

    `present`: entrants who were to be seated; None for a round whose tables are made by hand.
    `arbiter_tables`, `arbiter_byes`: pairings by hand.
    """
    content = {
        "tables": [list(table) for table in tables],
        "byes": list(byes),
        "own_tables": [list(table) for table in arbiter_tables],
        "own_byes": list(arbiter_byes),
        "present": None if present is None else sorted(present),
        "on_site": round_.on_site,
    }
    number = round_.number
    kind, rules = EventAct.Kind.ROUND, arbiter is not None
    return new_act(kind, arbiter, content, reason, round_number=number, as_arbiter=rules)


def lay_tables(
    event: Event,
    round_: Round,
    tables: Sequence[Sequence[Entrant]],
    byes: Sequence[Entrant] = (),
) -> list[EventTable]:
    """Tables of a round, each with its code, and its byes."""
    for entrants in tables:
        check_size(event, len(entrants))
    first = 1 + (round_.tables.aggregate(last=Max("number"))["last"] or 0)
    rows = EventTable.objects.bulk_create(
        EventTable(round=round_, number=number, code=new_table_code(), changed_at=round_.opened_at)
        for number, _entrants in enumerate(tables, first)
    )
    EventSeat.objects.bulk_create(
        EventSeat(table=table, entrant=entrant, turn=turn)
        for table, entrants in zip(rows, tables, strict=True)
        for turn, entrant in enumerate(entrants)
    )
    RoundBye.objects.bulk_create(RoundBye(round=round_, entrant=entrant) for entrant in byes)
    return rows


def lock_event_table(event_id: int, table_id: int) -> EventTable:
    """A table of the event, whose row is locked already. Raises ``EventTable.DoesNotExist``."""
    rows = EventTable.objects.select_related("round__event")
    return rows.get(pk=table_id, round__event=event_id)


def refuse_closed_table(table: EventTable) -> None:
    """Raises ``Conflict`` for a table whose game is withheld: its points would tell about it."""
    if table.live_table is not None and table.live_table.is_withheld:
        raise Conflict(
            _("This game is hidden until every table that plays with the same cards has ended.")
        )


def start_table(event_id: int, table_id: int) -> None:
    """People at the table have begun: a phone opened its code to record."""
    EventTable.objects.filter(pk=table_id, round__event=event_id, state=ResultState.SEATED).update(
        state=ResultState.PLAYING, changed_at=database_time()
    )


def dissolve_table(event_id: int, arbiter: Account, table_id: int, reason: str) -> EventRuling:
    """A table without a result is no more; its entrants are free. Raises ``Conflict`` for one that
    has a result, or to which a game was brought."""
    reason = checked_public_reason(reason)
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        table = lock_event_table(event_id, table_id)
        if table.has_result or table.brought.exists() or table.live_table_id:
            raise Conflict(
                _("The game at this table has already started. Decide its result instead.")
            )
        seats = list(table.seats.select_related("entrant"))
        content, number = {"table": table.number}, table.round.number
        table.delete()
        kind = EventAct.Kind.REMADE
        act = new_act(kind, arbiter, content, reason, round_number=number, as_arbiter=True)
        write_acts(event, [act])
        return EventRuling.objects.create(
            event=event,
            kind=EventRuling.Kind.REMADE,
            reason=reason,
            arbiter=arbiter,
            before=[[seat.entrant.number, None, None] for seat in seats],
            at_own_table=any(seat.entrant.account_id == arbiter.pk for seat in seats),
            ruled_at=database_time(),
        )


# --- inside -------------------------------------------------------------------


def _is_in(round_: Round, entrants: Sequence[Entrant]) -> bool:
    seated = EventSeat.objects.filter(table__round=round_, entrant__in=entrants)
    return seated.exists() or round_.byes.filter(entrant__in=entrants).exists()
