"""The games that a search finds.

Facts are asked of the rows of seats: by their tokens, where an index knows them (PostgreSQL), else
by their values. What a game's own columns say is asked there. To open a hit at an entry, the game
is played once more.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual
from django.utils.translation import gettext as _

from engine import EngineError, read_log, verify
from engine.facts import FACTS, GAME, Fact, FactValue, GameFacts, facts_of
from engine.vocabulary import Side
from games.facts.tokens import PLAYERS, SIDES, begins_at, number_of, range_of, token
from games.models import Game, Player, Seat, SeatFacts
from games.models.facts import NumberAt
from games.search.query import (
    MAX_NUMBER,
    NUMBERS,
    PEOPLE,
    SITES,
    Query,
    Term,
    UnreadableSearch,
    handle_in,
    parse_query,
)

COMPARED: Final = {"=": "", "<": "__lt", "<=": "__lte", ">": "__gt", ">=": "__gte"}
FIRST_YEAR, LAST_YEAR = 1, 9998
RARE: Final = 4
"""With so many sides, or sides and players, a set-up is rare enough to be found by its tokens. Else
games are filtered by it as one goes through them."""
MISSING: Final = -MAX_NUMBER - 1


class GameSearch(NamedTuple):
    """A query, and by handle the players in it."""

    query: Query
    players: dict[str, int]


def parse_search(text: str) -> GameSearch:
    """Raises ``Unreadable`` for the first word that is none, and for a player who is not here. One
    query at most."""
    query = parse_query(text)
    named = {handle_in(term): term for term in query.terms if term.name in PEOPLE}
    rows = Player.objects.filter(account__username__in=named) if named else Player.objects.none()
    players = dict(rows.values_list("account__username", "pk"))
    for handle, term in named.items():
        if handle not in players:
            details = {"word": handle}
            raise UnreadableSearch(str(term), _("There is no player “%(word)s”.") % details)
    return GameSearch(query, players)


def filter_games(games: QuerySet[Game], criteria: GameSearch) -> QuerySet[Game]:
    """Those of `games` that a search finds. No query."""
    query = criteria.query
    for term in query.terms:
        if not (term.of_seat or _is_fact_of_game(term)):
            games = games.filter(_not_if(term, _of_game(term)))
    seat_terms = [term for term in query.terms if term.of_seat and not term.other]
    other = [term for term in query.terms if term.of_seat and term.other]
    game_terms = [term for term in query.terms if _is_fact_of_game(term)]
    if not seat_terms and not other and not game_terms:
        return games
    rows = SeatFacts.objects.all()
    setup = [term for term in query.terms if _is_setup(term)]
    if _by_tokens() and len(setup) >= RARE:
        rows = rows.filter(*map(_of_setup, setup))
    rows = _seats(rows, criteria, [*seat_terms, *game_terms])
    if other:
        second = _seats(SeatFacts.objects.all(), criteria, other).filter(game=OuterRef("game_id"))
        rows = rows.filter(Exists(second.exclude(number=OuterRef("number"))))
    return games.filter(pk__in=rows.values("game_id"))


# --- inside -------------------------------------------------------------------


def _is_fact_of_game(term: Term) -> bool:
    return term.is_fact and not term.of_seat


def _not_if(term: Term, condition: Q) -> Q:
    return ~condition if term.negated else condition


def _of_game(term: Term) -> Q:
    """Condition on a game's columns."""
    name, value = term.name, term.value
    if term.is_side:
        condition = Q(**{SITES[name].word: value})
    elif name in NUMBERS:
        column = NUMBERS[name]
        if term.op == "!=":
            return ~Q(**{column: term.number})
        return Q(**{column + COMPARED[term.op]: term.number})
    elif name == "year":
        return _in_years(term)
    elif name == "from":
        return Q(played_on__gte=date.fromisoformat(value))
    elif name == "until":
        return Q(played_on__lte=date.fromisoformat(value))
    elif name == "module":
        condition = Q(modules__contains=f" {value} ")
    else:
        condition = Q(**{name: value})
    return ~condition if term.op == "!=" else condition


def _in_years(term: Term) -> Q:
    year = min(max(term.number, FIRST_YEAR), LAST_YEAR)
    begins, ends = date(year, 1, 1), date(year + 1, 1, 1)
    within = Q(played_on__gte=begins, played_on__lt=ends)
    return {
        "=": within,
        "!=": ~within,
        "<": Q(played_on__lt=begins),
        "<=": Q(played_on__lt=ends),
        ">": Q(played_on__gte=ends),
        ">=": Q(played_on__gte=begins),
    }[term.op]


def _seats(
    rows: QuerySet[SeatFacts], criteria: GameSearch, terms: Iterable[Term]
) -> QuerySet[SeatFacts]:
    """Those of `rows` for which all `terms` hold."""
    for term in terms:
        if term.is_fact:
            rows = _with_fact(rows, term)
        else:
            rows = _with_person(rows, term, criteria.players[handle_in(term)])
    return rows


def _by_tokens() -> bool:
    return connection.vendor == "postgresql"


def _with_person(rows: QuerySet[SeatFacts], term: Term, player: int) -> QuerySet[SeatFacts]:
    seats = Seat.objects.filter(game=OuterRef("game_id"), number=OuterRef("number"))
    theirs = Exists(seats.filter(player=player))
    if term.name == "player":
        return rows.filter(~theirs if term.negated else theirs)
    won = _holds(Term("won", "=", "1"))
    return rows.filter(~(Q(theirs) & won) if term.negated else Q(theirs) & won)


def _with_fact(rows: QuerySet[SeatFacts], term: Term) -> QuerySet[SeatFacts]:
    holds = _holds(term)
    return rows.filter(~holds if term.negated != (term.op == "!=") else holds)


def _holds(term: Term) -> Q:
    """That the value is within the range of the term."""
    fact = FACTS[term.name]
    least, highest = _range(term)
    return _by_token(fact, least, highest) if _by_tokens() else _by_value(fact, least, highest)


def _range(term: Term) -> tuple[int, int]:
    """The least and the greatest value that fit; of ``!=`` that which does not."""
    number = term.number
    return {
        "=": (number, number),
        "!=": (number, number),
        "<": (-MAX_NUMBER, number - 1),
        "<=": (-MAX_NUMBER, number),
        ">": (number + 1, MAX_NUMBER),
        ">=": (number, MAX_NUMBER),
    }[term.op]


def _by_token(fact: Fact, least: int, highest: int) -> Q:
    number = number_of(fact)
    if highest < 0 and (fact.of == GAME or fact.kind != "measure"):
        return Q(number__in=[])  # none of these is below 0
    if fact.kind != "measure" and least <= 0:
        # a count of 0 has no token: none of those above
        above = Q(tokens__overlaps=range_of(number, highest + 1, MAX_NUMBER))
        if begins_at(highest + 1):
            return ~above
        return ~(above & _by_value(fact, highest + 1, MAX_NUMBER))
    holds = Q(tokens__overlaps=range_of(number, least, max(highest, 0)))
    lowest = begins_at(least) if least > 0 or fact.of == GAME else least == -MAX_NUMBER
    reaches_up = highest == MAX_NUMBER or (highest >= 0 and begins_at(highest + 1))
    return holds if lowest and reaches_up else holds & _by_value(fact, least, highest)


def _by_value(fact: Fact, least: int, highest: int) -> Q:
    """By the stored values. One that is missing is below all others, and fits nothing."""
    values = "game__facts__values" if fact.of == GAME else "values"
    value = Coalesce(NumberAt(values, fact.number), MISSING)
    fits = Q(GreaterThanOrEqual(value, max(least, -MAX_NUMBER)))
    return fits if highest == MAX_NUMBER else fits & Q(LessThanOrEqual(value, highest))


def _is_setup(term: Term) -> bool:
    """True if an index of seats knows it of their game."""
    return not term.negated and term.op == "=" and (term.name == "players" or term.is_side)


def _of_setup(term: Term) -> Q:
    if term.name == "players":
        return Q(tokens__overlaps=[token(PLAYERS, term.number)])
    return Q(tokens__overlaps=[token(SIDES[SITES[term.name]], Side.read(term.value))])


# --- the entry at which a hit opens ---------------------------------------------


def opens_at(game: Game, handles: list[str], query: Query) -> int:
    """The entry of `game` at which `query` is fulfilled by the first seat that fulfils it; 0 if no
    one entry did it. `handles` by seat, without ``@``; empty for guests."""
    term = query.opening
    if term is None:
        return 0
    try:
        facts = facts_of(verify(read_log(game.log.encode()), keep_events=True))
    except EngineError:
        return 0
    if FACTS[term.name].of == GAME:
        return facts.game[term.name].reached(_times(term))
    seats = [
        seat
        for seat in range(len(facts.seats))
        if all(
            _fulfils(condition, facts, seat, handles)
            for condition in query.terms
            if condition.of_seat and not condition.other
        )
    ]
    reached = [facts.seats[seat][term.name].reached(_times(term)) for seat in seats]
    return min((ply for ply in reached if ply), default=0)


def _times(term: Term) -> int:
    """At which time it opens: ``obelisks>=5`` at the fifth."""
    return max(1, term.number + (term.op == ">")) if term.op in ("=", ">", ">=") else 1


def _fulfils(term: Term, facts: GameFacts, seat: int, handles: list[str]) -> bool:
    seat_facts = facts.seats[seat]
    if term.name in PEOPLE:
        fits = handles[seat] == handle_in(term)
        fits = fits and (term.name != "winner" or bool(seat_facts["won"].value))
    else:
        fits = _compared(seat_facts[term.name], term)
    return fits != term.negated


def _compared(fact: FactValue, term: Term) -> bool:
    value, number = fact.value, term.number
    if value is None:
        return term.op == "!="
    return {
        "=": value == number,
        "!=": value != number,
        "<": value < number,
        "<=": value <= number,
        ">": value > number,
        ">=": value >= number,
    }[term.op]
