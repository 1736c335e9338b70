"""The face of a format, with what most of them do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from events.limits import MAX_ROUNDS
from events.models import Event
from events.organising.scoring import scoring_of, seed_of
from events.seating import SeatedRound, SeatingTerms, seat_round
from ratings.standings import StandingsRow

if TYPE_CHECKING:
    from events.results.standings import EventBook


class RoundRequest(NamedTuple):
    """Parts of the next round: entrants by their numbers, those of ``FormatRules.players``; tables
    and byes that stand already, an arbiter's own or those of the plan."""

    book: EventBook
    players: Sequence[int]
    fixed_tables: tuple[tuple[int, ...], ...] = ()
    fixed_byes: tuple[int, ...] = ()

    @property
    def event(self) -> Event:
        return self.book.event

    @property
    def unseated(self) -> list[int]:
        """Players without a table or bye, in the order of `players`."""
        seated = {key for table in self.fixed_tables for key in table}.union(self.fixed_byes)
        return [key for key in self.players if key not in seated]


class FormatRules:
    """How an event of one format is seated and ranked.

    `waits`: the next round waits until all tables have a result. `closes`: nobody enters after the
    first round. `planned`: all rounds are known before the first. `deals`: rounds begin with a deal
    for all tables.
    """

    waits = True
    closes = False
    planned = False
    deals = False

    def players(self, book: EventBook) -> list[int]:
        """Entrants who may play the next round."""
        return [row.number for row in book.entrants.values() if row.is_present]

    def seat(self, request: RoundRequest) -> SeatedRound:
        """The next round. Raises ``web.errors`` that say why it cannot be."""
        return seat_round(
            request.players,
            request.book.played_rounds(),
            seed_of(request.event),
            points={row.entrant: row.points for row in request.book.rows_by_points()},
            terms=self.terms(request.event),
            fixed_tables=request.fixed_tables,
            fixed_byes=request.fixed_byes,
            separate=request.book.separate_pairs(),
        )

    def terms(self, event: Event) -> SeatingTerms:
        """Sizes of tables: those that have points."""
        sizes = scoring_of(event).points
        return SeatingTerms(largest=max(sizes), smallest=min(sizes))

    def is_over(self, book: EventBook) -> bool:
        """True once no more rounds can be opened."""
        return len(book.rounds) >= self.round_limit(book.event)

    def round_limit(self, event: Event) -> int:
        """Rounds that an event may have, without a final."""
        return event.rounds_planned or MAX_ROUNDS

    def over_words(self, book: EventBook) -> str:
        return _("All %d rounds were played.") % len(book.rounds)

    def opens_final(self, book: EventBook) -> bool:
        """True if the next round is the final."""
        return False

    def rank(self, book: EventBook) -> list[StandingsRow]:
        """All entrants in the order of the standings."""
        return book.rows_by_points()

    def going_on(self, book: EventBook, number: int) -> list[int]:
        """Entrants who go on after round `number` of a knock-out, from the best seed."""
        return []

    def tied_words(self, book: EventBook, number: int) -> list[str]:
        """Ties for going on after round `number`, and how they were decided."""
        return []

    def sizes_to_come(self, book: EventBook) -> list[tuple[int, ...]]:
        """Sizes of the tables of rounds for which nobody is known yet."""
        return []

    def warnings(self, book: EventBook) -> list[str]:
        """Sentences about entrants who play, or do not, where results say another thing."""
        return []
