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
from calendar import month_name
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import Final, NoReturn

from django.utils.translation import gettext as _

from engine.facts import FACTS, GAME
from games.search.aliases import ALIASES, BEFORE_AFTER, LOST, name_of
from games.search.spelling import TypedWord, split_words
from games.search.terms import (
    ANY,
    CHOICES,
    DATES,
    DAYS,
    MARKS,
    MAX_VALUES,
    NO_MODULE,
    NUMBERS,
    OF_ONE_SEAT,
    PEOPLE,
    SEAT_NUMBERS,
    SEAT_WORDS,
    SITES,
    SYNONYMS,
    WORDS,
    YES,
    Query,
    Term,
    UnreadableSearch,
)
from games.search.values import (
    HANDLE_PATTERN,
    example_of_word,
    read_handles,
    read_value,
    refuse_alternatives,
    refuse_word,
)

LONGEST: Final = 300
MAX_WORDS: Final = 20
STRAY: Final = {
    "or": "market=A|B",
    "not": "-player=@ana",
    "no": "none:statue",
    "without": "none:statue",
    "nobody": "none:statue",
    "all": "every:statue",
    "everybody": "every:statue",
    "between": "players=2..3",
    **dict.fromkeys(("beat", "beats", "defeated"), "winner=@ana loser=@ben"),
    **dict.fromkeys(("human", "humans", "people", "person"), "-computer"),
    **dict.fromkeys(("first", "start", "starting", "starter"), "seat=1"),
    **dict.fromkeys(("close", "tight", "narrow"), "margin<=3"),
    **dict.fromkeys(("timeout", "abandoned", "gave", "quit"), "resigned"),
    **dict.fromkeys(("expansion", "dynasty", "new"), "module=new_dynasty_cards"),
    **dict.fromkeys(("last", "this", "today", "yesterday", "week", "recent"), "from=2026-01-31"),
    "round": "points-round-3>=20",
    **dict.fromkeys(("rated", "ranked", "verified"), "standing=counted"),
    "unrated": "standing=unrated",
    **dict.fromkeys(("fast", "quick", "short"), "entries<100"),
    **dict.fromkeys(("slow", "long"), "entries>120"),
    **{
        name[:size].lower(): f"month=2026-{month:02}"
        for month, name in enumerate(month_name)
        for size in (3, len(name))
        if name
    },
}
"""Words of whole sentences, with an example of what may be meant."""

ORDERS: Final = frozenset(
    (
        "sort",
        "sorted",
        "order",
        "best",
        "biggest",
        "closest",
        "fastest",
        "highest",
        "longest",
        "lowest",
        "most",
        "newest",
        "oldest",
        "shortest",
        "smallest",
        "top",
    )
)
"""Words of those who want the games sorted."""


def parse_query(text: str) -> Query:
    """Raises ``UnreadableSearch`` for the first word that is none, by its name."""
    if len(text) > LONGEST:
        raise UnreadableSearch(
            text[:20], _("A search can have at most %(n)d characters.") % {"n": LONGEST}
        )
    terms: list[Term] = []
    for word in split_words(text, _typed_names(), _typed_choices()):
        if len(terms) == MAX_WORDS:
            raise UnreadableSearch(
                word if isinstance(word, str) else word.text,
                _("A search can have at most %(n)d words.") % {"n": MAX_WORDS},
            )
        terms.append(_term(word, terms))
    if text.strip() and not terms:
        refuse_word(text.strip(), example_of_word("obelisks"))
    return Query(tuple(terms))


@cache
def search_names() -> frozenset[str]:
    """All names."""
    plain = {"sides", *PEOPLE, *SEAT_NUMBERS, *SEAT_WORDS, *NUMBERS, *DAYS, *DATES, *WORDS}
    return frozenset({*FACTS, *SITES, *plain})


def names_near(name: str) -> list[str]:
    """Names that are spelled nearly as `name`."""
    near = get_close_matches(name, _typed_names(), n=3, cutoff=0.6)
    return list(dict.fromkeys(ALIASES.get(name, name) for name in near))


@cache
def _typed_names() -> frozenset[str]:
    return frozenset({*search_names(), *ALIASES, *BEFORE_AFTER, *LOST, *MARKS})


@cache
def _typed_choices() -> dict[str, list[str]]:
    return {name: [*words, *SYNONYMS.get(name, ())] for name, words in CHOICES.items()}


def _term(word: TypedWord | str, before: Iterable[Term]) -> Term:
    if isinstance(word, str):
        return _bare(word, before)
    name, op, operand = word.name, word.op, word.value
    if name in MARKS and not op:
        name, op, operand = "mark", "=", name
    if name not in search_names():
        if not (op or word.scope or word.opens):
            return _bare(word.text, before)
        if name in MARKS:
            refuse_word(word.text, "mark>=mistake")
        raise UnreadableSearch(word.text, _unknown(name), name, names_near(name))
    if not op:
        name, op, operand = _alone(word)
    negated = word.negated
    if name == "computer" and op == "=" and operand.lower() in ("0", "1", *YES):
        negated ^= YES.get(operand.lower(), operand) == "0"
        operand = ANY
    elif name == "module" and op == "=" and operand.lower() in ("any", "all", "1", "yes"):
        op, operand = "!=", NO_MODULE
    term = Term(
        name,
        op,  # type: ignore[arg-type]
        read_value(name, op, operand, word.text),
        negated,
        word.scope,  # type: ignore[arg-type]
        word.opens,
    )
    _check_scope(term, word.text)
    _check_entry(term, word.text)
    return term


def _alone(word: TypedWord) -> tuple[str, str, str]:
    """Name, operator and value of a word without a value."""
    if word.name in FACTS:
        return word.name, ">=", "1"
    if word.name == "computer":
        return word.name, "=", ANY
    if word.name == "mark":
        return word.name, ">=", MARKS[0]
    return _refuse_alone(word.text, word.name)


def _refuse_alone(text: str, name: str) -> NoReturn:
    """Refuse a name that has no value."""
    details = {"word": text[:40], "example": example_of_word(name)}
    message = _("“%(word)s” needs a value, as in %(example)s.")
    raise UnreadableSearch(text, message % details)


def _bare(text: str, before: Iterable[Term]) -> Term:
    """A word without a name: a player. After another player it is an opponent."""
    text = f"-{text[1:]}" if text.startswith("!") else text
    if (match := re.fullmatch(r"[-!]?([\w-]+)[=<>!:]+", text)) and (
        name := name_of(match[1])
    ) in search_names():
        _refuse_alone(text, name)
    handles = text.lower().removeprefix("-").split("|")
    if set(handles) <= {*MARKS} and not text.startswith("-"):
        return Term("mark", "=", "|".join(handles))
    if text.isdecimal():
        example = f"players={text}" if text in ("2", "3", "4") else f"points>={text}"
        message = _("“%(word)s” is a number without a word. Write for example %(example)s.")
        raise UnreadableSearch(text, message % {"word": text[:40], "example": example})
    if text.lower() in STRAY or text.lower() in ORDERS:
        raise UnreadableSearch(text, _unknown(text))
    if len(handles) > 1 and any(name_of(handle) in search_names() for handle in handles):
        refuse_alternatives(text)
    if not all(map(HANDLE_PATTERN.fullmatch, handles)) or len(handles) > MAX_VALUES:
        message = _(
            "“%(word)s” is not a search word. Put spaces between the words, as in: "
            "obelisks>=5 won players=4 @ana"
        )
        raise UnreadableSearch(text, message % {"word": text[:40]})
    negated = text.startswith("-")
    named = [term for term in before if term.name in OF_ONE_SEAT and term.scope == ""]
    name = "opponent" if not negated and any(not term.negated for term in named) else "player"
    return Term(name, "=", read_handles(text.lower().removeprefix("-"), text), negated)


def _check_scope(term: Term, text: str) -> None:
    if term.scope and not term.about_seats:
        details = {"word": term.name, "without": f"{term.name}{term.op}{term.value}"}
        if term.name in PEOPLE:
            details["without"] = f"player={term.value}"
        message = _("“%(word)s” is not about a seat. Write %(without)s, without %(scope)s")
        raise UnreadableSearch(text, message % {**details, "scope": f"{term.scope}:."})
    if term.name == "mark" and (term.negated or term.scope in ("none", "every")):
        refuse_word(
            text,
            _(
                "mark>=mistake, without a minus and without none: or every: in front. Most "
                "games have no analysis"
            ),
        )


def _check_entry(term: Term, text: str) -> None:
    """``entry:`` stands before what is counted, move by move."""
    if not term.opens:
        return
    is_count = term.is_fact and FACTS[term.name].kind == "count"
    if not term.about_seats and not (term.is_fact and FACTS[term.name].of == GAME):
        message = _(
            "“%(word)s” is about the whole game, not about one move. Write it without "
            "entry: in front."
        )
        raise UnreadableSearch(text, message % {"word": term.name})
    if not is_count or term.negated or term.scope in ("none", "every"):
        message = _(
            "“%(word)s” is not decided by a single move. Write the search word without "
            "“entry:” in front."
        )
        raise UnreadableSearch(text, message % {"word": term.name})


def _unknown(name: str) -> str:
    if name.lower() in ORDERS:
        message = _(
            "“%(name)s” is not a search word. To sort the games, use the choice above the list."
        )
        return message % {"name": name}
    if name.lower() in STRAY:
        message = _("“%(word)s” is not a search word. Write for example %(example)s.")
        return message % {"word": name, "example": STRAY[name.lower()]}
    near = names_near(name)
    if not near:
        message = _("“%(name)s” is not a search word. “Search help” lists all search words.")
        return message % {"name": name[:40]}
    details = {"name": name[:40], "others": ", ".join(near)}
    return _("“%(name)s” is not a search word. Did you mean: %(others)s?") % details
