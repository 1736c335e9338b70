"""Why a log or an entry is refused, in the language of the reader.

The engine says it in English, with the values already in the sentence, and so do records that were
kept long ago. A sentence is known again by its form: what stands between the holes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from drawing.cards import card_name
from drawing.language import gettext_noop
from drawing.language import gettext_uncached as _
from drawing.language.words import at_the_site, colour_called
from drawing.text.earlier_refusals import EARLIER_FORMS
from drawing.text.names import MODULES
from engine.errors import Rule
from engine.log import FIELDS
from engine.vocabulary import Card, Module, Site

FORMS: Final = (
    # of an entry that breaks a rule: what exactly
    gettext_noop("the ship is full"),
    gettext_noop("%(stones)d of %(minimum)d"),
    gettext_noop("ship %(ship)d has spaces 1 to %(spaces)d"),
    gettext_noop("ships 1 to %(ships)d"),
    gettext_noop("in the harbour: %(ships)s"),
    gettext_noop("free on ship %(ship)d: %(spaces)s"),
    gettext_noop("%(due)d due, %(named)d named"),
    # of the whole log
    gettext_noop("the log claims %(claimed)s, but its entries give %(computed)s"),
    gettext_noop(
        '%(problem)s: the log says "%(written)s", but the revealed shuffle gives "%(dealt)s"'
    ),
    gettext_noop('%(problem)s: the log says "%(written)s"'),
    gettext_noop("%(problem)s: did you mean %(near)s?"),
    gettext_noop("%(problem)s: choose %(words)s"),
    gettext_noop("its entries no longer give the result that is on record"),
    gettext_noop("it could not be judged"),
    gettext_noop("it could not be judged: a moderator will look at it"),
    gettext_noop("its id is taken"),
    gettext_noop("there is nothing in it"),
    gettext_noop("there is no account @%(handle)s here"),
    gettext_noop("a name can have only printable characters, unlike %(name)s"),
    gettext_noop("a name can have at most %(most)d characters, not %(number)d"),
    gettext_noop("%(day)s is in the future"),
    gettext_noop("another version of the log: the first line has to be %(line)s"),
    gettext_noop("not a log: the first line has to be %(line)s"),
    gettext_noop("a log has to begin with %(line)s"),
    gettext_noop("not UTF-8 text"),
    gettext_noop("a log can have at most %(number)d bytes"),
    gettext_noop("a log can have at most %(number)d entries"),
    gettext_noop("a log can have at most %(size)s"),
    # of its JSON
    gettext_noop("not JSON: %(english)s"),
    gettext_noop("this JSON is not a log"),
    gettext_noop("an object has the same key twice"),
    gettext_noop("a log has to be a JSON object"),
    gettext_noop("unknown key %(word)s"),
    gettext_noop('"imhotep" has to be %(number)d'),
    gettext_noop('"entries" has to be a list of strings'),
    gettext_noop('"comments" has to be a list of [number of entries before, text]'),
    gettext_noop("expected a string"),
    gettext_noop("entry %(number)d: %(problem)s"),
    # of its header
    gettext_noop("the header has %(word)s, twice"),
    gettext_noop("the header has %(word)s, which is unknown"),
    gettext_noop("every header line needs a colon, as in '%(word)s: …'"),
    gettext_noop("this line is missing in the header"),
    gettext_noop("this line is empty"),
    gettext_noop("a game has %(fewest)d to %(most)d seats"),
    gettext_noop("each colour can have only one seat"),
    gettext_noop("give a side for each of the five sites"),
    gettext_noop("unknown edition %(word)s"),
    gettext_noop("unknown profile %(word)s"),
    gettext_noop("unknown colour %(word)s"),
    gettext_noop("unknown module %(word)s"),
    gettext_noop("name each module only once"),
    gettext_noop("only the profile yucata has this option"),
    gettext_noop("only for two players with a part of A New Dynasty"),
    gettext_noop("the profile yucata does not have this variant"),
    gettext_noop("a side has to be A, B, C or D"),
    gettext_noop("no side for %(words)s"),
    gettext_noop("expected each site once, as in market=A, not %(word)s"),
    gettext_noop("only side D of the pyramids has a figure"),
    gettext_noop("expected a space from 0 to %(last)d, not %(number)s"),
    gettext_noop("expected a space, counted from 0, not %(word)s"),
    gettext_noop("expected: observed, dealt or committed sha256:…"),
    gettext_noop("expected a day as in 2026-11-14, not %(word)s"),
    gettext_noop("expected points by colour, as in black=41, not %(word)s"),
    gettext_noop("give points for every seat in the game, and for no other seat"),
    gettext_noop("expected each colour once, as black=…, not %(word)s"),
    gettext_noop("expected every seat in the game, and no other"),
    gettext_noop("expected colours and entry numbers, as in white=57, not %(word)s"),
    gettext_noop("expected colours and entry numbers, as in white=57"),
    gettext_noop("give one number for each seat, 0 for never"),
    gettext_noop("an entry number has to be from 1 to %(most)d"),
    gettext_noop("give one name for each seat, empty if unknown"),
    gettext_noop("expected colours and names, as in black=Ana, not %(word)s"),
    gettext_noop("a name can have at most %(most)d characters"),
    gettext_noop("%(word)s cannot be a name: no '#', no '=', no spaces at its ends"),
    gettext_noop("a name cannot contain the colour %(colour)s; for a seat, write %(word)s"),
    gettext_noop("only a deal that was fixed in advance has this line"),
    gettext_noop("without the secret this line proves nothing"),
    gettext_noop("without the entropy this line proves nothing"),
    gettext_noop("without the promises this line proves nothing"),
    gettext_noop("give one share for each seat, empty if there is none"),
    gettext_noop("give one promise for each seat, empty if there is none"),
    gettext_noop("expected 64 digits or letters a to f, not %(word)s"),
    gettext_noop("expected %(number)d bytes, not %(bytes)d"),
    # of its entries
    gettext_noop("this entry is empty"),
    gettext_noop("another game begins here; a log can hold only one"),
    gettext_noop("the entry has to say what the bank does"),
    gettext_noop("the entry has to say what %(colour)s does"),
    gettext_noop("write words in lower case: %(word)s"),
    gettext_noop("%(colour)s has no seat in this game"),
    gettext_noop("expected a colour or an outcome of the bank, not %(word)s"),
    gettext_noop("an entry has to begin with a colour, not with %(word)s"),
    gettext_noop("unknown verb %(word)s"),
    gettext_noop("unknown site %(word)s"),
    gettext_noop("unknown card %(word)s"),
    gettext_noop("unknown prophecy %(word)s"),
    gettext_noop("expected a number from 1 to 99, not %(word)s"),
    gettext_noop("expected two numbers as in 2.3, not %(word)s"),
    gettext_noop("expected at most %(most)d values joined by commas, not %(word)s"),
    gettext_noop("expected: %(usage)s, at most %(most)d"),
    gettext_noop("expected: %(usage)s, not %(word)s"),
    gettext_noop("expected: %(usage)s"),
    gettext_noop("expected %(words)s, not %(word)s"),
    # of verdicts that were stored by earlier engines
    gettext_noop("ship %(ship)d has %(spaces)d"),
    gettext_noop("ship %(ship)d"),
)
"""Refusals of the engine and the records, with names for the values; the first that fits counts."""

HOLE: Final = re.compile(r"%\((\w+)\)([sd])")
FIELD: Final = re.compile(rf"({'|'.join(FIELDS)}|modules: \w+): (.+)", re.DOTALL)
"""A line of the header, and what is wrong with it; of a module, which."""
PROBLEM: Final = "problem"
"""The hole for a sentence that is known by its form again."""
LONGEST: Final = 2000
"""Characters of a sentence that is looked at; words of strangers stand in it."""


def in_language(message: str) -> str:
    """A message of the engine in the reader's language; unknown words as they are."""
    if not message or len(message) > LONGEST:
        return message
    if named := FIELD.fullmatch(message):
        return f"{named[1]}: {in_language(named[2])}"
    for words, form in _patterns():
        if match := form.fullmatch(message):
            return _(words) % _values(words, match.groupdict())
    return _(message)


def rule_in_language(rule: str, sentence: str) -> str:
    """Sentence of a broken rule, as the current engine words it; `sentence` if it has none."""
    broken = Rule.__members__.get(rule)
    return in_language(broken.sentence if broken else sentence)


def detail_in_language(detail: str) -> str:
    """Detail of a broken rule: a form, or a word of the vocabulary by its name."""
    if detail in Site.words():
        return at_the_site(Site.words()[detail])
    if detail in Card.words():
        return card_name(Card.words()[detail])
    if detail in Module.words():
        return str(MODULES[Module.words()[detail]])
    return in_language(detail)


def actor_in_language(actor: str) -> str:
    """Actor of an entry: a colour, or the bank."""
    return _("the bank") if actor == "bank" else colour_called(actor)


def _values(words: str, texts: dict[str, str]) -> dict[str, int | str]:
    """Values in the holes of `words`."""
    values: dict[str, int | str] = dict(texts)
    for name, kind in HOLE.findall(words):
        if kind == "d":
            values[name] = int(texts[name])
        elif name == PROBLEM:
            values[name] = in_language(texts[name])
    return values


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    forms = [*EARLIER_FORMS, *((words, words) for words in FORMS)]
    return [(words, re.compile(_expression(form), re.DOTALL)) for form, words in forms]


def _expression(words: str) -> str:
    """A form as a regular expression: a value is a number, or anything."""
    parts = HOLE.split(words)
    pattern = re.escape(parts[0])
    for name, kind, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        pattern += f"(?P<{name}>{r'[0-9]+' if kind == 'd' else '.+?'}){re.escape(text)}"
    return pattern
