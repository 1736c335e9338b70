"""The language of searches: words between spaces, all of which have to hold.

    obelisks>=5 winner=@ana players=4 market=B entry:sail-empty

* ``obelisks>=5``, ``statue=0``, ``won``: a fact (docs/facts.md), compared with a number by ``=``,
  ``!=``, ``<``, ``<=``, ``>``, ``>=``; alone it means at least 1. All facts of seats are those of
  *one* seat, which did all of that.
* ``entry:sail-empty``: the same as ``sail-empty``, and hits open at the entry.
* ``player=@ana``: that seat is theirs; ``winner=@ana``: and it won. ``opponent=@ben``: another
  seat is. ``seat=1``, ``colour=black``, ``computer``, ``mark>=mistake``: of that seat, too.
* ``other:statue>=3``: a second seat, for which all words with ``other:`` hold.
* ``none:statue``, ``every:statue``: no seat, each seat.
* ``players=4``, ``market=B``, ``sides=AAAAA``, ``module=…``, ``profile=…``, ``edition=…``,
  ``standing=…``, ``date>=2026-01``, ``rating>=1600``, ``entries<120``, ``loser=@ana``: the game.
* ``players=2..3``, ``market=A|B``: a range, a list of values.
* A minus before a word: it must not hold. Before a person, and before what a game is remembered
  for (``ABOUT_GAME``): it holds for no seat.

How words may be spelled is in ``games.search.spelling``. Nothing here reads the database.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from datetime import date, timedelta
from difflib import get_close_matches
from functools import cache
from typing import Final, Literal, NamedTuple, NoReturn

from django.utils.translation import gettext as _

from drawing.text.names import COMPUTERS
from engine.facts import FACTS, GAME, SEAT
from engine.vocabulary import Colour, Module, Profile, Side, Site
from games.models import Standing
from games.search.spelling import ALIASES, BEFORE_AFTER, LOST, Word, split_words

LONGEST: Final = 300
MAX_WORDS: Final = 20
MAX_NUMBER: Final = 32767
MAX_VALUES: Final = 20
"""Values of a list."""

Operator = Literal["=", "!=", "<", "<=", ">", ">="]
Scope = Literal["", "other", "none", "every"]
_HANDLE: Final = re.compile(r"@?[a-z0-9][a-z0-9_-]{1,23}", re.ASCII)
_NUMBER: Final = re.compile(r"-?[0-9]+", re.ASCII)
_RANGE: Final = re.compile(r"(-?[0-9]+)(?:\.\.|-)(-?[0-9]+)", re.ASCII)
_UP_FROM: Final = re.compile(r"(-?[0-9]+)(?:\+|\.\.)", re.ASCII)
_UP_TO: Final = re.compile(r"\.\.(-?[0-9]+)", re.ASCII)
_PERIOD: Final = re.compile(r"([0-9]{4})(?:[-/]([0-9]{1,2})(?:[-/]([0-9]{1,2}))?)?", re.ASCII)
_YEARS: Final = re.compile(r"([0-9]{4})-([0-9]{4})", re.ASCII)

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
"""Value of ``computer``: a computer player of whatever level."""
MARKS: Final = ("inaccuracy", "mistake", "blunder")
"""Marks of an analysis, the least first."""
CHOICES: Final = {
    "module": [*(module.word for module in Module), NO_MODULE],
    "profile": [profile.value for profile in Profile],
    "standing": list(Standing.values),
    "colour": [colour.word for colour in Colour],
    "computer": [ANY, *COMPUTERS],
    "mark": list(MARKS),
}
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
STRAY: Final = {
    "or": "market=A|B",
    "no": "none:statue",
    "without": "none:statue",
    "nobody": "none:statue",
    "all": "every:statue",
    "everybody": "every:statue",
    "between": "players=2..3",
}
"""Words of whole sentences, with an example of what may be meant."""
FEWEST, MOST = -MAX_NUMBER, MAX_NUMBER


class UnreadableSearch(ValueError):
    """A search that is none. `word`: the part that is wrong; the message is for people."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word


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
        spans = [_span(value) for value in self.values]
        if self.op in ("=", "!="):
            return spans
        ((least, highest),) = spans
        return [
            {
                "<": (FEWEST, least - 1),
                "<=": (FEWEST, least),
                ">": (highest + 1, MOST),
                ">=": (highest, MOST),
            }[self.op]
        ]

    @property
    def days(self) -> list[tuple[date, date]]:
        """The first and the last day of each period that fits; of ``!=`` those that do not."""
        spans = [_period(value) for value in self.values]
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
        at = MARKS.index(self.value)
        ends = {"<": (0, at), "<=": (0, at + 1), ">": (at + 1, len(MARKS)), ">=": (at, len(MARKS))}
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
        said = self.name in PEOPLE or self.name in ABOUT_GAME or self.name == "computer"
        return self.negated and self.scope == "" and said

    @property
    def is_fact(self) -> bool:
        return self.name in FACTS and not self.is_side

    @property
    def is_side(self) -> bool:
        """``obelisks=B`` is a side, ``obelisks=5`` stones."""
        return self.name in SITES and self.value[0] in _SIDES

    def __str__(self) -> str:
        scope = f"{self.scope}:" if self.scope else ""
        before = "-" * self.negated + scope + "entry:" * self.opens
        return f"{before}{self.name}{self.op}{self.value}"


_SIDES: Final = frozenset(side.word for side in Side)


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


def parse_query(text: str) -> Query:
    """Raises ``UnreadableSearch`` for the first word that is none, by its name."""
    if len(text) > LONGEST:
        raise UnreadableSearch(
            text[:20], _("A search has at most %(n)d characters.") % {"n": LONGEST}
        )
    terms: list[Term] = []
    for word in split_words(text, _known_names(), CHOICES):
        if len(terms) == MAX_WORDS:
            raise UnreadableSearch(
                word if isinstance(word, str) else word.text,
                _("A search has at most %(n)d words.") % {"n": MAX_WORDS},
            )
        terms.append(_term(word, terms))
    if text.strip() and not terms:
        _refuse(text.strip(), _example("obelisks"))
    return Query(tuple(terms))


def handles_in(term: Term) -> list[str]:
    """The handles that a word about people names."""
    return [value.removeprefix("@") for value in term.values]


@cache
def search_names() -> frozenset[str]:
    """All names."""
    plain = {"sides", *PEOPLE, *SEAT_NUMBERS, *SEAT_WORDS, *NUMBERS, *DAYS, *DATES, *WORDS}
    return frozenset({*FACTS, *SITES, *plain})


def names_near(name: str) -> list[str]:
    """Names that are spelled nearly as `name`."""
    near = get_close_matches(name, _known_names(), n=3, cutoff=0.6)
    return list(dict.fromkeys(ALIASES.get(found, found) for found in near))


# --- inside -------------------------------------------------------------------


@cache
def _known_names() -> frozenset[str]:
    return frozenset({*search_names(), *ALIASES, *BEFORE_AFTER, *LOST, *MARKS})


def _term(word: Word | str, before: Iterable[Term]) -> Term:
    if isinstance(word, str):
        return _bare(word, before)
    name, op, value = word.name, word.op, word.value
    if name in MARKS and not op:
        name, op, value = "mark", "=", name
    if name not in search_names():
        if not (op or word.scope or word.opens):
            return _bare(word.text, before)
        raise UnreadableSearch(word.text, _unknown(name))
    if not op:
        name, op, value = _alone(word)
    negated = word.negated
    if name == "computer" and op == "=" and value.lower() in ("0", "1", *YES):
        negated ^= YES.get(value.lower(), value) == "0"
        value = ANY
    term = Term(
        name,
        op,  # type: ignore[arg-type]
        _value(name, op, value, word.text),
        negated,
        word.scope,  # type: ignore[arg-type]
        word.opens,
    )
    _check_scope(term, word.text)
    _check_entry(term, word.text)
    return term


def _alone(word: Word) -> tuple[str, str, str]:
    """Name, operator and value of a word without a value."""
    if word.name in FACTS:
        return word.name, ">=", "1"
    if word.name == "computer":
        return word.name, "=", ANY
    if word.name == "mark":
        return word.name, ">=", MARKS[0]
    details = {"word": word.name, "example": _example(word.name)}
    message = _("“%(word)s” needs a value, as in %(example)s.")
    raise UnreadableSearch(word.text, message % details)


def _bare(text: str, before: Iterable[Term]) -> Term:
    """A word without a name: a player. After another player it is an opponent."""
    handles = text.lower().removeprefix("-").split("|")
    if set(handles) <= {*MARKS} and not text.startswith("-"):
        return Term("mark", "=", "|".join(handles))
    if text.isdecimal():
        example = f"year={text}" if len(text) == 4 else f"players={text}"
        message = _("“%(word)s” is a number without a word. Write for example %(example)s.")
        raise UnreadableSearch(text, message % {"word": text[:40], "example": example})
    if text.lower() in STRAY:
        details = {"word": text, "example": STRAY[text.lower()]}
        message = _("“%(word)s” is no word of a search. Write for example %(example)s.")
        raise UnreadableSearch(text, message % details)
    if not all(map(_HANDLE.fullmatch, handles)) or len(handles) > MAX_VALUES:
        message = _(
            "“%(word)s” is no word of a search. Write words between spaces, such as obelisks>=5, "
            "won, players=4 or @ana."
        )
        raise UnreadableSearch(text, message % {"word": text[:40]})
    negated = text.startswith("-")
    named = [term for term in before if term.name in OF_ONE_SEAT and term.scope == ""]
    name = "opponent" if not negated and any(not term.negated for term in named) else "player"
    return Term(name, "=", _handles(text.lower().removeprefix("-"), text), negated)


def _value(name: str, op: str, value: str, text: str) -> str:
    """The value as the grammar writes it."""
    if value.count(",") + value.count("|") >= MAX_VALUES:
        _refuse(text, _("at most %(n)d values") % {"n": MAX_VALUES})
    value = value.replace(",", "|").strip("|")
    if not value:
        _refuse(text, _example(name))
    if name in PEOPLE:
        return _people(op, value, text)
    if name == "sides":
        return _all_sides(op, value, text)
    if name in SITES and not any(letter.isdecimal() for letter in value):
        return _sides(op, value, text)
    if name in DAYS:
        return _day(name, op, value, text)
    if name in DATES:
        return _dates(name, op, value, text)
    if name in FACTS or name in NUMBERS or name in SEAT_NUMBERS:
        return _numbers(name, op, value, text)
    return _choices(name, op, value, text)


def _people(op: str, value: str, text: str) -> str:
    if op != "=":
        _refuse(text, _("“=” and a handle, such as @ana, or a minus before the word"))
    return _handles(value.lower(), text)


def _handles(value: str, text: str) -> str:
    handles = value.split("|")
    if not all(map(_HANDLE.fullmatch, handles)):
        _refuse(text, _("a handle, such as @ana"))
    return "|".join(dict.fromkeys(f"@{handle.removeprefix('@')}" for handle in handles))


def _all_sides(op: str, value: str, text: str) -> str:
    setups = value.upper().split("|")
    if op not in ("=", "!=") or not all(
        len(setup) == len(SITES) and _SIDES.issuperset(setup) for setup in setups
    ):
        _refuse(text, _("the five sides from market to obelisks, such as sides=AABAA"))
    return "|".join(setups)


def _sides(op: str, value: str, text: str) -> str:
    sides = value.upper().split("|")
    if not _SIDES.issuperset(sides):
        _refuse(text, _("a side from A to D, or a whole number"))
    if op not in ("=", "!="):
        _refuse(text, _("a side and “=”"))
    return "|".join(sides)


def _numbers(name: str, op: str, value: str, text: str) -> str:
    values = []
    for part in value.split("|"):
        number = YES.get(part.lower(), part) if DOMAINS.get(name) == (0, 1) else part
        if _NUMBER.fullmatch(number):
            ends = [number, number]
        elif match := _RANGE.fullmatch(number):
            ends = [match[1], match[2]]
        elif match := _UP_FROM.fullmatch(number):
            ends = [match[1], str(MOST)]
        elif match := _UP_TO.fullmatch(number):
            ends = [str(FEWEST), match[1]]
        else:
            _refuse(text, _wanted_number(name))
        least, highest = (int(end) for end in ends)
        if not FEWEST <= min(least, highest) <= max(least, highest) <= MOST:
            _refuse(text, _("a whole number up to %(most)d") % {"most": MOST})
        if least > highest:
            _refuse(text, _("the smaller number first, such as %(range)s") % {"range": "2..3"})
        values.append(str(least) if least == highest else f"{least}..{highest}")
    if op not in ("=", "!=") and (len(values) > 1 or ".." in values[0]):
        _refuse(text, _("“=” before a range or a list, such as %(range)s") % {"range": "=2..3"})
    value = "|".join(dict.fromkeys(values))
    _check_domain(Term(name, op, value), text)  # type: ignore[arg-type]
    return value


def _wanted_number(name: str) -> str:
    if name in SITES:
        return _("a side from A to D, or a whole number")
    if DOMAINS.get(name) == (0, 1):
        return _("yes or no")
    return _("a whole number, a range such as 2..3, or a list such as 2|4")


def _check_domain(term: Term, text: str) -> None:
    """Refuse a value that there is not."""
    if term.name not in DOMAINS or term.op != "=":
        return
    lowest, greatest = DOMAINS[term.name]
    if not any(least <= greatest and highest >= lowest for least, highest in term.ranges):
        if (lowest, greatest) == (0, 1):
            _refuse(text, _("yes or no"))
        _refuse(text, _("a number from %(low)d to %(high)d") % {"low": lowest, "high": greatest})


def _day(name: str, op: str, value: str, text: str) -> str:
    """The day of ``from`` and ``until``: the first or the last one of a year or a month."""
    if op != "=" or not (_PERIOD.fullmatch(value) and (days := _read_period(value))):
        _refuse(text, _("a day, a month or a year, such as 2026-01-31, 2026-01 or 2026"))
    return days[name == "until"].isoformat()


def _dates(name: str, op: str, value: str, text: str) -> str:
    values = []
    for part in value.split("|"):
        ends = [*match.groups()] if (match := _YEARS.fullmatch(part)) else part.split("..")
        if name == "year":
            if not all(re.fullmatch(r"[0-9]{1,4}", end) and int(end) for end in ends):
                _refuse(text, _("a whole number from 1 to 9999, or a range such as 2024..2026"))
            ends = [str(int(end)).rjust(4, "0") for end in ends]
        spans = [_read_period(end) for end in ends]
        if len(ends) > 2 or not all(spans):
            _refuse(text, _("a day, a month or a year, such as 2026-01-31, 2026-01 or 2026"))
        if spans[0] > spans[-1]:  # type: ignore[operator]
            _refuse(text, _("the earlier day first, such as %(range)s") % {"range": "2024..2026"})
        written = [end.lstrip("0") if name == "year" else _written(end) for end in ends]
        values.append("..".join(written))
    if op not in ("=", "!=") and (len(values) > 1 or ".." in values[0]):
        wanted = _("“=” before a range or a list, such as %(range)s")
        _refuse(text, wanted % {"range": "=2024..2026"})
    return "|".join(dict.fromkeys(values))


def _written(period: str) -> str:
    """``2026/1/5`` as ``2026-01-05``."""
    return "-".join(part.rjust(2, "0") for part in re.split("[-/]", period))


def _choices(name: str, op: str, value: str, text: str) -> str:
    choices = CHOICES.get(name)
    values = value.split("|")
    if choices is not None:
        listed = ", ".join(choices)
        by_spelling = {_spelled(choice): choice for choice in choices}
        unknown = [part for part in values if _spelled(part) not in by_spelling]
        values = [by_spelling.get(_spelled(part), part) for part in values]
        if unknown or (op not in ("=", "!=") and (name != "mark" or len(values) > 1)):
            near = get_close_matches(_spelled(unknown[0]) if unknown else "", by_spelling, n=1)
            if near:
                details = {"near": by_spelling[near[0]], "words": listed}
                _refuse(text, _("%(near)s? One of: %(words)s") % details)
            _refuse(text, _("“=” and one of: %(words)s") % {"words": listed})
        if name == "mark":
            op_marks = Term(name, op, "|".join(values))  # type: ignore[arg-type]
            if op == "!=" or not op_marks.marks:
                _refuse(text, _("mark>=mistake, or “=” and one of: %(words)s") % {"words": listed})
    elif op not in ("=", "!="):
        _refuse(text, _("“=” and a name"))
    return "|".join(dict.fromkeys(values))


def _spelled(choice: str) -> str:
    return choice.lower().replace("-", "_")


def _check_scope(term: Term, text: str) -> None:
    if term.scope and not term.about_seats:
        details = {"word": term.name, "without": f"{term.name}{term.op}{term.value}"}
        if term.name in PEOPLE:
            details["without"] = f"player={term.value}"
        message = _("“%(word)s” is not about a seat. Write %(without)s, without %(scope)s")
        raise UnreadableSearch(text, message % {**details, "scope": f"{term.scope}:."})
    if term.name == "mark" and (term.negated or term.scope in ("none", "every")):
        _refuse(text, _("mark>=mistake without a minus: most games have no analysis"))


def _check_entry(term: Term, text: str) -> None:
    """``entry:`` stands before what is counted, move by move."""
    if not term.opens:
        return
    counted = term.is_fact and FACTS[term.name].kind == "count"
    if not term.about_seats and not (term.is_fact and FACTS[term.name].of == GAME):
        message = _("“%(word)s” is not about a seat, and has no move to open at.")
        raise UnreadableSearch(text, message % {"word": term.name})
    if not counted or term.negated or term.scope in ("none", "every"):
        message = _("No single move makes “%(word)s”. Write it without entry:.")
        raise UnreadableSearch(text, message % {"word": term.name})


def _refuse(text: str, expected: str) -> NoReturn:
    details = {"word": text[:40], "wanted": expected}
    raise UnreadableSearch(text, _("“%(word)s” can’t be read. Write %(wanted)s.") % details)


def _example(name: str) -> str:
    if name in PEOPLE:
        return f"{name}=@ana"
    if name in CHOICES:
        return f"{name}={CHOICES[name][0]}"
    examples = {
        "players": "players=4",
        "entries": "entries<120",
        "rating": "rating>=1600",
        "seat": "seat=1",
        "sides": "sides=AABAA",
        "edition": "edition=2026.1",
        "year": "year=2026",
    }
    return examples.get(name, f"{name}=2026-01-31" if name in (*DAYS, *DATES) else f"{name}>=5")


def _unknown(name: str) -> str:
    if name in ("sort", "order"):
        return _("“%(name)s” is no word of a search. Choose the order above the list of games.") % {
            "name": name
        }
    near = names_near(name)
    if not near:
        message = _(
            "There is no word “%(name)s” to search by. “All words of a search” lists what there is."
        )
        return message % {"name": name[:40]}
    details = {"name": name[:40], "others": ", ".join(near)}
    return _("There is no word “%(name)s” to search by. Near it are: %(others)s.") % details


def _span(value: str) -> tuple[int, int]:
    first, _dots, last = value.partition("..")
    return int(first), int(last or first)


def _period(value: str) -> tuple[date, date]:
    """The first and the last day of a period, or of a range of them, that was read before."""
    spans = [_read_period(end.rjust(4, "0")) for end in value.split("..")]
    (begins, _last), (_first, ends) = spans[0], spans[-1]  # type: ignore[misc]
    return begins, ends


def _read_period(text: str) -> tuple[date, date] | None:
    """The first and the last day of a year, a month or a day; None if it is none."""
    match = _PERIOD.fullmatch(text)
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
    return 0 if term.op in ("!=", "<", "<=") else min(least for least, _most in term.ranges)
