"""How quickly an impact judges games: ``python -m benchmarks.impact [--games N]``.

Games of greedy players, two to four of them, sides and modules mixed, judged next to their record
by the function that workers use (``archive.releases.services.judging``), without a database. Games
a second of a processor; those that differ are judged next to a record with another number of
points. The last line of the output is JSON. Run it twice, with ``IMHOTEP_ENGINE=source`` and after
``make fast``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "imhotep_site.settings")
django.setup()

from archive.releases.services.judging import OnRecord, judge_difference  # noqa: E402
from engine import COMPILED, Setup, deal, verify, write_text  # noqa: E402  (after django.setup)

GAMES: Final = 300
COLOURS: Final = ("black", "white", "brown", "gray")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    options = parser.parse_args()
    chance = random.Random(1)
    records = [_record(chance, number) for number in range(options.games)]
    changed = [
        replace(record, points=[points + 1 for points in record.points]) for record in records
    ]
    figures: dict[str, object] = {
        "games": len(records),
        "compiled": COMPILED,
        "load": os.getloadavg()[0],
        "games a second, none differs": _rate(records, 0),
        "games a second, all differ": _rate(changed, len(changed)),
    }
    print(json.dumps(figures))


def _rate(records: Sequence[OnRecord], expected: int) -> int:
    began = time.process_time()
    differing = sum(judge_difference(record) is not None for record in records)
    took = time.process_time() - began
    assert differing == expected
    return round(len(records) / took)


def _record(chance: random.Random, number: int) -> OnRecord:
    seats = " ".join(chance.sample(COLOURS, chance.randint(2, 4)))
    sites = "".join(chance.choice("ABCD") for _ in range(5)) if number % 2 else "AAAAA"
    game = verify(deal(Setup.of(seats, sites), seed=number, play="greedy"), keep_events=True)
    tally = game.result
    return OnRecord(
        game=str(number),
        log=write_text(game.canonical),
        edition=game.log.setup.edition,
        verdict="verified",
        digest=game.digest,
        points=list(tally.points),
        places=list(tally.places),
        breakdown=[tally.breakdown(seat) for seat in range(len(tally.points))],
    )


if __name__ == "__main__":
    main()
