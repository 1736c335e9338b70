"""A language of marks: every message comes back as ``⟦message⟧``, its values outside of the marks.
What a page then shows outside of marks was written into it by no message."""

import gettext
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any, Final

from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import trans_real

from imhotep_site.catalogues import HOLES

BEGIN, END = "⟦", "⟧"
LANGUAGE: Final = "eo"
"""One that Django knows and the site does not speak."""

SILENT: Final = frozenset(("code", "kbd", "pre", "textarea", "script", "style", "samp"))
"""Elements whose text is no message: of logs, of programs."""
VOID: Final = frozenset(("br", "hr", "img", "input", "link", "meta", "source", "wbr", "use"))
LINES: Final = ("p", "li", "h1", "h2", "h3", "h4", "div", "section", "main", "nav", "title")
CELLS: Final = ("td", "th", "dt", "dd", "button", "option", "summary", "label")
BLOCKS: Final = frozenset((*LINES, *CELLS))
READ: Final = ("title", "aria-label", "alt", "placeholder", "aria-roledescription")
"""Attributes that are read out or shown."""
DESCRIBED: Final = frozenset(("description", "og:title", "og:description", "og:site_name"))
PEOPLE: Final = ("ana", "ben", "cat", "dan", "mo", "ida", "zoe", "hori", "hapi", "nobody")
FILES: Final = ("png", "svg", "html", "json", "zip", "gz", "txt", "ndjson", "jsonl", "imh")
OTHER_WORDS: Final = (
    "imhotep",
    "yucata",
    "esperanto",
    "example",
    "org",
    "broken",
    "game",
    "pasted",
)
UNITS: Final = ("kb", "ms", "api", "sha", "de")
NAMES: Final = frozenset((*PEOPLE, *FILES, *OTHER_WORDS, *UNITS))
"""What is no word; ``de`` stands in dates of the language of marks."""
SPOKEN: Final = ("It was me.", "Why this?", "Good luck!")
"""What the cast says."""
NO_WORDS: Final = re.compile(r"\{\w+\}|\b[A-D]{5}\b|\b(?=\w*\d)[0-9a-z]{12,}\b|\S*://\S*")
"""Holes of scripts, sides, digests and ids, addresses."""
SCRIPTED: Final = re.compile(r"^\.?[a-z][\w.|-]*$|^[A-Z][a-z]$|^/\S*$")
"""What scripts read: names of things, classes, forms, addresses."""
WORD: Final = re.compile(r"[^\W\d_]{2,}")


def marked(message: str) -> str:
    """`message` between marks; blanks at its edges stay there, and values outside."""
    inside = message.strip()
    if not inside:
        return message
    before, after = message.split(inside, 1)[0], message.rsplit(inside, 1)[1]
    body = HOLES.sub(lambda hole: f"{END}{hole[0]}{BEGIN}", inside)
    return f"{before}{BEGIN}{body}{END}{after}"


class Marks(gettext.NullTranslations):
    """The translations of the language of marks."""

    plural = None

    def gettext(self, message: str) -> str:
        """A context comes before the message, as Django asks (``CONTEXT_SEPARATOR``)."""
        return marked(message.rpartition("\x04")[2]) if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return marked((msgid1 if n == 1 else msgid2).rpartition("\x04")[2])

    def pgettext(self, context: str, message: str) -> str:
        return marked(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)

    def language(self) -> str:
        return LANGUAGE

    def to_language(self) -> str:
        return LANGUAGE


class Page(HTMLParser):
    """What of a page is shown or read out, and stands outside of marks."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.silent: list[str] = []
        self.left: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        no_words = (
            "mono" in attributes.get("class", "").split() or attributes.get("translate") == "no"
        )
        if tag in VOID:
            if not no_words:
                self._attributes(tag, attributes)
            return
        other = attributes.get("lang", LANGUAGE) != LANGUAGE
        if self.silent or tag in SILENT or other or no_words:
            self.silent.append(tag)
            return
        self._attributes(tag, attributes)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.silent:
            self._attributes(tag, {name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        if self.silent and tag == self.silent[-1]:
            self.silent.pop()
        if tag in BLOCKS:
            self.depth = 0  # words that were cut short have no end

    def handle_data(self, data: str) -> None:
        if self.silent:
            return
        outside = []
        for letter in data:
            if letter == BEGIN:
                self.depth += 1
                outside.append(" ")
            elif letter == END:
                self.depth = max(0, self.depth - 1)
                outside.append(" ")
            elif not self.depth:
                outside.append(letter)
        self._note("".join(outside))

    def _attributes(self, tag: str, attributes: dict[str, str]) -> None:
        if self.silent:
            return
        for name, value in attributes.items():
            if name in READ or (name.startswith("data-") and " " in value and BEGIN in value):
                self._note(outside(value))
        if tag == "meta" and (attributes.get("name") or attributes.get("property")) in DESCRIBED:
            self._note(outside(attributes["content"]))

    def _note(self, text: str) -> None:
        words = [word for word in WORD.findall(NO_WORDS.sub("", text)) if word.lower() not in NAMES]
        if words:
            self.left.append(" ".join(text.split())[:120])


def outside(text: str) -> str:
    """What of `text` stands outside of marks."""
    depth, pieces = 0, []
    for letter in text:
        if letter == BEGIN:
            depth += 1
        elif letter == END:
            depth = max(0, depth - 1)
        elif not depth:
            pieces.append(letter)
    return "".join(pieces)


def unmarked(text: str) -> list[str]:
    """What of a page, or of a part of one, stands outside of marks and is no name."""
    for words in SPOKEN:
        text = text.replace(words, "")
    page = Page()
    page.feed(text)
    page.close()
    return list(dict.fromkeys(page.left))


def spoken(document: Any) -> Iterator[str]:
    """The texts in JSON that people read: all but keys, and what is for scripts."""
    if isinstance(document, dict):
        for child in document.values():
            yield from spoken(child)
    elif isinstance(document, list):
        for child in document:
            yield from spoken(child)
    elif isinstance(document, str) and not SCRIPTED.match(document):
        yield document


def left_in(answer: HttpResponse) -> list[str]:
    """What of an answer stands outside of marks."""
    kind, body = answer.get("Content-Type", ""), answer.content.decode("utf-8", "replace")
    if "json" in kind:
        return [word for text in spoken(json.loads(body)) for word in unmarked(text)]
    return unmarked(body) if "html" in kind or "svg" in kind else []


@contextmanager
def marks_spoken(settings: Any) -> Iterator[None]:
    """The site speaks English and the language of marks."""
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Marks")]
    translations = trans_real._translations  # type: ignore[attr-defined]
    translations[LANGUAGE] = Marks()
    yield
    del translations[LANGUAGE]
    translation.activate("en")
