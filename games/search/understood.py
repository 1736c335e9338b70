"""The meaning of a search in words: a sentence for each of its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from drawing.language.words import SITES as SITE_NAMES
from drawing.language.words import colour_name
from drawing.text.names import MODULES, computer_name
from engine.facts import FACTS
from engine.vocabulary import Colour, Module
from games.models import Standing
from games.search.labels import fact_label
from games.search.terms import (
    ANY,
    BOT,
    DOMAINS,
    FEWEST,
    GREATEST,
    NO_MODULE,
    NUMBERS,
    OF_ONE_SEAT,
    PEOPLE,
    SITES,
    Query,
    Term,
)

MARK_NAMES: Final = {
    "inaccuracy": gettext_lazy("an inaccuracy"),
    "mistake": gettext_lazy("a mistake"),
    "blunder": gettext_lazy("a blunder"),
}


def search_sentences(query: Query) -> list[str]:
    """A sentence for each word of `query`, in order; then what a reader may have meant instead."""
    subjects: set[str] = set()
    sentences = []
    for term in query.terms:
        sentence = _sentence(term, subjects)
        if term == query.opening and term.opens:
            sentence = _("%(sentence)s The game opens at that move.") % {"sentence": sentence}
        sentences.append(sentence)
        subjects.add(term.scope if term.of_seat else "")
        if term.of_seat and not term.other:
            subjects.add("one")
    return [*sentences, *_advice(query)]


# --- inside -------------------------------------------------------------------


def _sentence(term: Term, subjects: set[str]) -> str:
    if term.about_seats:
        return _of_seat(term, _subject(term, subjects))
    if term.is_fact:
        return _fact(term, _("The game"))
    if term.name in PEOPLE:
        return _of_people(term)
    return _of_game(term)


def _subject(term: Term, subjects: set[str]) -> str:
    """The seat that a word is about, as a subject."""
    if term.scope == "other":
        return _("That other player") if "other" in subjects else _("Another player")
    if term.scope == "every":
        return _("Not every player") if term.negated else _("Every player")
    if term.scope == "none" or term.excludes:
        is_some = term.negated and not term.excludes
        return _("At least one player") if is_some else _("No player")
    return _("The same player") if "one" in subjects else _("One player")


def _of_seat(term: Term, subject: str) -> str:
    turned = term.of_seat and term.negated
    if term.is_fact:
        return _fact(term, subject, turned)
    turned = turned != (term.op == "!=")
    if term.name == "seat":
        sits = (
            _("%(who)s does not sit in seat %(what)s.")
            if turned
            else _("%(who)s sits in seat %(what)s.")
        )
        return sits % {"who": subject, "what": _ranges(term)}
    if term.name == "mark":
        marks = _either(str(MARK_NAMES[mark]) for mark in term.marks)
        return _("%(who)s made %(what)s, according to the game’s analysis.") % {
            "who": subject,
            "what": marks,
        }
    name = _person(term)
    if term.name == "winner":
        if term.excludes:
            return _("%(what)s did not win.") % {"what": name}
        won = (
            _("%(who)s is not %(what)s, or did not win.")
            if turned
            else _("%(who)s is %(what)s, and won.")
        )
        return won % {"who": subject, "what": name}
    if term.excludes and term.name == "player":
        return _("%(what)s did not play.") % {"what": name}
    is_so = _("%(who)s is not %(what)s.") if turned else _("%(who)s is %(what)s.")
    return is_so % {"who": subject, "what": name}


def _person(term: Term) -> str:
    if term.name == "colour":
        return _either(colour_name(Colour.read(word)) for word in term.values)
    if term.name == "computer":
        if term.value == ANY:
            return _("a computer player")
        return _either(_("a bot") if word == BOT else computer_name(word) for word in term.values)
    return _either(term.values)


def _of_people(term: Term) -> str:
    """Of an opponent, and of a loser: no matter in which seat."""
    name = {"what": _either(term.values)}
    if term.name == "loser":
        if term.negated:
            return _("%(what)s did not lose.") % name
        return _("%(what)s played, and did not win.") % name
    if term.negated:
        return _("%(what)s did not play.") % name
    return _("An opponent of that player is %(what)s.") % name


def _fact(term: Term, subject: str, turned: bool = False) -> str:
    fact = FACTS[term.name]
    if fact.of == "game":
        turned = term.negated
    if fact.kind == "yes" and term.ranges in ([(1, 1)], [(1, GREATEST)], [(0, 0)]):
        is_so = (term.ranges[0][0] == 1) != (turned != (term.op == "!="))
        words = _("yes") if is_so else _("no")
    else:
        words = _ranges(term, turned)
    details = {"who": subject, "what": fact_label(fact), "value": words}
    return _("%(who)s: “%(what)s” – %(value)s.") % details


def _of_game(term: Term) -> str:
    turned = term.negated != (term.op == "!=")
    label, words = _label(term), _game_value(term)
    if turned and not (term.name in NUMBERS and term.op != "="):
        words = _("not %(value)s") % {"value": words}
    return _("%(what)s: %(value)s.") % {"what": label, "value": words}


def _label(term: Term) -> str:
    if term.name in SITES:
        return str(SITE_NAMES[SITES[term.name]])
    labels: dict[str, Callable[[], str]] = {
        "players": lambda: _("Number of players"),
        "entries": lambda: _("Number of moves in the log"),
        "rating": lambda: _("Mean rating of the players"),
        "sides": lambda: _(
            "Board sides, in the order market, pyramid, temple, burial chamber, obelisks"
        ),
        "module": lambda: _("Module"),
        "profile": lambda: _("Rules of"),
        "edition": lambda: _("Edition"),
        "standing": lambda: _("Standing"),
    }
    return labels.get(term.name, lambda: _("Played"))()


def _game_value(term: Term) -> str:
    if term.is_side:
        return _("side %(what)s") % {"what": _either(term.values)}
    if term.name in NUMBERS:
        return _ranges(term, term.negated)
    if term.name in ("from", "until"):
        (day, _last), *_further = term.days
        return _days(day, date.max) if term.name == "from" else _days(date.min, day)
    if term.name in ("date", "year"):
        return _either(_days(first, last) for first, last in term.days)
    if term.name == "module":
        none = _("none")
        return _either(
            none if word == NO_MODULE else str(MODULES[Module.read(word)]) for word in term.values
        )
    if term.name == "standing":
        return _either(str(Standing(word).label) for word in term.values)
    return _either(term.values)


def _days(first: date, last: date) -> str:
    begins, ends = date_format(first, "DATE_FORMAT"), date_format(last, "DATE_FORMAT")
    if first == last:
        return begins
    if last == date.max:
        return _("from %(day)s on") % {"day": begins}
    if first == date.min:
        return _("until %(day)s") % {"day": ends}
    return _("from %(first)s to %(last)s") % {"first": begins, "last": ends}


def _ranges(term: Term, turned: bool = False) -> str:
    """The numbers that fit."""
    spans = term.ranges
    if term.op == "!=":
        turned = not turned
    if len(spans) == 1 and turned:
        ((least, greatest),) = spans
        if greatest == GREATEST and least == 1:
            return _("none")
        if greatest == GREATEST:
            return _("fewer than %(number)d") % {"number": least}
        if least == FEWEST:
            return _("more than %(number)d") % {"number": greatest}
    words = _either(_range(least, greatest) for least, greatest in spans)
    return _("not %(value)s") % {"value": words} if turned else words


def _range(least: int, greatest: int) -> str:
    if least == greatest:
        return str(least)
    if greatest == GREATEST:
        return _("at least %(number)d") % {"number": least}
    if least == FEWEST:
        return _("at most %(number)d") % {"number": greatest}
    return _("%(first)d to %(last)d") % {"first": least, "last": greatest}


def _either(words: Iterable[str]) -> str:
    *first, last = words
    if not first:
        return last
    return _("%(first)s or %(last)s") % {"first": ", ".join(first), "last": last}


def _advice(query: Query) -> list[str]:
    """Sentences about words that are easily taken for others."""
    advice = []
    for term in query.terms:
        if term.name in DOMAINS and not _is_possible(term):
            low, high = DOMAINS[term.name]
            message = _("No game fits “%(word)s”. Write a number from %(low)d to %(high)d.")
            advice.append(message % {"word": term, "low": low, "high": high})
        if term.negated and term.is_fact and term.of_seat:
            word = str(term._replace(negated=False, scope="none", opens=False))
            word = word.removesuffix(">=1")
            details = {"word": word}
            message = _(
                "The minus sign applies to only one player. To apply it to every player, write "
                "%(word)s."
            )
            advice.append(message % details)
    named = [
        term
        for term in query.terms
        if term.name in OF_ONE_SEAT and term.scope == "" and not term.negated
    ]
    if len(named) > 1 and not set.intersection(*(set(term.values) for term in named)):
        details = {"word": f"opponent={named[-1].value}"}
        advice.append(
            _("Two players can’t have the same seat. For another player write %(word)s.") % details
        )
    return advice


def _is_possible(term: Term) -> bool:
    """False if no number that there is fits, such as ``players>4``."""
    low, high = DOMAINS[term.name]
    numbers = range(low, high + 1)
    fits = (any(least <= n <= highest for least, highest in term.ranges) for n in numbers)
    turned = term.negated != (term.op == "!=")
    return any(fit != turned for fit in fits)
