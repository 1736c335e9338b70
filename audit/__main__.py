"""Works out a dump of the public record anew, and names everything that it says otherwise.

    python -m audit DUMP

Every verdict, place, deal, standing and rating. Needs Python, the folders `audit` and `engine`, and
`ratings/elo.py`. Exit status: 0 nothing differs but games that a moderator pinned, which are
named; 1 something does, 2 the dump cannot be read.
``docs/audit.md`` says more.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from audit.differences import Difference, shown
from audit.dump import Unreadable
from audit.pins import Pinned
from audit.rating import points
from audit.running import Audit

NOTHING, SOMETHING, UNREADABLE = 0, 1, 2
TITLES: Final = {"overall": "Overall", "2": "2 players", "3": "3 players", "4": "4 players"}


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    jobs = max(1, asked.jobs or os.cpu_count() or 1)
    audit = Audit(asked.dump, jobs, asked.quick, asked.since, asked.key, _tell_pinned(asked.json))
    began = time.perf_counter()
    try:
        for difference in audit.differences():
            print(_as_json(difference) if asked.json else in_words(difference), flush=True)
    except Unreadable as error:
        print(f"unreadable: {shown(error)}", file=sys.stderr)
        return UNREADABLE
    _tell(audit, time.perf_counter() - began, asked.json)
    return SOMETHING if audit.found else NOTHING


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m audit",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("dump", type=Path, metavar="DUMP", help="its folder")
    parser.add_argument("--quick", action="store_true", help="no digests of what happened in games")
    since = "the log has to go on from this checkpoint, which was kept before"
    parser.add_argument("--since", metavar="FILE", help=since)
    key = "who has to have signed the log: a key, or a file with it"
    parser.add_argument("--key", metavar="FILE", help=key)
    parser.add_argument("--json", action="store_true", help="an object for each line")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; usually one a core")
    return parser


def in_words(one: Difference | str) -> str:
    return shown(one, 1000) if isinstance(one, str) else str(one)


def _as_json(one: Difference | str) -> str:
    said = {"file": "log", "what": one} if isinstance(one, str) else one._asdict()
    return json.dumps({"difference": said}, ensure_ascii=False, default=str)


def _tell_pinned(as_json: bool) -> Callable[[Pinned], None]:
    """Prints a game that is pinned, and how the engine at hand judges it."""

    def tell(one: Pinned) -> None:
        differs = [found._asdict() for found in one.differs]
        said = {"pinned": one._asdict() | {"differs": differs}}
        print(json.dumps(said, ensure_ascii=False, default=str) if as_json else one, flush=True)

    return tell


def _tell(audit: Audit, took: float, as_json: bool) -> None:
    """The leaderboards, and what was worked out."""
    if as_json:
        names = ("games", "deals", "pinned", "changes", "retired", "found", "log")
        counts = {name: getattr(audit, name) for name in names}
        rows = [{"pool": pool, "players": rows} for pool, rows in audit.boards]
        print(json.dumps({**counts, "leaderboards": rows, "seconds": round(took, 3)}))
        return
    for pool, players in audit.boards:
        print(f"\n{TITLES[pool]}")
        for rank, (name, rating, games) in enumerate(players, 1):
            print(f"{rank:4} {points(rating):>9} {shown(name):24} {games} games")
    print(f"\n{audit.games} games judged, {audit.deals} deals dealt again,")
    print(
        f"{audit.changes} changes of ratings worked out, {audit.retired} retired ones passed over,"
    )
    print(f"{audit.log},")
    if audit.pinned:
        print(f"{audit.pinned} pinned games differ under this engine, as said above,")
    many = "" if audit.found == 1 else "s"
    print(f"in {took:.1f} s: {audit.found or 'no'} difference{many}.")


if __name__ == "__main__":
    sys.exit(main())
