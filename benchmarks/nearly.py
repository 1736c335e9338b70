"""Is a game found that was written down twice, with a slip? ``python -m benchmarks.nearly``.

Games of random and of greedy players, and copies of each that were edited in several ways. A copy
is *found* if it has a mark in common with its game and at least the share of equal lines that
counts as nearly the same (``games/judging/similarity.py``). Strangers are all other games. No
database; the last line of the output is JSON. ``benchmarks/README.md`` has the figures.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine import EngineError, Setup, deal, read_log, verify, write_text
from games.judging import NEARLY, Lines, log_lines, marks_of, share

GAMES: Final = 1_000
COLOURS: Final = ("black", "white", "brown", "gray")
TRIES: Final = 60


class MarkedLog(NamedTuple):
    """A game as the site keeps it."""

    log: str
    lines: Lines
    marks: frozenset[int]


Edit = Callable[[random.Random, str], str | None]
"""A log, edited; ``None`` if no way was found."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    games = [_game(chance, number) for number in range(options.games)]
    figures: dict[str, object] = {"games": len(games), "entries": _mean(games)}
    figures["microseconds"] = _cost(games)
    figures["strangers"] = _strangers(games)
    print(figures, flush=True)
    for name, edit in EDITS.items():
        recalled, edited, least = _recall(chance, games, edit)
        figures[name] = {"copies": edited, "found": recalled, "least share": round(least, 3)}
        print(f"{name}: {recalled} of {edited} found, least share {least:.3f}", flush=True)
    print(json.dumps(figures))


def _game(chance: random.Random, number: int) -> MarkedLog:
    seats = chance.sample(COLOURS, chance.randint(2, 4))
    sites = "".join(chance.choice("ABCD") for _ in range(5)) if number % 2 else "AAAAA"
    play = "greedy" if number % 4 > 1 else "random"
    return _marked_log(write_text(deal(Setup.of(" ".join(seats), sites), seed=number, play=play)))


def _marked_log(log: str) -> MarkedLog:
    lines = log_lines(log)
    return MarkedLog(log, lines, frozenset(marks_of(lines)))


def _mean(games: Sequence[MarkedLog]) -> float:
    return sum(len(game.lines) for game in games) / len(games)


def _cost(games: Sequence[MarkedLog]) -> dict[str, float]:
    """Microseconds a game, the better of two rounds."""
    rounds: dict[str, list[float]] = {"marks": [], "share": []}
    for _ in range(2):
        began = time.perf_counter()
        for game in games:
            marks_of(log_lines(game.log))
        rounds["marks"].append(time.perf_counter() - began)
        began = time.perf_counter()
        for game in games[:200]:
            share(game.lines, game.lines[:-1])
        rounds["share"].append((time.perf_counter() - began) * len(games) / 200)
    return {name: round(1e6 * min(took) / len(games)) for name, took in rounds.items()}


# --- strangers ----------------------------------------------------------------


def _strangers(games: Sequence[MarkedLog]) -> dict[str, float]:
    """Pairs that are compared because of a mark, and those that would be taken for one game."""
    holders_of: dict[int, list[int]] = defaultdict(list)
    for index, game in enumerate(games):
        for mark in game.marks:
            holders_of[mark].append(index)
    pairs = {(a, b) for holders in holders_of.values() for a in holders for b in holders if a < b}
    shares = [share(games[a].lines, games[b].lines) for a, b in pairs]
    return {
        "compared": len(pairs),
        "taken for one": sum(similarity >= NEARLY for similarity in shares),
    }


# --- edited copies ------------------------------------------------------------


def _recall(
    chance: random.Random, games: Sequence[MarkedLog], edit: Edit
) -> tuple[int, int, float]:
    """How many copies were found, of how many that could be made, and the least share of lines."""
    recalled = edits = 0
    least = 1.0
    for game in games:
        edited = edit(chance, game.log)
        if edited is None:
            continue
        edits += 1
        copy = _marked_log(edited)
        alike = share(game.lines, copy.lines)
        least = min(least, alike)
        recalled += bool(copy.marks & game.marks) and alike >= NEARLY
    return recalled, edits, least


def change_entry(chance: random.Random, log: str) -> str | None:
    """One entry of a player is another one, and the log is still legal."""
    head, _, body = log.partition("\n\n")
    lines = body.splitlines()
    for _ in range(TRIES):
        edited = _other(chance, lines, chance.randrange(len(lines)))
        text = edited and _legal(head, edited)
        if text:
            return text
    return None


def several(number: int) -> Edit:
    """So many times."""

    def edit(chance: random.Random, log: str) -> str | None:
        for _ in range(number):
            edited = change_entry(chance, log)
            if edited is None:
                return None
            log = edited
        return log

    return edit


def exchanged(chance: random.Random, log: str) -> str | None:
    """One entry is another one, and the colours are exchanged."""
    edited = change_entry(chance, log)
    if edited is None:
        return None
    words = edited.split("seats: ")[1].splitlines()[0].replace("=", "").split()
    swapped = dict(zip(words, [*words[1:], words[0]], strict=True))
    return re.sub("|".join(words), lambda word: swapped[word[0]], edited)


def add_entry(chance: random.Random, log: str) -> str | None:
    """An entry is written twice. (No longer legal, mostly: lines are compared, not games.)"""
    head, _, body = log.partition("\n\n")
    lines = body.splitlines()
    place = chance.randrange(len(lines))
    return _log_text(head, [*lines[:place], lines[place], *lines[place:]])


def drop_entry(chance: random.Random, log: str) -> str | None:
    """An entry was forgotten."""
    head, _, body = log.partition("\n\n")
    lines = body.splitlines()
    place = chance.randrange(len(lines))
    return _log_text(head, lines[:place] + lines[place + 1 :])


def in_every_round(chance: random.Random, log: str) -> str | None:
    """In each round a stone lies elsewhere. (As above.)"""
    head, _, body = log.partition("\n\n")
    lines = body.splitlines()
    begins = [index for index, line in enumerate(lines) if line.startswith("round")]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        places = [index for index in range(begin, end) if " load " in lines[index]]
        if places:
            place = chance.choice(places)
            lines[place] = f"{lines[place][:-1]}{int(lines[place][-1]) % 4 + 1}"
    return _log_text(head, lines)


def twelve(chance: random.Random, log: str) -> str | None:
    """Twelve lines are others. (As above.)"""
    head, _, body = log.partition("\n\n")
    lines = body.splitlines()
    for place in chance.sample(range(len(lines)), 12):
        lines[place] = f"black slip {place}"
    return _log_text(head, lines)


EDITS: Final[dict[str, Edit]] = {
    "one entry": change_entry,
    "three entries": several(3),
    "one entry, colours exchanged": exchanged,
    "an entry more": add_entry,
    "an entry fewer": drop_entry,
    "one entry in every round": in_every_round,
    "twelve entries": twelve,
}


def _other(chance: random.Random, lines: list[str], place: int) -> list[str] | None:
    """The lines with another entry at `place`, which may be illegal."""
    words = lines[place].split()
    if words[1:2] == ["load"]:
        words[2] = f"{words[2][:-1]}{chance.randint(1, 4)}"
    elif words[1:2] == ["card"]:
        words[2] = str(chance.randint(1, 4))
    elif words[1:2] == ["sail"] and len(words) == 4:
        words[3] = chance.choice(["market", "pyramid", "temple", "burial_chamber", "obelisks"])
    else:
        return None
    line = " ".join(words)
    return None if line == lines[place] else [*lines[:place], line, *lines[place + 1 :]]


def _legal(head: str, lines: Sequence[str]) -> str | None:
    """The log, in canonical form; ``None`` if it is not legal."""
    try:
        return verify(read_log(_log_text(head, lines))).texts.log
    except EngineError:
        return None


def _log_text(head: str, lines: Sequence[str]) -> str:
    header = [line for line in head.splitlines() if not line.startswith(("result:", "chance:"))]
    return "\n".join([*header, "chance: observed", "", *lines]) + "\n"


if __name__ == "__main__":
    main()
