"""``python -m analysis LOG``: what can be said of a finished game, as text or JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from engine import EngineError
from engine.analysis import (
    TENFOLD,
    USUAL,
    Analysis,
    JudgedEntry,
    analysed_game,
    analysis_to_json,
    assemble_analysis,
    judge_entry,
)


def lines(analysis: Analysis, seats: list[str]) -> Iterator[str]:
    """The analysis for people to read, a line an entry."""
    yield f"{'':5}{'':8}{'':24}{'  '.join(f'{seat:>6}' for seat in seats)}"
    for entry in analysis.entries:
        yield _line(entry, seats)
    yield ""
    for seat, luck, lost in zip(seats, analysis.luck, analysis.lost, strict=True):
        yield f"{seat}: luck {luck:+.2f}, lost by choices {lost:.2f}"


def _line(entry: JudgedEntry, seats: list[str]) -> str:
    actor = "bank" if entry.seat is None else seats[entry.seat]
    shares = "  ".join(f"{100 * share:5.1f}%" for share in entry.after.by_seat)
    line = f"{entry.entry:4} {actor:7} {entry.text[:23]:23} {shares}"
    if entry.turning:
        line += "  turning point"
    if entry.mark:
        line += f"  {entry.mark.value}"
    if entry.mark and entry.loss:
        line += f" ({entry.loss:.2f}), best: {entry.best[0].text}"
    return line


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m engine.analysis", description=__doc__)
    parser.add_argument("log", type=Path, help="a finished game")
    parser.add_argument("--json", action="store_true", help="print JSON as the site stores it")
    parser.add_argument("--tenfold", action="store_true", help="ten times the playouts")
    options = parser.parse_args()
    try:
        game = analysed_game(options.log.read_text("utf-8"))
    except (EngineError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    budget = TENFOLD if options.tenfold else USUAL
    entry_analyses = [judge_entry(game, entry, budget) for entry in range(1, game.entries + 1)]
    analysis = assemble_analysis(game, entry_analyses)
    if options.json:
        print(json.dumps(analysis_to_json(analysis)))
    else:
        print("\n".join(lines(analysis, [colour.word for colour in game.setup.seats])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
