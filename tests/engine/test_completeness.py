"""What has to have a test fails here by name if it has none.

A test says in the square brackets that begin its docstring what it shows: rulings (``R6.3``,
``P2``), boards (``pyramid C``), examples (``pyramids-C-1``), ``card lever``, ``favor two_cards``,
``prophecy ra``, ``module private_ships``, ``refusal SHIP_TOO_LIGHT``, ``ending shared first
place``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import Rule
from engine.vocabulary import Card, Favor, Module, Prophecy, Side, Site
from tests.engine.test_golden import ENDINGS

TESTS = Path(__file__).parent
DOCS = TESTS.parents[1] / "docs" / "rules"


def docstrings() -> Iterator[str]:
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


TAGS_OF_DOCSTRINGS = {
    tag.strip()
    for docstring in docstrings()
    if (tags := re.match(r"\[([^\]]*)\]", docstring))
    for tag in re.sub(r"\s+", " ", tags[1]).split(",")
}

RULINGS = re.findall(r"\*\*([RP]\d+(?:\.\d+)?)\*\*", (DOCS / "rulings.md").read_text("utf-8"))
EXAMPLES = re.findall(r"^\| `([\w-]+-\d+)`", (DOCS / "examples.md").read_text("utf-8"), re.M)

NEEDED = [
    *dict.fromkeys(RULINGS),
    *EXAMPLES,
    *(f"{site.word} {side.word}" for site in Site for side in Side),
    *(f"card {card.word}" for card in Card),
    *(f"favor {favor.word}" for favor in Favor),
    *(f"prophecy {prophecy.word}" for prophecy in Prophecy),
    *(f"module {module.word}" for module in Module),
    *(f"refusal {rule.name}" for rule in Rule),
    *(f"ending {ending}" for ending in ENDINGS),
]


def test_the_lists_are_whole() -> None:
    assert len(set(RULINGS)) >= 87 + 6
    assert len(EXAMPLES) >= 40


@pytest.mark.parametrize("needed", NEEDED)
def test_it_has_a_test(needed: str) -> None:
    assert needed in TAGS_OF_DOCSTRINGS
