"""The next round of an event: seated by the seating, or by an arbiter's own pairings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.acts.writing import write_acts
from events.formats import FormatRules, RoundRequest, format_rules
from events.formats.plan import planned_rounds, without_absent
from events.models import WITHOUT_RESULT, Event, EventPlace, EventTable, Round
from events.organising.arbiters import arbitrated
from events.organising.reasons import checked_public_reason
from events.organising.scoring import scoring_of
from events.results.standings import EventBook, read_book
from events.round_tables.tables import add_round, lay_tables, round_act
from events.rounds.live_tables import notify_players, open_live_tables
from events.rounds.planning import note_pairings
from events.seating import SeatedRound, SeatingHistory, check_seating
from games.models import Account
from ratings.standings import SEATING_ERRORS, SeatingProblem
from web.database_clock import database_time
from web.errors import Conflict, Invalid

Tables = Sequence[Sequence[int]]
"""Numbers of entrants, a sequence a table, in turn order."""

Fixed = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""Tables and byes that the format seats nobody else at."""

DAYS_BETWEEN: Final = range(1, 61)
"""Days between the deadlines of rounds that are opened at once."""


def open_round(
    event_id: int,
    arbiter: Account,
    *,
    deadline: datetime | None = None,
    on_site: bool = False,
    fixed_tables: Tables = (),
    fixed_byes: Sequence[int] = (),
    top_byes: int = 0,
    reason: str = "",
) -> Round:
    """The next round, with everybody whom the format of the event lets play.

    `fixed_tables`, `fixed_byes`: the arbiter's own pairings, with a public `reason`; the others are
    seated as the plan has it, or by the format. `top_byes`: so many of the best seeds skip the
    first round of a knock-out. Raises ``NotAllowed``; ``Conflict`` while a table of a tournament
    plays, for too few people, or after the last round; ``Invalid`` for a deadline in the past, or
    pairings that cannot be.
    """
    by_hand = bool(fixed_tables or fixed_byes)
    reason = checked_public_reason(reason) if by_hand else ""
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        if deadline is not None and deadline <= database_time():
            raise Invalid(_("This deadline is in the past."))
        rules = format_rules(event)
        if rules.deals:
            raise Conflict(
                _(
                    "In this event, each deal opens a round with all its tables. "
                    "Begin the next deal instead."
                )
            )
        if rules.waits:
            _must_be_played(event)
        book = read_book(event, everything=True)
        if rules.is_over(book):
            raise Conflict(rules.over_words(book))
        if rules.planned and by_hand:
            raise Conflict(
                _("All group rounds are already planned. You can still change a table by hand.")
            )
        players = rules.players(book)
        fixed = tuple(map(tuple, fixed_tables)), (*fixed_byes, *players[:top_byes])
        if not by_hand:
            fixed = _planned(rules, book, players, fixed)
        round_, seated = _write_round(
            RoundRequest(book, players, *fixed), rules, arbiter, deadline, on_site=on_site
        )
        hand_pairings = (fixed_tables, fixed_byes) if by_hand else ((), ())
        present = [k for row in seated.tables for k in row] if round_.is_final else players
        _write_acts(event, round_, arbiter, seated, present, *hand_pairings, reason)
    return round_


def open_all_rounds(
    event_id: int, arbiter: Account, *, deadline: datetime | None = None, days: int = 7
) -> list[Round]:
    """All rounds of a plan that are left, at once: the first until `deadline`, each later one
    `days` more; without a deadline, none has one.

    Raises as ``open_round``; ``Conflict`` if the format knows no round before it is opened.
    """
    if days not in DAYS_BETWEEN:
        raise Invalid(_("Enter 1 to %d days between the deadlines.") % DAYS_BETWEEN[-1])
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        rules, book = format_rules(event), read_book(event, everything=True)
        if not rules.planned:
            raise Conflict(_("Only an event with the format “Groups” can open all rounds at once."))
        left = max(planned_rounds(event), default=0) - len(book.rounds)
        if left < 1:
            raise Conflict(rules.over_words(book) if book.rounds else _("Draw the groups first."))
        deadlines = [deadline and deadline + timedelta(days * number) for number in range(left)]
        return [open_round(event_id, arbiter, deadline=moment) for moment in deadlines]


def pairing_warnings(event: Event) -> list[str]:
    """Unusual things of the last round, in sentences for arbiters."""
    book = read_book(event, everything=True)
    rounds = book.played_rounds()
    if not rounds:
        return []
    last = rounds[-1]
    everybody = [key for table in last.tables for key in table] + list(last.byes)
    history = SeatingHistory(rounds[:-1], max(scoring_of(event).points))
    problems = check_seating(last, everybody, history)
    sentences = [_words(problem, book.names) for problem in problems]
    return format_rules(event).warnings(book) + sentences


# --- inside -------------------------------------------------------------------


def _write_acts(
    event: Event,
    round_: Round,
    arbiter: Account,
    seated: SeatedRound,
    present: Sequence[int],
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
        present=list(present),
        reason=reason,
    )
    write_acts(event, [act])
    if fixed_tables or fixed_byes:
        note_pairings(event, arbiter, reason, fixed_tables)


def _must_be_played(event: Event) -> None:
    open_tables = EventTable.objects.filter(round__event=event, state__in=WITHOUT_RESULT)
    numbers = sorted(open_tables.values_list("number", flat=True))
    if numbers:
        words = ", ".join(map(str, numbers))
        raise Conflict(_("These tables have no result yet: %(tables)s.") % {"tables": words})


def _planned(rules: FormatRules, book: EventBook, players: Sequence[int], fixed: Fixed) -> Fixed:
    """Tables and byes of the plan for the next round, as far as their entrants are here."""
    seated = planned_rounds(book.event).get(len(book.rounds) + 1)
    if seated is None:
        return fixed
    seated = without_absent(seated, players, rules.terms(book.event).smallest)
    return seated.tables, (*fixed[1], *seated.byes)


def _write_round(
    request: RoundRequest,
    rules: FormatRules,
    arbiter: Account,
    deadline: datetime | None,
    *,
    on_site: bool,
) -> tuple[Round, SeatedRound]:
    event, book = request.event, request.book
    if len(request.players) < min(scoring_of(event).points):
        raise Conflict(_("Too few players are free for a table."))
    seated = _seated(request, rules)
    by_number = book.by_number
    round_ = add_round(
        event,
        arbiter,
        deadline,
        on_site=event.place == EventPlace.SITE or (on_site and event.place == EventPlace.EITHER),
        is_final=rules.opens_final(book),
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
    return round_, seated


def _seated(request: RoundRequest, rules: FormatRules) -> SeatedRound:
    names, players = request.book.names, request.players
    named = [key for table in request.fixed_tables for key in table] + list(request.fixed_byes)
    for key in named:
        if key not in players or named.count(key) > 1:
            name = names.get(key, f"{key}")
            raise Invalid(
                _(
                    "You can’t seat %(name)s. This player already has a seat, or isn’t in this "
                    "round."
                )
                % {"name": name}
            )
    seated = rules.seat(request)
    seats = [key for table in seated.tables for key in table]
    history = SeatingHistory(request.book.played_rounds(), rules.terms(request.event).largest)
    playing = seats if rules.opens_final(request.book) else players
    for problem in check_seating(seated, playing, history):
        if problem.kind in SEATING_ERRORS:
            raise Invalid(_words(problem, names))
    return seated


PROBLEM_WORDS: Final = {
    "size": gettext_lazy("A table of %(n)d isn’t possible: %(names)s."),
    "unknown": gettext_lazy("%(names)s is not in this round."),
    "twice": gettext_lazy("%(names)s has two seats."),
    "missing": gettext_lazy("%(names)s has no table."),
    "repeat": gettext_lazy("%(names)s have met before."),
    "position": gettext_lazy("%(names)s has often had this place in the turn order."),
    "small": gettext_lazy("%(names)s are again at a table with fewer players."),
    "bye": gettext_lazy("%(names)s is without a table again."),
}


def _words(problem: SeatingProblem, names: dict[int, str]) -> str:
    listed = ", ".join(names.get(key, f"{key}") for key in problem.entrants)
    return str(PROBLEM_WORDS[problem.kind]) % {"n": problem.number, "names": listed}
