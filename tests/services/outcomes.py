"""The tests that ran, failed and were left out, over all the phases that `make test` consists of.

A run of pytest appends one line of JSON to the file that `$OUTCOMES` names, and so does each phase
(``tests.services.phase``). A test that one run left out and another ran has run.

    python -m tests.services.outcomes test-results/outcomes.jsonl

prints the summary; its status is 1 if a phase has failed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

VARIABLE = "OUTCOMES"
SLOWEST = 10
"""Tests whose seconds are printed."""


class Outcome(NamedTuple):
    """One run of pytest: names of tests; by reason those of tests that were left out; by name the
    reason of those that failed; by name the seconds of the slowest; by name the first reason of
    those that were tried again."""

    ran: frozenset[str]
    left_out: Mapping[str, list[str]]
    failed: Mapping[str, str] = {}
    seconds: Mapping[str, float] = {}
    retried: Mapping[str, str] = {}


class Phase(NamedTuple):
    """One command of `make test`: how it ended, and how long it took."""

    name: str
    status: int
    seconds: float


def append(path: Path, line: Mapping[str, Any]) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def write(path: Path, outcome: Outcome) -> None:
    append(path, outcome._asdict() | {"ran": sorted(outcome.ran)})


def read(path: Path) -> Iterator[Outcome | Phase]:
    for line in path.read_text("utf-8").splitlines():
        fields = json.loads(line)
        if "name" in fields:
            yield Phase(**fields)
        else:
            yield Outcome(**fields | {"ran": frozenset(fields["ran"])})


def lines(left_out: Mapping[str, Iterable[str]]) -> list[str]:
    """Each reason with its tests, ready to be printed."""
    return [
        f"skipped, {len(names)}: {reason}\n" + "\n".join(f"    {name}" for name in names)
        for reason, tests in sorted(left_out.items())
        if (names := sorted(set(tests)))
    ]


def slowest(seconds: Mapping[str, float], number: int = SLOWEST) -> dict[str, float]:
    """The `number` that took longest, the slowest first."""
    return dict(sorted(seconds.items(), key=lambda pair: -pair[1])[:number])


def summary(outcomes: Iterable[Outcome | Phase]) -> list[str]:
    """The last lines of `make test`: the slowest tests, those that did not run, the phases, and
    last the tests that passed the second time, and those that failed."""
    ran: set[str] = set()
    left_out: dict[str, set[str]] = {}
    failed: dict[str, str] = {}
    retried: dict[str, str] = {}
    seconds: dict[str, float] = {}
    phases: list[Phase] = []
    for outcome in outcomes:
        if isinstance(outcome, Phase):
            phases.append(outcome)
            continue
        ran |= outcome.ran
        failed |= outcome.failed
        retried |= outcome.retried
        for name, spent in outcome.seconds.items():
            seconds[name] = max(spent, seconds.get(name, 0))
        for reason, tests in outcome.left_out.items():
            left_out.setdefault(reason, set()).update(tests)
    return [
        *_slow(slowest(seconds)),
        *_never(ran, left_out),
        *(_phase(phase) for phase in phases),
        *_retried({name: retried[name] for name in retried.keys() - failed.keys()}),
        *_failed(failed, phases),
    ]


def _slow(seconds: Mapping[str, float]) -> Iterator[str]:
    if seconds:
        yield f"The {len(seconds)} slowest tests:"
        yield from (f"{spent:7.1f} s  {name}" for name, spent in seconds.items())


def _never(ran: set[str], left_out: Mapping[str, set[str]]) -> list[str]:
    never = {reason: tests - ran for reason, tests in left_out.items() if tests - ran}
    if not never:
        return [f"In all {len(ran)} tests ran. No test was skipped."]
    number = len(set().union(*never.values()))
    return [f"In all {len(ran)} tests ran, and {number} did not:", *lines(never)]


def _phase(phase: Phase) -> str:
    ended = f"FAILED with status {phase.status}" if phase.status else "passed"
    return f"{phase.seconds:7.0f} s  {phase.name}: {ended}"


def _retried(retried: Mapping[str, str]) -> Iterator[str]:
    if retried:
        yield f"{len(retried)} failed, and passed the second time:"
        yield from (f"    {name}: {reason}" for name, reason in sorted(retried.items()))


def _failed(failed: Mapping[str, str], phases: Iterable[Phase]) -> Iterator[str]:
    wrong = [phase.name for phase in phases if phase.status]
    if failed:
        yield f"{len(failed)} failed:"
        yield from (f"    {name}: {reason}" for name, reason in sorted(failed.items()))
    if wrong:
        yield f"Failed: {', '.join(wrong)}."


def main(path: Path) -> int:
    outcomes = list(read(path))
    print("", *summary(outcomes), sep="\n")
    return int(any(isinstance(outcome, Phase) and outcome.status for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
