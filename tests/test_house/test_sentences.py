"""Documents and messages speak in short plain sentences; CONTRIBUTING.md has the style.

A document that is not there yet has its numbers in ``ratchets.toml``: they only go down.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.test_house import source
from tests.test_house.source import ROOT
from tests.test_house.test_ratchets import PREPOSITION, TABLE

WORDS_OF_A_MESSAGE: Final = 20
WORDS_OF_A_SENTENCE: Final = 25
MEAN_OF_A_DOCUMENT: Final = 15

NO_PROSE: Final = re.compile(
    r"^ {0,3}```(?s:.*?)^ {0,3}```|<!--(?s:.*?)-->|!\[[^\]]*\]\([^)]*\)|^#.*$|^ *\|.*$"
    r"|(?<=\n\n)(?: {4}.*\n+)+|^>>> .*(?:\n.+)*|^ *(?:[*-]|\d+\.) \[[^\]]*\]\(#[^)]*\)$",
    re.MULTILINE,
)
"""Code, comments, pictures, headings, tables, and tables of contents."""
LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
CODE: Final = re.compile(r"`[^`]*`")
BLOCK: Final = re.compile(r"\n\s*(?:[*-]|\d+\.) |\n\s*\n")
END: Final = re.compile(
    r"(?<=[.!?])\s+(?=[^a-z])|(?<=[.!?][)\"'])\s+(?=[^a-z])|(?<=[:;])\s+(?=[A-Z0-9\"'(@])"
)

QUESTION_WORD: Final = re.compile(r"\W*(?:What|Who|Where|Whether)\b(?!.*\?$)")
CONSTRUCTION: Final = re.compile(
    r"\b(?:anew|at hand|the one that|comes to|lately)\b", re.IGNORECASE
)
"""``test_ratchets.py`` counts *who* after a preposition."""
ENDED: Final = re.compile(r"[.:;]\W*$")
"""A heading has no end: "What you can do here" may stand over a list."""

DOCUMENTS: Final = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.stem != "measurements"),
]


def prose(content: str) -> str:
    """The text without code and markup: a link is its words, a span of code is one word."""
    text = CODE.sub("`", LINK.sub(r"\1", NO_PROSE.sub("", content)))
    return re.sub(r"\*\*|\*(?=\w)|(?<=\w)\*", "", text)


def sentences(content: str) -> list[str]:
    blocks = (" ".join(block.split()) for block in BLOCK.split(f"\n{prose(content)}"))
    return [part for block in blocks if block for part in END.split(block) if part]


def length(sentence: str) -> int:
    return len(sentence.split())


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)


@each_document
def test_sentences_are_short(document: Path):
    long = [
        sentence
        for sentence in sentences(source.text(document))
        if length(sentence) > WORDS_OF_A_SENTENCE
    ]
    assert len(long) <= TABLE["long_sentences"].get(name_of(document), 0), "\n".join(long)


@each_document
def test_the_mean_sentence_is_short(document: Path):
    lengths = [length(sentence) for sentence in sentences(source.text(document))]
    mean = sum(lengths) / max(1, len(lengths))
    assert mean <= TABLE["mean_words"].get(name_of(document), MEAN_OF_A_DOCUMENT), round(mean, 1)


@each_document
def test_sentences_name_their_subject(document: Path):
    content = source.text(document)
    begun = [line for line in sentences(content) if QUESTION_WORD.match(line)]
    text = " ".join(prose(content).split())
    begun += [text[max(0, match.start() - 30) :][:80] for match in CONSTRUCTION.finditer(text)]
    assert len(begun) <= TABLE["constructions"].get(name_of(document), 0), "\n".join(begun)


def test_ceilings_are_needed_and_of_documents():
    names = {name_of(path) for path in DOCUMENTS}
    for table in ("long_sentences", "mean_words", "constructions"):
        assert set(TABLE[table]) <= names
    assert all(ceiling > MEAN_OF_A_DOCUMENT for ceiling in TABLE["mean_words"].values())


@cache
def sentences_of_messages() -> dict[str, str]:
    """The file of each sentence that is translated; a placeholder is one word."""
    from imhotep_site import catalogues

    return {
        sentence: message.file
        for message in catalogues.messages()
        for words in ((message.words,) if isinstance(message.words, str) else message.words)
        for sentence in END.split(" ".join(plain_words(words).split()))
    }


def plain_words(message: str) -> str:
    from imhotep_site.catalogues import HOLES, TAGS

    return TAGS.sub("", HOLES.sub("`", message))


def hides_subject(sentence: str) -> bool:
    """A message begins with a relative clause, or has one of the constructions."""
    begins = QUESTION_WORD.match(sentence) and ENDED.search(sentence)
    return bool(begins or CONSTRUCTION.search(sentence) or PREPOSITION.search(sentence))


def test_messages_are_short():
    long = [
        f"{file}: {sentence}"
        for sentence, file in sentences_of_messages().items()
        if length(sentence) > WORDS_OF_A_MESSAGE
    ]
    assert len(long) <= TABLE["messages"]["long_sentences"], "\n".join(long)


def test_messages_name_their_subject():
    hidden = [
        f"{file}: {sentence}"
        for sentence, file in sentences_of_messages().items()
        if hides_subject(sentence)
    ]
    assert hidden == []


@pytest.mark.parametrize(
    ("message", "hidden"),
    [
        ("Where it stands, or what is hard to read.", True),
        ("Who wants no mails follows this link:", True),
        ("It is dealt anew.", True),
        ("What you can do here", False),
        ("What would you do?", False),
        ("Choose what to show.", False),
    ],
)
def test_messages_without_a_subject_are_seen(message: str, hidden: bool):
    assert hides_subject(message) == hidden


def test_a_placeholder_of_a_message_is_one_word():
    assert length(plain_words("<b>%(player)s</b> has {n} games of %(all)d")) == 6


@pytest.mark.parametrize(
    ("document", "parts"),
    [
        ("# What it is\n\nA place. It holds\ngames (many). `x` is code.", 3),
        ("Lists:\n\n* one game\n* two games\n1. three", 4),
        (
            "Before.\n\n    code. Code.\n\n```\nMore. Code.\n```\n\n| a. B | c. D |\n\nAfter.",
            2,
        ),
        ("See [the log. It](log.md) and ![picture. Of](a.png) **all.**", 2),
        ("It is so: all of it, e.g. this; and that.", 1),
    ],
)
def test_sentences_are_split(document: str, parts: int):
    assert len(sentences(document)) == parts


@pytest.mark.parametrize(
    ("sentence", "matches"),
    [
        ("What you do is noted.", True),
        ("**Where** it ends, stop.", True),
        ("What would you do?", False),
        ("Which game?", False),
        ("Whatever you do.", False),
    ],
)
def test_relative_sentences_are_seen(sentence: str, matches: bool):
    assert bool(QUESTION_WORD.match(sentence)) == matches


@pytest.mark.parametrize("text", ["begin anew", "the one that ended", "it comes to 3"])
def test_constructions_are_seen(text: str):
    assert CONSTRUCTION.search(text)
