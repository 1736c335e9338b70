"""Words for people can be found by translators: they stand as they are, in a call that
``makemessages`` knows, where they are written. And they are the words of ``docs/glossary.md``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.test_house import source
from tests.test_house.source import ROOT

KNOWN = {
    "_": 1,
    "gettext": 1,
    "gettext_lazy": 1,
    "gettext_noop": 1,
    "ngettext": 2,
    "ngettext_lazy": 2,
    "pgettext": 2,
}
"""What ``makemessages`` looks for, and how many of its arguments are words."""

PACKAGES = (
    "drawing",
    "web",
    "games",
    "ratings",
    "tables",
    "events",
    "insights",
    "archive",
    "imhotep_site",
)
MARKED_BEFORE = {
    f"drawing/{name}.py"
    for name in (
        *("cards/__init__", "language/option_words", "language/words"),
        *("text/entry_phrases", "text/event_phrases", "text/refusals", "text/names"),
    )
} | {"games/search/labels.py"}
"""Sentences chosen through a variable there; ``gettext_noop`` marks them where they stand, or
``imhotep_site/catalogues.py`` takes them from where they are."""


def calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(source.tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (ROOT / package).rglob("*.py")


def messages_of(path: Path) -> set[str]:
    """The words that ``makemessages`` would find."""
    return {
        argument.value
        for call in calls(path)
        if isinstance(call.func, ast.Name)
        for argument in call.args[: KNOWN.get(call.func.id, 0)]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def test_words_are_written_where_they_are_translated():
    wrong = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in modules()
        if str(path.relative_to(ROOT)) not in MARKED_BEFORE
        for call in calls(path)
        if isinstance(call.func, ast.Name) and call.func.id in KNOWN
        if not (call.args and isinstance(call.args[0], ast.Constant))
    ]
    assert wrong == []


def test_gettext_goes_by_names_that_are_looked_for():
    wrong = [
        f"{path.relative_to(ROOT)}: {name.asname}"
        for path in modules()
        for node in ast.walk(source.tree(path))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if name.asname and name.asname not in KNOWN
    ]
    assert wrong == []


def test_every_word_and_sentence_of_a_replay_is_found():
    from drawing.cards import DRAWINGS
    from drawing.language import words
    from drawing.modules.god_prophecies import PROPHECIES
    from drawing.modules.pharaohs_favors import FAVORS
    from drawing.text import entry_phrases, event_phrases, names, narration

    messages = set().union(*map(messages_of, (ROOT / "drawing").rglob("*.py")))
    phrases = (words.TO_SITES, words.AT_SITES, words.THE_PYRAMIDS)
    about = (PROPHECIES, FAVORS, words.GODS, words.FAVOURS)
    for table in (words.SITES, names.SOURCES, names.MODULES, words.PYRAMIDS, *about, *phrases):
        assert {str(word) for word in table.values()} <= messages
    cards = {card: (drawing.name, drawing.the_name) for card, drawing in DRAWINGS.items()}
    for several in (cards, words.SHORT_SPACES):
        assert {str(line) for lines in several.values() for line in lines} <= messages
    modules = sorted((ROOT / "drawing" / "modules").glob("*.py"))
    spoken = (event_phrases, entry_phrases, narration, words)
    for path in (*(Path(module.__file__ or "") for module in spoken), *modules):
        sentences = {
            node.value
            for node in ast.walk(source.tree(path))
            if isinstance(node, ast.Constant)
            if isinstance(node.value, str) and "%(" in node.value
        }
        assert sentences <= messages_of(path)


# --- the words of the glossary --------------------------------------------------

GLOSSARY = ROOT / "docs" / "glossary.md"
DOCUMENTS = [
    *(path for path in (ROOT / "docs").rglob("*.md") if path != GLOSSARY),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "benchmarks/README.md")),
]
TEMPLATES = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
CODE = [
    *(path for path in modules() if path.parent.name != "migrations"),
    *(ROOT / "engine").rglob("*.py"),
    *(ROOT / "static" / "js").rglob("*.js"),
]

OF_ONE_SEX = re.compile(r"\b(he|his|him|himself|she|her|hers|herself)\b", re.IGNORECASE)
CODE_SPAN = re.compile(r"^ {0,3}```.*?^ {0,3}```|`[^`\n]*`|\]\([^)]*\)", re.DOTALL | re.MULTILINE)
"""What is no prose in a document: blocks, spans of code, targets of links."""
MARKUP = re.compile(
    r"\{%\s*comment.*?endcomment\s*%\}"
    r"|\{%\s*(?:blocktranslate|plural|endblocktranslate)\b.*?%\}"
    r"|\{%\s*translate\s+|\{\{.*?\}\}|\{%(?!\s*translate).*?%\}|<[^>{]*",
    re.DOTALL,
)
"""What is no text in a template. A tag is taken out up to its first ``{%``, so the texts of its
attributes stay."""


def prose(path: Path) -> str:
    text = path.read_text("utf-8")
    return CODE_SPAN.sub(" ", text) if path.suffix == ".md" else MARKUP.sub(" ", text)


def replaced_words() -> list[str]:
    """The first column of the glossary's last table."""
    table = GLOSSARY.read_text("utf-8").partition("## Words that were replaced")[2]
    rows = re.findall(r"^\| ([a-z]+)[^|]* \|", table, re.MULTILINE)
    return [row for row in rows if row != "not"]


def passages(pattern: re.Pattern[str], texts: dict[str, str]) -> list[str]:
    return sorted(
        f"{name}: {text[max(0, match.start() - 30) : match.end() + 20]!r}"
        for name, text in texts.items()
        for match in pattern.finditer(text)
    )


@cache
def texts_for_people() -> dict[str, str]:
    """All documents, templates, and sentences of the code that are translated, by their files."""
    pages = {str(path.relative_to(ROOT)): prose(path) for path in (*DOCUMENTS, *TEMPLATES)}
    sentences = {str(path.relative_to(ROOT)): "\n".join(messages_of(path)) for path in modules()}
    return {**pages, **sentences}


def test_people_are_they():
    code = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in CODE}
    assert passages(OF_ONE_SEX, {**texts_for_people(), **code}) == []


def test_replaced_words_are_gone_from_pages_and_documents():
    words = replaced_words()
    assert {"talk", "deed", "office", "strength"} <= set(words)
    pattern = re.compile(rf"\b({'|'.join(words)})s?\b", re.IGNORECASE)
    assert passages(pattern, texts_for_people()) == []


def test_the_description_of_the_api_uses_the_same_words():
    from drf_spectacular.generators import SchemaGenerator

    descriptions: dict[str, str] = {}

    def gather(node: object, place: str) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                if key in ("description", "summary", "title") and isinstance(value, str):
                    descriptions[place] = (
                        f"{descriptions.get(place, '')}\n{CODE_SPAN.sub(' ', value)}"
                    )
                gather(value, f"{place}/{key}")
        elif isinstance(node, list):
            for number, value in enumerate(node):
                gather(value, f"{place}/{number}")

    gather(SchemaGenerator().get_schema(public=True), "")
    assert len(descriptions) > 100
    assert passages(OF_ONE_SEX, descriptions) == []
    words = [word for word in replaced_words() if word != "strength"]
    assert passages(re.compile(rf"\b({'|'.join(words)})s?\b", re.IGNORECASE), descriptions) == []


STORED = {"talk", "office", "strength", "strength_min", "strength_max"}
"""Columns and fields of the API, which keep their names."""


def names_in(tree: ast.AST) -> Iterator[str]:
    """What the code itself names: modules, functions, classes, arguments, variables. Fields of
    classes may have names that are stored."""
    fields = {
        target
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        if isinstance(line, ast.Assign | ast.AnnAssign)
        for target in (line.targets if isinstance(line, ast.Assign) else [line.target])
        if isinstance(target, ast.Name) and target.id in STORED
    }
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.arg(name):
                yield name
            case ast.Name(name, ast.Store()) if node not in fields:
                yield name
            case ast.alias(name, asname):
                yield asname or name


def words_of(name: str) -> set[str]:
    """
    >>> sorted(words_of("ChatLine") | words_of("MOST_STREAMS") | words_of("tables.chat"))
    ['chat', 'line', 'most', 'streams', 'tables']
    """
    return {part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_replaced_words_are_gone_from_names():
    gone = {form for word in replaced_words() for form in (word, f"{word}s")}
    files = [*modules(), *TEMPLATES, *(ROOT / "static").rglob("*.*")]
    named = [(path, path.stem) for path in files if path.parent.name != "migrations"]
    for path in modules():
        if path.parent.name != "migrations":
            named += [(path, name) for name in names_in(source.tree(path))]
    assert len(named) > 5_000
    assert [
        f"{path.relative_to(ROOT)}: {name}" for path, name in named if words_of(name) & gone
    ] == []


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("talk = 1", {"talk"}),
        ("class Row:\n    talk = 1", {"Row"}),
        ("class Row:\n    deed = 1", {"Row", "deed"}),
        ("def hear(news): row.talk", {"hear", "news"}),
        ("from x import talk as chat", {"chat"}),
    ],
)
def test_names_are_seen_and_stored_fields_are_not(code: str, names: set[str]):
    assert set(names_in(ast.parse(code))) == names


@pytest.mark.parametrize(
    ("template", "left", "gone"),
    [
        ('{% translate "Deeds" %}', "Deeds", "translate"),
        ('{% if deeds %}<p class="deeds">He</p>{% endif %}', "He", "deeds"),
        ("<a title=\"{% translate 'His' %}\" href=\"{% url 'talk' %}\">x</a>", "His", "talk"),
        ("{% blocktranslate with talk=1 %}Her {{ talk }}{% endblocktranslate %}", "Her", "talk"),
        ("{% comment %}his{% endcomment %}Whoever", "Whoever", "his"),
    ],
)
def test_texts_of_templates_are_seen_and_their_code_is_not(
    tmp_path: Path, template: str, left: str, gone: str
):
    page = tmp_path / "page.html"
    page.write_text(template, "utf-8")
    assert left in prose(page)
    assert gone not in prose(page)
