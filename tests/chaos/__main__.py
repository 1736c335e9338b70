"""``python -m tests.chaos --store embedded --rounds 3 --seed 7``; see ``docs/operations.md``."""

from __future__ import annotations

import argparse
import logging
import random
import re
import secrets
import subprocess
import sys
import time
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.chaos.faults import Fault
    from tests.chaos.load import Load
    from tests.chaos.site import Site

STORES = ("embedded", "postgresql")


@dataclass
class Row:
    """What became of a fault, over its rounds. `recovered`: seconds after it, the longest."""

    times: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    late: int = 0
    errors: int = 0
    busy: int = 0
    long: int = 0
    recovered: float = 0.0
    sentences: list[str] = field(default_factory=list)

    @property
    def is_bad(self) -> bool:
        return bool(self.lost or self.doubled or self.wrong or self.late or self.errors)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--store", choices=[*STORES, "both"], default="both")
    parser.add_argument("--rounds", type=int, default=1, help="how often each fault is caused")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--only", default="", help="faults whose name matches this")
    options = parser.parse_args()
    if options.store == "both":  # a process each: Django has one database
        arguments = ["--rounds", str(options.rounds), "--seed", str(options.seed)]
        arguments += ["--only", options.only]
        return max(
            subprocess.run(
                [sys.executable, "-m", "tests.chaos", "--store", store, *arguments]
            ).returncode
            for store in STORES
        )
    return break_site(options.store, options.rounds, options.seed, options.only)


def break_site(store: str, rounds: int, seed: int, only: str) -> int:
    from tests.chaos.site import Site

    print(f"{store}, seed {seed}", flush=True)
    site = Site(embedded=store == "embedded")
    import django
    from django.conf import settings

    django.setup()
    logging.disable(logging.WARNING)
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    from tests.chaos.check import run_own_checks, wait_until_done
    from tests.chaos.faults import faults_of
    from tests.chaos.load import Load

    chance = random.Random(seed)
    faults = [
        fault for fault in faults_of(embedded=site.embedded) if re.search(only, fault.name)
    ] * rounds
    chance.shuffle(faults)
    rows: dict[str, Row] = {}
    load = Load(site.address, seed)
    try:
        for fault in faults:
            time.sleep(chance.uniform(1, 8))
            row = rows.setdefault(fault.name, Row())
            suffer(fault, site, load, row)
            print(f"  {fault.name}: {row}", flush=True)
        load.end()
        refusals = [] if wait_until_done() else ["logs or games wait for ever"]
        refusals += run_own_checks(site)
    finally:
        load.over.set()
        site.end()
    print(table_of(rows))
    for sentence in (*refusals, *(text for row in rows.values() for text in row.sentences)):
        print(f"* {sentence}")
    return int(bool(refusals) or any(row.is_bad for row in rows.values()))


def suffer(fault: Fault, site: Site, load: Load, row: Row) -> None:
    """One fault, and what is found after it."""
    from tests.chaos.check import check, wait_until_done
    from tests.chaos.witness import Witness, recover

    noted = load.noted
    answers, long, errors = noted.answers.copy(), noted.long, len(noted.errors)
    witness = Witness(load, fault.clock)
    fault.cause(site)
    row.times += 1
    late = witness.move()
    row.recovered = max(row.recovered, recover(load))
    load.pause()
    done = wait_until_done()
    findings = check(noted)
    load.go_on()
    row.lost += len(findings.lost)
    row.doubled += len(findings.doubled)
    row.wrong += len(findings.wrong) + (not done)
    row.late += len(findings.late) + bool(late)
    row.errors += len(noted.errors) - errors
    row.busy += noted.answers[503] - answers[503]
    row.long += noted.long - long
    sentences = [*chain.from_iterable(findings), *noted.errors[errors:]]
    row.sentences += [f"{fault.name}: {text}" for text in [*sentences, *filter(None, [late])]]


def table_of(rows: dict[str, Row]) -> str:
    """Markdown."""
    lines = ["| fault | times | lost | doubled | wrong | timed out | 500 | 503 | over 30 s | s |"]
    lines += ["|---|---|---|---|---|---|---|---|---|---|"]
    for name, row in sorted(rows.items()):
        numbers = (row.times, row.lost, row.doubled, row.wrong, row.late, row.errors)
        cells = [*map(str, (*numbers, row.busy, row.long)), f"{row.recovered:.0f}"]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
