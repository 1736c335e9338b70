"""Finished games for the tests of the log, dealt and played at random, the same every time."""

import random
from functools import cache

from engine.dealer import DealtGame
from engine.log import Header, Log, write_text
from engine.players import PLAYERS
from engine.scoring import result
from engine.setup import Setup

KINDS = (
    ("black white", "AAAAA", "", "official"),
    ("gray brown white", "BBBBB", "private_ships stonemasons_wager", "official"),
    ("white black gray brown", "CCCCC", "new_dynasty_cards god_prophecies", "official"),
    ("brown gray", "DDDDD", "pharaohs_favors unlimited_stones", "yucata"),
    ("black gray white", "DBCCC", "pharaohs_favors hidden_market_cards", "official"),
)
"""Seats, sides, modules, profile."""


@cache
def finished(kind: int = 0, seed: int = 1) -> Log:
    """A finished game with its result."""
    setup = Setup.of(*KINDS[kind])
    chance = random.Random(seed)
    game = DealtGame(setup, chance)
    while not game.state.over:
        game.act(PLAYERS["random"](game.state, chance))
    header = Header(setup, chance="dealt", result=result(game.state).points)
    return Log(header, tuple(game.entries))


def finished_text(kind: int = 0, seed: int = 1) -> str:
    """The text of a finished game."""
    return write_text(finished(kind, seed))


HEADER = """\
imhotep 1
edition: 2026.1
sites: market=A pyramid=A temple=A burial_chamber=A obelisks=A
seats: black=Ana white=Ben
"""

OPENING = """\
round 4 3 2 2
market lever statue entrance sail
black take
white load 3.1
"""

PAIR = """\
imhotep 1
edition: 2026.1
sites: market=B pyramid=A temple=A burial_chamber=A obelisks=A
seats: black= white=
round 4 3 2 2
market lever statue entrance
black load 3.1
white take
black sail 3 market
black card 4
look statue statue
"""
"""A stone at the market that looks at two equal cards: which one is kept is not asked."""
