"""Shipped puzzles: ends of games between computer players, for days that no game kept here has a
puzzle for. ``shipped.json`` has them; ``manage.py find_puzzles --ship`` made it, and
``--check`` proves each again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypedDict

from django.db.models import Max

from engine import (
    DealtGame,
    Entry,
    Header,
    Log,
    Setup,
    State,
    apply,
    awaited,
    entry_text,
    legal_actions,
    read_log,
    start,
    write_text,
)
from engine.build import engine_version
from engine.computer import choose
from engine.computer.exact_end import ExactEnd, is_open_end
from engine.computer.worth import worth
from engine.setup import module_refusal
from engine.vocabulary import BANK, Colour, Module, Side, Site
from insights.puzzles.choices import LEAST_OFFERED
from insights.puzzles.models import BEST_PLAY, Puzzle
from insights.puzzles.proving import NODES, count_misses, exact_puzzle

PLACE: Final = Path(__file__).resolve().parents[1] / "shipped.json"
SHIPPED_SEATS: Final = tuple(Colour)[:2]
MAKER: Final = "greedy"
"""The level that plays the games."""
MIN_ENTRIES_TO_COME: Final = 4
MAX_ENTRIES_TO_COME: Final = 14
"""Entries of the game that are to come after a shipped position."""
CLOSE: Final = 10
"""Points that lie between the players, by what the position is worth: beyond that nobody looks."""
MAKING_NODES: Final = 20_000
"""Actions that may be tried for one choice when puzzles are made."""


class ShippedPuzzle(TypedDict):
    """A line of the file. `misses`: of the quick search, in ``proving.TRIES`` tries."""

    log: str
    seat: int
    choices: list[list[str | float]]
    right: int
    line: list[str]
    misses: int


def shipped_puzzles() -> list[ShippedPuzzle]:
    """Puzzles of ``shipped.json``; the number of each is its place, from 1."""
    document: list[ShippedPuzzle] = json.loads(PLACE.read_text("utf-8"))
    return document


def write_puzzles(path: Path, rows: Iterable[ShippedPuzzle]) -> None:
    """Write `rows` in the form of ``shipped.json``, a line each."""
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


def store_next_shipped() -> Puzzle | None:
    """The next shipped puzzle that is not here yet, stored; ``None`` after the last one."""
    number = (Puzzle.objects.aggregate(last=Max("number"))["last"] or 0) + 1
    rows = shipped_puzzles()
    if number > len(rows):
        return None
    row = rows[number - 1]
    values = {
        "log": row["log"],
        "entry": len(read_log(row["log"].encode()).entries) + 1,
        "seat": row["seat"],
        "choices": row["choices"],
        "right": row["right"],
        "line": row["line"],
        "method": BEST_PLAY,
        "engine": engine_version(),
    }
    return Puzzle.objects.get_or_create(number=number, defaults=values)[0]


def follows_from_log(row: ShippedPuzzle) -> bool:
    """True if all of `row` follows from its log alone."""
    log = read_log(row["log"].encode())
    state = start(log.header.setup)
    for entry in log.entries:
        apply(state, *entry)
    return _shipped_puzzle(log.header.setup, log.entries, state, ExactEnd(NODES)) == row


def generate_puzzles(numbers: Iterable[int]) -> Iterator[ShippedPuzzle]:
    """At most one puzzle of each game of `numbers`: a set-up, a deal and what the players do follow
    from the number."""
    for number in numbers:
        row = _puzzle_of_game(number)
        if row is not None and follows_from_log(row):
            yield row


# --- inside -------------------------------------------------------------------


def _puzzle_of_game(number: int) -> ShippedPuzzle | None:
    """The last position of game `number` that is a puzzle of two turns which the quick search
    misses."""
    chance = random.Random(f"puzzle game {number}")
    setup = _setup(number % 3, chance)
    game = DealtGame(setup, random.Random(f"puzzle deal {number}"))
    slips, positions = chance.choice([0.05, 0.15]), []
    while (decision := awaited(game.state)) is not None:
        options = legal_actions(game.state)
        if len(options) >= LEAST_OFFERED:
            positions.append((len(game.entries), game.state.copy()))
        if chance.random() < slips:
            game.act(chance.choice(options))
        else:
            game.act(choose(game.state, decision.seat, MAKER, chance))
    solver = ExactEnd(MAKING_NODES)
    for played, state in reversed(positions):
        left = len(game.entries) - played
        if left < MIN_ENTRIES_TO_COME:
            continue
        if left > MAX_ENTRIES_TO_COME or not is_open_end(state):
            return None
        first, second = worth(state)
        if abs(first - second) > CLOSE or solver.share(state) is None:
            return None
        row = _shipped_puzzle(setup, game.entries[:played], state, solver)
        if row is not None and row["line"] and row["misses"]:
            return row
    return None


def _setup(kind: int, chance: random.Random) -> Setup:
    """Two players on sides A (kind 0), on sides by lot (1), and with modules by lot (2)."""
    if not kind:
        return Setup(SHIPPED_SEATS)
    setup = Setup(SHIPPED_SEATS, tuple(chance.choice(list(Side)) for _ in Site))
    for module in Module if kind > 1 else ():
        if chance.random() < 0.3 and not module_refusal(module, setup):
            setup = Setup(SHIPPED_SEATS, setup.sides, setup.modules | {module})
    return setup


def _shipped_puzzle(
    setup: Setup, entries: Sequence[Entry], state: State, solver: ExactEnd
) -> ShippedPuzzle | None:
    """The row of the position `state` after `entries`; ``None`` if it is no puzzle."""
    decision = awaited(state)
    if decision is None or decision.seat == BANK:
        return None
    puzzle = exact_puzzle(state, decision.seat, solver)
    if puzzle is None:
        return None
    log = write_text(Log(Header(setup), tuple(entries)))
    right = {choice.text for choice in puzzle.choices[: puzzle.right]}
    return {
        "log": log,
        "seat": decision.seat,
        "choices": [list(choice) for choice in puzzle.choices],
        "right": puzzle.right,
        "line": [entry_text(setup, Entry(step.seat, step.action)) for step in puzzle.line],
        "misses": count_misses(state, decision.seat, right, log),
    }
