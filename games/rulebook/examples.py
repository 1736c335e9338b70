"""Drawn examples of the rules: positions of dealt games, and what the stones in them bring.

The games are dealt by fixed seeds, and computer players play them. The engine counts the points.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from drawing.board.background import RIVER
from drawing.board.harbour import BERTH, BERTHS, DOCKS
from drawing.export.board import MARGIN, WAGER_PILES, block_picture, penalty_picture, wager_picture
from drawing.export.small import SMALL, Crop, position_picture
from drawing.language import cached_by_language
from drawing.language.words import colour_title
from drawing.play.live import Live
from drawing.svg import signed_points
from engine import EVERYTHING, Entry, Rules, Setup, State, apply, awaited, deal, start
from engine.entries import Load, Sail, Take
from engine.outlook import outlook
from engine.vocabulary import BANK, BUILDING_SITES, Module, Profile, Side, Site

SEATS: Final = ("white", "black", "brown", "gray")
SEEDS: Final[Mapping[int, Mapping[Side, int]]] = {
    2: {Side.A: 1, Side.B: 12, Side.C: 6, Side.D: 11},
    3: {Side.A: 13, Side.B: 15, Side.C: 2, Side.D: 14},
    4: {Side.A: 10, Side.B: 1, Side.C: 10, Side.D: 10},
}
"""Seeds of the games by number of players and side: each site gets stones of several players."""

PLAYER: Final = "greedy"
LAST_ROUND: Final = 4
"""Examples are of the first rounds."""


LOADED_SIZE, SAILED_SIZE = (240, 92), (360, 224)
"""Sizes of the pictures of a ship that was loaded, and of one that sailed."""

TURN_ACTIONS: Final[Mapping[str, type]] = {"take": Take, "load": Load, "sail": Sail}
MODULE_BLOCKS: Final = {
    "private-ships": (Module.PRIVATE_SHIPS, "seat1"),
    "pharaohs-favors": (Module.PHARAOHS_FAVORS, "favours"),
    "god-prophecies": (Module.GOD_PROPHECIES, "prophecies"),
    "stonemasons-wager": (Module.STONEMASONS_WAGER, ""),
    "unlimited-stones": (Module.UNLIMITED_STONES, "seat1"),
    "hidden-market-cards": (Module.HIDDEN_MARKET_CARDS, "seat1"),
    "wrath-of-the-pharaoh": (Module.WRATH_OF_THE_PHARAOH, ""),
}
"""The block of the table that shows a module, by the anchor of its rules."""
MODULE_SEED: Final = 1
CARDS_IN_HAND: Final = 2
"""Cards of the player whose hand is hidden, in the picture of that module."""


class Moment(NamedTuple):
    """A position of a game: its first `entries`; `arrival`: the number of entries before the last
    ship came; `worth`: points by seat, empty at the market."""

    entries: tuple[Entry, ...]
    arrival: int
    worth: tuple[int, ...]


def plain_setup(side: Side, players: int) -> Setup:
    """So many players with this side of every site, and no modules."""
    return Setup.of(" ".join(SEATS[:players]), side.word * len(Site))


@cache
def example_moments(side: Side, players: int) -> Mapping[Site, Moment]:
    """A position of the example's game for each site, where most is to be seen there."""
    entries = _entries(side, players)
    best: dict[Site, tuple[tuple[int, ...], Moment]] = {}
    for site, moment, state in _settled(plain_setup(side, players), entries):
        clarity = _clarity(site, moment, state)
        if site not in best or clarity > best[site][0]:
            best[site] = clarity, moment
    return {site: moment for site, (_clarity_order, moment) in best.items()}


@cached_by_language(120)
def example_picture(site: Site, side: Side, players: int) -> str:
    """An SVG document: the site in its example; the market before the ship comes, with its
    cards."""
    moment = example_moments(side, players)[site]
    entries = moment.entries[: moment.arrival] if site is Site.MARKET else moment.entries
    return block_picture(plain_setup(side, players), entries, site.word)


def example_sentence(site: Site, side: Side, players: int) -> str:
    """The worth of the example's stones in a sentence; at the market what the ship brought."""
    setup, moment = plain_setup(side, players), example_moments(side, players)[site]
    names = [colour_title(colour) for colour in setup.seats]
    if site is Site.MARKET:
        live = Live(setup, names, EVERYTHING)
        live.follow(moment.entries)
        words = [json.loads(step)["s"] for step in live.steps[moment.arrival :]]
        return " ".join(words)
    pairs = zip(names, moment.worth, strict=True)
    points = {"points": ", ".join(f"{name} {signed_points(number)}" for name, number in pairs)}
    if site is Site.PYRAMID:
        return _("Points so far in this example: %(points)s.") % points
    if site is Site.TEMPLE and side is not Side.D:
        return _("Points at the end of this example's round: %(points)s.") % points
    return _("Points if the game ended like this example: %(points)s.") % points


@cached_by_language(12)
def action_picture(action: str, players: int) -> str:
    """An SVG document: the part of the table that an action changes, after it: ``take``, ``load``
    or ``sail`` (without words: the ship at its site); ``round``: the ships after the first stone
    was loaded."""
    setup, entries = plain_setup(Side.A, players), _entries(Side.A, players)
    if action == "round":
        loaded = next(n for n, entry in enumerate(entries) if isinstance(entry.action, Load))
        return block_picture(setup, entries[: loaded + 1], "harbour")
    kind = TURN_ACTIONS[action]
    first_sail = next(n for n, entry in enumerate(entries) if isinstance(entry.action, Sail))
    numbers = [n for n, entry in enumerate(entries) if isinstance(entry.action, kind)]
    if kind is Load:  # nothing is drawn above the first ship
        numbers = [n for n in numbers if getattr(entries[n].action, "ship", 1) == 1]
    number = max(n for n in numbers if n <= first_sail) if action != "take" else numbers[0]
    seat, done = entries[number]
    if isinstance(done, Load):
        y = BERTH + BERTHS * (done.ship - 1)
        crop = Crop(MARGIN, y + MARGIN - 68, *LOADED_SIZE)
        return block_picture(setup, entries[: number + 1], "harbour", crop)
    if isinstance(done, Sail):
        s = start(setup)
        for entry in entries[: number + 1]:
            apply(s, *entry)
        x, y = DOCKS[done.site]
        wide, high = SAILED_SIZE
        crop = Crop(max(0, min(x - 100, SMALL.width - wide)), RIVER + y + 40 - high, wide, high)
        return position_picture(s, [colour_title(colour) for colour in setup.seats], crop)
    return block_picture(setup, entries[: number + 1], f"seat{seat}")


@cached_by_language(6)
def start_picture(players: int) -> str:
    """An SVG document: the table before the first move."""
    setup = plain_setup(Side.A, players)
    s = start(setup)
    for entry in _until_first_turn(_entries(Side.A, players)):
        apply(s, *entry)
    return position_picture(s, [colour_title(colour) for colour in setup.seats], SMALL)


@cached_by_language(12)
def module_picture(anchor: str, players: int) -> str:
    """An SVG document: what a module adds to the table, before the first move, or what it
    scores at the end."""
    module, block = MODULE_BLOCKS[anchor]
    if module is Module.WRATH_OF_THE_PHARAOH:
        return penalty_picture(*_penalty(players))
    if module is Module.STONEMASONS_WAGER:
        setup, points = wager_points()
        return wager_picture(setup, points)
    if module is Module.UNLIMITED_STONES:
        modules = frozenset({module, Module.NEW_DYNASTY_CARDS})
        setup = Setup.of(" ".join(SEATS[:2]), "AAAAA", modules=modules, profile=Profile.YUCATA)
    else:
        setup = Setup.of(" ".join(SEATS[:players]), "AAAAA", modules=frozenset({module}))
    entries = tuple(deal(setup, MODULE_SEED, PLAYER).entries)
    if module is Module.HIDDEN_MARKET_CARDS:
        return block_picture(setup, entries[: _until_two_cards(setup, entries)], block, viewer=0)
    opening = _until_first_turn(entries)
    return block_picture(setup, opening, block)


def wager_points() -> tuple[Setup, dict[Site, int]]:
    """A set-up with the Stonemason's Wager, and the points for bets on the site with the most
    stones and on the second one, in the picture of the module."""
    module = Module.STONEMASONS_WAGER
    setup = Setup.of(" ".join(SEATS[:2]), "AAAAA", modules=frozenset({module}))
    numbers: Any = Rules(setup).modules[module]
    leader, second = sorted(BUILDING_SITES, key=lambda site: -WAGER_PILES[site])[:2]
    return setup, {leader: numbers.most[0], second: numbers.second[0]}


# --- inside -------------------------------------------------------------------


@cache
def _entries(side: Side, players: int) -> tuple[Entry, ...]:
    log = deal(plain_setup(side, players), SEEDS[players][side], PLAYER)
    return tuple(log.entries)


def _penalty(players: int) -> tuple[Setup, int]:
    """A set-up with the Wrath of the Pharaoh, and the points that it costs."""
    module = Module.WRATH_OF_THE_PHARAOH
    setup = Setup.of(" ".join(SEATS[:players]), "AAAAA", modules=frozenset({module}))
    numbers: Any = Rules(setup).modules[module]
    return setup, numbers.points


def _until_two_cards(setup: Setup, entries: tuple[Entry, ...]) -> int:
    """Number of entries after which the second player has cards in hand."""
    s = start(setup)
    for number, entry in enumerate(entries, 1):
        apply(s, *entry)
        if sum(s.players[1].cards) >= CARDS_IN_HAND:
            return number
    return len(entries)


def _until_first_turn(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries of the bank before the first player acts."""
    return entries[: next(n for n, entry in enumerate(entries) if entry.seat != BANK)]


def _settled(setup: Setup, entries: tuple[Entry, ...]) -> Iterator[tuple[Site, Moment, State]]:
    """The positions in which a turn begins, by site; for the market those after a ship came."""
    s = start(setup)
    arrival, site = 0, None
    for number, entry in enumerate(entries, 1):
        if isinstance(entry.action, Sail):
            arrival, site = number - 1, entry.action.site
        apply(s, *entry)
        if s.over or s.round > LAST_ROUND:
            return
        decision = awaited(s)
        if decision is None or decision.seat == BANK or decision.item is not None:
            continue
        worth = outlook(s).worth
        for building in BUILDING_SITES:
            yield building, Moment(entries[:number], arrival, tuple(worth[building])), s
        if site is Site.MARKET and s.docks[Site.MARKET]:
            yield site, Moment(entries[:number], arrival, ()), s
        site = None


def _clarity(site: Site, moment: Moment, s: State) -> tuple[int, ...]:
    """Order of examples: stones of several players, different points, then most stones; at the
    market several players, then few words."""
    if site is Site.MARKET:
        takers = [entry.seat for entry in moment.entries[moment.arrival :]]
        return min(len(set(takers)), 2), -len(takers)
    owners = s.rules.boards[site].stones(s.sites[site])
    scoring = sum(1 for points in moment.worth if points > 0)
    several = min(len(set(owners)), 3)
    return several, min(scoring, 2), len(set(moment.worth)) > 1, len(owners)
