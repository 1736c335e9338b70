"""Which tests run a line of the site: they ran once, and coverage wrote down which came where."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from coverage import CoverageData

from tests.mutation.concerned import LEFT_OUT, SITE

PACKAGES: Final = ("ratings", "games/services")
INI: Final = """[run]
branch = false
source = {sources}
"""


class Reached:
    """The tests that run the lines of `PACKAGES`, in the copy `tree`. Runs them all once, which
    takes minutes; a test that fails there is no less among those that run a line."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        ini, data = tree / "reached.ini", tree / "reached.coverage"
        ini.write_text(INI.format(sources=",".join(PACKAGES)))
        command = [sys.executable, "-m", "pytest", "--embedded", "-q", "--tb=no", "-n", "2"]
        command += ["--dist", "worksteal", "-p", "no:cacheprovider", "-p", "no:randomly"]
        command += ["--cov", f"--cov-config={ini}", "--cov-context=test", "--cov-report="]
        command += [f"--ignore={path.removesuffix('/')}" for path in LEFT_OUT]
        folders = [path.removesuffix("/") for path in SITE]
        environment = {**os.environ, "COVERAGE_FILE": str(data)}
        with (tree / "reached.log").open("w") as log:
            subprocess.run([*command, *folders], cwd=tree, env=environment, stdout=log, stderr=log)
        self.data = CoverageData(str(data))
        self.data.read()

    def tests(self, file: str, line: int) -> set[str]:
        """The tests, as pytest names them, that run the statement at `line` of `file`. Of a line
        that runs when it is imported: all that run any line of the file."""
        contexts = self.data.contexts_by_lineno(str(self.tree / file))
        lines = _statement((self.tree / file).read_text(encoding="utf-8"), line)
        here = _named(context for one in lines for context in contexts.get(one, ()))
        if here:
            return here
        return _named(context for found in contexts.values() for context in found)


def _named(contexts: Iterable[str]) -> set[str]:
    return {context.partition("|")[0] for context in contexts} - {""}


def _statement(source: str, line: int) -> range:
    """The lines of the smallest statement around `line`; of a block, its head."""
    best = range(line, line + 1)
    width = len(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            if line <= max(end, node.lineno) and end - node.lineno < width:
                best, width = range(node.lineno, max(end, node.lineno) + 1), end - node.lineno
    return best
