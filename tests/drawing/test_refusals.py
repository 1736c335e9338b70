"""What the engine says when it refuses something has a form that translators know."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from django.utils import translation

from drawing.text.earlier_refusals import EARLIER_FORMS
from drawing.text.refusals import FIELD, FORMS, HOLE, _patterns, in_language, rule_in_language
from imhotep_site import catalogues

ENGINE = Path(__file__).resolve().parents[2] / "engine"
SAYING = {"SetupError": 1, "LogSyntaxError": 1, "IllegalAction": 1, "EntryError": 0, "_refuse": 0}
"""What refuses, and which of its arguments is the sentence."""
BARE_TEMPLATES = {"{}", "{}: {}", "{} {}", "{}.{}", ""}
"""A sentence of another place, a word of the vocabulary, numbers."""
CHOSEN = {
    "the header has {}, {}": ("the header has 'x', twice", "the header has 'x', which is unknown"),
    "give one {} for each seat, empty if there is none": (
        "give one share for each seat, empty if there is none",
        "give one promise for each seat, empty if there is none",
    ),
    "{}, not {}": ("expected 64 digits or letters a to f, not 'x'",),
    "{}: expected a string": ("expected a string",),
    "{}: the first line has to be {}": (
        "not a log: the first line has to be 'imhotep 1'",
        "another version of the log: the first line has to be 'imhotep 1'",
    ),
}
"""Sentences with words that are chosen from a few, and what comes of them."""


def template_of(node: ast.expr) -> str:
    """A string of the source with ``{}`` where values come in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            part.value if isinstance(part, ast.Constant) else "{}"  # type: ignore[misc]
            for part in node.values
        )
    return "{}"


def sentences() -> Iterator[str]:
    for file in sorted(ENGINE.rglob("*.py")):
        if file.name == "files.py" or "cli" in file.parts:  # of the command line
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                position = SAYING.get(node.func.id)
                if position is not None and len(node.args) > position:
                    yield template_of(node.args[position])


def matches_form(sentence: str) -> bool:
    """True if a form fits `sentence`, with a number or a word in its holes."""
    tried = [sentence.replace("{}", value) for value in ("3", "'x'")]
    return any(
        form.fullmatch(sentence_tried) for sentence_tried in tried for _words, form in _patterns()
    )


def test_every_sentence_of_the_engine_has_a_form() -> None:
    unmatched = {
        sentence
        for sentence in sentences()
        if sentence not in BARE_TEMPLATES and any(map(str.isalpha, sentence))
    }
    assert len(unmatched) > 50
    assert (
        sorted(sentence for sentence in unmatched - CHOSEN.keys() if not matches_form(sentence))
        == []
    )
    assert unmatched > CHOSEN.keys()
    assert all(matches_form(sentence) for several in CHOSEN.values() for sentence in several)


def test_a_rule_is_worded_as_today_whatever_was_stored() -> None:
    stored = "the round card has no such ship"
    assert rule_in_language("NO_SUCH_SHIP", stored) == "this round has no such ship"
    assert rule_in_language("GONE", stored) == stored
    assert rule_in_language("", "its id is taken") == "its id is taken"


def test_verdicts_of_earlier_engines_are_worded_as_today() -> None:
    messages = {*FORMS, *(entry.words for entry in catalogues.messages())}
    for earlier, today in EARLIER_FORMS:
        assert today in messages
        earlier_text, text = (
            HOLE.sub(lambda hole: "7" if hole[2] == "d" else hole[1], words)
            for words in (earlier, today)
        )
        assert in_language(earlier_text) == text
        with translation.override("de"):
            assert in_language(earlier_text) == in_language(text)


def test_a_form_gives_back_what_was_said() -> None:
    for words in FORMS:
        example = HOLE.sub(lambda hole: "7" if hole[2] == "d" else "of 7", words)
        assert in_language(example) == example
        assert in_language(f"seats: {example}") == f"seats: {example}"
    assert FIELD.fullmatch("seats: x")
    assert (in_language("something else"), in_language("")) == ("something else", "")
    assert in_language("x" * 5000) == "x" * 5000
