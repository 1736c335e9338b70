"""The words of a search, read: what each asks for. Nothing here reads the database."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, Literal, NamedTuple

from drawing.text.names import COMPUTERS
from engine.facts import FACTS, SEAT
from engine.vocabulary import Colour, Module, Profile, Side, Site
from games.models import Standing

MAX_NUMBER: Final = 32767
MAX_VALUES: Final = 20
"""Values of a list."""

Operator = Literal["=", "!=", "<", "<=", ">", ">="]

Scope = Literal["", "other", "none", "every"]
PERIOD_PATTERN: Final = re.compile(
    r"([0-9]{4})(?:[-/]([0-9]{1,2})(?:[-/]([0-9]{1,2}))?)?", re.ASCII
)
SITES: Final = {site.word.replace("_", "-"): site for site in Site}
PEOPLE: Final = ("player", "winner", "loser", "opponent")
OF_ONE_SEAT: Final = ("player", "winner")
"""People who are the seat of which the facts are asked."""

SEAT_NUMBERS: Final = ("seat",)
SEAT_WORDS: Final = ("colour", "computer", "mark")
NUMBERS: Final = {"players": "players", "entries": "entries", "rating": "strength"}
"""Numbers of the game that are no facts, with their columns."""

DAYS: Final = ("from", "until")
DATES: Final = ("date", "year")
WORDS: Final = ("module", "profile", "edition", "standing")
NO_MODULE: Final = "none"

ANY: Final = "any"
"""Value of ``computer``: a computer player of whatever level, or a bot."""

BOT: Final = "bot"
"""Value of ``computer``: an account that is marked as a bot."""

MARKS: Final = ("inaccuracy", "mistake", "blunder")
"""Marks of an analysis, the least first."""

CHOICES: Final = {
    "module": [*(module.word for module in Module), NO_MODULE],
    "profile": [profile.value for profile in Profile],
    "standing": list(Standing.values),
    "colour": [colour.word for colour in Colour],
    "computer": [ANY, *COMPUTERS, BOT],
    "mark": list(MARKS),
}
SYNONYMS: Final = {
    "standing": dict.fromkeys(("rated", "ranked"), "counted"),
    "computer": {
        "very-easy": "random",
        "easy": "greedy",
        "medium": "search-1",
        "hard": "search-2",
        "very-hard": "search-3",
    },
}
"""Other values of words that have choices: levels of computers as pages name them."""

ABOUT_GAME: Final = ("resigned", "came-back", "won-by-sled")
"""Facts of a seat that are said of a game: with a minus before them they hold for no seat."""

DOMAINS: Final = {
    "players": (2, 4),
    "seat": (1, 4),
    "place": (1, 4),
    **{name: (0, 1) for name, fact in FACTS.items() if fact.kind == "yes"},
}
"""Numbers between which all values lie."""

YES: Final = {"yes": "1", "true": "1", "no": "0", "false": "0"}
FEWEST, GREATEST = -MAX_NUMBER, MAX_NUMBER


class UnreadableSearch(ValueError):
    """A search that is none. `word`: the part that is wrong; the message is for people. `name`: the
    name that is none, and `near`: names that may have been meant."""

    def __init__(self, word: str, message: str, name: str = "", near: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.word = word
        self.name, self.near = name, near

    def corrected(self, text: str) -> list[str]:
        """The search `text` with each of the names that may have been meant."""
        if not self.name:
            return []
        wrong = re.compile(rf"(?<![\w-]){re.escape(self.name)}(?![\w-])", re.IGNORECASE)
        corrected = (wrong.sub(name, text, count=1) for name in self.near)
        return [search for search in dict.fromkeys(corrected) if search != text]


class Term(NamedTuple):
    """One word. `value`: values between ``|``, each of which may be a range, as ``2..3``.
    `negated`: it must not hold. `scope`: of a second seat, of none, of each. `opens`: hits open at
    the entry."""

    name: str
    op: Operator
    value: str
    negated: bool = False
    scope: Scope = ""
    opens: bool = False

    @property
    def other(self) -> bool:
        return self.scope == "other"

    @property
    def values(self) -> list[str]:
        return self.value.split("|")

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """The least and the greatest number of each range that fits; of ``!=`` those that do
        not."""
        spans = [_span(operand) for operand in self.values]
        if self.op in ("=", "!="):
            return spans
        ((least, highest),) = spans
        return [
            {
                "<": (FEWEST, least - 1),
                "<=": (FEWEST, least),
                ">": (highest + 1, GREATEST),
                ">=": (highest, GREATEST),
            }[self.op]
        ]

    @property
    def days(self) -> list[tuple[date, date]]:
        """The first and the last day of each period that fits; of ``!=`` those that do not."""
        spans = [_period(operand) for operand in self.values]
        if self.op in ("=", "!="):
            return spans
        ((first, last),) = spans
        day = timedelta(days=1)
        return [
            {
                "<": (date.min, first - day if first > date.min else first),
                "<=": (date.min, last),
                ">": (last + day if last < date.max else last, date.max),
                ">=": (first, date.max),
            }[self.op]
        ]

    @property
    def marks(self) -> list[str]:
        """The marks that fit."""
        if self.op == "=":
            return self.values
        index = MARKS.index(self.value)
        ends = {
            "<": (0, index),
            "<=": (0, index + 1),
            ">": (index + 1, len(MARKS)),
            ">=": (index, len(MARKS)),
        }
        begin, end = ends[self.op]
        return list(MARKS[begin:end])

    @property
    def of_seat(self) -> bool:
        """True if it is about one seat, or a second one: a person, or a fact of one."""
        return self.scope in ("", "other") and self.about_seats and not self.excludes

    @property
    def about_seats(self) -> bool:
        """True if a seat has it: a person, a fact, a place at the table."""
        if self.name in OF_ONE_SEAT or self.name in SEAT_WORDS or self.name in SEAT_NUMBERS:
            return True
        return self.is_fact and FACTS[self.name].of == SEAT

    @property
    def excludes(self) -> bool:
        """True for a minus that is about the game: it holds for no seat."""
        is_person = self.name in PEOPLE or self.name in ABOUT_GAME or self.name == "computer"
        return self.negated and self.scope == "" and is_person

    @property
    def is_fact(self) -> bool:
        return self.name in FACTS and not self.is_side

    @property
    def is_side(self) -> bool:
        """``obelisks=B`` is a side, ``obelisks=5`` stones."""
        return self.name in SITES and self.value[0] in SIDE_LETTERS

    def __str__(self) -> str:
        scope = f"{self.scope}:" if self.scope else ""
        before = "-" * self.negated + scope + "entry:" * self.opens
        return f"{before}{self.name}{self.op}{self.value}"


SIDE_LETTERS: Final = frozenset(side.word for side in Side)


class Query(NamedTuple):
    """The words of a search, in order."""

    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.terms))

    @property
    def opening(self) -> Term | None:
        """The word at whose entry hits open: the first with ``entry:``, else the first fact of
        a seat that is counted, and asks for more than none."""
        facts = [
            term
            for term in self.terms
            if term.is_fact and not term.negated and term.scope in ("", "other")
        ]
        named = [term for term in facts if term.opens]
        counts = [term for term in facts if FACTS[term.name].kind == "count" and _least(term) > 0]
        return next(iter([*named, *counts]), None)


def handles_of_term(term: Term) -> list[str]:
    """The handles that a word about people names."""
    return [operand.removeprefix("@") for operand in term.values]


def _span(operand: str) -> tuple[int, int]:
    first, _dots, last = operand.partition("..")
    return int(first), int(last or first)


def _period(operand: str) -> tuple[date, date]:
    """The first and the last day of a period, or of a range of them, that was read before."""
    spans = [days_of_period(end.rjust(4, "0")) for end in operand.split("..")]
    (begins, _last), (_first, ends) = spans[0], spans[-1]  # type: ignore[misc]
    return begins, ends


def days_of_period(text: str) -> tuple[date, date] | None:
    """The first and the last day of a year, a month or a day; None if it is none."""
    match = PERIOD_PATTERN.fullmatch(text)
    if match is None:
        return None
    year, month, day = (int(part) if part else 0 for part in match.groups())
    try:
        begins = date(year, month if match[2] else 1, day if match[3] else 1)
        ends_in = month if match[2] else 12
        return begins, date(year, ends_in, day if match[3] else monthrange(year, ends_in)[1])
    except ValueError:
        return None


def _least(term: Term) -> int:
    """The least value of a count that fits."""
    return 0 if term.op in ("!=", "<", "<=") else min(least for least, _greatest in term.ranges)
