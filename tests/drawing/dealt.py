"""Games to draw: dealt once a test run."""

from __future__ import annotations

from functools import cache

from drawing.replay.replay import Replay, replay_of
from engine import Log, Setup, deal, read_log, write_text
from engine.log import Header

EVERYTHING_ADDED = (
    "private_ships stonemasons_wager pharaohs_favors new_dynasty_cards god_prophecies "
    "wrath_of_the_pharaoh"
)
SEATS = ("black white", "brown black gray", "white gray black brown")


@cache
def text(
    seats: str = "black white",
    sites: str = "AAAAA",
    modules: str = "",
    names: tuple[str, ...] = (),
    profile: str = "official",
    seed: int = 7,
    play: str = "greedy",
) -> str:
    """The canonical text of a finished game."""
    setup = Setup.of(seats, sites, modules, profile)
    entries = deal(setup, seed=seed, play=play).entries
    return write_text(Log(Header(setup, names), entries))


@cache
def cached_replay(*arguments: object, **options: object) -> Replay:
    """The replay of such a game."""
    return replay_of(read_log(text(*arguments, **options)))  # type: ignore[arg-type]


GAMES = [
    ((seats, side * 5, modules), {"seed": seed})
    for seed, side in enumerate("ABCD", 11)
    for seats in SEATS
    for modules in ("", EVERYTHING_ADDED)
] + [
    (("black white", "AAAAA", "hidden_market_cards"), {}),
    (("black white", "DDDDD", "unlimited_stones"), {"profile": "yucata"}),
    (("black white gray", "CBDAB", EVERYTHING_ADDED), {"profile": "yucata"}),
    (("gray white brown", "BDACD", "private_ships"), {"play": "random"}),
    (("black white brown gray", "BBBBB", EVERYTHING_ADDED), {"play": "random", "seed": 3}),
]
"""Every side of every site, every module, two to four seats."""
