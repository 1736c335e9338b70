"""Swiss: rounds for all, in which equals meet; then, if the organiser wants it, a final of four."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from events.formats.rules import FormatRules, RoundRequest
from events.limits import MAX_ROUNDS
from events.models import Round
from events.organising.scoring import scoring_of, seed_of
from events.seating import SeatedRound, seat_knockout
from ratings.standings import StandingsRow, draw_lots, rank_with_final
from web.errors import Conflict, Invalid

if TYPE_CHECKING:
    from events.results.standings import EventBook

FINALISTS: Final = 4


class SwissRules(FormatRules):
    """After the planned rounds the best four play the final, which decides the first places."""

    def players(self, book: EventBook) -> list[int]:
        if self.opens_final(book):
            return self._finalists(book)
        return super().players(book)

    def seat(self, request: RoundRequest) -> SeatedRound:
        if not self.opens_final(request.book):
            return super().seat(request)
        rounds = request.book.seated_rounds()
        if len(request.fixed_tables) > 1 or request.fixed_byes:
            raise Invalid(_("The final can have only one table."))
        if request.fixed_tables:
            return SeatedRound(request.fixed_tables)
        if len(request.players) not in scoring_of(request.event).points:
            raise Conflict(
                _("This event has no points set for this number of players: %d.")
                % len(request.players)
            )
        return seat_knockout(request.players, rounds, seed_of(request.event))

    def is_over(self, book: EventBook) -> bool:
        if book.event.has_final and book.event.rounds_planned:
            return _final_of(book) is not None
        return super().is_over(book)

    def opens_final(self, book: EventBook) -> bool:
        planned = book.event.rounds_planned
        has_final = book.event.has_final and 0 < planned <= len(book.rounds)
        return has_final and _final_of(book) is None and len(book.rounds) < MAX_ROUNDS

    def rank(self, book: EventBook) -> list[StandingsRow]:
        final = _final_of(book)
        if final is None:
            return book.rows_by_points()
        places = {
            key: place for (number, key), place in book.placings().items() if number == final.number
        }
        rows = book.rows_by_points(without_final=True)
        return rank_with_final(rows, _seated_in(book, final), places)

    def sizes_to_come(self, book: EventBook) -> list[tuple[int, ...]]:
        return [(FINALISTS,)] if self.opens_final(book) else []

    def warnings(self, book: EventBook) -> list[str]:
        """Finalists that the standings before the final name, and others who play it."""
        final = _final_of(book)
        if final is None:
            return []
        finalists, seated = self._finalists(book), _seated_in(book, final)
        if not seated or not set(finalists[: len(seated)]) - set(seated):
            return []
        words = {
            "names": ", ".join(book.names[key] for key in finalists if key not in seated),
            "others": ", ".join(book.names[key] for key in seated if key not in finalists),
        }
        return [_("By the current results %(names)s would play the final, not %(others)s.") % words]

    def _finalists(self, book: EventBook) -> list[int]:
        """The best of the standings before the final who are here, from the first; by lot between
        those who are tied."""
        final = _final_of(book)
        seated = _seated_in(book, final) if final else ()
        rows = book.rows_by_points(without_final=True)
        lots = draw_lots([row.entrant for row in rows], seed_of(book.event))
        least = book.event.least_games
        present = {
            row.number for row in book.entrants.values() if row.is_present or row.number in seated
        }
        ordered = sorted(rows, key=lambda row: (row.rank, lots.index(row.entrant)))
        return [row.entrant for row in ordered if row.entrant in present and row.results >= least][
            : min(FINALISTS, max(scoring_of(book.event).points))
        ]


def _final_of(book: EventBook) -> Round | None:
    return next((round_ for round_ in book.rounds if round_.is_final), None)


def _seated_in(book: EventBook, round_: Round) -> tuple[int, ...]:
    tables = book.seated_rounds()[book.rounds.index(round_)].tables
    return tuple(key for table in tables for key in table)
