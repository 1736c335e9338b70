"""Recipes of ``docs/architecture.md`` ("Adding things"), followed in a copy of the repository.

The copy has to pass the tests of the engine, the drawing, facts and the rulebook's pages, as the
repository has. ``LEFT_OUT`` names those that are not run there, and why.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from typing import Final

from tests.engine.cli.shell import ROOT, unmeasured
from tests.services import migrated

NOT_COPIED: Final = shutil.ignore_patterns(
    *(".*", "*.so", "__pycache__", "__compiled__", "node_modules", "test-results", "data"),
    "images",
)
TESTED: Final = ("tests/engine", "tests/drawing", "tests/facts", "tests/site/rulebook")
WITHOUT: Final = "plays or draws games without the new thing"
LEFT_OUT: Final = {
    "tests/engine/test_a_new_card.py": "makes such a copy",
    "tests/engine/test_a_new_module.py": "makes such a copy",
    "tests/engine/test_build.py": "of packaging",
    "tests/engine/test_compiled.py": "of packaging",
    "tests/engine/test_wheel.py": "of packaging",
    "tests/engine/environment": "of numbers of actions, which a new action changes",
    "tests/engine/cli": "of files and options, each a process",
    "tests/engine/log/test_hostile.py": "of limits of texts",
    "tests/engine/sites/test_obelisks.py": "of boards",
    "tests/engine/sites/test_pile_knowledge.py": WITHOUT,
    "tests/drawing/test_boards.py": "of boards",
    "tests/drawing/test_scene.py": WITHOUT,
    "tests/drawing/test_replay.py": WITHOUT,
    "tests/drawing/test_small.py": WITHOUT,
    "tests/engine/test_perft.py": WITHOUT,
    "tests/engine/test_properties.py": WITHOUT,
}
"""Tests that a card or a module of its own file cannot make fail, and that take the most time."""
STRICT: Final = (
    *("mypy", "--config-file=", "--strict", "--python-version=3.11"),
    "--disable-error-code=import-untyped",  # of packages; the project's own settings name them
    "--exclude=engine/environment/aec.py",  # for the same reason
)

Files = dict[str, bytes]


class Copy:
    """A copy of the repository below `folder`, in which a card or a module is added."""

    def __init__(self, folder: Path) -> None:
        self.tree = folder / "copy"
        shutil.copytree(ROOT, self.tree, ignore=NOT_COPIED)
        self.before = self.contents()
        if migrated.sqlite().exists():  # an empty database: the same, with another card
            database = self.tree / migrated.sqlite().relative_to(ROOT)
            database.parent.mkdir(parents=True)
            shutil.copy(migrated.sqlite(), database)

    def contents(self) -> Files:
        """The files that a recipe may change."""
        return {
            path.relative_to(self.tree).as_posix(): path.read_bytes()
            for room in ("engine", "drawing", "docs", "tables", "games", "tests")
            for path in (self.tree / room).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }

    def changed_files(self) -> list[str]:
        """The files that have been added or changed."""
        files = self.contents()
        return sorted(name for name in files if files[name] != self.before.get(name))

    def write(self, name: str, text: str) -> None:
        """Write a new file."""
        path = self.tree / name
        assert not path.exists(), path
        path.write_text(text, "utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        """Replace the text `old`, which stands there once."""
        path = self.tree / name
        text = path.read_text("utf-8")
        assert text.count(old) == 1, (name, old)
        path.write_text(text.replace(old, new), "utf-8")

    def add_after(self, name: str, line: str, new: str) -> None:
        """Add the text `new` after `line`, which stands there once."""
        self.change(name, line, f"{line}{new}")

    def add_member(self, enumeration: type[IntEnum], name: str) -> None:
        """Add `name` to an enumeration of the vocabulary, after its last member."""
        page = "engine/vocabulary.py"
        text = (self.tree / page).read_text("utf-8").partition(f"class {enumeration.__name__}(")[2]
        members = re.findall(r"^    ([A-Z_]+) = (\d+)$", text.partition("\nclass ")[0], re.M)
        last, value = members[-1]
        self.add_after(page, f"    {last} = {value}\n", f"    {name} = {int(value) + 1}\n")

    def add_to_end(self, name: str, new: str) -> None:
        path = self.tree / name
        path.write_text(path.read_text("utf-8") + new, "utf-8")

    def lines(self, name: str) -> list[str]:
        """The lines of a file, with their ends."""
        return (self.tree / name).read_text("utf-8").splitlines(keepends=True)

    def run_once(self, program: str) -> None:
        """Run a program that does not stay in the copy."""
        (self.tree / "once.py").write_text(program, "utf-8")
        self.run("once")
        (self.tree / "once.py").unlink()

    def run(self, *arguments: str) -> None:
        """Run ``python -m`` with `arguments`; it has to end well."""
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=self.tree,
            env=environment(self.tree),
            capture_output=True,
            text=True,
            check=False,
            timeout=1_800,
        )
        assert done.returncode == 0, f"{arguments}\n{done.stdout[-6000:]}\n{done.stderr[-2000:]}"

    def generate(self) -> None:
        """The commands of the recipe."""
        page = recipe("All of them")
        for command in re.findall(r"`python -m ([\w. ]+)`", page):
            self.run(*command.split())
        assert "`make format`" in page
        self.run("cogapp", "-r", "-I", ".", "docs/facts.md")

    def check(self) -> None:
        """Types and tests, in one process: `make test` has others for other cores."""
        self.run(*STRICT, "engine", "drawing")
        ignored = [f"--ignore={name}" for name in LEFT_OUT]
        pytest = ("pytest", "-q", "-p", "no:cacheprovider", "--embedded", "--tb=short")
        self.run(*pytest, *ignored, *TESTED)


def environment(tree: Path) -> dict[str, str]:
    """The environment of a program in the copy, which is no process of this run of tests."""
    ours = ("PYTEST_", "TESTS_", "DATABASE_", "DJANGO_", "REDIS_")
    words = {name: word for name, word in unmeasured().items() if not name.startswith(ours)}
    return words | {"PYTHONPATH": str(tree)}


def recipe(title: str) -> str:
    """An item of the list, in one line."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    item = page.partition("## Adding things")[2].partition(f"**{title}:**")[2].partition("* **")[0]
    assert item, title
    return " ".join(item.split())


def promised_files(kind: str, word: str, edition: str = "") -> list[str]:
    """The files that the recipe names for a `kind` with `word`."""
    text = recipe(f"A {kind}") + recipe("All of them")
    named = re.findall(r"`((?:engine|drawing|docs|tests)/[^`]+\.\w+)`", text)
    files = {name.replace(f"<{kind}>", word).replace("<edition>", edition) for name in named}
    return sorted(name.replace("<word>", word) for name in files - UNCHANGED)


UNCHANGED: Final = {
    "tests/engine/test_a_new_card.py",
    "tests/engine/test_a_new_module.py",
    "tests/engine/test_completeness.py",
}
"""Files that the recipes name and do not change."""
