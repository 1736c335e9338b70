"""The pages of the rules: which there are, how they link to each other, what a search finds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from drawing.text.rules import addresses
from engine.vocabulary import Card, Favor, Module, Prophecy, Site
from games.rulebook.rules_markdown import Links, Section, anchors_of, sections
from games.rulebook.summaries import cards

PAGES: Final[Mapping[str, tuple[str, Promise]]] = {
    "game": ("game", gettext_lazy("The course of a game")),
    "market": ("market", gettext_lazy("Market")),
    "pyramids": ("pyramids", gettext_lazy("Pyramids")),
    "temple": ("temple", gettext_lazy("Temple")),
    "burial-chamber": ("burial-chamber", gettext_lazy("Burial chamber")),
    "obelisks": ("obelisks", gettext_lazy("Obelisks")),
    "cards": ("cards", gettext_lazy("Cards")),
    "modules": ("modules", gettext_lazy("Modules")),
    "rulings": ("rulings", gettext_lazy("Rulings")),
    "examples": ("examples", gettext_lazy("Worked examples")),
    "about": ("README", gettext_lazy("About these rules")),
}
"""Each page by its address: the file in ``docs/rules``, and its name in the menu."""

CARDS: Final = frozenset(addresses.anchor(card.word) for card in Card)
RESERVED: Final = {"cards": CARDS}
"""Anchors of a page that are not its text's: each card has a section of its own."""

CODE_PAGES: Final = frozenset({"about", "examples"})
"""Pages that explain the words of logs and tests: there they stay as they are written."""

CONFIDENCE_WORDS: Final = {
    "text": "in the rules",
    "agreed": "sources agree",
    "derived": "follows from the rules",
    "provisional": "stand-in",
    "official": "printed rules",
    "yucata": "Yucata’s rules",
}

MAX_WORDS: Final = 8
MAX_HITS: Final = 40
EXCERPT: Final = 180


@dataclass(frozen=True)
class RulePage:
    """A page of the rules: what stands above its first heading, and the sections below."""

    name: str
    opening: Section
    sections: tuple[Section, ...]


class RuleHit(NamedTuple):
    """A place that a search found: the page by its name, what it is called there."""

    page: str
    title: str
    address: str
    excerpt: str


@cache
def book() -> Mapping[str, RulePage]:
    """All pages, read once."""
    texts = {name: _text(file) for name, (file, _title) in PAGES.items()}
    anchors = {
        name: {*anchors_of(text, RESERVED.get(name, ())), *RESERVED.get(name, ())}
        for name, text in texts.items()
    }
    pages = {}
    for name, text in texts.items():
        opening, *further = sections(text, _links(name, anchors), RESERVED.get(name, ()))
        pages[name] = RulePage(name, opening, tuple(further))
    return pages


def _text(file: str) -> str:
    path = settings.BASE_DIR / "docs" / "rules" / f"{file}.md"
    text: str = path.read_text("utf-8")
    return text


def _links(page: str, anchors: Mapping[str, set[str]]) -> Links:
    """How `page` links; `anchors` are those of every page."""
    names = {file: name for name, (file, _title) in PAGES.items()}
    examples = {
        anchor: name
        for name, page_anchors in anchors.items()
        for anchor in page_anchors
        if name != "examples"
    }

    def target(link: str) -> str:
        file, _hash, anchor = link.partition("#")
        if not file:
            return link if anchor in anchors[page] else ""
        name = names.get(file.removesuffix(".md"), "")
        if not file.endswith(".md") or not name:
            return ""
        return addresses.of_page(name, anchor if anchor in anchors[name] else "")

    def ruling(number: str) -> str:
        return addresses.of_page("rulings", number) if number in anchors["rulings"] else ""

    def word(code: str) -> str:
        if code in Card.words():
            return addresses.card_address(Card.read(code))
        if code in Module.words():
            return addresses.module_address(Module.read(code))
        if "-" in code and code in examples and code not in anchors[page]:
            return addresses.of_page(examples[code], code)
        return ""

    return Links(target, ruling, word, _no_title if page in CODE_PAGES else _word_title)


def _no_title(_code: str) -> str:
    return ""


def _word_title(code: str) -> str:
    """The name of a word of the vocabulary, or the meaning of a confidence, in the language of the
    texts; empty for other code."""
    if code in CONFIDENCE_WORDS:
        return CONFIDENCE_WORDS[code]
    if code in Site.words():
        return code.replace("_", " ")
    if any(code in words.words() for words in (Card, Module, Favor, Prophecy)):
        title = code.replace("_", " ").title().replace(" Of The ", " of the ")
        return title.replace("Pharaohs ", "Pharaoh’s ").replace("Stonemasons ", "Stonemason’s ")
    return ""


# --- search ---------------------------------------------------------------------------


class _Place(NamedTuple):
    page: str
    title: str
    address: str
    text: str

    def has(self, word: str) -> bool:
        """True if a word of its page, its title or its text begins so."""
        return _begins(word, f"{PAGES[self.page][0]} {self.title} {self.text}")

    def called(self, word: str) -> int:
        """2 if it is called so, 1 if a word of its title begins so, else 0."""
        title = f"{PAGES[self.page][1]} {self.title}".casefold()
        if word.casefold() in re.split(r"[^\w.]+", title):
            return 2
        return int(_begins(word, title))


@cache
def _places() -> tuple[_Place, ...]:
    """Every anchor of every page with what it says."""
    return tuple(_anchored())


def _anchored() -> Iterator[_Place]:
    for name, page in book().items():
        yield from (
            _Place(name, "", addresses.of_page(name), text) for text in page.opening.words.values()
        )
        for section in page.sections:
            for anchor, text in section.words.items():
                title = section.title if anchor == section.id else anchor
                yield _Place(name, title, addresses.of_page(name, anchor), text)


def _of_cards() -> list[_Place]:
    """The sections of the cards, in the language of the reader."""
    return [
        _Place("cards", card.title, addresses.of_page("cards", card.id), card.sentence)
        for card in cards()
    ]


def _begins(word: str, text: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(word)}", text, re.IGNORECASE) is not None


NO_ANSWER: Final = "None in the sources."
"""The text of a place that answers no question."""


def search_rules(text: str) -> list[RuleHit]:
    """The places that have all words of `text`, those that are called so first. Of a word its
    beginning is enough."""
    words = text.replace("_", " ").split()[:MAX_WORDS]
    if not words:
        return []
    places = (place for place in (*_of_cards(), *_places()) if place.text != NO_ANSWER)
    hits = [place for place in places if all(map(place.has, words))]
    hits.sort(key=lambda place: -sum(map(place.called, words)))
    return [
        RuleHit(place.page, place.title, place.address, _excerpt(place.text, words))
        for place in hits[:MAX_HITS]
    ]


def _excerpt(text: str, words: list[str]) -> str:
    """The part of `text` around the first of the words that were asked for."""
    folded = text.casefold()
    first = min(
        (folded.find(word) for word in map(str.casefold, words) if word in folded), default=0
    )
    begin = max(0, first - EXCERPT // 3)
    begin = text.rfind(" ", 0, begin) + 1 if begin else 0
    end = begin + EXCERPT
    if end < len(text):
        end = text.rfind(" ", begin, end)
    return ("… " if begin else "") + text[begin:end] + (" …" if end < len(text) else "")
