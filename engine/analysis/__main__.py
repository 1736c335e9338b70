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
    judge_entry,
    whole_analysis,
)


def lines(analysis: Analysis, seats: list[str]) -> Iterator[str]:
    """The analysis for people to read, a line an entry."""
    yield f"{'':5}{'':8}{'':24}{'  '.join(f'{seat:>6}' for seat in seats)}"
    for one in analysis.entries:
        yield _line(one, seats)
    yield ""
    for seat, luck, lost in zip(seats, analysis.luck, analysis.lost, strict=True):
        yield f"{seat}: luck {luck:+.2f}, lost by choices {lost:.2f}"


def _line(one: JudgedEntry, seats: list[str]) -> str:
    who = "bank" if one.seat is None else seats[one.seat]
    shares = "  ".join(f"{100 * share:5.1f}%" for share in one.after.by_seat)
    said = f"{one.entry:4} {who:7} {one.text[:23]:23} {shares}"
    if one.turning:
        said += "  turning point"
    if one.mark:
        said += f"  {one.mark.value}"
    if one.mark and one.loss:
        said += f" ({one.loss:.2f}), best: {one.best[0].text}"
    return said


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m analysis", description=__doc__)
    parser.add_argument("log", type=Path, help="a finished game")
    parser.add_argument("--json", action="store_true", help="as it is stored")
    parser.add_argument("--tenfold", action="store_true", help="ten times the playouts")
    options = parser.parse_args()
    try:
        game = analysed_game(options.log.read_text("utf-8"))
    except (EngineError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    budget = TENFOLD if options.tenfold else USUAL
    judged = [judge_entry(game, entry, budget) for entry in range(1, game.entries + 1)]
    analysis = whole_analysis(game, judged)
    if options.json:
        print(json.dumps(analysis_to_json(analysis)))
    else:
        print("\n".join(lines(analysis, [colour.word for colour in game.setup.seats])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
