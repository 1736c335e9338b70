"""The site of ``make run`` on a host of 1 GB: idle, and while twenty people play.

    python -m benchmarks.small_host

It starts the embedded site on an empty folder, in a memory cgroup of 1 GB where that is allowed,
and waits until it has filled itself and is at rest. Printed are the processor time of all its
processes over ten minutes, their memory (Pss), then the times of answers while seven tables are
played at, and the most memory that the group had. The last line is JSON.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks.play import children_of, cpu_of

LIMIT: Final = 2**30
GROUPS: Final = Path("/sys/fs/cgroup/memory")
PEOPLE: Final = 20
TABLES: Final = 7
PAUSE: Final = 4.0
"""Seconds for which a player thinks."""
AT_REST: Final = 0.03
"""Of a core."""


@contextlib.contextmanager
def memory_group() -> Iterator[Path | None]:
    """Processes that start within belong to a group with ``LIMIT``; None: that is not allowed."""
    group, own = GROUPS / f"imhotep-{os.getpid()}", str(os.getpid())
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(LIMIT))
        (group / "cgroup.procs").write_text(own)
    except OSError:
        print("this process may not limit memory: nothing is limited")
        yield None
        return
    try:
        yield group
    finally:
        (GROUPS / "cgroup.procs").write_text(own)


def pss_mb(pid: int) -> float:
    """Of a process and its children; one that ended meanwhile has none."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return kilobytes / 1024 + sum(map(pss_mb, children_of(pid)))
    except (FileNotFoundError, ProcessLookupError, StopIteration):
        return 0.0


def share_of_a_core(pid: int, seconds: float) -> float:
    before, began = cpu_of(pid), time.monotonic()
    time.sleep(seconds)
    return (cpu_of(pid) - before) / (time.monotonic() - began)


def start(data: Path, port: int) -> Any:
    from tests.services.ending import Child
    from tests.services.processes import ROOT, answers, wait_until

    words = [sys.executable, "manage.py", "serve", "--port", str(port)]
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    environment |= {"IMHOTEP_DATA": str(data)}
    site = Child(words, data / "serve.txt", environment=environment, folder=ROOT)
    wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"), site, seconds=400)
    return site


def play(port: int, seconds: float) -> tuple[list[float], int, int]:
    """Milliseconds of answers, moves, and answers that were the server's fault."""
    from games.accounts.tokens import make_token
    from tests.chaos import load
    from tests.pipeline.players import Client, Company

    waited: list[float] = []
    faults = []

    class TimedClient(Client):
        def _once(self, method: str, path: str, data: str | None) -> tuple[int, Any]:
            began = time.perf_counter()
            status, answer = super()._once(method, path, data)
            waited.append(1000 * (time.perf_counter() - began))
            faults.extend([status] * (status >= 500))
            return status, answer

    handles = [f"person-{number}" for number in range(PEOPLE)]
    tokens = {
        handle: make_token(load.make(handle), "benchmark", load.SCOPES)[1] for handle in handles
    }
    over = time.monotonic() + seconds
    moves = []

    class ThinkingCompany(Company):
        def _go_on(self, played: Any, state: dict[str, Any], chance: random.Random) -> Any:
            if time.monotonic() > over:
                moves.append(len(played.accepted))
                raise StopIteration
            time.sleep(PAUSE)
            return super()._go_on(played, state, chance)

    address = [("127.0.0.1", port)]
    company = ThinkingCompany({name: TimedClient(address, token) for name, token in tokens.items()})

    def sit(number: int) -> None:
        with contextlib.suppress(StopIteration):
            while True:
                moves.append(len(company.play(number).accepted))

    threads = [threading.Thread(target=sit, args=[number]) for number in range(TABLES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    company.close()
    return waited, sum(moves), len(faults)


def run(minutes: float, seconds: float) -> dict[str, Any]:
    from tests.services.processes import free_port

    figures: dict[str, Any] = {}
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="small-") as folder:
        data = Path(folder) / "data"
        data.mkdir()
        with memory_group() as group:
            site = start(data, port)
        while share_of_a_core(site.pid, 20) > AT_REST:
            pass
        figures["idle_share"] = round(share_of_a_core(site.pid, 60 * minutes), 4)
        figures["idle_pss_mb"] = round(pss_mb(site.pid))
        print(f"idle: {figures['idle_share']:.2%} of a core, {figures['idle_pss_mb']} MB")
        os.environ |= {"IMHOTEP_DATA": str(data), "DJANGO_SETTINGS_MODULE": "imhotep_site.settings"}
        import django
        from django.conf import settings

        django.setup()
        settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
        waited, moves, faults = play(port, seconds)
        cuts = statistics.quantiles(waited, n=20)
        figures |= {"answers": len(waited), "moves": moves, "faults": faults}
        figures |= {"p50_ms": round(cuts[9], 1), "p95_ms": round(cuts[18], 1)}
        figures["busy_pss_mb"] = round(pss_mb(site.pid))
        print(f"{PEOPLE} people: {moves} moves, p50 {cuts[9]:.0f} ms, p95 {cuts[18]:.0f} ms")
        if group is not None:
            peak = int((group / "memory.max_usage_in_bytes").read_text())
            killed = (group / "memory.oom_control").read_text().split()[-1]
            figures |= {"peak_mb": round(peak / 2**20), "killed": int(killed)}
            print(f"the group had {peak / 2**20:.0f} MB at most; killed for memory: {killed}")
        figures["alive"] = site.alive
        site.stop(60)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.small_host", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="of rest")
    parser.add_argument("--seconds", type=float, default=120, help="of play")
    options = parser.parse_args()
    print(json.dumps(run(options.minutes, options.seconds)))


if __name__ == "__main__":
    main()
