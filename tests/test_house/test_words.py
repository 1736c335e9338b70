"""Words for people can be found by whoever translates them: they stand as they are, in a call
that ``makemessages`` knows, where they are written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

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

PACKAGES = ("drawing", "games", "ratings", "tables", "imhotep_site")
MARKED_BEFORE = {"drawing/leads.py", "drawing/narration.py"}
"""Sentences chosen through a variable there; ``gettext_noop`` marks them where they stand."""


def calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (ROOT / package).rglob("*.py")


def found_in(path: Path) -> set[str]:
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
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if name.asname and name.asname not in KNOWN
    ]
    assert wrong == []


def test_every_word_and_sentence_of_a_replay_is_found():
    from drawing import leads, narration, words

    found = set().union(*map(found_in, (ROOT / "drawing").rglob("*.py")))
    for table in (words.SITES, words.SOURCES, words.MODULES, words.PROPHECIES, words.PYRAMIDS):
        assert {str(word) for word in table.values()} <= found
    assert {str(line) for lines in words.FAVORS.values() for line in lines} <= found
    for module in (leads, narration):
        path = Path(module.__file__ or "")
        sentences = {
            node.value
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Constant)
            if isinstance(node.value, str) and "%(" in node.value
        }
        assert sentences <= found_in(path)
