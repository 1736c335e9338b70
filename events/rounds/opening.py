"""The next round of an event: seated by the seating, or by an arbiter's own pairings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.acts.writing import write_acts
from events.models import (
    WITHOUT_RESULT,
    Entrant,
    Event,
    EventPlace,
    EventRuling,
    EventSeat,
    EventTable,
    ResultState,
    Round,
)
from events.organising.arbiters import arbitrated
from events.organising.reasons import checked_public_reason
from events.organising.scoring import scoring_of
from events.results.standings import EventBook, read_book
from events.round_tables.tables import add_round, lay_tables, round_act
from events.rounds.live_tables import notify_players, open_live_tables
from events.seating import SeatedRound, SeatingHistory, SeatingTerms, check_seating, seat_round
from games.models import Account
from ratings.standings import SEATING_ERRORS, SeatingProblem
from web.database_clock import database_time
from web.errors import Conflict, Invalid

Tables = Sequence[Sequence[int]]
"""Numbers of entrants, a sequence a table, in turn order."""


def open_round(
    event_id: int,
    arbiter: Account,
    *,
    deadline: datetime | None = None,
    on_site: bool = False,
    fixed_tables: Tables = (),
    fixed_byes: Sequence[int] = (),
    reason: str = "",
) -> Round:
    """The next round, with everybody who is here; at an evening, who does not play now.

    `fixed_tables`, `fixed_byes`: the arbiter's own pairings, with a public `reason`; the others are
    seated by the seating. Raises ``NotAllowed``; ``Conflict`` while a table of a tournament plays,
    for too few people, or after the last round; ``Invalid`` for a deadline in the past, or pairings
    that cannot be.
    """
    by_hand = bool(fixed_tables or fixed_byes)
    reason = checked_public_reason(reason) if by_hand else ""
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        if deadline is not None and deadline <= database_time():
            raise Invalid(_("This deadline is in the past."))
        if event.is_duplicate:
            raise Conflict(_("Rounds of this event begin with a deal for all tables."))
        if event.is_swiss:
            _must_be_played(event)
        book = read_book(event, everything=True)
        present = _present(event, book)
        by_number = {entrant.number: entrant for entrant in present}
        if len(present) < min(scoring_of(event).points):
            raise Conflict(_("Too few players are free for a table."))
        seated = _seated(event, book, list(by_number), fixed_tables, fixed_byes)
        round_ = add_round(
            event,
            arbiter,
            deadline,
            on_site=event.place == EventPlace.SITE
            or (on_site and event.place == EventPlace.EITHER),
        )
        tables = lay_tables(
            event,
            round_,
            [[by_number[key] for key in table] for table in seated.tables],
            [by_number[key] for key in seated.byes],
        )
        if round_.on_site:
            open_live_tables(event, round_, tables, arbiter)
        notify_players(event, round_, tables, arbiter)
        _write_acts(event, round_, arbiter, seated, present, fixed_tables, fixed_byes, reason)
    return round_


def past_rounds(book: EventBook) -> list[SeatedRound]:
    """The rounds so far as the seating reads them. Nobody met at a table that was decided without a
    game; those who came had a bye."""
    number = {entrant.pk: entrant.number for entrant in book.entrants.values()}
    rounds = []
    for round_ in book.rounds:
        tables, byes = [], [number[bye.entrant_id] for bye in round_.byes.all()]
        for table in round_.tables.all():
            seats = _in_turn(table)
            if table.state == ResultState.RULED and any(seat.place is None for seat in seats):
                byes += [number[seat.entrant_id] for seat in seats if seat.came]
            else:
                tables.append(tuple(number[seat.entrant_id] for seat in seats))
        rounds.append(SeatedRound(tuple(tables), tuple(byes)))
    return rounds


def pairing_warnings(event: Event) -> list[str]:
    """Unusual things of the last round, in sentences for arbiters."""
    book = read_book(event, everything=True)
    rounds = past_rounds(book)
    if not rounds:
        return []
    last = rounds[-1]
    everybody = [key for table in last.tables for key in table] + list(last.byes)
    history = SeatingHistory(rounds[:-1], max(scoring_of(event).points))
    names = {entrant.number: entrant.in_logs for entrant in book.entrants.values()}
    return [_words(problem, names) for problem in check_seating(last, everybody, history)]


# --- inside -------------------------------------------------------------------


def _write_acts(
    event: Event,
    round_: Round,
    arbiter: Account,
    seated: SeatedRound,
    present: Sequence[Entrant],
    fixed_tables: Tables,
    fixed_byes: Sequence[int],
    reason: str,
) -> None:
    """The act of the round, and the ruling about pairings by hand."""
    act = round_act(
        round_,
        arbiter,
        seated.tables,
        seated.byes,
        arbiter_tables=fixed_tables,
        arbiter_byes=fixed_byes,
        present=[row.number for row in present],
        reason=reason,
    )
    write_acts(event, [act])
    if fixed_tables or fixed_byes:
        EventRuling.objects.create(
            event=event,
            kind=EventRuling.Kind.PAIRED,
            reason=reason,
            arbiter=arbiter,
            after=[list(table) for table in fixed_tables],
            at_own_table=any(row.account_id == arbiter.pk for row in present),
            ruled_at=database_time(),
        )


def _in_turn(table: EventTable) -> list[EventSeat]:
    return sorted(table.seats.all(), key=lambda seat: seat.turn)


def _must_be_played(event: Event) -> None:
    open_tables = EventTable.objects.filter(round__event=event, state__in=WITHOUT_RESULT)
    numbers = sorted(open_tables.values_list("number", flat=True))
    if numbers:
        words = ", ".join(map(str, numbers))
        raise Conflict(_("These tables have no result yet: %(tables)s.") % {"tables": words})


def _present(event: Event, book: EventBook) -> list[Entrant]:
    """Everybody who is here; at an evening without those who still play."""
    playing = {
        seat.entrant_id
        for table in book.tables
        if not table.has_result and not event.is_swiss
        for seat in table.seats.all()
    }
    return [row for row in book.entrants.values() if row.is_present and row.pk not in playing]


def _seated(
    event: Event,
    book: EventBook,
    present: Sequence[int],
    fixed_tables: Tables,
    fixed_byes: Sequence[int],
) -> SeatedRound:
    sizes = scoring_of(event).points
    terms = SeatingTerms(largest=max(sizes), smallest=min(sizes))
    rounds = past_rounds(book)
    tables = [tuple(table) for table in fixed_tables]
    named = [key for table in tables for key in table] + list(fixed_byes)
    names = {entrant.number: entrant.in_logs for entrant in book.entrants.values()}
    for key in named:
        if key not in present or named.count(key) > 1:
            name = names.get(key, f"{key}")
            raise Invalid(_("%(name)s cannot sit there: twice, or not free.") % {"name": name})
    seated = seat_round(
        present,
        rounds,
        f"event {event.pk}",
        points={row.entrant: row.points for row in book.rows()},
        terms=terms,
        fixed_tables=tables,
        fixed_byes=fixed_byes,
    )
    for problem in check_seating(seated, present, SeatingHistory(rounds, terms.largest)):
        if problem.kind in SEATING_ERRORS:
            raise Invalid(_words(problem, names))
    return seated


PROBLEM_WORDS: Final = {
    "size": gettext_lazy("A table of %(n)d cannot play: %(names)s."),
    "unknown": gettext_lazy("%(names)s is not in this round."),
    "twice": gettext_lazy("%(names)s sits twice."),
    "missing": gettext_lazy("%(names)s has no table."),
    "repeat": gettext_lazy("%(names)s have met before."),
    "position": gettext_lazy("%(names)s had this turn often."),
    "small": gettext_lazy("%(names)s sit at a small table again."),
    "bye": gettext_lazy("%(names)s is without a table again."),
}


def _words(problem: SeatingProblem, names: dict[int, str]) -> str:
    listed = ", ".join(names.get(key, f"{key}") for key in problem.entrants)
    return str(PROBLEM_WORDS[problem.kind]) % {"n": problem.number, "names": listed}
