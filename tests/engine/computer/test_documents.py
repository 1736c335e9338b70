"""What the documents say of the computer players."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import engine.computer
from engine.computer import LEVELS

PAGE = Path(__file__).parents[3] / "docs" / "computer-players.md"


def test_every_name_is_explained() -> None:
    for name in set(engine.computer.__all__) - {"LEVELS"}:
        assert getattr(engine.computer, name).__doc__


def test_the_page_has_every_level_with_its_numbers() -> None:
    rows = {
        cells[1].strip("` "): cells
        for line in PAGE.read_text("utf-8").splitlines()
        if len(cells := line.split("|")) == 6
    }
    assert set(LEVELS) <= set(rows)
    for name, level in LEVELS.items():
        if level.playouts:
            assert re.search(rf"\b{level.playouts:,}\b", rows[name][3])
            assert f"at most {level.seconds:g} s" in rows[name][4]


def test_the_examples_of_the_page_run() -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert len(examples) == 2
    names: dict[str, Any] = {}
    for example in examples:
        exec(example.replace('"search-1"', '"random"'), names)  # a whole game takes too long
    assert len(names["result"](names["game"].state).points) == 2
