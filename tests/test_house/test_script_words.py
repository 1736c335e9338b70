"""Scripts have no sentences of their own: what people read comes from the page or the site, where
it is translated. Their names are nouns, and verbs with an object."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.services import node
from tests.services.errors import ServiceMissing, cannot_run

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "static" / "js"
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
    for literal in STRING.finditer(text):
        words = HOLE.sub("", literal[1] if literal[1] is not None else literal[2]).strip()
        thrown = THROWN.search(text[max(0, literal.start() - 40) : literal.start()])
        if SENTENCE.match(words) and words not in KEYS and not thrown:
            yield words


def test_scripts_have_no_sentences() -> None:
    sentences_by_file = {
        str(path.relative_to(SCRIPTS)): list(sentences(path.read_text("utf-8")))
        for path in SCRIPTS.rglob("*.js")
        if "vendor" not in path.parts
    }
    assert {name: words for name, words in sentences_by_file.items() if words} == {}


@pytest.mark.parametrize(
    ("source", "expected_sentences"),
    [
        ('line.textContent = "Remove";', ["Remove"]),
        ("line.textContent = `${number} files are ready.`;", ["files are ready."]),
        ('throw new Error("The page is gone.");', []),
        ('if (event.key === "Escape") node.className = "move branch-move";', []),
        ("// Nothing here.\nimport { one } from './page.js';", []),
    ],
)
def test_a_sentence_in_a_script_is_found(source: str, expected_sentences: list[str]) -> None:
    assert list(sentences(source)) == expected_sentences


VAGUE: Final = frozenset(
    re.findall(
        r"\w+",
        """said told found made kept given shown seen drawn asked brought held taken known wanted
        written counted judged one ones here there who whose what which where why whole apart beside
        others rest now then again anew same both more most few many mine own of by at to as""",
    )
)
"""Words that name nothing: alone, or as the first or the last word of a name."""

VAGUE_NAMES: Final = 1
"""In `static/js` and `tests/js`: `toJSON`, a name of the language. There were 717."""

WORD: Final = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def is_vague(name: str) -> bool:
    words = [word.lower() for word in WORD.findall(name)]
    return bool(words) and not VAGUE.isdisjoint((words[0], words[-1]))


def declared_names() -> dict[str, list[str]]:
    """By script the names that it declares: variables, arguments, functions, classes, members."""
    try:
        program = node.find()
        program.packages(ROOT)
    except ServiceMissing as missing:
        cannot_run(missing)
    paths = sorted([*SCRIPTS.rglob("*.js"), *(ROOT / "tests/js").glob("*.js")])
    run = program.run([ROOT / "tests/js/names.js", *paths], ROOT)
    assert run.returncode == 0, run.stderr
    names: dict[str, list[str]] = json.loads(run.stdout)
    return names


def test_names_of_scripts_say_what_they_name() -> None:
    names = declared_names()
    assert sum(map(len, names.values())) > 4000
    vague = [
        f"{Path(script).name}: {name}"
        for script, declared in names.items()
        for name in declared
        if is_vague(name)
    ]
    assert len(vague) <= VAGUE_NAMES, vague


@pytest.mark.parametrize("name", ["asked", "foundGames", "saidBy", "MOST_KEPT", "at", "tableOf"])
def test_a_vague_name_is_found(name: str) -> None:
    assert is_vague(name)


@pytest.mark.parametrize("name", ["prompt", "games", "uploader", "notation", "total", "byte"])
def test_a_noun_is_no_vague_name(name: str) -> None:
    assert not is_vague(name)
