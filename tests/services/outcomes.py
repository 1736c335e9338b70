"""What ran and what did not, over all the runs that `make test` consists of.

A run appends one line of JSON to the file that `$OUTCOMES` names: the tests that ran, and those
that did not, by the reason. A test that one run left out and another ran has run.

    python -m tests.services.outcomes test-results/outcomes.jsonl
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

VARIABLE = "OUTCOMES"


class Outcome(NamedTuple):
    """One run: names of tests, and by reason those of tests that were left out."""

    ran: frozenset[str]
    left_out: Mapping[str, list[str]]


def write(path: Path, outcome: Outcome) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"ran": sorted(outcome.ran), "left out": outcome.left_out}) + "\n")


def read(path: Path) -> Iterator[Outcome]:
    for line in path.read_text("utf-8").splitlines():
        found = json.loads(line)
        yield Outcome(frozenset(found["ran"]), found["left out"])


def lines(left_out: Mapping[str, Iterable[str]]) -> list[str]:
    """Each reason with its tests, ready to be printed."""
    return [
        f"skipped, {len(names)}: {reason}\n" + "\n".join(f"    {name}" for name in names)
        for reason, tests in sorted(left_out.items())
        if (names := sorted(set(tests)))
    ]


def summary(runs: Iterable[Outcome]) -> list[str]:
    """What is said at the end of all runs."""
    ran: set[str] = set()
    left_out: dict[str, set[str]] = {}
    for run in runs:
        ran |= run.ran
        for reason, tests in run.left_out.items():
            left_out.setdefault(reason, set()).update(tests)
    never = {reason: tests - ran for reason, tests in left_out.items() if tests - ran}
    if not never:
        return [f"In all {len(ran)} tests ran. No test was skipped."]
    number = len(set().union(*never.values()))
    return [f"In all {len(ran)} tests ran, and {number} did not:", *lines(never)]


if __name__ == "__main__":
    print("\n".join(summary(read(Path(sys.argv[1])))))
