"""How fast a dump is audited: ``python -m benchmarks.audit``.

One process works out games, ratings and lists of a dump of dealt games, with digests and without,
next to the bare engine on the same logs; they take turns. Seconds are those of the processor, with
``--jobs`` those of the clock. The last line is JSON.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from audit.runner import Audit
from benchmarks import dumped
from engine import COMPILED, read_log, verify


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audit", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    with TemporaryDirectory() as home:
        folder = Path(home) / "dump"
        lines = dumped.lines_of(dumped.games(options.games, 200))
        dumped.rate(lines)
        dumped.write(folder, lines)
        logs = [game["log"].encode() for game in lines["games"]]
        del lines
        gc.collect()
        gc.freeze()  # the command has nothing else in memory
        rounds = [measured(folder, logs, options.jobs) for _ in range(options.rounds)]
    rates = {
        name: round(median(rates_of_round[name] for rates_of_round in rounds), 1)
        for name in rounds[0]
    }
    ratios = {f"{name} / bare": rates[name] / rates["bare"] for name in ("whole", "quick")}
    for name, rate in rates.items():
        print(f"{name:6} {rate:8.1f} games/s")
    print(
        json.dumps(
            {
                "games": options.games,
                "jobs": options.jobs,
                "compiled": COMPILED,
                **rates,
                **{name: round(ratio, 3) for name, ratio in ratios.items()},
                "load": round(os.getloadavg()[0], 2),
            }
        )
    )


def measured(folder: Path, logs: list[bytes], jobs: int) -> dict[str, float]:
    """Games a second: of the whole audit, of a quick one, of the bare engine."""
    clock = time.process_time if jobs == 1 else time.perf_counter
    speeds = {}
    for name, quick in (("whole", False), ("quick", True)):
        audit = Audit(folder, jobs, quick)
        begun = clock()
        differences = list(map(str, audit.differences()))
        speeds[name] = len(logs) / (clock() - begun)
        assert not differences, differences[:3]
        assert audit.games == len(logs)
    begun = clock()
    for log in logs:
        verify(read_log(log))
    speeds["bare"] = len(logs) / (clock() - begun)
    return speeds


if __name__ == "__main__":
    main()
