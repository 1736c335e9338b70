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
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tests.chaos.results import STORES, Outcome, append_outcome, read_outcomes, table_of
from tests.services.processes import ROOT

if TYPE_CHECKING:
    from tests.chaos.faults import Fault
    from tests.chaos.load import Load
    from tests.chaos.site import Site


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--store", choices=[*STORES, "both"], default="both")
    parser.add_argument("--rounds", type=int, default=1, help="how often each fault is caused")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--only", default="", help="faults whose name matches this")
    parser.add_argument(
        "--results", type=Path, help="a file to which outcomes are appended; those in it count"
    )
    parser.add_argument(
        "--table", type=Path, nargs="+", help="break nothing: print the table of these results"
    )
    options = parser.parse_args()
    if options.table:
        print(table_of(read_outcomes(options.table)))
        return 0
    if options.store == "both":  # a process each: Django has one database
        arguments = ["--rounds", str(options.rounds), "--seed", str(options.seed)]
        arguments += ["--only", options.only]
        arguments += ["--results", str(options.results)] if options.results else []
        return max(
            subprocess.run(
                [sys.executable, "-m", "tests.chaos", "--store", store, *arguments]
            ).returncode
            for store in STORES
        )
    return break_site(options.store, options.rounds, options.seed, options.only, options.results)


def break_site(store: str, rounds: int, seed: int, only: str, results: Path | None) -> int:
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
    faults = [fault for fault in faults_of(site) if re.search(only, fault.name)]
    before = read_outcomes([results]) if results is not None and results.exists() else []
    caused = Counter(outcome.fault for outcome in before if outcome.store == store)
    order = [
        fault
        for number in range(rounds)
        for fault in chance.sample(faults, len(faults))
        if caused[fault.name] <= number
    ]
    outcomes, commit = [], current_commit()
    load = Load(site.address, seed)
    try:
        for fault in order:
            time.sleep(chance.uniform(0.5, 4))
            outcome = Outcome(store, seed, commit, fault.name)
            sentences = suffer(fault, site, load, outcome)
            outcomes.append(outcome)
            if results is not None:
                append_outcome(results, outcome)
            tell(outcome, sentences)
        load.end()
        refusals = [] if wait_until_done() else ["logs or games wait for ever"]
        refusals += run_own_checks(site)
    finally:
        load.over.set()
        site.end()
    print(table_of(outcomes))
    for sentence in refusals:
        print(f"* {sentence}")
    return int(bool(refusals) or any(outcome.is_bad for outcome in outcomes))


def suffer(fault: Fault, site: Site, load: Load, outcome: Outcome) -> list[str]:
    """One fault; fills in `outcome`, and gives a sentence for each thing that went wrong."""
    from tests.chaos.check import check, wait_until_done
    from tests.chaos.load import LONG
    from tests.chaos.witness import PATIENCE, Witness, recover

    noted = load.noted
    busy, long, errors = noted.answers[503], len(noted.long), len(noted.errors)
    witness = Witness(load, fault.clock)
    fault.cause(site)
    too_late = witness.move()
    outcome.recovered = recover(load)
    load.pause()
    done = wait_until_done()
    findings = check(noted)
    load.go_on()
    slow = noted.long[long:]
    slow_site = [request for request in slow if request.seconds_outside(site.web_pauses) > LONG]
    outcome.lost, outcome.doubled = len(findings.lost), len(findings.doubled)
    outcome.wrong = len(findings.wrong) + (not done) + (outcome.recovered >= PATIENCE)
    outcome.late = len(findings.late) + bool(too_late)
    outcome.errors = len(noted.errors) - errors
    outcome.busy = noted.answers[503] - busy
    outcome.long, outcome.stalled = len(slow_site), len(slow) - len(slow_site)
    sentences = [*chain.from_iterable(findings), *noted.errors[errors:], *filter(None, [too_late])]
    sentences += [f"{row.words}: {row.ended - row.begun:.0f} s" for row in slow_site]
    if outcome.recovered >= PATIENCE:
        sentences.append(f"no log was judged for {PATIENCE:g} s")
    return sentences if done else [*sentences, "logs or games wait for minutes"]


def tell(outcome: Outcome, sentences: Sequence[str]) -> None:
    words = f"{outcome.recovered:.0f} s, {outcome.busy} x 503, {outcome.stalled} stalled"
    print(f"  {time.strftime('%H:%M:%S')} {outcome.fault}: {words}", flush=True)
    for sentence in sentences:
        print(f"    * {sentence}", flush=True)


def current_commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return run.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
