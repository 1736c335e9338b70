"""The entry at which a hit of a search opens. The game is played once more for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from engine import EngineError, read_log, verify
from engine.facts import FACTS, GAME, FactValue, GameFacts, facts_of
from games.models import Game, Seat
from games.ports import port
from games.search.find import seats_of_computers
from games.search.terms import Query, Term, handles_of_term

SeatsOfTerms = Mapping[Term, Collection[int]]
"""By word the seats for which it holds, where the log does not say so."""


def opens_at(
    game: Game, handles: list[str], query: Query, seats_by_term: SeatsOfTerms | None = None
) -> int:
    """The entry of `game` at which `query` is fulfilled by the first seat, or the first two, that
    fulfil it; 0 if no one entry did it. `handles` by seat, without ``@``; empty for guests.
    `known`: see ``seats_of_terms``."""
    term = query.opening
    if term is None:
        return 0
    try:
        played = verify(read_log(game.log.encode()), keep_events=True)
    except EngineError:
        return 0
    facts = facts_of(played)
    if FACTS[term.name].of == GAME:
        return _reached(facts.game[term.name], term)
    colours = [colour.word for colour in played.log.setup.seats]
    table = _Table(facts, handles, colours, seats_by_term or {})
    reached = [
        _reached(facts.seats[other if term.other else seat][term.name], term)
        for seat, other in _pairs(query, table)
    ]
    return min((ply for ply in reached if ply), default=0)


def seats_of_terms(game: Game, query: Query) -> SeatsOfTerms:
    """Facts that the log lacks: the seats of computer players, and those with marked moves. No
    query unless it is asked for."""
    seats = Seat.objects.filter(game=game)
    seats_by_term: dict[Term, set[int]] = {}
    for term in query.terms:
        if term.name == "computer":
            fits = seats.filter(seats_of_computers(term))
        elif term.name == "mark":
            fits = seats.filter(pk__in=port().marked_seats(term.marks))
        else:
            continue
        seats_by_term[term] = set(fits.values_list("number", flat=True))
    return seats_by_term


# --- inside -------------------------------------------------------------------


class _Table:
    """The seats of a game: facts, players, colours."""

    def __init__(
        self, facts: GameFacts, handles: list[str], colours: list[str], seats_by_term: SeatsOfTerms
    ) -> None:
        self.facts, self.handles, self.colours, self.known = facts, handles, colours, seats_by_term
        self.seats = range(len(facts.seats))

    def fits(self, term: Term, seat: int) -> bool:
        """True if `term` holds for `seat`."""
        if term.is_fact:
            return _compared(self.facts.seats[seat][term.name], term) != term.negated
        if term.name == "seat":
            holds = any(least <= seat + 1 <= highest for least, highest in term.ranges)
        elif term.name == "colour":
            holds = self.colours[seat] in term.values
        elif term.name in ("computer", "mark"):
            holds = seat in self.known.get(term, ())
        else:
            holds = self.handles[seat] in handles_of_term(term)
            if term.name == "winner":
                holds = holds and bool(self.facts.seats[seat]["won"].value)
        return holds != (term.negated != (term.op == "!="))


def _pairs(query: Query, table: _Table) -> Iterator[tuple[int, int]]:
    """Each seat for which the words hold, with each other seat for which those with ``other:``
    hold; with itself if no word has that."""
    of_seat = [term for term in query.terms if term.of_seat and not term.other]
    of_other = [term for term in query.terms if term.of_seat and term.other]
    opponents = [term for term in query.terms if term.name == "opponent" and not term.excludes]
    for seat in table.seats:
        across = [other for other in table.seats if other != seat]
        if not all(table.fits(term, seat) for term in of_seat) or not all(
            any(table.fits(term, other) for other in across) for term in opponents
        ):
            continue
        if not of_other:
            yield seat, seat
        for other in across if of_other else ():
            if all(table.fits(term, other) for term in of_other):
                yield seat, other


def _reached(fact: FactValue, term: Term) -> int:
    """The entry at which `fact` came to fit: ``obelisks>=5`` at the fifth, ``obelisks=3|5`` at
    the fifth of five."""
    if term.op not in ("=", ">", ">="):
        return fact.reached(1)
    number = fact.value or 0
    return max(
        (fact.reached(max(1, least)) for least, high in term.ranges if least <= number <= high),
        default=fact.reached(max(1, term.ranges[0][0])),
    )


def _compared(fact: FactValue, term: Term) -> bool:
    number = fact.value
    fits = number is not None and any(least <= number <= high for least, high in term.ranges)
    return fits != (term.op == "!=")
