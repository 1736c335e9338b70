"""Distance of the engine to the metal: base games judged by it and by a core in plain C.

``python -m benchmarks.metal``. The core, ``metal.c``, needs a C compiler, which builds it into a
temporary folder. It makes no objects, no events and no refusal in words; it plays the base game of
sides A and nothing else. The games of both are read beforehand: the engine has parsed logs, the
core packed entries. First the core has to agree with the engine on every game, and on games of
which an entry was changed. The last line is JSON.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import random
import re
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from engine import (
    COMPILED,
    Entry,
    IllegalAction,
    LogSyntaxError,
    Setup,
    apply,
    deal,
    entry_text,
    parse_entry,
    read_log,
    start,
    verify,
    write_text,
)
from engine.editions import DEFAULT_EDITION, load_edition
from engine.log import Log
from engine.vocabulary import Card, Colour, Site

SOURCE: Final = Path(__file__).with_suffix(".c")
CORE_REPEATS: Final = 20
"""The core judges all games so many times where the engine does once."""
SEATS: Final = 4
SPACES: Final = 32
KINDS: Final = 12
NIBBLES: Final = 8

VERBS: Final = (
    *("take", "load", "sail", "pass"),
    *("play lever", "play hammer", "play sail", "play chisel"),
    *("card", "round", "market"),
)
UNKNOWN: Final = 15
"""The verb of an entry that the core does not know."""
WORDS: Final[dict[str, int]] = {
    **{str(number): min(number, 15) for number in range(1, 100)},
    **{site.word: int(site) for site in Site},
    **{card.word: min(card + 1, 15) for card in Card},
}


class Numbers(ctypes.Structure):
    """The edition's numbers for so many players, as ``metal.c`` declares them."""

    _fields_ = (
        ("stones", ctypes.c_int32),
        ("starting", ctypes.c_int32 * SEATS),
        *((name, ctypes.c_int32) for name in ("sled", "take", "hammer", "rounds")),
        ("minimum", ctypes.c_int32 * 5),
        ("round_cards", ctypes.c_int32 * 7),
        ("copies", ctypes.c_int32 * KINDS),
        ("pyramid", ctypes.c_int32 * SPACES),
        ("temple_spaces", ctypes.c_int32),
        ("temple", ctypes.c_int32 * 5),
        ("areas", ctypes.c_int32 * SPACES),
        ("obelisks", ctypes.c_int32 * SEATS),
        ("decoration", ctypes.c_int32),
        ("statues", ctypes.c_int32 * SPACES),
        ("unused_blue", ctypes.c_int32),
    )


def numbers_of(players: int) -> Numbers:
    edition: Any = load_edition(DEFAULT_EDITION)
    table, ships, cards = edition["players"], edition["ships"], edition["card_values"]
    pyramid, temple, chamber, obelisks = (edition[site.word]["A"] for site in list(Site)[1:])
    steps = pyramid["points"]
    return Numbers(
        stones=table["stones_per_colour"] - table["stones_on_score_track"],
        starting=tuple(table["starting_stones"]),
        sled=table["sled_capacity"],
        take=table["stones_per_take"],
        hammer=cards["hammer_stones"],
        rounds=table["rounds"],
        minimum=(0, *(ships["minimum_load"][str(size)] for size in range(1, 5))),
        round_cards=tuple(map(nibbles, edition["round_cards"][str(players)])),
        copies=tuple(edition["cards"][card.word]["base"] for card in list(Card)[:KINDS]),
        pyramid=(*steps, *[pyramid["further"]] * (SPACES - len(steps))),
        temple_spaces=temple["spaces"][str(players)],
        temple=tuple(space["points"] for space in temple["rewards"]),
        areas=growing(chamber["area_points"], chamber["area_further"]),
        obelisks=tuple(obelisks["points"][str(players)]),
        decoration=cards["decoration_stones_per_point"],
        statues=growing(cards["statue_points"], cards["statue_further"]),
        unused_blue=cards["unused_blue_points"],
    )


def growing(points: list[int], further: int) -> tuple[int, ...]:
    """Points by a count from 0, each `further` one worth as much more."""
    beyond = range(1, SPACES - len(points))
    return (0, *points, *(points[-1] + further * count for count in beyond))


def nibbles(numbers: Sequence[int]) -> int:
    return sum(number << 4 * place for place, number in enumerate(numbers))


def packed(entry: Entry) -> int:
    """An entry in 32 bits; one that the core does not know has an ``UNKNOWN`` verb."""
    text = entry.action.text
    verb = next((verb for verb in VERBS if f"{text} ".startswith(f"{verb} ")), "")
    words = re.findall(r"\w+", text.removeprefix(verb))
    if not verb or len(words) > NIBBLES - 2 or not WORDS.keys() >= set(words):
        return UNKNOWN
    return nibbles([VERBS.index(verb), entry.seat & 15, *(WORDS[word] for word in words)])


def compiler() -> str | None:
    """The C compiler that ``make fast`` needs too."""
    return shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0])


class Verdict(NamedTuple):
    """The index of the entry `refused`, which is the number of entries where a game stops early;
    or -1, and the `points` by seat."""

    refused: int
    points: tuple[int, ...] = ()


class Core:
    """The core in C, compiled when it is made."""

    def __init__(self) -> None:
        command = compiler()
        if command is None:
            raise SystemExit("the core needs a C compiler, as `make fast` does")
        with TemporaryDirectory() as folder:
            library = f"{folder}/metal.so"
            flags = ("-std=c11", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC")
            subprocess.run([command, *flags, "-o", library, str(SOURCE)], check=True)
            self.library = ctypes.CDLL(library)
        tables = [Numbers(), Numbers(), *map(numbers_of, range(2, SEATS + 1))]
        self.numbers = (Numbers * len(tables))(*tables)

    def verdict(self, players: int, entries: Sequence[Entry]) -> Verdict:
        words = (ctypes.c_uint32 * len(entries))(*map(packed, entries))
        points = (ctypes.c_int32 * SEATS)()
        numbers = ctypes.byref(self.numbers[players])
        refused = self.library.verify_game(numbers, players, words, len(words), points)
        return Verdict(refused, tuple(points[:players]) if refused < 0 else ())

    def judge(self, logs: Sequence[Log]) -> Callable[[], int]:
        """A function without arguments that judges `logs`, packed here: how many of them end with
        the points that they claim."""
        games = len(logs)
        words = list(map(packed, chain.from_iterable(log.entries for log in logs)))
        seats = [len(log.setup.seats) for log in logs]
        ends = accumulate(len(log.entries) for log in logs)
        claims = [
            (log.header.result or ())[seat : seat + 1] or (0,)
            for log in logs
            for seat in range(SEATS)
        ]
        arguments = (
            self.numbers,
            (ctypes.c_int32 * games)(*seats),
            (ctypes.c_uint32 * len(words))(*words),
            (ctypes.c_int32 * games)(*ends),
            (ctypes.c_int32 * (SEATS * games))(*chain.from_iterable(claims)),
            games,
        )
        return lambda: int(self.library.verify_games(*arguments))


def engine_verdict(setup: Setup, entries: Sequence[Entry]) -> Verdict:
    """The same by the engine; an entry that repeats a forced answer is refused too."""
    s = start(setup)
    for index, entry in enumerate(entries):
        try:
            apply(s, *entry)
        except IllegalAction:
            return Verdict(index)
    if not s.over:
        return Verdict(len(entries))
    return Verdict(-1, tuple(player.points for player in s.players))


def random_games(count: int, seed: int) -> list[Log]:
    """Logs of two, three and four random players, read from their texts."""
    colours = [colour.word for colour in Colour]
    setups = [Setup.of(" ".join(colours[:seats])) for seats in range(2, SEATS + 1)]
    texts = (
        write_text(deal(setups[number % len(setups)], seed + number, "random"))
        for number in range(count)
    )
    return list(map(read_log, texts))


class ChangedGame(NamedTuple):
    """A game whose entry at `changed_index` is another."""

    setup: Setup
    entries: list[Entry]
    changed_index: int


def changed_games(logs: Sequence[Log], chance: random.Random) -> Iterator[ChangedGame]:
    """Games with one entry changed, rare kinds as often as common ones: into an entry of another
    game, into one of the same kind and seat, in one word, or into a pass or a taking."""
    lines: dict[tuple[int, type], list[str]] = {}
    for log in logs:
        for entry in log.entries:
            lines.setdefault((entry.seat, type(entry.action)), []).append(
                entry_text(log.setup, entry)
            )
    kinds = list(lines)
    while True:
        log = chance.choice(logs)
        entries = list(log.entries)
        kind = chance.choice(list(dict.fromkeys(type(entry.action) for entry in entries)))
        index = chance.choice([i for i, entry in enumerate(entries) if type(entry.action) is kind])
        before = entry_text(log.setup, entries[index])
        actor = before.partition(" ")[0]
        changes = (
            chance.choice(lines[chance.choice(kinds)]),
            chance.choice(lines[entries[index].seat, kind]),
            edited(before, chance),
            f"{actor} {chance.choice(('pass', 'take'))}",
        )
        with suppress(LogSyntaxError):
            entry = parse_entry(log.setup, chance.choice(changes))
            if entry != entries[index]:
                entries[index] = entry
                yield ChangedGame(log.setup, entries, index)


def edited(line: str, chance: random.Random) -> str:
    """`line` with a word or number left out, doubled or replaced; it may mean nothing."""
    parts = re.split(r"(\w+)", line)
    place = chance.randrange(1, len(parts), 2)
    word = parts[place]
    words: Sequence[str] = "12345" if word.isdigit() else (*WORDS, *Colour.words())
    parts[place] = chance.choice(("", f"{word} {word}", f"{word},{word}", *chance.sample(words, 3)))
    return "".join(parts)


def check_games(core: Core, logs: Sequence[Log]) -> None:
    """The core finds the engine's points in every game."""
    for log in logs:
        verdict = core.verdict(len(log.setup.seats), log.entries)
        if verdict != Verdict(-1, verify(log).result.points):
            raise SystemExit(f"the core differs: {verdict}, in\n{write_text(log)}")


def check_changed_games(
    core: Core, logs: Sequence[Log], illegal: int, chance: random.Random
) -> int:
    """Both refuse the same entry or find the same points, until `illegal` changed entries have been
    refused themselves; the number of games that it took."""
    refused = 0
    for number, game in enumerate(changed_games(logs, chance), start=1):
        verdict = engine_verdict(game.setup, game.entries)
        if core.verdict(len(game.setup.seats), game.entries) != verdict:
            raise SystemExit(f"the core differs from {verdict}, in\n{game}")
        refused += verdict.refused == game.changed_index
        if refused == illegal:
            return number
    raise AssertionError


def seconds(work: Callable[[], object]) -> float:
    """Processor time of `work`."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--illegal", type=int, default=1_000, help="illegal entries to refuse")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    core, logs = Core(), random_games(options.games, options.seed)
    plies = sum(len(log.entries) for log in logs)
    print(f"{len(logs)} games of 2 to 4 random players, seed {options.seed}, {plies:,} plies")
    check_games(core, logs)
    changed = check_changed_games(core, logs, options.illegal, random.Random(options.seed))
    print(f"the core agrees on all, and on {changed} games with a changed entry,")
    print(f"of which {options.illegal} are refused at that entry")

    judge = core.judge(logs)
    if judge() != len(logs):
        raise SystemExit("the core does not find the points that the logs claim")
    by_engine: list[float] = []
    by_core: list[float] = []
    for _ in range(options.rounds):  # in turn, so that a slow moment meets both
        by_engine.append(seconds(lambda: list(map(verify, logs))))
        by_core.append(seconds(lambda: [judge() for _ in range(CORE_REPEATS)]) / CORE_REPEATS)
    engine_rate, core_rate = plies / min(by_engine), plies / min(by_core)
    kind = "compiled" if COMPILED else "source"
    print(f"engine, {kind}: {engine_rate:12,.0f} plies/s")
    print(
        f"core in C: {core_rate:17,.0f} plies/s, {core_rate / engine_rate:.1f} times the engine's"
    )
    figures = {
        "engine": kind,
        "seed": options.seed,
        "games": len(logs),
        "plies": plies,
        "changed_games": changed,
        "illegal_refused": options.illegal,
        "engine_plies_per_s": round(engine_rate),
        "core_plies_per_s": round(core_rate),
        "ratio": round(core_rate / engine_rate, 1),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
