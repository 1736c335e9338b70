"""Catalogues of the site's words: extracted from the source, merged into ``locale/``, checked.

A catalogue is a ``django.po``, which people edit. ``manage.py makemessages`` writes it, without a
tool of the system; only those who change words need Babel. ``compiled_catalogues`` does the rest.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Asked
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from engine import receipt
from engine.errors import DealMismatch, Rule
from engine.facts import FACTS
from imhotep_site.compiled_catalogues import catalogue_file

PACKAGES: Final = (
    "drawing",
    "web",
    "games",
    "ratings",
    "tables",
    "events",
    "insights",
    "archive",
    "imhotep_site",
    "templates",
)
"""Places of words for people; those of the engine's refusals and of facts are taken as they are."""

KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
COMMENTS: Final = ("Translators:",)
HEADER: Final = "# Words of Imhotep, the site. Written by people; see docs/languages.md."
UNWANTED: Final = re.compile(
    rb'"(?:POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|'
    rb'Report-Msgid-Bugs-To|Generated-By|Project-Id-Version): .*\\n"\n'
)
"""Of the head: what would change every time, or has no owner."""
BLANKS: Final = re.compile(r"^[ \t]+", re.MULTILINE)
HOLES: Final = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}")
"""Placeholders of values."""
TAGS: Final = re.compile(r"</?[a-z][^<>]*>")
EDGES: Final = re.compile(r"^(\s*).*?(\s*)$", re.DOTALL)


class Message(NamedTuple):
    """Words of the source: for one, or for one and for several; where they stand."""

    words: str | tuple[str, ...]
    file: str
    context: str | None = None
    comments: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def messages() -> Sequence[Message]:
    """All words of the site that people read, in the order of the files; looked for once."""
    return tuple(_messages())


def _messages() -> Iterator[Message]:
    for package in PACKAGES:
        folder = Path(settings.BASE_DIR) / package
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".html", ".txt") and "migrations" not in file.parts:
                yield from _file_messages(file)
    for rule in Rule:
        yield Message(rule.sentence, "engine/errors.py")
    for sentence in DealMismatch.SENTENCES.values():
        yield Message(sentence, "engine/errors.py")
    for fact in FACTS.values():
        yield Message(fact.says, "facts")
    for sentence in receipt.SENTENCES.values():
        yield Message(sentence, "engine/receipt.py")


def template() -> Catalog:
    """All words, none of them translated."""
    catalogue = Catalog(charset="utf-8", fuzzy=False)
    for message in messages():
        catalogue.add(message.words, auto_comments=message.comments, context=message.context)
    return catalogue


def read(language: str) -> Catalog:
    """The catalogue of `language` as it is kept; an empty one if there is none."""
    file = catalogue_file(language)
    if not file.exists():
        return Catalog(locale=language, charset="utf-8", fuzzy=False)
    return read_po(io.BytesIO(file.read_bytes()), locale=language)


def renewed(language: str) -> Catalog:
    """The catalogue of `language` with the words that the source has now: those that it no longer
    has are gone, new ones are empty, and nothing is guessed."""
    catalogue = read(language)
    catalogue.update(template(), no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    catalogue.header_comment = HEADER
    return catalogue


def po_text(catalogue: Catalog) -> bytes:
    """A catalogue as ``django.po``: by the words, without files, so that moved code changes
    nothing."""
    file = io.BytesIO()
    write_po(file, catalogue, width=100, sort_output=True, no_location=True)
    return UNWANTED.sub(b"", file.getvalue())


def faults(catalogue: Catalog) -> list[str]:
    """Faults of translations, a line each: words that are missing, values or HTML tags
    that are lost or added, other blanks at the edges. A form for one may leave out the number."""
    return [
        f"{message.id if isinstance(message.id, str) else message.id[0]!r}: {fault}"
        for message in catalogue
        if message.id
        for fault in _message_faults(message, catalogue.num_plurals)
    ]


def _message_faults(message: Asked, plurals: int) -> Iterator[str]:
    sources = (message.id,) if isinstance(message.id, str) else message.id
    translations = (
        (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    )
    if len(translations) != (1 if len(sources) == 1 else plurals) or not all(translations):
        yield "not translated"
        return
    for number, words in enumerate(translations):
        source = sources[0] if number == 0 else sources[-1]
        for kind, pattern in (("values", HOLES), ("tags", TAGS)):
            expected, got = Counter(pattern.findall(source)), Counter(pattern.findall(words))
            spare = Counter(pattern.findall(sources[-1]))
            if expected - got or got - (expected | spare):
                yield f"other {kind} in {words!r}"
        if _edges(source) != _edges(words):
            yield f"other blanks at the edges of {words!r}"


def _edges(words: str) -> tuple[str, ...]:
    match = EDGES.match(words)
    assert match is not None  # it matches everything
    return match.groups()


def _file_messages(file: Path) -> Iterator[Message]:
    name = str(file.relative_to(settings.BASE_DIR))
    text = file.read_text("utf-8")
    if file.suffix != ".py":
        text = BLANKS.sub("", templatize(text, origin=name))
    source = io.BytesIO(text.encode())
    for _line, words, comments, context in extract(
        "python", source, KEYWORDS, COMMENTS, {"encoding": "utf-8"}
    ):
        yield Message(words, name, context, tuple(comments))
