"""Imports between scripts lead one way: the board below the pages that show one, and no circles."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

STATIC: Final = Path(__file__).resolve().parents[2] / "static"
SCRIPTS: Final = STATIC / "js"
IMPORT: Final = re.compile(r'^(?:import|export)\b[^"]*?\bfrom "(\.[^"]+)"', re.MULTILINE)
LAZY_IMPORT: Final = re.compile(r'(?<![@\w])import\("(\.[^"]+)"\)')
TYPE_IMPORT: Final = re.compile(r'@import [^"]*? from "(\.[^"]+)"')

BASE: Final = frozenset(
    ("bytes.js", "data_names.js", "live.js", "page.js", "receipt.js", "storage.js")
)
"""Scripts next to the folders that import nothing but each other."""

ALLOWED: Final[dict[str, frozenset[str]]] = {
    "base": frozenset(),
    "board": frozenset(("base",)),
    "root": frozenset(("base", "board")),
    "replay": frozenset(("base", "board")),
    "table": frozenset(("base", "board", "root", "replay")),
    "learn": frozenset(("base", "board", "table")),
    "recorder": frozenset(("base", "board", "table", "vendor")),
    "events": frozenset(("base", "recorder")),
    "whatif": frozenset(("base", "board", "replay", "table")),
    "lobby": frozenset(("base", "board", "root")),
    "reviews": frozenset(("base", "board", "root")),
    "ratings": frozenset(("base",)),
}
"""By folder the others that it may import from; `root`: other scripts next to the folders."""


def room(script: str) -> str:
    """The folder of a script, `base` or `root`."""
    if script in BASE:
        return "base"
    return script.partition("/")[0] if "/" in script else "root"


def imports(script: Path, *patterns: re.Pattern[str]) -> set[str]:
    text = script.read_text("utf-8")
    names = [name for pattern in patterns for name in pattern.findall(text)]
    return {_name((script.parent / name).resolve()) for name in names}


def _name(path: Path) -> str:
    return path.relative_to(SCRIPTS if path.is_relative_to(SCRIPTS) else STATIC).as_posix()


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A way along `graph` that comes back to where it began; empty if there is none."""
    finished: set[str] = set()

    def visit(script: str, path: list[str]) -> list[str]:
        if script in path:
            return [*path[path.index(script) :], script]
        if script not in finished:
            for target in sorted(graph.get(script, ())):
                if way := visit(target, [*path, script]):
                    return way
            finished.add(script)
        return []

    return next((way for script in sorted(graph) if (way := visit(script, []))), [])


def scripts() -> dict[str, Path]:
    return {path.relative_to(SCRIPTS).as_posix(): path for path in sorted(SCRIPTS.rglob("*.js"))}


def test_imports_lead_from_pages_to_the_board() -> None:
    """Types are imports too."""
    wrong = [
        f"{script} -> {target}"
        for script, path in scripts().items()
        for target in sorted(imports(path, IMPORT, LAZY_IMPORT, TYPE_IMPORT))
        if room(target) != room(script) and room(target) not in ALLOWED[room(script)]
    ]
    assert wrong == []


def test_every_imported_script_exists_and_every_folder_has_its_rule() -> None:
    named = scripts() | {_name(path): path for path in STATIC.glob("vendor/*.js")}
    targets = {name for path in named.values() for name in imports(path, IMPORT, LAZY_IMPORT)}
    assert targets - set(named) == set()
    assert {room(script) for script in named} - {"vendor"} == set(ALLOWED)
    assert len(targets) > 50


def test_what_runs_has_no_circle() -> None:
    graph = {script: imports(path, IMPORT, LAZY_IMPORT) for script, path in scripts().items()}
    assert circle(graph) == []


@pytest.mark.parametrize(
    ("graph", "way"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}}, ["a", "b", "c", "a"]),
        ({"a": {"b", "c"}, "b": {"c"}}, []),
        ({"a": {"a"}}, ["a", "a"]),
    ],
)
def test_a_circle_is_found(graph: dict[str, set[str]], way: list[str]) -> None:
    assert circle(graph) == way
