"""Knock-out: the best of each table go on, until one table is left, the final."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from events.formats.rules import FormatRules, RoundRequest
from events.models import Event
from events.organising.scoring import seed_of
from events.seating import SeatedRound, SeatingTerms, knockout_sizes, next_seeds, seat_knockout
from ratings.standings import StandingsRow, TableResult, draw_lots, rank_knockout

if TYPE_CHECKING:
    from events.results.standings import EventBook


class KnockoutRules(FormatRules):
    """Seeds of the first round are those of the entrants; then the place at a table makes them."""

    closes = True

    def terms(self, event: Event) -> SeatingTerms:
        """Nobody sits at a table of two unless two are left: the best seeds have byes."""
        terms = super().terms(event)
        return terms._replace(smallest=max(terms.smallest, min(3, terms.largest)))

    def players(self, book: EventBook) -> list[int]:
        return self.going_on(book, len(book.rounds))

    def going_on(self, book: EventBook, number: int) -> list[int]:
        """Entrants who go on after round `number`, from the best seed; after 0, all. The next of a
        table goes on for one who has left."""
        present = {row.number for row in book.entrants.values() if row.is_present}
        if number == 0:
            return [key for key in first_seeds(book) if key in present]
        seated = book.seated_rounds()[number - 1]
        later = {key for row in book.seated_rounds()[number:] for t in row.tables for key in t}
        able = present | later
        seeds = self._seeds_of(book, number)
        results = []
        for outcome in book.results(decided=True):
            if outcome.round == number:
                left = [place + 10 * (key not in able) for key, place in _seats(outcome)]
                results.append(outcome._replace(places=tuple(left)))
        byes = [key for key in seeds if key in seated.byes]
        keys = [*byes, *next_seeds(seeds, results, book.event.through)]
        return [key for key in keys if key in able]

    def _seeds_of(self, book: EventBook, number: int) -> list[int]:
        """Entrants of round `number` in the order of their seeds; behind them those whom an arbiter
        let play."""
        seated = book.seated_rounds()[number - 1]
        keys = [key for table in seated.tables for key in table] + list(seated.byes)
        seeds = [key for key in self.going_on(book, number - 1) if key in keys]
        return seeds + [key for key in first_seeds(book) if key in keys and key not in seeds]

    def seat(self, request: RoundRequest) -> SeatedRound:
        if not request.unseated:
            return SeatedRound(request.fixed_tables, request.fixed_byes)
        seated = seat_knockout(
            request.unseated,
            request.book.seated_rounds(),
            seed_of(request.event),
            terms=self.terms(request.event),
            separate=request.book.separate_pairs(),
        )
        return SeatedRound(
            (*request.fixed_tables, *seated.tables), (*request.fixed_byes, *seated.byes)
        )

    def is_over(self, book: EventBook) -> bool:
        if not book.rounds:
            return False
        waits = any(not table.has_result for table in book.tables)
        return book.rounds[-1].is_final or (not waits and len(self.players(book)) < 2)

    def over_words(self, book: EventBook) -> str:
        return _("The final has been played. End the event.")

    def opens_final(self, book: EventBook) -> bool:
        if any(not table.has_result for table in book.tables):
            to_come = self.sizes_to_come(book)
            return bool(to_come) and len(to_come[0]) == 1
        return len(self.players(book)) <= self.terms(book.event).largest

    def rank(self, book: EventBook) -> list[StandingsRow]:
        return rank_knockout(book.rows_by_points(), book.seated_rounds(), book.placings())

    def sizes_to_come(self, book: EventBook) -> list[tuple[int, ...]]:
        event = book.event
        entrants = len(self.players(book))
        if book.rounds:
            seated = book.seated_rounds()[-1]
            if book.rounds[-1].is_final:
                return []
            left = [min(event.through, len(table) - 1) for table in seated.tables]
            entrants = len(seated.byes) + sum(left)
        return knockout_sizes(entrants, event.through, self.terms(event)) if entrants > 1 else []

    def warnings(self, book: EventBook) -> list[str]:
        """Rounds that seat others than those who go on by the results as they are now."""
        sentences = []
        for number, seated in enumerate(book.seated_rounds()[1:], 1):
            keys = {key for table in seated.tables for key in table}.union(seated.byes)
            going_on = set(self.going_on(book, number))
            if keys and going_on - keys:
                words = {
                    "names": ", ".join(book.names[key] for key in sorted(going_on - keys)),
                    "others": ", ".join(book.names[key] for key in sorted(keys - going_on)) or "–",
                    "n": number + 1,
                }
                sentences.append(
                    _(
                        "By the current results %(names)s would have gone on to round %(n)d, not "
                        "%(others)s. An arbiter has to decide."
                    )
                    % words
                )
        return sentences

    def tied_words(self, book: EventBook, number: int) -> list[str]:
        """Ties for going on after round `number`, and how the seed decided them."""
        sentences = []
        seeds = self._seeds_of(book, number)
        going_on = self.going_on(book, number)
        for outcome in book.results(decided=True):
            if outcome.round != number:
                continue
            for place in sorted(set(outcome.places)):
                tied = [key for key, other in _seats(outcome) if other == place]
                ahead = sorted((k for k in tied if k in going_on), key=seeds.index)
                behind = sorted((k for k in tied if k not in going_on), key=seeds.index)
                if ahead and behind:
                    words = {
                        "names": ", ".join(book.names[key] for key in ahead),
                        "others": ", ".join(book.names[key] for key in behind),
                    }
                    sentences.append(
                        _(
                            "%(names)s and %(others)s are tied. %(names)s will go on, "
                            "because of the better seed."
                        )
                        % words
                    )
        return sentences


def first_seeds(book: EventBook) -> list[int]:
    """Entrants from the best seed; those without one by lot, behind."""
    lots = draw_lots(book.names, seed_of(book.event))
    rows = book.entrants.values()
    ordered = sorted(rows, key=lambda row: (row.seed or 10_000, lots.index(row.number)))
    return [row.number for row in ordered]


def _seats(outcome: TableResult) -> list[tuple[int, int]]:
    """Entrants of a table with their places."""
    return list(zip(outcome.entrants, outcome.places, strict=True))
