"""Seating of events: repeated opponents, starting positions, small tables, and the time of a round.

    python -m benchmarks.events                        # four seeds of each size, and the bars
    python -m benchmarks.events --seeds 2 --sizes 23x5 100x7 --priority points
    python -m benchmarks.events --any-small            # small tables need not go round
    python -m benchmarks.events --pages 100            # instead: a site with so many open pages

Entrants have strengths; places are drawn from them, and points follow, so that later rounds are
seated as in an event. The *gap* is the mean difference of points at a table from the second round
on. The last line is JSON; the status is 1 if a bar was missed.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from statistics import mean, quantiles
from typing import Final, NamedTuple, get_args

from benchmarks.event_pages import measure_pages
from events.seating import Priority, SeatingTerms, seat_group, seat_round
from ratings.standings import SeatedRound, SeatingHistory, table_points

SIZES: Final = (
    *("5x6", "7x4", "9x4", "10x4", "11x5", "13x4", "16x5", "18x5", "23x5"),
    *("32x5", "40x6", "50x6", "62x6", "100x7"),
)
"""Entrants and rounds."""

REPEAT_BARS: Final = {23: 2} | dict.fromkeys(range(32, 101), 0)
"""By entrants: repeated opponents that are accepted, by the search."""

DESIGN_BARS: Final = {7: 15, 9: 0, 13: 0, 16: 0}
"""The same by known designs: the fewest possible."""

POSITION_BAR: Final = 2
SMALL_BAR: Final = 1
SECONDS_BAR: Final = 2.0


class SimulatedEvent(NamedTuple):
    """Measures of one event. `small`: most small tables less fewest; `seconds`: of each round."""

    repeats: int
    position: int
    small: int
    byes: int
    gap: float
    seconds: list[float]


def play(entrants: int, rounds: int, seed: int, terms: SeatingTerms) -> SimulatedEvent:
    chance = random.Random(seed)
    strengths = {key: chance.gauss(0, 1) for key in range(1, entrants + 1)}
    points = dict.fromkeys(strengths, Fraction())
    seated: list[SeatedRound] = []
    gaps: list[float] = []
    seconds: list[float] = []
    for number in range(rounds):
        start = time.perf_counter()
        tables = seat_round(list(strengths), seated, f"seed {seed}", points=points, terms=terms)
        seconds.append(time.perf_counter() - start)
        seated.append(tables)
        for table in tables.tables:
            if number:
                gaps += [float(abs(points[a] - points[b])) for a, b in combinations(table, 2)]
        for table in tables.tables:
            luck = {key: strengths[key] + chance.gauss(0, 1) for key in table}
            places = [1 + sum(luck[other] > luck[key] for other in table) for key in table]
            for key, won in zip(table, table_points(places), strict=True):
                points[key] += won
    return measures(list(strengths), seated, terms, mean(gaps or [0]), seconds)


def measures(
    entrants: Sequence[int],
    rounds: Sequence[SeatedRound],
    terms: SeatingTerms,
    gap: float = 0,
    seconds: Sequence[float] = (),
) -> SimulatedEvent:
    history = SeatingHistory(rounds, terms.largest)
    small = [history.small_tables(key, terms.largest - 1) for key in entrants]
    byes = [history.byes[key] for key in entrants]
    return SimulatedEvent(
        history.repeats,
        max(history.position_difference(key) for key in entrants),
        max(small) - min(small),
        max(byes) - min(byes),
        gap,
        list(seconds),
    )


def missed_bars(entrants: int, events: Sequence[SimulatedEvent], terms: SeatingTerms) -> list[str]:
    missed = []
    if terms.priority == "opponents":
        bar = REPEAT_BARS.get(entrants)
        if bar is not None and max(event.repeats for event in events) > bar:
            missed.append(f"{entrants}: more than {bar} repeated opponents")
    if max(event.position for event in events) > POSITION_BAR:
        missed.append(f"{entrants}: starting positions differ by more than {POSITION_BAR}")
    if terms.spread_small and max(event.small for event in events) > SMALL_BAR:
        missed.append(f"{entrants}: small tables differ by more than {SMALL_BAR}")
    return missed


def slowest_seconds(seconds: Sequence[float]) -> float:
    """The 95th percentile."""
    return quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", nargs="*", default=SIZES, help="as 23x5: entrants, rounds")
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--priority", choices=get_args(Priority), default="opponents")
    parser.add_argument("--any-small", action="store_true")
    parser.add_argument("--pages", type=int, help="open pages of an event of 100 on a server")
    parser.add_argument("--served-rounds", type=int, default=8, help="rounds of that event")
    parser.add_argument("--between", type=float, default=20.0, help="seconds of play in a round")
    options = parser.parse_args()
    if options.pages:
        return not measure_pages(options)
    terms = SeatingTerms(priority=options.priority, spread_small=not options.any_small)
    rows, missed = [], []
    for size in options.sizes:
        entrants, rounds = map(int, size.split("x"))
        events = [play(entrants, rounds, seed, terms) for seed in range(options.seeds)]
        seconds = slowest_seconds([second for event in events for second in event.seconds])
        row = {
            "entrants": entrants,
            "rounds": rounds,
            "repeats": [event.repeats for event in events],
            "position": max(event.position for event in events),
            "small": max(event.small for event in events),
            "gap": round(mean(event.gap for event in events), 2),
            "p95": round(seconds, 2),
        }
        print(" ".join(f"{name} {number}" for name, number in row.items()), flush=True)
        missed += missed_bars(entrants, events, terms)
        if seconds > SECONDS_BAR:
            missed.append(f"{entrants}: a round takes {seconds:.1f} s")
        rows.append(row)
    for entrants, bar in DESIGN_BARS.items():
        rounds = 5 if entrants == 16 else 4
        group = seat_group(range(1, entrants + 1), rounds, "seed", terms=terms)
        event = measures(range(1, entrants + 1), group, terms)
        print(f"design {entrants}x{rounds} repeats {event.repeats} position {event.position}")
        if event.repeats > bar or event.position > POSITION_BAR:
            missed.append(f"design of {entrants}: {event.repeats} repeated opponents")
    print(json.dumps({"rows": rows, "missed": missed}))
    return bool(missed)


if __name__ == "__main__":
    raise SystemExit(main())
