"""The columns of the search index, and the masks of words by them.

A column has a number: that of a fact of seats, of a fact of games, or of what the game's row says
and never changes. What may change of a game is in no column: its standing, its mean rating, its
players, marks of an analysis. ``masks`` answers a superset for such words; the tables decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import reduce
from operator import and_, or_
from typing import Final, NamedTuple, TypedDict

from engine.facts import FACTS, GAME, Fact
from games.facts.tokens import number_of
from games.models import Game
from games.search.planes import ColumnBounds, PlaneColumn
from games.search.terms import NO_MODULE, SITES, Term

SEATS: Final = 4
SEATED: Final = 899
"""PlaneColumn of seats: 1 where facts are known."""
PLAYERS, ENTRIES, POINTS, MARGIN, DAY = range(900, 905)
WORDS: Final = {
    word: 920 + number
    for number, word in enumerate((*(site.word for site in SITES.values()), "profile", "edition"))
}
"""Columns of words: a number stands for each in a block."""
MODULES: Final = 940
NUMBERS: Final = {"players": PLAYERS, "entries": ENTRIES}

GAME_NUMBERS: Final[Mapping[int, Callable[[Game], int]]] = {
    PLAYERS: lambda game: game.players,
    ENTRIES: lambda game: game.entries,
    POINTS: lambda game: game.winning_points,
    MARGIN: lambda game: game.margin,
    DAY: lambda game: game.played_on.toordinal(),
}
GAME_WORDS: Final[Mapping[int, str]] = {
    **{number: word for word, number in WORDS.items()},
    MODULES: "modules",
}
"""By column the field of a game that has its words."""


class StoredSummary(TypedDict):
    """A summary as its row has it."""

    bounds: dict[str, tuple[int | None, int | None, bool]]
    words: dict[str, list[str]]


class BlockSummary(NamedTuple):
    """Bounds and words of a block, known without its planes."""

    games: int
    bounds: dict[int, ColumnBounds]
    words: dict[int, list[str]]

    @classmethod
    def read(cls, games: int, stored: StoredSummary) -> BlockSummary:
        bounds = {int(number): ColumnBounds(*row) for number, row in stored["bounds"].items()}
        return cls(games, bounds, {int(number): row for number, row in stored["words"].items()})

    def stored(self) -> StoredSummary:
        return {
            "bounds": {
                str(number): (bounds.least, bounds.greatest, bounds.missing)
                for number, bounds in self.bounds.items()
            },
            "words": {str(number): words for number, words in self.words.items()},
        }


class GameBlock:
    """A block of which some columns were read."""

    def __init__(self, summary: BlockSummary, columns: Mapping[int, PlaneColumn]) -> None:
        self.summary, self.columns = summary, columns
        self.full_mask = (1 << summary.games) - 1

    def between(self, number: int, seat: int, least: int, greatest: int) -> int:
        """The games of which the column has a value from `least` to `greatest`."""
        bounds = self.summary.bounds.get(number)
        if bounds is None or bounds.exclude(least, greatest):
            return 0
        if bounds.fill(least, greatest):
            return self.seated(seat) if number < 500 else self.full_mask
        return self.columns[number].between(seat, least, greatest)

    def seated(self, seat: int) -> int:
        return self.columns[SEATED].between(seat, 1, 1)

    def any_seated(self) -> int:
        return reduce(or_, map(self.seated, range(SEATS)))


def is_indexed(term: Term) -> bool:
    """True if the index alone decides a word."""
    if term.is_fact or term.is_side or term.name in ("sides", "profile", "edition", "module"):
        return True
    if term.name == "seat":
        return term.scope in ("", "other")
    return term.name in (*NUMBERS, "date", "year", "from", "until")


def columns_of(terms: Iterable[Term], summary: BlockSummary) -> set[int]:
    """The columns of a block that have to be read for these words."""
    needed = {SEATED} if any(term.is_fact or term.of_seat for term in terms) else set()
    for single in (single for term in terms for single in _single(term)):
        for number, ranges in _ranges_by_column(single, summary):
            bounds = summary.bounds.get(number)
            if bounds and not all(bounds.exclude(*r) or bounds.fill(*r) for r in ranges):
                needed.add(number)
    return needed


def is_hopeless(terms: Iterable[Term], summary: BlockSummary) -> bool:
    """True if the bounds of a block say that no game of it fits."""
    return any(
        all(_is_excluded(single, summary) for single in _single(term))
        for term in terms
        if term.scope in ("", "other") and term.negated == (term.op == "!=")
    )


NOWHERE: Final = ColumnBounds(None, None, True)


def mask_of(block: GameBlock, terms: Sequence[Term]) -> int:
    """The games of a block that may fit: all that do, and of words that are not indexed others."""
    mask = block.full_mask
    for term in terms:
        if not term.about_seats and not term.is_fact:
            mask &= _of_game(block, term)
        elif not term.of_seat and term.about_seats:
            mask &= _of_all_seats(block, term)
        elif term.is_fact and FACTS[term.name].of == GAME:
            mask &= _turned(term, _holds(block, term, 0), block.full_mask) & block.any_seated()
    seat_terms = [term for term in terms if term.of_seat and not term.other]
    other = [term for term in terms if term.of_seat and term.other]
    if not mask or not (seat_terms or other):
        return mask
    first = [_of_seat(block, seat_terms, seat) & mask for seat in range(SEATS)]
    if not other:
        return reduce(or_, first)
    second = [_of_seat(block, other, seat) for seat in range(SEATS)]
    return reduce(
        or_,
        (
            first[seat] & reduce(or_, (second[n] for n in range(SEATS) if n != seat))
            for seat in range(SEATS)
        ),
    )


# --- inside -------------------------------------------------------------------

Ranges = list[tuple[int, int]]


def _single(term: Term) -> list[Term]:
    """A word with several set-ups as words with one each; any other as it is."""
    if term.name != "sides":
        return [term]
    return [term._replace(value=setup) for setup in term.values]


def _is_excluded(term: Term, summary: BlockSummary) -> bool:
    """True if one of the columns has none of the values that fit."""
    return any(
        all(summary.bounds.get(number, NOWHERE).exclude(*span) for span in ranges)
        for number, ranges in _ranges_by_column(term, summary)
    )


def _ranges_by_column(term: Term, summary: BlockSummary) -> list[tuple[int, Ranges]]:
    """The columns that a word asks for, with the ranges that fit; of several columns all have to
    fit. Of set-ups it is asked one by one."""
    if not is_indexed(term) or term.name == "seat":
        return []
    if term.is_fact:
        return [(number_of(FACTS[term.name]), term.ranges)]
    if term.name in NUMBERS:
        return [(NUMBERS[term.name], term.ranges)]
    if term.name in ("date", "year", "from", "until"):
        return [(DAY, _days(term))]
    if term.name == "sides":
        return [
            (number, _words(summary, number, term.value[place].__eq__))
            for place, number in enumerate(WORDS[site.word] for site in SITES.values())
        ]
    if term.name == "module":
        return [(MODULES, _words(summary, MODULES, lambda modules: _has_module(term, modules)))]
    number = WORDS[SITES[term.name].word if term.is_side else term.name]
    return [(number, _words(summary, number, {*term.values}.__contains__))]


def _words(summary: BlockSummary, number: int, fits: Callable[[str], bool]) -> Ranges:
    words = summary.words.get(number, [])
    return [(place, place) for place, word in enumerate(words) if fits(word)]


def _has_module(term: Term, modules: str) -> bool:
    return any(not modules if word == NO_MODULE else f" {word} " in modules for word in term.values)


def _days(term: Term) -> Ranges:
    first, last = date.min.toordinal(), date.max.toordinal()
    if term.name == "from":
        return [(term.days[0][0].toordinal(), last)]
    if term.name == "until":
        return [(first, term.days[0][0].toordinal())]
    return [(begin.toordinal(), end.toordinal()) for begin, end in term.days]


def _turned(term: Term, mask: int, full_mask: int) -> int:
    return full_mask & ~mask if term.negated != (term.op == "!=") else mask


def _of_game(block: GameBlock, term: Term) -> int:
    if not is_indexed(term):
        return block.full_mask
    mask = reduce(or_, (_all_fit(block, single) for single in _single(term)))
    return _turned(term, mask, block.full_mask)


def _all_fit(block: GameBlock, term: Term) -> int:
    return reduce(
        and_,
        (
            _in_ranges(block, number, 0, ranges)
            for number, ranges in _ranges_by_column(term, block.summary)
        ),
    )


def _in_ranges(block: GameBlock, number: int, seat: int, ranges: Ranges) -> int:
    return reduce(or_, (block.between(number, seat, *span) for span in ranges), 0)


def _holds(block: GameBlock, term: Term, seat: int) -> int:
    fact: Fact = FACTS[term.name]
    return _in_ranges(block, number_of(fact), seat, term.ranges)


def _of_seat(block: GameBlock, terms: Iterable[Term], seat: int) -> int:
    mask = block.seated(seat)
    for term in terms:
        if term.is_fact:
            mask &= _turned(term, _holds(block, term, seat), block.full_mask)
        elif term.name == "seat":
            sits = any(least - 1 <= seat <= greatest - 1 for least, greatest in term.ranges)
            mask &= _turned(term, block.full_mask if sits else 0, block.full_mask)
    return mask


def _of_all_seats(block: GameBlock, term: Term) -> int:
    """A word of which no seat, or each, has to fit."""
    if not term.is_fact:
        return block.full_mask
    exist = term.negated and not term.excludes
    plain = term._replace(negated=False)
    some = 0
    for seat in range(SEATS):
        fits = _turned(plain, _holds(block, term, seat), block.full_mask)
        some |= block.seated(seat) & (~fits if term.scope == "every" else fits)
    seated = block.any_seated()
    return seated & some if exist else seated & ~some
