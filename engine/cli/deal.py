"""Deal games: the opening of a log, or with --play whole finished logs."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from engine.computer import LEVELS
from engine.dealer import chance_of, deal
from engine.editions import DEFAULT_EDITION
from engine.errors import SetupError
from engine.log import write_json, write_text
from engine.players import Chooser
from engine.progress import ProgressBar
from engine.setup import Setup, module_refusal
from engine.vocabulary import Colour, Module, Profile, Side, Site

ALL: Final = "all"
RANDOM: Final = "random"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    parser.add_argument("--seats", default="", help='colours in turn order, as in "white black"')
    parser.add_argument(
        "--sites",
        default="AAAAA",
        help="five letters: market, pyramid, temple, burial chamber, obelisks; or random",
    )
    parser.add_argument(
        "--modules",
        default="",
        help="words joined by commas; or all (every allowed module), or random",
    )
    parser.add_argument(
        "--figure", type=int, default=0, help="where the figure of pyramid D starts, from 0"
    )
    parser.add_argument("--profile", default="official", choices=[p.value for p in Profile])
    parser.add_argument("--edition", default=DEFAULT_EDITION)
    parser.add_argument("--seed", type=int, help="game K is dealt with seed + K - 1")
    parser.add_argument(
        "--play",
        default="",
        choices=list(LEVELS),
        help="computer player that plays the game to the end",
    )
    parser.add_argument(
        "--committed",
        action="store_true",
        help="a provable deal, including the turn order; --play reveals its secret",
    )
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print NDJSON, one line per game")


def run(options: argparse.Namespace) -> int:
    progress = ProgressBar(options.games, "games")
    for number in range(options.games):
        seed = None if options.seed is None else options.seed + number
        try:
            setup = setup_of(options, chance_of(seed))
        except SetupError as error:
            print(f"{error}", file=sys.stderr)
            return 2
        log = deal(setup, seed, options.play, committed=options.committed)
        progress.clear()
        print(write_json(log) if options.json else write_text(log))
        progress.step()
    progress.clear()
    return 0


def setup_of(options: argparse.Namespace, chance: Chooser) -> Setup:
    """The set-up that the options mean; `chance` fills in what is random."""
    colours = [colour.word for colour in Colour][: options.players]
    seats = options.seats or " ".join(colours)
    sites = options.sites.upper()
    if options.sites == RANDOM:
        sites = "".join(chance.choice(list(Side)).word for _ in Site)
    modules = options.modules.replace(",", " ")
    if modules in (ALL, RANDOM):
        modules_in_play = [module for module in Module if modules == ALL or chance.random() < 0.5]
        modules = " ".join(_allowed(modules_in_play, seats, sites, options))
    return Setup.of(seats, sites, modules, options.profile, options.edition, options.figure)


def _allowed(
    modules: list[Module], seats: str, sites: str, options: argparse.Namespace
) -> list[str]:
    """Those of `modules` that profile, players and each other allow."""
    chosen: list[str] = []
    for module in modules:
        setup = Setup.of(seats, sites, " ".join(chosen), options.profile, options.edition)
        if not module_refusal(module, setup):
            chosen.append(module.word)
    return chosen
