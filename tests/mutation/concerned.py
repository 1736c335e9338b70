"""Which tests concern a module: those that import it come first, then those that import what
imports it, and so on. Tests that need a browser or processes of the site are left out."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PACKAGES: Final = (
    "engine",
    "drawing",
    "web",
    "games",
    "ratings",
    "audit",
    "tables",
    "events",
    "insights",
    "archive",
    "imhotep_site",
    "tests",
)
QUIET: Final = ("tests/engine/", "tests/facts/", "tests/analysis/")
SITE: Final = ("tests/site/", "tests/ratings/", "tests/attacks/", "tests/audit/")
LEFT_OUT: Final = (
    *("tests/attacks/live/", "tests/attacks/browser/", "tests/site/test_serve.py"),
    "tests/engine/test_a_new_",  # which run the other tests, in a copy
)


class Concerned:
    """The test files of `tree` by their distance from a module."""

    def __init__(self, tree: Path) -> None:
        paths = [path for name in PACKAGES for path in sorted((tree / name).rglob("*.py"))]
        self.files = {dotted(path.relative_to(tree)): path.relative_to(tree) for path in paths}
        self.imports = {
            name: set(self._imports((tree / path).read_text(encoding="utf-8")))
            for name, path in self.files.items()
        }
        self.importers: dict[str, set[str]] = {name: set() for name in self.files}
        for name, imported in self.imports.items():
            for module in imported:
                self.importers[module].add(name)

    def _imports(self, source: str) -> Iterator[str]:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if alias.name in self.files)
            elif isinstance(node, ast.ImportFrom) and node.module:
                named = [f"{node.module}.{alias.name}" for alias in node.names]
                modules = [module for module in named if module in self.files]
                yield from modules
                if len(modules) < len(named) and node.module in self.files:
                    yield node.module

    def distances(self, start: str) -> dict[str, int]:
        """The modules that import `start`, by the imports between."""
        distances, waiting = {start: 0}, deque([start])
        while waiting:
            module = waiting.popleft()
            for importer in sorted(self.importers[module]):
                if importer not in distances:
                    distances[importer] = distances[module] + 1
                    waiting.append(importer)
        return distances

    def tests(self, file: str) -> tuple[list[str], list[str]]:
        """The near tests of `file`, those that name it; and all others that may notice."""
        folders = QUIET if file.startswith("engine/") else SITE
        if file in ("ratings/elo.py", "ratings/standings/"):
            folders = ("tests/ratings/",)
        distances = self.distances(dotted(Path(file)))
        tests = {
            path.as_posix(): distances.get(name, 99)
            for name, path in self.files.items()
            if path.name.startswith("test_")
            and path.as_posix().startswith(folders)
            and not path.as_posix().startswith(LEFT_OUT)
        }
        stem = Path(file).stem
        by_name = {path for path in tests if Path(path).stem.removeprefix("test_") == stem}
        near = sorted(by_name) + [
            path for path, far in tests.items() if far == 1 and path not in by_name
        ]
        distant = sorted((far, path) for path, far in tests.items() if path not in near)
        return near, [path for _, path in distant]


def dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")
