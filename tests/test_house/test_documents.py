"""Documents name files, rooms and packages that are there."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.test_house.source import ROOT, packages, text
from tests.test_house.test_arrows import LAYERS

DOCUMENTS: Final = [
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "benchmarks/README.md")),
]
LAYERS_OF_A_ROOM: Final = frozenset(
    ("admin", "api", "management", "migrations", "models", "services", "templatetags", "views")
)
"""Folders that a package or a room may have whatever its subject."""

FILE: Final = re.compile(r"`([a-z_]+(?:/[\w.-]+)+/?)`")
LINK: Final = re.compile(r"\]\(([^)#\s:]+)(?:#[^)\s]*)?\)")
FENCED: Final = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)

NOT_THERE: Final = re.compile(r"^data/|/__compiled__/|/it/|/<|\.local")
"""Files of a site's data and of a build, and of a language that a recipe adds."""


def named_files(document: str) -> Iterator[str]:
    """Paths in spans of code that begin with a folder of the project."""
    for name in FILE.findall(document):
        if (ROOT / name.partition("/")[0]).is_dir() and not NOT_THERE.search(name):
            yield name


def rooms() -> Iterator[str]:
    for package in packages():
        for folder in sorted(package.iterdir()):
            if (folder / "__init__.py").exists() and folder.name not in LAYERS_OF_A_ROOM:
                yield f"{package.name}/{folder.name}/"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_links_of_a_document_are_there(document: Path):
    content = FENCED.sub("", text(document))
    assert [name for name in named_files(content) if not (ROOT / name).exists()] == []
    links = [link for link in LINK.findall(content) if not link.startswith("/")]
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_files_are_seen():
    document = "`games/no_such.py` `a/b` `games/{x,y}.py` `engine/` `engine/sites/no_such/`"
    assert list(named_files(document)) == ["games/no_such.py", "engine/sites/no_such/"]


@pytest.mark.parametrize("name", ["README.md", "docs/architecture.md"])
def test_the_line_of_packages_is_drawn_as_it_is(name: str):
    assert f"{' → '.join(LAYERS)} → standard library" in text(ROOT / name)


def test_the_architecture_has_every_room():
    content = text(ROOT / "docs" / "architecture.md")
    engine = content.partition("# The engine\n")[2]
    for room in rooms():
        package, name, _ = room.split("/")
        assert f"`{room}`" in content or (package == "engine" and f"  {name}/ " in engine), room


GENERATED: Final = [path for path in DOCUMENTS if "[[[cog" in text(path)]


@pytest.mark.parametrize("document", GENERATED, ids=lambda path: path.name)
def test_generated_tables_are_current(document: Path):
    """``make format`` writes them."""
    assert len(GENERATED) >= 2
    command = [sys.executable, "-m", "cogapp", "--check", "-I", str(ROOT), str(document)]
    assert subprocess.run(command, check=False, timeout=60).returncode == 0


def test_each_figure_of_all_benchmarks_has_its_row() -> None:
    from benchmarks.all import README, RUNS, write_row

    before = README.read_text("utf-8").splitlines()
    for command, rows in RUNS.items():
        for row in rows:
            lines = before.copy()
            write_row(lines, row, command, ("7 of 9", "quiet", "2030-01-01"))
            [(old, new)] = [pair for pair in zip(before, lines, strict=True) if pair[0] != pair[1]]
            assert "| 7 of 9 | quiet | 2030-01-01 |" in new
            assert old.split("|")[1:4] == new.split("|")[1:4]
