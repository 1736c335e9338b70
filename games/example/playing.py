"""Plays the games of the example league: every one can be played again from its plan."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date, timedelta

from engine import DealtGame, Header, Log, Setup, SetupError, awaited, result, write_text
from engine.players import greedy_player, random_player
from engine.vocabulary import Colour, Module, Profile, Side, Site
from games.example.people import GUESTS, SKILLS

YEAR = 364
"""Days that the league has been playing."""
BASE_GAMES = 0.35
"""How many of the games are on the base boards, with nothing added."""


@dataclass(frozen=True)
class GamePlan:
    """A game before it is played. `names` as in a log, `skills` of the same seats."""

    setup: Setup
    names: tuple[str, ...]
    skills: tuple[float, ...]
    played: date
    seed: int


def plan(number: int, seed: int, today: date, *, guests: bool = True) -> GamePlan:
    """The game of that number in the league of `seed`; later numbers were played later."""
    chance = random.Random(f"imhotep league {seed} {number}")
    seats = chance.choices((2, 3, 4), (5, 3, 3))[0]
    people = {f"@{handle}": skill for handle, skill in SKILLS.items()}
    if guests and chance.random() < 0.12:
        people |= GUESTS
    names = tuple(chance.sample(sorted(people), seats))
    return GamePlan(
        _setup(chance, seats),
        names,
        tuple(people[name] for name in names),
        today - timedelta(days=chance.randrange(1, YEAR)),
        chance.randrange(2**32),
    )


def play_game(plan: GamePlan) -> str:
    """The text of the log."""
    chance = random.Random(plan.seed)
    game = DealtGame(plan.setup, chance)
    while not game.state.over:
        decision = awaited(game.state)
        assert decision is not None
        sharp = chance.random() < plan.skills[decision.seat]
        game.act((greedy_player if sharp else random_player)(game.state, chance))
    header = Header(plan.setup, plan.names, "dealt", plan.played, result(game.state).points)
    return write_text(Log(header, tuple(game.entries)))


def play_all(plans: Sequence[GamePlan]) -> Iterator[str]:
    """The logs in the order of `plans`, played on several processors."""
    workers = min(4, os.cpu_count() or 1)
    pool = ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
    try:
        yield from pool.map(play_game, plans, chunksize=4)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _setup(chance: random.Random, seats: int) -> Setup:
    """A base game, or any sides, profile and modules that go together."""
    colours = chance.sample(list(Colour), seats)
    if chance.random() < BASE_GAMES:
        return Setup.of(colours, chance.choice(("AAAAA", "AAAAA", "BBBBB")))
    while True:
        sides = "".join(chance.choice(list(Side)).word for _ in Site)
        modules = chance.sample(list(Module), chance.choices((0, 1, 2), (3, 3, 1))[0])
        profile = chance.choices(list(Profile), (4, 1))[0]
        try:
            return Setup.of(colours, sides, modules, profile)
        except SetupError:  # what may not be combined; another
            continue
