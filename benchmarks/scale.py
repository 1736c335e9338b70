"""Costs of a site of many games: filling, fold, statistics, dump, audit, impact; seconds, and peak
memory.

``python -m benchmarks.scale --games 10000``, then with 100,000 and 1,000,000: the growth is what is
looked for. The games are those of ``benchmarks.league``: a thousand are real, the others copies
under other names and days. So audit and impact judge as many logs as there are games,
by the same rules as elsewhere, and find a difference in each copy, for its id is made up. The last
line is JSON. Each step is a process of its own, and one of the steps at a time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from benchmarks.servers import private_servers

PLAYERS: Final = 5_000
FOLDER: Final = "SCALE_FOLDER"


def fill(games: int) -> int:
    from benchmarks.league import fill

    fill(games, PLAYERS, rated=False)
    return games


def fold(_games: int) -> int:
    """Every rating from nothing, in the order of play."""
    from ratings.services import rebuild_ledger

    return rebuild_ledger().games


def tally(_games: int) -> int:
    """Statistics from nothing."""
    from insights.stats.services.tally import tally

    return tally(24 * 3600)


def dump(_games: int) -> int:
    from archive.dumps.services.publish import dump

    return sum(file.bytes for file in dump(Path(os.environ[FOLDER]) / "dump"))


def audit(_games: int) -> int:
    """By as many processes as there are cores; without Django, as everybody runs it."""
    from audit.runner import Audit

    run = Audit(Path(os.environ[FOLDER]) / "dump", os.cpu_count() or 1)
    for _difference in run.differences():
        pass
    return run.games


def impact(games: int) -> int:
    """The engine at hand beside what is on record; by one worker."""
    from archive.releases.services.impact import begin_impact
    from archive.releases.services.working import work_on_impacts

    begin_impact(None)
    done = 0
    while done < games and (step := work_on_impacts(60.0)):
        done += step
    return done


STEPS: Final[dict[str, Callable[[int], int]]] = {
    "fill": fill,
    "fold": fold,
    "tally": tally,
    "dump": dump,
    "audit": audit,
    "impact": impact,
}


def measured(step: str, games: int) -> dict[str, float]:
    """The step in a process of its own."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "benchmarks.scale", "--games", str(games), "--only", step]
    child = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    seconds = time.perf_counter() - began
    if child.returncode:
        raise SystemExit(f"{step} ended with {child.returncode}")
    done, peak = map(int, child.stdout.split()[-2:])
    return {"seconds": round(seconds, 1), "peak_mb": peak, "done": done}


def peak_mb() -> int:
    """The most that this process has had in memory."""
    with open("/proc/self/status") as file:
        line = next(line for line in file if line.startswith("VmHWM"))
    return int(line.split()[1]) // 1000


def run(games: int, steps: list[str]) -> Iterator[tuple[str, dict[str, float]]]:
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    connection.close()
    for step in steps:
        figures = measured(step, games)
        rate = f"{1000 * figures['seconds'] / games:10.2f}"
        print(
            f"{step:8}{figures['seconds']:10.1f}{rate}{figures['peak_mb']:10}{figures['done']:14,}"
        )
        yield step, figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=list(STEPS))
    parser.add_argument("--only", choices=STEPS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        import django

        django.setup()
        print(STEPS[options.only](options.games), peak_mb())
        return
    with private_servers(), tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER] = folder
        print(f"load {os.getloadavg()[0]:.1f} at the beginning")
        print(f"{'step':8}{'s':>10}{'ms a game':>10}{'peak MB':>10}{'done':>14}")
        figures = dict(run(options.games, options.steps))
    print(json.dumps({"games": options.games, "load": os.getloadavg()[0], "steps": figures}))


if __name__ == "__main__":
    main()
