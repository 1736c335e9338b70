"""Works out a dump of the public record from scratch, and names everything that differs.

    python -m audit DUMP
    python -m audit --fetch https://HOST/dump/ DUMP
    python -m audit --proof offline.html

Every verdict, place, deal, standing and rating, and every event. Needs Python, the folders `audit`,
`engine` and `ratings/standings`, and `ratings/elo.py`. Exit status: 0 nothing differs but games
that a moderator pinned, which are named; 1 something does, 2 the dump cannot be read.
``docs/audit.md`` says more.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from audit.audited_change import points_text
from audit.compare import DumpComparison
from audit.dump import UnreadableDump
from audit.fetch import fetch_dump
from audit.fields import AuditDifference, printable
from audit.kept_proof import proved_sentences
from audit.pins import PinnedGame
from audit.runner import Audit
from audit.signed import NotSigned
from engine.build import engine_version

NOTHING, SOMETHING, UNREADABLE = 0, 1, 2
TITLES: Final = {
    "overall": "Overall",
    "2": "2 players",
    "3": "3 players",
    "4": "4 players",
    "computer": "With computers",
}


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if options.proof:
        return _print_proof(options.proof, options.key)
    if options.dump is None:
        _parser().error("name the folder of a dump, or --proof FILE")
    if options.compare:
        return _print_comparison(options.compare, options.dump)
    jobs = max(1, options.jobs or os.cpu_count() or 1)
    audit = Audit(
        options.dump,
        jobs,
        options.quick,
        options.since,
        options.key,
        options.since_key,
        options.witness,
        _pinned_printer(options.json),
    )
    began = time.perf_counter()
    try:
        if options.fetch:
            for listed in fetch_dump(options.fetch, options.dump, options.tables):
                print(f"{listed.name}: {listed.bytes} bytes", file=sys.stderr)
        for difference in audit.differences():
            print(_as_json(difference) if options.json else difference_text(difference), flush=True)
    except UnreadableDump as error:
        print(f"unreadable: {printable(error)}", file=sys.stderr)
        return UNREADABLE
    _print_summary(audit, time.perf_counter() - began, options.json)
    return SOMETHING if audit.found else NOTHING


def _print_comparison(old: Path, new: Path) -> int:
    """Each line that changed between two dumps; something, if one did without a decision."""
    status, count = NOTHING, 0
    try:
        comparison = DumpComparison(old, new)
        for change in comparison.changes():
            print(printable(change, 1000), flush=True)
            count += 1
            status = status if change.decision else SOMETHING
    except UnreadableDump as error:
        print(f"unreadable: {printable(error)}", file=sys.stderr)
        return UNREADABLE
    print(f"{sum(comparison.added.values())} lines were added, {count} changed or removed.")
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m audit",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("dump", type=Path, metavar="DUMP", nargs="?", help="folder of the dump")
    proof = "instead of a dump: print what the saved file of a game (offline.html or JSON) proves"
    parser.add_argument("--proof", type=Path, metavar="FILE", help=proof)
    compare = "an older dump of the site: list each line changed or removed since, then stop"
    parser.add_argument("--compare", type=Path, metavar="OLD", help=compare)
    fetch = "first download the dump from this address of a site into the new folder"
    parser.add_argument("--fetch", metavar="URL", help=fetch)
    tables = "with --fetch: download the optional Parquet tables too"
    parser.add_argument("--tables", action="store_true", help=tables)
    quick = "skip digests of games and the tables"
    parser.add_argument("--quick", action="store_true", help=quick)
    since = "checkpoint saved earlier: the log must continue from it"
    parser.add_argument("--since", metavar="FILE", help=since)
    since_key = "key of that checkpoint, if the log had another key then"
    parser.add_argument("--since-key", metavar="FILE", help=since_key)
    key = "key that must have signed the log, or a file with it"
    parser.add_argument("--key", metavar="FILE", help=key)
    witness = "key of a witness that must have cosigned this log (or --since), or a file with it"
    parser.add_argument("--witness", metavar="KEY", action="append", default=[], help=witness)
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="number of processes (default: one per core)"
    )
    return parser


def _print_proof(path: Path, key: str | None) -> int:
    try:
        for sentence in proved_sentences(path, key):
            print(printable(sentence, 4000))
    except UnreadableDump as error:
        print(f"unreadable: {printable(error)}", file=sys.stderr)
        return UNREADABLE
    except NotSigned as error:
        print(f"not proved: {printable(error)}")
        return SOMETHING
    return NOTHING


def difference_text(difference: AuditDifference | str) -> str:
    return printable(difference, 1000) if isinstance(difference, str) else str(difference)


def _as_json(difference: AuditDifference | str) -> str:
    fields = (
        {"file": "log", "what": difference} if isinstance(difference, str) else difference._asdict()
    )
    return json.dumps({"difference": fields}, ensure_ascii=False, default=str)


def _pinned_printer(as_json: bool) -> Callable[[PinnedGame], None]:
    """Prints a game that is pinned, and how the current engine judges it."""

    def print_pinned(pinned: PinnedGame) -> None:
        differs = [difference._asdict() for difference in pinned.differs]
        line = {"pinned": pinned._asdict() | {"differs": differs}}
        print(json.dumps(line, ensure_ascii=False, default=str) if as_json else pinned, flush=True)

    return print_pinned


def _print_summary(audit: Audit, took: float, as_json: bool) -> None:
    """Records with later leaves, the leaderboards, and what was worked out."""
    for later in audit.later:
        print(json.dumps({"later": later}, ensure_ascii=False) if as_json else printable(later))
    for note in chain.from_iterable(part.notes for part in (audit.events, audit.series) if part):
        print(json.dumps({"note": note}, ensure_ascii=False) if as_json else printable(note, 1000))
    for name, mark in sorted(audit.wrong_editions.items()):
        row = {"wrong_edition": name, "at": mark.moment, "reason": mark.reason}
        text = f"edition {printable(name)} is {mark}"
        print(json.dumps(row, ensure_ascii=False) if as_json else text)
    if as_json:
        names = ("games", "deals", "pinned", "changes", "retired", "found", "log", "other_engines")
        counts = {name: getattr(audit, name) for name in names} | {"later": len(audit.later)}
        if audit.shared:
            counts |= {"shared_deals": audit.shared.deals, "withheld": audit.shared.withheld}
        counts["not_audited"] = audit.not_audited
        counts["events"] = audit.events.events if audit.events else 0
        rows = [{"pool": pool, "players": rows} for pool, rows in audit.boards]
        print(json.dumps({**counts, "leaderboards": rows, "seconds": round(took, 3)}))
        return
    for pool, players in audit.boards:
        print(f"\n{TITLES[pool]}")
        for rank, (name, rating, games) in enumerate(players, 1):
            print(f"{rank:4} {points_text(rating):>9} {printable(name):24} {games} games")
    print(f"\n{audit.games} games judged, {audit.deals} deals dealt again,")
    if audit.shared and audit.shared.deals:
        print(
            f"{audit.shared.deals} deals for many tables, {audit.shared.withheld} games withheld,"
        )
    print(f"{audit.changes} rating changes calculated, and {audit.retired} that no longer count,")
    if audit.events and audit.events.events:
        print(f"{audit.events.events} events replayed, acts of their arbiters listed above,")
    print(f"{audit.log},")
    if audit.later:
        print(f"{len(audit.later)} records have later leaves since that checkpoint, listed above,")
    if audit.pinned:
        print(f"{audit.pinned} pinned games differ under this engine, listed above,")
    for engine, games in sorted(audit.other_engines.items()):
        print(
            f"{games} of the games that differ were judged by engine {printable(engine)}, but this "
            f"is {engine_version()}: audit them with that source too,"
        )
    if audit.not_audited:
        print(f"not audited: {printable('; '.join(audit.not_audited), 1000)},")
    plural = "" if audit.found == 1 else "s"
    print(f"in {took:.1f} s: {audit.found or 'no'} difference{plural}.")


if __name__ == "__main__":
    sys.exit(main())
