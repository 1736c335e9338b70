"""Habits of language that hide the subject are counted; ``ratchets.toml`` has the numbers.

They are patterns, no banned words: *whom* and *whoever* may be written where they are right.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.test_house import source
from tests.test_house.source import ROOT
from tests.test_house.test_words import MARKUP

EXAMPLES: Final = Path(__file__).resolve()
TABLE: Final = tomllib.loads(Path(__file__).with_name("ratchets.toml").read_text("utf-8"))
CEILINGS: Final[dict[str, int]] = TABLE["ceilings"]

PREPOSITION: Final = re.compile(r"\b(?:for|of|to|with|by)(?:\s|#|//|\*)+who\b", re.IGNORECASE)
QUESTION: Final = re.compile(r"(?:What|Who|Where|Whether|Which)\b")

PRONOUNS: Final = frozenset(TABLE["pronouns"].split())
PREPOSITIONS: Final = frozenset(("of", "by", "at", "to", "as"))
"""Names by themselves only: ``played_at`` and ``key_of`` say what they hold."""

VAGUE: Final = frozenset(TABLE["vague"].split())

SCRIPT_TEXT: Final = re.compile(r"/\*.*?\*/|(?://[^\n]*(?:\n[ \t]*|$))+|\"[^\"\n]*\"|`[^`]*`", re.S)
MESSAGE: Final = re.compile(r"^msgid(?:_plural)? (?:\".*\"\n)+", re.MULTILINE)


def texts_of_python(code: str) -> Iterator[str]:
    """Comments, those of adjoining lines together, and string literals."""
    comment, last = "", 0
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        line = token.start[0]
        if token.type == tokenize.COMMENT:
            if comment and line != last + 1:
                yield comment
                comment = ""
            comment, last = f"{comment}\n{token.string}", line
        elif token.type == tokenize.STRING:
            yield token.string
    yield comment


def texts_of(suffix: str, content: str) -> Iterable[str]:
    """The parts of a file that people read."""
    match suffix:
        case ".py":
            return texts_of_python(content)
        case ".js":
            return SCRIPT_TEXT.findall(content)
        case ".po":
            return (line.replace('"\n"', "") for line in MESSAGE.findall(content))
        case ".md":
            return (content,)
        case _:
            return (MARKUP.sub(" ", content), *re.findall(r"\{%\s*comment.*?endcomment", content))


def files_with_text() -> Iterator[Path]:
    yield from (*source.product(), *source.tests(), *(ROOT / "benchmarks").rglob("*.py"))
    for folder, pattern in (
        ("docs", "*.md"),
        ("static/js", "*.js"),
        ("tests/js", "*.js"),
        ("locale", "*.po"),
        ("templates", "*"),
    ):
        yield from (path for path in (ROOT / folder).rglob(pattern) if path.is_file())
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))


def preposition_who() -> Counter[str]:
    """A preposition before a relative *who*: "for who asks". Write the noun."""
    counts: Counter[str] = Counter()
    for path in files_with_text():
        content = source.text(path)
        if path != EXAMPLES and PREPOSITION.search(content):
            for text in texts_of(path.suffix, content):
                counts[str(path.relative_to(ROOT))] += len(PREPOSITION.findall(text))
    return +counts


def question_docstrings() -> Counter[str]:
    """Docstrings that begin with a relative clause instead of their subject."""
    return Counter(
        str(path.relative_to(ROOT))
        for path in (*source.product(), *sorted((ROOT / "benchmarks").rglob("*.py")))
        for docstring in source.docstrings(source.tree(path))
        if QUESTION.match(docstring.lstrip())
    )


def names_in_two_modules() -> Counter[str]:
    """Public functions and classes at the top of two or more modules of the product."""
    modules = Counter(
        name
        for path in source.product()
        for name in {
            node.name
            for node in source.tree(path).body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            if not node.name.startswith("_")
        }
    )
    return Counter({name: 1 for name, times in modules.items() if times > 1})


def is_pronoun(name: str) -> bool:
    words = name.lower().strip("_").split("_")
    return bool({words[0], words[-1]} & PRONOUNS) or (len(words) == 1 and words[0] in PREPOSITIONS)


def pronoun_names(paths: Iterable[Path]) -> Counter[str]:
    """Names that are, begin or end with a participle or pronoun instead of naming their value."""
    return Counter(
        name
        for path in paths
        for name in source.defined_names(source.tree(path))
        if is_pronoun(name) and not name.startswith("test_")
    )


def vague_names() -> Counter[str]:
    """``result``, ``item`` and their like: no way out of a pronoun."""
    return Counter(
        name
        for path in source.product()
        for name in source.defined_names(source.tree(path))
        if name.lower().strip("_") in VAGUE
    )


COUNTS: Final[dict[str, Callable[[], Counter[str]]]] = {
    "preposition_who": preposition_who,
    "question_docstrings": question_docstrings,
    "names_in_two_modules": names_in_two_modules,
    "pronoun_names_in_product": lambda: pronoun_names(source.product()),
    "pronoun_names_in_tests": lambda: pronoun_names(source.tests()),
    "vague_names": vague_names,
}


@cache
def counts_of(habit: str) -> Counter[str]:
    return COUNTS[habit]()


@pytest.mark.parametrize("habit", COUNTS)
def test_no_habit_grows(habit: str):
    counts = counts_of(habit)
    assert counts.total() <= CEILINGS[habit], counts.most_common(20)


def test_every_number_is_of_a_habit():
    assert set(CEILINGS) == set(COUNTS)


@pytest.mark.parametrize(
    ("suffix", "content", "texts"),
    [
        (".py", "for who in people:\n    ask(who)", []),
        (".py", '"""A page for\nwho asks."""', ['"""A page for\nwho asks."""']),
        (".py", "x = 1  # meant for\n# who asks", ["for\n# who"]),
        (".py", 'help("the handle of who asks")', ["of who"]),
        (".js", "for (const who of whoever) {}\n// meant for\n  // who asks", ["for\n  // who"]),
        (".md", "Mail to whom it concerns, and to who asks.", ["to who"]),
        (".po", 'msgid ""\n"Keep it for "\n"who asks"\nmsgstr "of who"\n', ["for who"]),
        (".html", "{% blocktranslate with who=name %}Out of reach of who asks.", ["of who"]),
    ],
)
def test_prepositions_before_who_are_seen_in_texts(suffix: str, content: str, texts: list[str]):
    matches = [part for text in texts_of(suffix, content) for part in PREPOSITION.findall(text)]
    assert len(matches) == len(texts)


@pytest.mark.parametrize("name", ["found", "_kept", "found_games", "Told", "said_by", "at", "_of"])
def test_pronouns_are_seen(name: str):
    assert is_pronoun(name)


@pytest.mark.parametrize("name", ["games", "played_at", "key_of", "foundation", "standing", "_"])
def test_nouns_are_no_pronouns(name: str):
    assert not is_pronoun(name)
