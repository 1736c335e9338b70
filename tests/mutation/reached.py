"""Which tests run a line of the site: they ran once, and coverage wrote down which came where.

What was written down is kept, in ``.mutants_cache``, and serves until the site or what its tests
share changes. A file of tests that has changed is asked whole.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from coverage import CoverageData

from tests.mutation.concerned import LEFT_OUT, SITE

PACKAGES: Final = ("ratings", "games")
DEPENDS: Final = (
    *("web/", "games/", "ratings/", "audit/", "tables/", "events/", "insights/", "archive/"),
    *("imhotep_site/", "tests/"),
)
DEPENDS_NOT: Final = ("tests/engine/", "tests/drawing/", "tests/test_house/", "tests/mutation/")
MAX_CHANGED: Final = 10
"""Files of tests. Where more have changed, all tests run again."""
INI: Final = """[run]
branch = false
relative_files = true
source = {sources}
"""


class Reached:
    """The tests that run the lines of `PACKAGES` in the copy `tree`, which has `files`. Runs them
    all, unless what is in the folder `kept` serves: that takes minutes. A test that fails there is
    no less among those that run a line."""

    def __init__(self, tree: Path, files: list[str], folder: Path) -> None:
        self.tree = tree
        hashes = {
            file: _digest(tree / file)
            for file in files
            if file.endswith(".py")
            and file.startswith(DEPENDS)
            and not file.startswith(DEPENDS_NOT)
        }
        changed = _changed(hashes, folder)
        if changed is None:
            folder.mkdir(exist_ok=True)
            self._collect(folder / "reached.coverage")
            (folder / "files.json").write_text(json.dumps(hashes))
        self.changed = {file for file in changed or () if file in hashes}
        self.gone = (changed or set()) - self.changed
        self.data = CoverageData(str(folder / "reached.coverage"))
        self.data.read()

    def _collect(self, data: Path) -> None:
        ini = self.tree / "reached.ini"
        ini.write_text(INI.format(sources=",".join(PACKAGES)))
        command = [sys.executable, "-m", "pytest", "--embedded", "-q", "--tb=no", "-n", "2"]
        command += ["--dist", "worksteal", "-p", "no:cacheprovider", "-p", "no:randomly"]
        command += ["--cov", f"--cov-config={ini}", "--cov-context=test", "--cov-report="]
        command += [f"--ignore={path.removesuffix('/')}" for path in LEFT_OUT]
        folders = [path.removesuffix("/") for path in SITE]
        environment = {**os.environ, "COVERAGE_FILE": str(data)}
        with (self.tree / "reached.log").open("w") as log:
            subprocess.run(
                [*command, *folders], cwd=self.tree, env=environment, stdout=log, stderr=log
            )

    def tests(self, file: str, line: int) -> set[str]:
        """The tests, as pytest names them, that run the statement at `line` of `file`, and the
        files of tests that have changed. Of a line outside of functions, which runs when the file
        is imported: all that run any line of the file."""
        contexts = self._contexts(file)
        lines = _statement((self.tree / file).read_text(encoding="utf-8"), line)
        contexts_of_lines = (
            [contexts.get(line_number, []) for line_number in lines] if lines else contexts.values()
        )
        named = _named(context for some in contexts_of_lines for context in some)
        return {test for test in named if test.partition("::")[0] not in self.changed | self.gone}

    @cache  # noqa: B019  # there is one, as long as the program runs
    def _contexts(self, file: str) -> dict[int, list[str]]:
        return self.data.contexts_by_lineno(file)


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _changed(hashes: dict[str, str], folder: Path) -> set[str] | None:
    """The files of tests that have changed since, or are new or gone; None if all must run
    again."""
    if not (folder / "files.json").exists():
        return None
    document = json.loads((folder / "files.json").read_text())
    changed = {file for file in hashes.keys() | document if hashes.get(file) != document.get(file)}
    tests = {file for file in changed if Path(file).name.startswith("test_")}
    return None if changed - tests or len(tests) > MAX_CHANGED else tests


def _named(contexts: Iterable[str]) -> set[str]:
    return {context.rpartition("|")[0] for context in contexts} - {""}


def _statement(source: str, line: int) -> range | None:
    """The lines of the smallest statement around `line`; of a block, its head. None if it is in no
    function."""
    best = range(line, line + 1)
    width, inside = len(source), False
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and line > end:
                inside = True
            if line <= max(end, node.lineno) and end - node.lineno < width:
                best, width = range(node.lineno, max(end, node.lineno) + 1), end - node.lineno
    return best if inside else None
