"""How fast a dump is audited: ``python -m benchmarks.audit``.

One process works out games, ratings and lists of a dump of dealt games, with digests and without,
beside the bare engine on the same logs; they take turns. Seconds are those of the processor, with
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
    asked = parser.parse_args()
    with TemporaryDirectory() as home:
        folder = Path(home) / "dump"
        found = dumped.lines_of(dumped.games(asked.games, 200))
        dumped.rate(found)
        dumped.write(folder, found)
        logs = [game["log"].encode() for game in found["games"]]
        del found
        gc.collect()
        gc.freeze()  # the command has nothing else in memory
        rounds = [measured(folder, logs, asked.jobs) for _ in range(asked.rounds)]
    rates = {name: round(median(one[name] for one in rounds), 1) for name in rounds[0]}
    ratios = {f"{name} / bare": rates[name] / rates["bare"] for name in ("whole", "quick")}
    for name, rate in rates.items():
        print(f"{name:6} {rate:8.1f} games/s")
    print(
        json.dumps(
            {
                "games": asked.games,
                "jobs": asked.jobs,
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
    found = {}
    for name, quick in (("whole", False), ("quick", True)):
        audit = Audit(folder, jobs, quick)
        begun = clock()
        differences = list(map(str, audit.differences()))
        found[name] = len(logs) / (clock() - begun)
        assert not differences, differences[:3]
        assert audit.games == len(logs)
    begun = clock()
    for log in logs:
        verify(read_log(log))
    found["bare"] = len(logs) / (clock() - begun)
    return found


if __name__ == "__main__":
    main()
