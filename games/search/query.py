"""The language of searches: words between spaces, all of which have to hold.

    obelisks>=5 winner=@ana players=4 market=B entry:sail-empty

* ``obelisks>=5``, ``statue=0``, ``won``: a fact (docs/facts.md), compared with a number by ``=``,
  ``!=``, ``<``, ``<=``, ``>``, ``>=``; alone it means at least 1. All facts of seats are those of
  *one* seat, which did all of that.
* ``entry:sail-empty``: the same as ``sail-empty``, and hits open at the entry.
* ``player=@ana``: that seat is theirs; ``winner=@ana``: and it won.
* ``other:statue>=3``: a second seat, for which all words with ``other:`` hold.
* ``players=4``, ``market=B``, ``module=…``, ``profile=…``, ``edition=…``, ``standing=…``,
  ``year=2026``, ``from=2026-01-31``, ``until=…``, ``rating>=1600``, ``entries<120``: the game.
* A minus before a word: it must not hold.

Nothing here reads the database.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from difflib import get_close_matches
from typing import Final, Literal, NamedTuple

from django.utils.translation import gettext as _

from engine.facts import FACTS, SEAT
from engine.vocabulary import Module, Profile, Side, Site
from games.models import Standing

LONGEST: Final = 300
MAX_WORDS: Final = 20
MAX_NUMBER: Final = 32767

Operator = Literal["=", "!=", "<", "<=", ">", ">="]
_WORD: Final = re.compile(
    r"(?P<no>-?)(?P<other>other:)?(?P<entry>entry:)?(?P<name>[a-z][a-z0-9-]*)"
    r"(?:(?P<op>>=|<=|!=|=|<|>)(?P<value>\S+))?"
)
_HANDLE: Final = re.compile(r"@?[a-z0-9][a-z0-9_-]{1,23}", re.ASCII)
_NUMBER: Final = re.compile(r"-?[0-9]{1,5}", re.ASCII)

SITES: Final = {site.word.replace("_", "-"): site for site in Site}
PEOPLE: Final = ("player", "winner")
NUMBERS: Final = {"players": "players", "entries": "entries", "rating": "strength"}
"""Numbers of the game that are no facts, with their columns."""
DAYS: Final = ("from", "until")
WORDS: Final = ("module", "profile", "edition", "standing")
CHOICES: Final = {
    "module": [module.word for module in Module],
    "profile": [profile.value for profile in Profile],
    "standing": list(Standing.values),
}


class UnreadableSearch(ValueError):
    """A search that is none. `word`: the part that is wrong; the message is for people."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word


class Term(NamedTuple):
    """One word. `negated`: it must not hold. `other`: of a second seat. `opens`: hits open at the
    entry. `number`: the value, where it is one."""

    name: str
    op: Operator
    value: str
    negated: bool = False
    other: bool = False
    opens: bool = False

    @property
    def number(self) -> int:
        return int(self.value)

    @property
    def of_seat(self) -> bool:
        """True if it is about a seat: a person, or a fact of one."""
        if self.name in PEOPLE:
            return True
        return self.is_fact and FACTS[self.name].of == SEAT

    @property
    def is_fact(self) -> bool:
        return self.name in FACTS and not self.is_side

    @property
    def is_side(self) -> bool:
        """``obelisks=B`` is a side, ``obelisks=5`` stones."""
        return self.name in SITES and self.value in _SIDES

    def __str__(self) -> str:
        before = "-" * self.negated + "other:" * self.other + "entry:" * self.opens
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
        facts = [term for term in self.terms if term.is_fact and not term.negated]
        named = [term for term in facts if term.opens]
        counts = [term for term in facts if FACTS[term.name].kind == "count" and _least(term) > 0]
        return next(iter([*named, *counts]), None)


def parse_query(text: str) -> Query:
    """Raises ``UnreadableSearch`` for the first word that is none, by its name."""
    if len(text) > LONGEST:
        raise UnreadableSearch(
            text[:20], _("A search has at most %(n)d characters.") % {"n": LONGEST}
        )
    words = text.split()
    if len(words) > MAX_WORDS:
        raise UnreadableSearch(
            words[MAX_WORDS], _("A search has at most %(n)d words.") % {"n": MAX_WORDS}
        )
    return Query(tuple(_term(word) for word in words))


def handle_in(term: Term) -> str:
    """The handle that a word about a person names."""
    return term.value.removeprefix("@")


def search_names() -> Iterable[str]:
    """All names."""
    return {*FACTS, *SITES, *PEOPLE, *NUMBERS, *DAYS, *WORDS, "year"}


# --- inside -------------------------------------------------------------------


def _term(word: str) -> Term:
    match = _WORD.fullmatch(word)
    if match is None:
        raise UnreadableSearch(word, _("“%(word)s” is no word of a search.") % {"word": word[:40]})
    name = match["name"]
    if name not in search_names():
        raise UnreadableSearch(word, _unknown(name))
    if match["op"] is None:
        if name not in FACTS:
            raise UnreadableSearch(word, _("“%(word)s” needs a value.") % {"word": name})
        op, value = ">=", "1"
    else:
        op, value = match["op"], match["value"]
    term = Term(name, op, value, bool(match["no"]), bool(match["other"]), bool(match["entry"]))  # type: ignore[arg-type]
    _check(term, word)
    return term


def _check(term: Term, word: str) -> None:
    if term.name in PEOPLE:
        _must(term.op == "=" and _HANDLE.fullmatch(term.value), word, _("a handle, such as @ana"))
    elif term.is_side:
        _must(term.op in ("=", "!="), word, _("a side and “=”"))
    elif term.name in FACTS or term.name in NUMBERS or term.name == "year":
        number = _NUMBER.fullmatch(term.value)
        _must(number and abs(int(term.value)) <= MAX_NUMBER, word, _("a whole number"))
    elif term.name in DAYS:
        _must(term.op == "=" and _is_day(term.value), word, _("a day, such as 2026-01-31"))
    else:
        choices = CHOICES.get(term.name)
        fits = choices is None or term.value in choices
        choice_list = ", ".join(choices or ())
        _must(
            term.op in ("=", "!=") and fits, word, _("one of: %(words)s") % {"words": choice_list}
        )
    if (term.opens or term.other) and not (term.is_fact or term.name in PEOPLE):
        raise UnreadableSearch(word, _("“%(word)s” is not about a seat.") % {"word": term.name})


def _must(holds: object, word: str, expected: str) -> None:
    if not holds:
        details = {"word": word[:40], "wanted": expected}
        raise UnreadableSearch(
            word, _("“%(word)s” cannot be read: wanted is %(wanted)s.") % details
        )


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _unknown(name: str) -> str:
    near = get_close_matches(name, search_names(), n=3, cutoff=0.6)
    if not near:
        return _("There is no word “%(name)s” to search by.") % {"name": name[:40]}
    details = {"name": name[:40], "others": ", ".join(near)}
    return _("There is no word “%(name)s” to search by. Near it are: %(others)s.") % details


def _least(term: Term) -> int:
    """The least value of a count that fits."""
    return {"=": term.number, ">=": term.number, ">": term.number + 1}.get(term.op, 0)
