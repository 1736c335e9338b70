"""The ledger of a league: worked out from nothing, closed, and changed at its ends.

    python -m benchmarks.ledger --games 100000

A database of its own is filled with games that are not rated (``benchmarks.league``), on a
PostgreSQL of its own. Measured are: a rebuild that writes every change (of a site that is stopped;
`--beside`: of one that is used), one that only checks, the closings of all but the last 90 days,
the fold after the oldest game is voided (a reversal), and that after the oldest game of an open day
is (all that follows it computed again). The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import perf_counter

from benchmarks.servers import private_servers

OPEN = 90
PLAYERS_OF = 50
"""Games for each player."""


def run(games: int, *, alone: bool = True) -> dict[str, float]:
    """Seconds, games a second, and rows."""
    from django.conf import settings
    from django.db.models import Max
    from django.utils import timezone

    from benchmarks.league import fill
    from games.models import Game, Standing
    from games.ports import Cause, ChangeReason
    from games.standing import announce_changes as games_changed
    from ratings.models import Closing
    from ratings.services import close_books, fold_pending, rebuild_ledger

    figures: dict[str, float] = {"games": games, "load": round(os.getloadavg()[0], 1)}
    with measured(figures, "fill"):
        fill(games, max(8, games // PLAYERS_OF), originals=50, rated=False)
    with measured(figures, "rebuild"):
        done = rebuild_ledger(alone=alone)
    figures |= {"rebuilt_a_second": games / figures["rebuild"], "changes": done.added}
    with measured(figures, "check"):
        assert rebuild_ledger(dry_run=True).nothing_differs
    figures["checked_a_second"] = games / figures["check"]
    last = Game.objects.aggregate(last=Max("played_on"))["last"]
    settings.BOOKS_CLOSE_AFTER_DAYS = (timezone.now().date() - last).days + OPEN
    with measured(figures, "close"):
        close_books(3600)
    through = Closing.objects.latest("through").through
    rated_games = Game.objects.filter(standing=Standing.COUNTED).order_by(
        "played_on", "accepted_at"
    )
    for name, day in (("void_oldest", None), ("void_oldest_open", through + timedelta(days=1))):
        rows = rated_games.filter(played_on__gte=day) if day else rated_games
        game = rows.values_list("pk", flat=True)[0]
        Game.objects.filter(pk=game).update(standing=Standing.VOID)
        games_changed([game], ChangeReason(Cause.VOID))
        with measured(figures, name):
            passed = fold_pending()
        assert passed is not None
        figures |= {f"{name}_games": passed.games, f"{name}_added": passed.added}
    return {name: round(number, 3) for name, number in figures.items()}


@contextmanager
def measured(figures: dict[str, float], name: str) -> Iterator[None]:
    began = perf_counter()
    yield
    figures[name] = perf_counter() - began
    print(f"{name}: {figures[name]:.2f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--beside", action="store_true", help="others may use the database")
    options = parser.parse_args()
    with private_servers():
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print(json.dumps(run(options.games, alone=not options.beside)))


if __name__ == "__main__":
    main()
