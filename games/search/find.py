"""The games that a search finds.

Facts are asked of the rows of seats: by their tokens, where an index knows them (PostgreSQL), else
by their values. What a game's own columns say is asked there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.db.models.lookups import GreaterThanOrEqual, LessThan, LessThanOrEqual
from django.utils.translation import gettext as _

from engine.facts import FACTS, GAME, Fact
from engine.vocabulary import Colour, Side
from games.editions.services.editions import edition_choices
from games.facts.tokens import PLAYERS, SIDES, begins_at, number_of, range_of, token
from games.models import Game, Player, Seat, SeatFacts, Standing
from games.models.facts import NumberAt
from games.ports import port
from games.queries import computer_players, of_computers
from games.search.query import names_near, parse_query
from games.search.terms import (
    ANY,
    BOT,
    MAX_NUMBER,
    NO_MODULE,
    NUMBERS,
    PEOPLE,
    SITES,
    Query,
    Term,
    UnreadableSearch,
    handles_of_term,
)

COMPARED: Final = {"=": "", "<": "__lt", "<=": "__lte", ">": "__gt", ">=": "__gte"}
NO_HANDLES: Final = {
    "computer": "computer",
    **{colour.word: f"colour={colour.word}" for colour in Colour},
}
"""Words in the place of a handle, with an example of what may be meant."""

RARE: Final = 4
"""With so many sides, or sides and players, a set-up is rare enough to be found by its tokens. Else
games are filtered by it as one goes through them."""
MISSING: Final = -MAX_NUMBER - 1


class GameSearch(NamedTuple):
    """A query, and by handle the players in it."""

    query: Query
    players: dict[str, int]

    def players_in(self, term: Term) -> list[int]:
        """The players whom a word names."""
        return [self.players[handle] for handle in handles_of_term(term)]


def parse_search(text: str) -> GameSearch:
    """Raises ``UnreadableSearch`` for the first word that is none, for a player who is not here
    and for an edition that is none. A query for players, one for editions."""
    query = parse_query(text)
    named = {
        handle: term
        for term in query.terms
        if term.name in PEOPLE
        for handle in handles_of_term(term)
    }
    rows = Player.objects.filter(account__username__in=named) if named else Player.objects.none()
    players = dict(rows.values_list("account__username", "pk"))
    for handle, term in named.items():
        if handle not in players:
            is_bare = handle in re.split(r"[\s,|]+", text.lower())
            near = names_near(handle) if is_bare else None
            raise UnreadableSearch(str(term), _no_player(term, handle, near), handle, near or ())
    for term in query.terms:
        if term.name == "edition":
            _check_edition(term)
    return GameSearch(query, players)


def filter_games(games: QuerySet[Game], criteria: GameSearch) -> QuerySet[Game]:
    """Those of `games` that a search finds. No query."""
    terms = criteria.query.terms
    for term in terms:
        if names_seats(term):  # they are few, and known by an index
            theirs = Seat.objects.filter(_of_named(term, criteria))
            games = games.filter(pk__in=theirs.values("game"))
    for term in terms:
        if not term.about_seats and not term.is_fact:
            games = games.filter(_of_game(term, criteria))
        elif not term.of_seat and term.about_seats:
            games = games.filter(_of_all_seats(term, criteria))
    seat_terms = [term for term in terms if term.of_seat and not term.other]
    other = [term for term in terms if term.of_seat and term.other]
    game_terms = [term for term in terms if _is_fact_of_game(term)]
    opponents = [term for term in terms if term.name == "opponent" and not term.excludes]
    if not seat_terms and not other and not game_terms and not opponents:
        return games
    rows = SeatFacts.objects.all()
    setup = [number for term in terms for number in _setup_tokens(term)]
    if _by_tokens() and len(setup) >= RARE:
        rows = rows.filter(*(Q(tokens__overlaps=[number]) for number in setup))
    rows = seats_that_fit(rows, criteria, [*seat_terms, *game_terms])
    if other:
        second = seats_that_fit(SeatFacts.objects.all(), criteria, other)
        second = second.filter(game=OuterRef("game_id"))
        rows = rows.filter(Exists(second.exclude(number=OuterRef("number"))))
    for term in opponents:
        across = Seat.objects.filter(game=OuterRef("game_id")).exclude(number=OuterRef("number"))
        rows = rows.filter(_looked_up(across.filter(_is_one_of(criteria.players_in(term)))))
    return games.filter(pk__in=rows.values("game_id"))


def seats_that_fit(
    rows: QuerySet[SeatFacts], criteria: GameSearch, terms: Iterable[Term]
) -> QuerySet[SeatFacts]:
    """Those of `rows` for which all `terms` hold."""
    for term in terms:
        rows = rows.filter(_of_row(term, criteria))
    return rows


def names_seats(term: Term) -> bool:
    """True for a word of which a seat has to be found that an index knows: that of a player, of a
    computer player, or one with marks."""
    is_named = term.name in PEOPLE or (term.name in ("computer", "mark") and term.op != "!=")
    return is_named and not term.negated and term.scope in ("", "other")


# --- inside -------------------------------------------------------------------


def _no_player(term: Term, handle: str, near: Sequence[str] | None) -> str:
    """Message for a handle that nobody has; `near`: names that may have been meant, None where only
    a handle can stand."""
    details = {"word": handle, "others": ", ".join(near or ())}
    if handle in NO_HANDLES:
        message = _("“%(word)s” can’t be read. Write %(wanted)s.")
        word = NO_HANDLES[handle]
        examples = {"winner": f"{word} won", "loser": f"{word} won=0", "opponent": f"other:{word}"}
        return message % {"word": f"{term.name}={handle}", "wanted": examples.get(term.name, word)}
    if near:
        message = _("“%(word)s” is not a search word or a player. Did you mean: %(others)s?")
    elif near is not None:
        message = _("“%(word)s” is not a search word or a player. Write words such as obelisks>=5.")
    else:
        message = _("There is no player “%(word)s”.")
    return message % details


def _check_edition(term: Term) -> None:
    editions = edition_choices()
    if not set(term.values) <= {*editions}:
        details = {"word": str(term)[:40], "words": ", ".join(editions)}
        message = _("“%(word)s” can’t be read. Write “=” and one of: %(words)s.")
        raise UnreadableSearch(str(term), message % details)


def _of_named(term: Term, criteria: GameSearch) -> Q:
    """Condition on a seat: it is one of those of which the word names one; of computer players it
    is that of any, for the planner knows how many there are."""
    if term.name in PEOPLE:
        return _is_one_of(criteria.players_in(term))
    if term.name == "mark":
        return _of_seat(term, criteria)
    return Q(player__in=computer_players().values("pk"))


def _is_fact_of_game(term: Term) -> bool:
    return term.is_fact and FACTS[term.name].of == GAME


def _of_game(term: Term, criteria: GameSearch) -> Q:
    """Condition on a game's columns, or on who sat in it."""
    name = term.name
    if name in PEOPLE:  # in which seat an opponent sits is asked of the rows of seats
        seats = Seat.objects.filter(_is_one_of(criteria.players_in(term)), game=OuterRef("pk"))
        condition = Q(Exists(seats.filter(place__gt=1) if name == "loser" else seats))
    elif name == "sides":
        condition = _any(Q(**_columns_of(sides)) for sides in term.values)
    elif name in SITES:
        condition = _column_in(SITES[name].word, term.values)
    elif name in NUMBERS:
        condition = _number(NUMBERS[name], term)
    elif name in ("date", "year"):
        condition = _any(_within(first, last) for first, last in term.days)
    elif name in ("from", "until"):
        condition = Q(**{f"played_on__{'gte' if name == 'from' else 'lte'}": term.days[0][0]})
    elif name == "module":
        condition = _any(
            Q(modules="") if word == NO_MODULE else Q(modules__contains=f" {word} ")
            for word in term.values
        )
    elif name == "standing":  # an index has those that do not count, by the word
        turned = term.negated != (term.op == "!=")
        return _column_in(name, [w for w in Standing.values if (w in term.values) != turned])
    else:
        condition = _column_in(name, term.values)
    return ~condition if term.negated != (term.op == "!=") else condition


def _number(column: str, term: Term) -> Q:
    """Condition on a column of numbers; of ``!=`` that which does not fit."""
    if term.op not in ("=", "!="):
        return Q(**{column + COMPARED[term.op]: int(term.value)})
    return _any(
        Q(**{column: least})
        if least == highest
        else Q(**{f"{column}__gte": least, f"{column}__lte": highest})
        for least, highest in term.ranges
    )


def _within(first: date, last: date) -> Q:
    """Condition on the day: without an end that is the first or the last of all days."""
    begins = Q(played_on__gte=first) if first > date.min else Q()
    return begins & Q(played_on__lte=last) if last < date.max else begins


def _columns_of(sides: str) -> dict[str, str]:
    return {site.word: side for site, side in zip(SITES.values(), sides, strict=True)}


def _column_in(column: str, values: list[str]) -> Q:
    return Q(**{column: values[0]}) if len(values) == 1 else Q(**{f"{column}__in": values})


def _is_one_of(players: list[int]) -> Q:
    return Q(player=players[0]) if len(players) == 1 else Q(player__in=players)


def _any(conditions: Iterable[Q]) -> Q:
    return reduce(or_, conditions)


def _of_all_seats(term: Term, criteria: GameSearch) -> Q:
    """Condition on all seats of a game: none of them, or each."""
    exist = term.negated and not term.excludes
    if term.is_fact:
        rows: QuerySet[SeatFacts] | QuerySet[Seat] = SeatFacts.objects.filter(game=OuterRef("pk"))
        holds = _of_row(term._replace(negated=False, scope=""), criteria)
    else:
        rows = Seat.objects.filter(game=OuterRef("pk"))
        holds = _of_seat(term, criteria)
        holds = ~holds if term.op == "!=" else holds
    some = rows.filter(~holds if term.scope == "every" else holds)
    condition = _looked_up(some, exist)
    return condition & _looked_up(rows) if term.is_fact else condition


def _looked_up(rows: QuerySet[SeatFacts] | QuerySet[Seat], exist: bool = True) -> Q:
    """Condition that some of `rows`, of an outer row, are there; or that none are.

    PostgreSQL makes a join with all rows of ``EXISTS``, though a page of the latest games needs a
    few dozen. Of this it makes a look-up for each outer row that comes so far; and it believes that
    a comparison holds for a third of all rows, but ``IS NULL`` hardly ever.
    """
    number = Coalesce(Subquery(rows.values("number")[:1]), -1)
    return Q(GreaterThanOrEqual(number, 0) if exist else LessThan(number, 0))


def _of_row(term: Term, criteria: GameSearch) -> Q:
    """Condition on the row of a seat."""
    turned = term.negated != (term.op == "!=")
    if term.is_fact:
        condition = _holds(term)
    elif term.name == "seat":
        condition = _of_seat(term, criteria)
    else:
        seats = Seat.objects.filter(game=OuterRef("game_id"), number=OuterRef("number"))
        theirs = term._replace(name="player") if term.name == "winner" else term
        condition = Q(Exists(seats.filter(_of_seat(theirs, criteria))))
        if term.name == "winner":
            condition &= _holds(Term("won", "=", "1"))
    return ~condition if turned else condition


def _of_seat(term: Term, criteria: GameSearch) -> Q:
    """Condition on a seat, or its row: its player, its colour, the marks of its moves."""
    if term.name == "seat":
        return _any(
            Q(number__gte=least - 1, number__lte=highest - 1) for least, highest in term.ranges
        )
    if term.name == "colour":
        return _column_in("colour", term.values)
    if term.name == "computer":
        return seats_of_computers(term)
    if term.name == "mark":
        return Q(pk__in=port().marked_seats(term.marks))
    theirs = _is_one_of(criteria.players_in(term))
    return theirs & Q(place=1) if term.name == "winner" else theirs


def seats_of_computers(term: Term) -> Q:
    """Condition on a seat: it is that of a computer player that the word ``computer`` names. A bot
    is one in games that came on record since it was marked."""
    if term.value == ANY:
        return of_computers()
    levels = _column_in("player__account__computer", [w for w in term.values if w != BOT])
    if BOT not in term.values:
        return levels
    return levels | Q(player__account__bot_since__lte=F("game__accepted_at"))


def _by_tokens() -> bool:
    return connection.vendor == "postgresql"


def _holds(term: Term) -> Q:
    """That the value is within the ranges of the term; of ``!=`` those which do not fit."""
    fact = FACTS[term.name]
    condition_of = _by_token if _by_tokens() else _by_value
    return _any(condition_of(fact, least, highest) for least, highest in term.ranges)


def _by_token(fact: Fact, least: int, highest: int) -> Q:
    number = number_of(fact)
    if highest < 0 and (fact.of == GAME or fact.kind != "measure"):
        return Q(number__in=[])  # none of these is below 0
    if fact.kind != "measure" and least <= 0 and highest == MAX_NUMBER:
        return Q(number__gte=0)  # a count or a yes is 0 at least: the planner knows of this one
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
    word = Coalesce(NumberAt(values, fact.number), MISSING)
    fits = Q(GreaterThanOrEqual(word, max(least, -MAX_NUMBER)))
    return fits if highest == MAX_NUMBER else fits & Q(LessThanOrEqual(word, highest))


def _setup_tokens(term: Term) -> list[int]:
    """The tokens of what an index of seats knows of their game's set-up."""
    if term.negated or term.op != "=" or "|" in term.value or ".." in term.value:
        return []
    if term.name == "players":
        return [token(PLAYERS, int(term.value))]
    if term.name == "sides":
        sides = zip(SITES.values(), term.value, strict=True)
        return [token(SIDES[site], Side.read(side)) for site, side in sides]
    return [token(SIDES[SITES[term.name]], Side.read(term.value))] if term.is_side else []
