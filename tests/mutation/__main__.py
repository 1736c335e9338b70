"""Change random lines in a copy of the tree, one at a time, and see whether a test notices.

    python -m tests.mutation --count 100 --seed 7 --only engine/sites

The checkout itself is never touched. The last line is JSON. The status is 1 if fewer than the bar
were noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutation.changes import Change, changes
from tests.mutation.concerned import Concerned
from tests.mutation.reached import Reached

ROOT: Final = Path(__file__).resolve().parents[2]
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")
CHANGED: Final = ("engine", "ratings", "games/services")
BAR: Final = 0.95
NEAR_SECONDS: Final = 120
"""Of a processor, for the tests that name a module: a change that makes them endless is noticed."""
FEW: Final = 40
"""Of the tests that run a line, so many are asked first."""
MEMORY: Final = 4 << 30
NO_END: Final = "no end"

INI: Final = """[pytest]
pythonpath = .
addopts = --import-mode=importlib -m "not prove"
markers = prove: left out
filterwarnings = error
"""
"""For tests without a site: a start of pytest without its plug-ins takes a fourth of the time."""


class Verdict(NamedTuple):
    """What became of a change: whether a test noticed, and which, or why it counts so."""

    change: Change
    noticed: bool
    how: str
    seconds: float


class Tree:
    """A copy of the checkout, in which one change at a time is made."""

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder = folder
        self.limit = limit
        self.sound: dict[str, bool] = {}  # by test: whether it passes without a change
        self.endless: dict[tuple[str, ...], bool] = {}  # likewise: tests that take too long
        self.clock = int(time.time())
        listed = _git("ls-files", "-co", "--exclude-standard", "-z").split("\0")
        for name in filter(None, listed):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        (folder / ".venv").symlink_to(ROOT / ".venv")
        (folder / "quiet.ini").write_text(INI)
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)

    def write(self, file: str, source: bytes) -> None:
        """Each text has a time of its own, so that no compiled file of another one serves."""
        path = self.folder / file
        path.write_bytes(source)
        self.clock += 2
        os.utime(path, (self.clock, self.clock))

    def run(self, tests: list[str], seconds: int) -> tuple[int, str]:
        """The status of pytest, stopped at the first failure; and the test that failed."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no"]
        command += ["-p", "no:cacheprovider", "-p", "no:randomly"]
        command += [f"--deselect={test}" for test, sound in self.sound.items() if not sound]
        tests = [test for test in tests if self.sound.get(test, True)]
        if not tests:
            return 5, "nothing to run"
        quiet = all(test.startswith("tests/engine/") for test in tests)
        env = {**os.environ, "HYPOTHESIS_STORAGE_DIRECTORY": str(self.folder / ".hypothesis")}
        if quiet:
            command += ["-c", "quiet.ini", "--rootdir", "."]
            env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        else:
            command += ["--embedded"]

        def bounds() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            if quiet:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        with subprocess.Popen(
            [*command, *tests],
            cwd=self.folder,
            env=env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=bounds,
        ) as process:
            try:
                said, _ = process.communicate(timeout=20 * seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                return -9, NO_END
        failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
        last = said.strip().splitlines()[-1:] or [""]
        how = failed[0].split(" - ")[0].partition(" ")[2] if failed else last[0]
        return process.returncode, how if process.returncode >= 0 else NO_END

    def noticed(self, tests: list[str], seconds: int, file: str, changed: bytes) -> str:
        """The test among `tests` that fails on `changed` and passes without the change; empty if
        there is none."""
        original = (self.folder / file).read_bytes()
        while True:
            self.write(file, changed)
            try:
                status, how = self.run(tests, seconds)
            finally:
                self.write(file, original)
            if status in (0, 5):
                return ""
            if how == NO_END:
                if tuple(tests) not in self.endless:
                    self.endless[tuple(tests)] = self.run(tests, seconds)[1] == NO_END
                return "" if self.endless[tuple(tests)] else how
            if how not in self.sound:
                self.sound[how] = self.run([how], seconds)[0] == 0
            if self.sound[how]:
                return how


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def candidates(only: list[str]) -> dict[tuple[str, int], list[Change]]:
    """Every change there is, by file and line."""
    found: dict[tuple[str, int], list[Change]] = {}
    for place in CHANGED:
        for path in sorted((ROOT / place).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            if "/migrations/" in file or (only and not file.startswith(tuple(only))):
                continue
            for change in changes(file, path.read_text(encoding="utf-8")):
                found.setdefault((file, change.line), []).append(change)
    return found


def drawn(only: list[str], seed: int) -> Iterator[Change]:
    """Changes in a random order that `seed` repeats: a line first, each with the same chance, then
    one of the changes that it offers."""
    chance = random.Random(seed)
    by_line = candidates(only)
    places = sorted(by_line)
    chance.shuffle(places)
    for place in places:
        yield chance.choice(by_line[place])


def equivalent(change: Change, known: list[dict[str, str]]) -> str:
    """Why no test could notice `change`, if that has been written down."""
    for one in known:
        same = (one["file"], one["old"], one["new"])
        if same == (change.file, " ".join(change.old.split()), " ".join(change.new.split())):
            return one["reason"]
    return ""


class Asked:
    """Which tests to ask about a change: the near ones first."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self.concerned = Concerned(tree)

    @cached_property
    def reached(self) -> Reached:
        return Reached(self.tree)

    def tests(self, change: Change) -> list[list[str]]:
        """Of the rules: the test files that name the module, then all others. Of the site: the
        tests that run the line, a few and then the others."""
        near, others = self.concerned.tests(change.file)
        if change.file.startswith("engine/"):
            return [near, others]
        files = {file: place for place, file in enumerate(near + others)}
        found = [
            test
            for test in self.reached.tests(change.file, change.line)
            if test.partition("::")[0] in files
        ]
        found.sort(key=lambda test: (files[test.partition("::")[0]], test))
        return [found[:FEW], found[FEW:]]


def judged(tree: Tree, asked: Asked, change: Change) -> Verdict:
    """Whether a test notices `change`."""
    began = time.monotonic()
    source = (tree.folder / change.file).read_bytes()
    how = ""
    for tests, seconds in zip(asked.tests(change), (NEAR_SECONDS, tree.limit), strict=True):
        if tests and not how:
            how = tree.noticed(tests, seconds, change.file, change.made(source))
    noticed, spent = bool(how), time.monotonic() - began
    return Verdict(change, noticed, how or "no test noticed", spent)


def main() -> int:
    options = _options()
    known = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    verdicts: list[Verdict] = []
    named = 0
    with tempfile.TemporaryDirectory(prefix="imhotep-mutants-") as folder:
        tree = Tree(Path(folder), options.limit)
        asked = Asked(tree.folder)
        for change in drawn(options.only, options.seed):
            if len(verdicts) == options.count:
                break
            if reason := equivalent(change, known):
                named += 1
                print(f"the same   {change}\n           {reason}", flush=True)
                continue
            verdict = judged(tree, asked, change)
            verdicts.append(verdict)
            word = "noticed " if verdict.noticed else "UNNOTICED"
            print(
                f"{word:10} {change}\n{'':10} {verdict.how} ({verdict.seconds:.0f} s)", flush=True
            )
    return _tell(verdicts, named, options.seed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100, help="how many changes")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="repeats a draw")
    parser.add_argument("--only", nargs="*", default=[], help="files or folders, from the root")
    parser.add_argument(
        "--limit", type=int, default=600, help="processor seconds for all other tests"
    )
    return parser.parse_args()


def _tell(verdicts: list[Verdict], named: int, seed: int) -> int:
    unnoticed = [verdict.change for verdict in verdicts if not verdict.noticed]
    print(f"\n{len(verdicts) - len(unnoticed)} of {len(verdicts)} noticed; seed {seed}")
    for change in unnoticed:
        print(f"  unnoticed: {change}")
    share = 1 - len(unnoticed) / max(1, len(verdicts))
    figures = {"mutants": len(verdicts), "noticed": len(verdicts) - len(unnoticed)}
    print(json.dumps({**figures, "equivalent": named, "seed": seed, "share": round(share, 3)}))
    return int(share < BAR)


if __name__ == "__main__":
    sys.exit(main())
