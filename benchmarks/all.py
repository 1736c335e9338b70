"""Runs the benchmarks that take minutes, and writes their figures into ``benchmarks/README.md``.

    make bench BENCH=all

One after another. ``ARGS="pipeline audit"``: only these. With a server that
``TEST_DATABASE_URL`` names and that ``python -m benchmarks.searches --games 1000000`` has filled,
those over its games run too. A row of the table is found by its command and first column; the
others keep their rows: those that take longer, or whose figures come from several runs.

A machine is quiet if before a run at most a tenth of its processors' time was used.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

README: Final = Path(__file__).with_name("README.md")
LONGEST: Final = 1_500
"""Seconds for one benchmark."""
MILLION: Final = 1_000_000
QUIET: Final = 0.1

Figures = Any
"""The JSON of a last line."""


class Cell(NamedTuple):
    """A figure as the table has it."""

    text: str
    is_met: bool

    def __str__(self) -> str:
        return self.text if self.is_met else f"**{self.text}**"


class Row(NamedTuple):
    """`what`: the first column."""

    what: str
    cell: Callable[[Figures], Cell]


def at_most(name: str, bar: float, form: str) -> Callable[[Figures], Cell]:
    return lambda figures: Cell(form.format(**figures), figures[name] <= bar)


def at_least(name: str, bar: float, form: str) -> Callable[[Figures], Cell]:
    return lambda figures: Cell(form.format(**figures), figures[name] >= bar)


def ratios(kind: str, source_bar: float, compiled_bar: float) -> Callable[[Figures], Cell]:
    """Of the engine and python-chess, as source and compiled."""

    def cell(figures: Figures) -> Cell:
        source, compiled = figures[f"{kind}_ratio"], figures[f"compiled_{kind}_ratio"]
        met = source >= source_bar and compiled >= compiled_bar
        return Cell(f"{source}; C {compiled}", met)

    return cell


def searches(figures: Figures) -> Cell:
    p99, stopped, games = figures["p99_ms"], figures["stopped"], figures["games"]
    plies = min(figures["plies_a_second"])
    text = f"{p99} ms, p95 {figures['p95_ms']} ms; {stopped} of {figures['queries']}"
    text += f" ({games:,} games, {plies:,} plies/s)"
    scaled = p99 * plies / figures["bar_plies_a_second"]
    return Cell(text, not stopped and scaled <= figures["bar_ms"])


def pages(figures: Figures) -> Cell:
    bar = figures["bar_ms"] * figures["bar_plies_a_second"] / min(figures["plies_a_second"])
    medians = sorted(figures["medians_ms"].items(), key=lambda row: row[1])
    late = [f"{name} {ms}" for name, ms in medians if ms > bar]
    text = f"{medians[0][1]} to {medians[-1][1]} ms"
    return Cell("; ".join([text, *late]), not late)


RUNS: Final[dict[str, tuple[Row, ...]]] = {
    "hosts": (
        Row(
            "hosts that die: acknowledged, and lost or doubled",
            at_most("wrong", 0, "{wrong} of {acknowledged:,}, with 100 players"),
        ),
    ),
    "replay --compiled": (
        Row("replay of base games", ratios("base", 4, 10)),
        Row("replay of the heaviest mix", ratios("mixed", 2, 6)),
        Row(
            "judging a base game, whole",
            at_most(
                "compiled_base_whole_us",
                450,
                "{compiled_base_whole_us} µs (rules {compiled_base_rules_us}, and events "
                "{compiled_base_events_us}, and digest {compiled_base_digest_us}, and facts "
                "{compiled_base_facts_us})",
            ),
        ),
    ),
    "pipeline": (
        Row(
            "one game, upload to rated",
            at_most("single_p95_ms", 2_000, "{single_p50_ms} ms p50, {single_p95_ms} ms p95"),
        ),
        Row(
            "import",
            lambda figures: Cell(
                "{import_over_copy} times; {games_per_second} games a second".format(**figures),
                figures["import_over_copy"] <= figures["bar"],
            ),
        ),
    ),
    "audit": (Row("audit of a dump", at_least("whole", 1_000, "{whole:,.0f}")),),
    "impact": (
        Row(
            "impact of a new engine",
            at_least("games a second, none differs", 1_500, "{games a second, none differs:,}"),
        ),
    ),
    "play --every 7": (
        Row(
            "move to seen, 200 tables, one every 7 s",
            lambda figures: Cell(
                f"{figures['p50_over_echo']} times; {figures['site']['p95_ms']} ms",
                figures["p50_over_echo"] <= 20 and figures["site"]["p95_ms"] <= 1_000,
            ),
        ),
    ),
    "siege --games 3000 --seconds 12": (
        Row(
            "a page under siege, p95",
            at_most("page_p95_over_quiet", 5, "{page_p95_over_quiet} at worst"),
        ),
    ),
    "every_address --seconds 1": (
        Row(
            "each address under load, median",
            lambda figures: Cell(f"{figures['p50_over_idle']}", figures["is_met"]),
        ),
    ),
    "replay_page --recording": (
        Row("recording of the heaviest game", at_most("recorded", 60, "{recorded}")),
    ),
    "recording": (
        Row(
            "tap to frame in the recorder",
            lambda figures: Cell(
                f"{figures['measured'][0]['drawn']:.0f} ms; {figures['measured'][0]['taps']:.2f}",
                figures["drawn_over_bar"] <= 1 and figures["taps_over_bar"] <= 1,
            ),
        ),
    ),
    "recorder_start": (
        Row(
            "first start of the recorder; again",
            lambda figures: Cell(
                "{first:.0f} ms; {again:.0f} ms".format(**figures["measured"][0]),
                figures["first_over_bar"] <= 1 and figures["again_over_bar"] <= 1,
            ),
        ),
    ),
    "replay_page": (
        Row(
            "step of a replay, processor slowed 4 times",
            lambda figures: Cell(
                f"{figures['slowest_over_bar'] * figures['bar_ms']:.1f} ms at worst",
                figures["slowest_over_bar"] <= 1,
            ),
        ),
    ),
    "small_host": (
        Row(
            "embedded site at rest: share of a core; memory",
            lambda figures: Cell(
                f"{figures['idle_share']:.1%}; {figures['idle_pss_mb']} MB",
                figures["idle_share"] <= 0.01 and figures["idle_pss_mb"] <= 350,
            ),
        ),
        Row(
            "20 people on a host of 1 GB: answers, p50 and p95; most memory",
            lambda figures: Cell(
                f"{figures['p50_ms']} and {figures['p95_ms']} ms; {figures['peak_mb']} MB",
                figures["alive"] and not figures["killed"] and not figures["faults"],
            ),
        ),
    ),
    "searches --games 1000000": (
        Row("searches drawn from the whole grammar, p99; stopped", searches),
    ),
    "pages --games 1000000": (Row("pages of a million games, median", pages),),
}


def used_share() -> float:
    """Of the processors' time in two seconds, from 0 to 1."""

    def times() -> tuple[int, int]:
        with open("/proc/stat", encoding="ascii") as file:
            numbers = [int(word) for word in file.readline().split()[1:]]
        return sum(numbers), numbers[3] + numbers[4]

    total, idle = times()
    time.sleep(2)
    later, idle_later = times()
    return 1 - (idle_later - idle) / max(1, later - total)


def measure(command: str, environment: dict[str, str]) -> Figures:
    """Its last line, read; `environment` is added to that of this process.

    Raises ``SystemExit`` with all that it printed if there is none.
    """
    words = [sys.executable, "-m", *f"benchmarks.{command}".split()]
    run = subprocess.run(
        words,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    try:
        return json.loads(run.stdout.strip().rpartition("\n")[2])
    except ValueError:
        raise SystemExit(f"{command} ended with {run.returncode}:\n{run.stdout}") from None


def write_row(lines: list[str], row: Row, command: str, cells: tuple[str, str, str]) -> None:
    """Change figure, machine and date of the row, in place. Raises ``LookupError`` without it."""
    for number, line in enumerate(lines):
        columns = [column.strip() for column in line.strip("|").split("|")]
        if columns[0] == row.what and columns[-1] == f"`{command}`":
            columns[3:6] = cells
            lines[number] = f"| {' | '.join(columns)} |"
            return
    raise LookupError(f"the table has no row “{row.what}” by `{command}`")


def machine() -> str:
    """As the table says it, of this moment."""
    share = used_share()
    quiet = "quiet" if share <= QUIET else f"busy ({share:.0%})"
    os.environ["IMHOTEP_ENGINE"] = ""
    from engine import COMPILED

    return f"{quiet}, C" if COMPILED else quiet


def chosen(names: list[str], *, has_million: bool) -> list[str]:
    """Commands of these benchmarks, or of all."""
    commands = [command for command in RUNS if not names or command.split()[0] in names]
    left_out = [command for command in commands if str(MILLION) in command and not has_million]
    for command in left_out:
        print(f"{command}: left out, TEST_DATABASE_URL names no server", flush=True)
    return [command for command in commands if command not in left_out]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.all", description=__doc__)
    parser.add_argument("names", nargs="*", help="only these")
    names = parser.parse_args().names
    filled = os.environ.pop("TEST_DATABASE_URL", "")
    for command in chosen(names, has_million=bool(filled)):
        state, began = machine(), time.monotonic()
        server = {"TEST_DATABASE_URL": filled} if str(MILLION) in command else {}
        figures = measure(command, server)
        lines = README.read_text("utf-8").splitlines()
        for row in RUNS[command]:
            cell = row.cell(figures)
            write_row(lines, row, command, (str(cell), state, f"{datetime.now(UTC):%Y-%m-%d}"))
            print(f"{row.what}: {cell} [{time.monotonic() - began:.0f} s]", flush=True)
        README.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
