"""Scripts have no sentences of their own: what people read comes from the page or the site, where
it is translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\w\"'`])//[^\n]*", re.DOTALL)
HOLE = re.compile(r"\$\{[^{}]*\}")
SENTENCE = re.compile(r"^[A-Z][a-z’']+([ ,:][ a-z’',]*)?[.!?:…]?$|^[a-z’']+( [a-z’']+)+[.!?…]$")
KEYS = frozenset(
    (
        "Escape",
        "Enter",
        "Home",
        "Arrow",
        "End",
        "Delete",
        "Tab",
        "Shift",
        "Accept",
        "Files",
        "Backspace",
    )
)
"""Names of keys, of headers, of kinds of data."""
THROWN = re.compile(r"new \w*Error\(\s*$")


def sentences(source: str) -> Iterator[str]:
    """What in a script reads like words for people; what is thrown is for programmers."""
    text = COMMENT.sub("", source)
    for one in STRING.finditer(text):
        words = HOLE.sub("", one[1] if one[1] is not None else one[2]).strip()
        thrown = THROWN.search(text[max(0, one.start() - 40) : one.start()])
        if SENTENCE.match(words) and words not in KEYS and not thrown:
            yield words


def test_scripts_have_no_sentences() -> None:
    found = {
        str(path.relative_to(SCRIPTS)): list(sentences(path.read_text("utf-8")))
        for path in SCRIPTS.rglob("*.js")
        if "vendor" not in path.parts
    }
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('line.textContent = "Remove";', ["Remove"]),
        ("line.textContent = `${number} files are ready.`;", ["files are ready."]),
        ('throw new Error("The page is gone.");', []),
        ('if (event.key === "Escape") node.className = "move branch-move";', []),
        ("// Nothing here.\nimport { one } from './page.js';", []),
    ],
)
def test_a_sentence_in_a_script_is_found(source: str, found: list[str]) -> None:
    assert list(sentences(source)) == found
