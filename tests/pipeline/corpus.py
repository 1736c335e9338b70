"""Games of all kinds, and ways to spoil them of which the line is known."""

import random
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache

from engine import deal, write_text
from engine.log import Header, Log
from engine.vocabulary import Colour
from tests.engine.invariants import random_setup

HANDLES = tuple(f"player-{number}" for number in range(16))
FIRST_DAY = date(2025, 1, 1)


@cache
def game(number: int) -> str:
    """The log of game `number`: any sides, modules, profile and number of players."""
    chance = random.Random(f"game {number}")
    setup = random_setup(chance)
    dealt = deal(setup, seed=number, play="random")
    names = tuple(f"@{handle}" for handle in chance.sample(HANDLES, len(setup.seats)))
    played = FIRST_DAY + timedelta(days=chance.randrange(300))
    return write_text(Log(Header(setup, names, "dealt", played), dealt.entries))


# Each gives a log that has to be refused, and the line of it.


def illegal_entry(text: str) -> tuple[str, int]:
    lines = text.splitlines()
    words = Colour.words()
    turns = [line.split() or [""] for line in lines]
    index = next(n for n, turn in enumerate(turns) if turn[0] in words and turn[1] == "sail")
    lines[index] = f"{lines[index].split()[0]} sail 9 temple"
    return _text(lines), index + 1


def wrong_result(text: str) -> tuple[str, int]:
    lines = text.splitlines()
    index = lines.index("")
    seats = next(line for line in lines if line.startswith("seats:"))
    colours = [word.partition("=")[0] for word in seats.split()[1:]]
    lines.insert(index, f"result: {' '.join(f'{colour}=999' for colour in colours)}")
    return _text(lines), index + 1


def misspelt(text: str) -> tuple[str, int]:
    lines = text.splitlines()
    line_count = (lines.index("") + len(lines)) // 2
    lines[line_count] = f"{lines[line_count]} pleeease"
    return _text(lines), line_count + 1


def truncated(text: str) -> tuple[str, int]:
    lines = text.splitlines()[:-7]
    return _text(lines), len(lines) + 1


def swapped(text: str) -> tuple[str, int]:
    """Two turns of different players: the second comes before its time."""
    lines = text.splitlines()
    turns = [[*line.split()[:2], "", ""] for line in lines]
    index = next(
        n
        for n in range(lines.index("") + 3, len(lines) - 1)
        if turns[n][1] in PLAIN and turns[n + 1][1] in PLAIN and turns[n][0] != turns[n + 1][0]
    )
    lines[index], lines[index + 1] = lines[index + 1], lines[index]
    return _text(lines), index + 1


PLAIN = ("take", "load")
FAULTS: tuple[Callable[[str], tuple[str, int]], ...] = (
    illegal_entry,
    wrong_result,
    misspelt,
    truncated,
    swapped,
)


def _text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"
