"""A copy of the checkout, in which one change at a time is made and tests are asked about it."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutation.concerned import QUIET
from tests.mutation.database import VARIABLE

MEMORY: Final = 4 << 30
SITE: Final = ["--embedded", "--reuse-db", "-p", "tests.mutation.database"]
SERVERS: Final = ["-m", "postgres and not prove"]
"""For tests that ask for PostgreSQL: of locks, and of what two do at once."""
PASSED: Final = 0
FAILED: Final = 1
INTERRUPTED: Final = 2
"""By ``-x``, when a file of tests cannot be imported."""
NOTHING_RUN: Final = 5

INI: Final = """[pytest]
pythonpath = .
addopts = --import-mode=importlib -m "not prove" -p tests.mutation.quiet
markers = prove: left out
filterwarnings = error
"""
"""For tests without a site: a start of pytest without its plug-ins takes a fourth of the time."""


class Run(NamedTuple):
    """What pytest said: its status; the first test that failed, or its last line; and whether it
    had to be ended, since it took longer than it may."""

    status: int
    how: str
    ended: bool = False


class Noticed(NamedTuple):
    """How a change was noticed: by a test that failed, or as tests that now come to no end."""

    how: str
    endless: bool = False


class Tree:
    """The copy, in `folder`, of the checkout at `root`."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        self.sound: dict[str, bool] = {}  # by test: whether it passes without a change
        self.short: dict[tuple[str, ...], bool] = {}  # likewise: tests that end well in time
        self.clock = int(time.time())
        listed = _git(root, "ls-files", "-co", "--exclude-standard", "-z").split("\0")
        self.files = sorted(name for name in listed if name and (root / name).is_file())
        for name in self.files:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)
        (folder / ".venv").symlink_to(root / ".venv")
        (folder / "quiet.ini").write_text(INI)
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)

    def write(self, file: str, source: bytes) -> None:
        """Each text has a time of its own, so that no compiled file of another one serves."""
        path = self.folder / file
        path.write_bytes(source)
        self.clock += 2
        os.utime(path, (self.clock, self.clock))

    def run(
        self,
        tests: list[str],
        seconds: int,
        left_out: frozenset[str] = frozenset(),
        *,
        servers: bool = False,
    ) -> Run:
        """Run `tests` but those that are `left_out` or known to fail, until one fails; at most
        `seconds` of a processor. `servers`: of these, those that ask for PostgreSQL."""
        unsound = {test for test, sound in self.sound.items() if not sound}
        unsound |= left_out
        tests = [test for test in tests if test not in unsound]
        if not tests:
            return Run(NOTHING_RUN, "nothing to run")
        quiet = all(test.startswith(QUIET) for test in tests)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no"]
        command += ["-p", "no:cacheprovider", "-p", "no:randomly"]
        command += [f"--deselect={test}" for test in sorted(unsound)]
        if quiet:
            command += ["-c", "quiet.ini", "--rootdir", "."]
        else:
            command += SERVERS if servers else SITE
        if not quiet and not servers:
            shutil.copy2(self._migrated, self.folder / "test.sqlite3")
        with subprocess.Popen(
            [*command, *tests],
            cwd=self.folder,
            env=self._environment(quiet),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: _bounds(seconds, quiet),
        ) as process:
            try:
                output, _ = process.communicate(timeout=20 * seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                return Run(-9, "no end", ended=True)
        if process.returncode < 0:
            return Run(process.returncode, "no end", ended=True)
        failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
        last = output.strip().splitlines()[-1:] or [""]
        how = failed[0].split(" - ")[0].partition(" ")[2] if failed else last[0]
        return Run(process.returncode, how)

    @cached_property
    def _migrated(self) -> Path:
        """A database with all tables and no rows; to make one takes longer than most tests."""
        path = self.folder / "migrated.sqlite3"
        environment = {
            "DATABASE_URL": f"sqlite:///{path}",
            "IMHOTEP_DATA": str(self.folder / "data"),
        }
        command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(command, cwd=self.folder, env={**os.environ, **environment}, check=True)
        return path

    def _environment(self, quiet: bool) -> dict[str, str]:
        environment = {**os.environ, "IMHOTEP_ENGINE": "source"}
        environment["HYPOTHESIS_STORAGE_DIRECTORY"] = str(self.folder / ".hypothesis")
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is compiled serves the next run
        environment[VARIABLE] = str(self.folder / "test.sqlite3")
        if quiet:
            environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        return environment

    def noticed(
        self, tests: list[str], seconds: int, file: str, changed: bytes, *, servers: bool = False
    ) -> Noticed | None:
        """How one of `tests` noticed `changed`; none if none did. `servers`: as for ``run``.

        A test noticed it that fails with the change, passes without it, and fails with it once
        more when it runs alone: a test that failed because the machine was busy did not. Tests that
        have no end noticed it if they end without it in half the time.
        """
        original = (self.folder / file).read_bytes()
        unsure: set[str] = set()

        def with_it(tests_to_run: list[str]) -> Run:
            self.write(file, changed)
            try:
                return self.run(tests_to_run, seconds, frozenset(unsure), servers=servers)
            finally:
                self.write(file, original)

        while True:
            run = with_it(tests)
            if run.status in (PASSED, NOTHING_RUN):
                return None
            if run.ended:
                return (
                    Noticed(run.how, endless=True) if self._ends(tests, seconds, servers) else None
                )
            if run.status not in (FAILED, INTERRUPTED) and self._starts(tests, seconds, servers):
                return Noticed(f"pytest does not start: {run.how}")
            if run.how in unsure or not self.sound.get(run.how, True):
                raise RuntimeError(f"{run.how} fails without a change and cannot be left out")
            if self._passes(run.how, servers):
                second_run = with_it([run.how])
                if second_run.status not in (PASSED, NOTHING_RUN):
                    return Noticed(run.how, endless=second_run.ended)
                unsure.add(run.how)

    def _passes(self, test: str, servers: bool) -> bool:
        """True if `test` passes without a change."""
        if test not in self.sound:
            self.sound[test] = self.run([test], 600, servers=servers).status == PASSED
        return self.sound[test]

    def _starts(self, tests: list[str], seconds: int, servers: bool) -> bool:
        return self.run(tests, seconds, servers=servers).status in (PASSED, FAILED, NOTHING_RUN)

    def _ends(self, tests: list[str], seconds: int, servers: bool) -> bool:
        key = tuple(tests)
        if key not in self.short:
            self.short[key] = not self.run(tests, seconds // 2, servers=servers).ended
        return self.short[key]


def _bounds(seconds: int, quiet: bool) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    if quiet:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _git(root: Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=root, check=True, capture_output=True, text=True
    ).stdout
