"""What became of each fault: kept as lines of JSON, so that a table may come of several runs."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

STORES = {"embedded": "embedded", "postgresql": "PostgreSQL"}
COUNTS = {
    "lost": "lost",
    "doubled": "doubled",
    "wrong": "wrong",
    "late": "timed out",
    "errors": "answered 500",
    "long": "over 30 s",
}
"""What must not be, with its word in the table."""


@dataclass
class Outcome:
    """One fault, caused once. `busy`: answers of 503; `long`: requests over 30 s; `stalled`: those
    of which all but 30 s were spent on a web process that was itself stopped; `recovered`: seconds
    until the next log was judged."""

    store: str
    seed: int
    commit: str
    fault: str
    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    late: int = 0
    errors: int = 0
    busy: int = 0
    long: int = 0
    stalled: int = 0
    recovered: float = 0.0

    @property
    def is_bad(self) -> bool:
        return any(getattr(self, name) for name in COUNTS)


def append_outcome(file: Path, outcome: Outcome) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(asdict(outcome)) + "\n")


def read_outcomes(files: Iterable[Path]) -> list[Outcome]:
    lines = (line for file in files for line in file.read_text("utf-8").splitlines())
    return [Outcome(**json.loads(line)) for line in lines]


def table_of(outcomes: Sequence[Outcome]) -> str:
    """Markdown: a line for each fault, then where it comes from."""
    by_fault: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_fault[outcome.fault].append(outcome)
    heads = ["fault", *(f"{name}: times, recovery, 503" for name in STORES.values()), "went wrong"]
    lines = [f"| {' | '.join(heads)} |", "|---|---|---|---|"]
    for fault, rows in sorted(by_fault.items()):
        cells = [_cell([row for row in rows if row.store == store]) for store in STORES]
        lines.append(f"| {' | '.join([fault, *cells, _wrong(rows)])} |")
    lines.append("")
    for store, name in STORES.items():
        seeds = sorted({(row.seed, row.commit) for row in outcomes if row.store == store})
        if seeds:
            words = ", ".join(f"{seed} ({commit})" for seed, commit in seeds)
            lines.append(f"{name}: seeds {words}.")
    stalled = sum(row.stalled for row in outcomes)
    lines.append(f"Requests over 30 s that asked a process which was itself stopped: {stalled}.")
    return "\n".join(lines)


def _cell(rows: list[Outcome]) -> str:
    if not rows:
        return "–"
    longest = max(row.recovered for row in rows)
    return f"{len(rows)}, {longest:.0f} s, {sum(row.busy for row in rows)}"


def _wrong(rows: list[Outcome]) -> str:
    sums = {word: sum(getattr(row, name) for row in rows) for name, word in COUNTS.items()}
    return ", ".join(f"{number} {word}" for word, number in sums.items() if number) or "nothing"
