"""Perft: how many sequences of entries there are from a named position (``docs/perft.md``).

``python -m tests.engine.perft`` counts what ``perft.toml`` names and prints what differs.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.agenda import Chance
from engine.apply import apply, start
from engine.entries import Action
from engine.legal import awaited, legal_actions, outcome_texts
from engine.log import parse_entry
from engine.setup import Setup
from engine.state import State

FILE: Final = Path(__file__).with_name("perft.toml")
POSITIONS: Final[list[dict[str, Any]]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]


def opened(position: dict[str, Any]) -> State:
    """The position that the file names: its set-up after its entries."""
    setup = Setup.of(
        position["seats"],
        position["sites"],
        position.get("modules", ""),
        position.get("profile", "official"),
        position["edition"],
    )
    s = start(setup)
    for line in position["entries"].strip().splitlines():
        apply(s, *parse_entry(setup, line))
    return s


def moves(s: State) -> list[tuple[int, Action]]:
    """Every entry that may be written next; none where the bank has several things to name."""
    decision = awaited(s)
    if decision is None:
        return []
    if not isinstance(decision.item, Chance):
        return [(decision.seat, action) for action in legal_actions(s)]
    if decision.item.count > 1:
        return []
    entries = [parse_entry(s.rules.setup, text) for text in outcome_texts(s, decision.item)]
    return [(entry.seat, entry.action) for entry in entries]


def perft(s: State, depth: int) -> int:
    """The number of sequences of `depth` entries from `s`."""
    entries = moves(s)
    if depth == 1:
        return len(entries)
    return sum(perft(after, depth - 1) for after in positions_after(s, entries))


def positions_after(s: State, entries: list[tuple[int, Action]]) -> Iterator[State]:
    for seat, action in entries:
        after = s.copy()
        apply(after, seat, action)
        yield after


def main() -> None:
    for position in POSITIONS:
        s = opened(position)
        counts = [*position.get("counts", []), *position.get("deep", [])]
        depths = range(1, 1 + (len(counts) or int(sys.argv[1])))
        node_counts = [perft(s, depth) for depth in depths]
        print("ok " if node_counts == counts else "NOT", position["name"], node_counts)


if __name__ == "__main__":
    main()
