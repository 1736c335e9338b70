"""Change random lines in a copy of the tree, one at a time, and see whether a test notices.

    python -m tests.mutation --count 100 --seed 7 --only engine/sites

    python -m tests.mutation --at engine/flow.py:95 ratings/graph.py:77

The checkout itself is never touched. The last line is JSON; in it, `endless` are those of the
noticed that make tests run without end. The status is 1 if fewer than the bar were noticed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutation.changes import Change, changes
from tests.mutation.concerned import Concerned
from tests.mutation.reached import Reached
from tests.mutation.tree import Tree

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = ROOT / ".mutants_cache"
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")
CHANGED: Final = (
    *(
        "engine",
        "ratings",
        "events/seating",
        "games/accounts",
        "games/duplicates",
        "games/editions",
        "games/intake",
    ),
    *("games/moderation", "games/notifications", "games/standing"),
)
BAR: Final = 0.95
NEAR_SECONDS: Final = 120
"""Of a processor, for the tests that name a module: a change that makes them endless is noticed."""
FEW: Final = 40
"""Of the tests that run a line, so many are asked first."""


class Verdict(NamedTuple):
    """What became of a change: whether a test noticed, and which, or why it counts so."""

    change: Change
    noticed: bool
    how: str
    seconds: float
    endless: bool = False


def candidates(only: list[str]) -> dict[tuple[str, int], list[Change]]:
    """Every change there is, by file and line."""
    changes_by_line: dict[tuple[str, int], list[Change]] = {}
    for place in CHANGED:
        for path in sorted((ROOT / place).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            if "/migrations/" in file or (only and not file.startswith(tuple(only))):
                continue
            for change in changes(file, path.read_text(encoding="utf-8")):
                changes_by_line.setdefault((file, change.line), []).append(change)
    return changes_by_line


def sample_changes(only: list[str], seed: int) -> Iterator[Change]:
    """Changes in a random order that `seed` repeats: a line first, each with the same chance, then
    one of the changes that it offers."""
    chance = random.Random(seed)
    by_line = candidates(only)
    places = sorted(by_line)
    chance.shuffle(places)
    for place in places:
        yield chance.choice(by_line[place])


def equivalent(change: Change, equivalents: list[dict[str, str]]) -> str:
    """Why no test could notice `change`, if that has been written down."""
    line = (ROOT / change.file).read_text(encoding="utf-8").splitlines()[change.line - 1].strip()
    old, new = " ".join(change.old.split()), " ".join(change.new.split())
    for row in equivalents:
        if (row["file"], row["line"], row["old"], row["new"]) == (change.file, line, old, new):
            return row["reason"]
    return ""


def named(places: list[str]) -> Iterator[Change]:
    """Every change of the lines `places`, which are like ``engine/flow.py:95``."""
    by_line = candidates([place.partition(":")[0] for place in places])
    for place in places:
        file, _, line = place.partition(":")
        yield from by_line.get((file, int(line)), ())


class ConcernedTests:
    """Which tests to ask about a change: the near ones first."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.concerned = Concerned(tree.folder)

    @cached_property
    def reached(self) -> Reached:
        return Reached(self.tree.folder, self.tree.files, KEPT)

    def tests(self, change: Change) -> list[list[str]]:
        """Of the rules: the test files that name the module, then all others. Of the site: the
        tests that run the line, a few and then the others."""
        near, distant = self.concerned.tests(change.file)
        if change.file.startswith("engine/"):
            return [near, distant]
        files = {file: place for place, file in enumerate(near + distant)}
        tests = [
            test
            for test in self.reached.tests(change.file, change.line)
            if test.partition("::")[0] in files
        ]
        tests.sort(key=lambda test: (files[test.partition("::")[0]], test))
        first_tests, later_tests = tests[:FEW], tests[FEW:]
        return [first_tests, later_tests + sorted(self.reached.changed & files.keys())]

    def on_servers(self, change: Change) -> list[str]:
        """The test files of the site that have tests for PostgreSQL alone, which the others, on
        SQLite, leave out: who holds which lock is seen by them only."""
        if change.file.startswith("engine/"):
            return []
        near, distant = self.concerned.tests(change.file)
        files = [self.tree.folder / name for name in near + distant]
        return [
            file.relative_to(self.tree.folder).as_posix()
            for file in files
            if "mark.postgres" in file.read_text(encoding="utf-8")
        ]


def judge_change(tree: Tree, concerned: ConcernedTests, change: Change, limit: int) -> Verdict:
    """Whether a test notices `change`."""
    began = time.monotonic()
    changed = change.made((tree.folder / change.file).read_bytes())
    groups = concerned.tests(change)
    how = "no test noticed" if any(groups) else "no test runs it"
    for tests, seconds in zip(groups, (NEAR_SECONDS, limit), strict=True):
        if run := tree.noticed(tests, seconds, change.file, changed):
            return Verdict(change, True, run.how, time.monotonic() - began, run.endless)
    tests = concerned.on_servers(change)
    if tests and (run := tree.noticed(tests, limit, change.file, changed, servers=True)):
        return Verdict(change, True, run.how, time.monotonic() - began, run.endless)
    return Verdict(change, False, how, time.monotonic() - began)


def main() -> int:
    options = _options()
    equivalents = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    verdicts: list[Verdict] = []
    equal = 0
    with tempfile.TemporaryDirectory(prefix="imhotep-mutants-") as folder:
        tree = Tree(ROOT, Path(folder))
        test_plan = ConcernedTests(tree)
        draw = named(options.at) if options.at else sample_changes(options.only, options.seed)
        for change in islice(draw, options.skip, None):
            if len(verdicts) == options.count:
                break
            if reason := equivalent(change, equivalents):
                equal += 1
                print(f"the same   {change}\n           {reason}", flush=True)
                continue
            verdict = judge_change(tree, test_plan, change, options.limit)
            verdicts.append(verdict)
            word = "noticed " if verdict.noticed else "UNNOTICED"
            print(
                f"{word:10} {change}\n{'':10} {verdict.how} ({verdict.seconds:.0f} s)", flush=True
            )
    return _tell(verdicts, equal, options.seed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100, help="how many changes")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="repeats a draw")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many: go on with a draw")
    parser.add_argument("--only", nargs="*", default=[], help="files or folders, from the root")
    parser.add_argument("--at", nargs="*", default=[], help="every change of FILE:LINE instead")
    parser.add_argument(
        "--limit", type=int, default=600, help="processor seconds for all other tests"
    )
    return parser.parse_args()


def _tell(verdicts: list[Verdict], unchanged: int, seed: int) -> int:
    unnoticed = [verdict.change for verdict in verdicts if not verdict.noticed]
    print()
    for package in sorted({verdict.change.file.partition("/")[0] for verdict in verdicts}):
        of_it = [
            verdict_of_change.noticed
            for verdict_of_change in verdicts
            if verdict_of_change.change.file.startswith(f"{package}/")
        ]
        print(f"{package}: {sum(of_it)} of {len(of_it)}")
    print(f"{len(verdicts) - len(unnoticed)} of {len(verdicts)} noticed; seed {seed}")
    for change in unnoticed:
        print(f"  unnoticed: {change}")
    share = 1 - len(unnoticed) / max(1, len(verdicts))
    figures = {"mutants": len(verdicts), "noticed": len(verdicts) - len(unnoticed)}
    figures |= {
        "endless": sum(verdict_of_change.endless for verdict_of_change in verdicts),
        "equivalent": unchanged,
        "seed": seed,
    }
    print(json.dumps({**figures, "share": round(share, 3)}))
    return int(share < BAR)


if __name__ == "__main__":
    sys.exit(main())
