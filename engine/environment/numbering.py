"""Numbers of actions: a fixed, complete list of what the players of a set-up can ever write.

The number of an action is its place in ``Numbering(setup).texts``. It depends on the set-up and its
edition alone, not on the position, and stays the same as long as ``NUMBERING`` does. Nothing is
left out or cut off, however large a choice is: with the Pharaoh's Favors every arrangement of a
ship has a number of its own, which makes some thousands of numbers. ``resign`` has none.

A card or a module with an action of its own adds its texts here, and raises ``NUMBERING``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Final

from engine.actions import read_action
from engine.editions import load_edition
from engine.entries import Action
from engine.rules import Rules
from engine.setup import Setup
from engine.sites.obelisks import Outlines, outlines
from engine.vocabulary import PYRAMIDS, Card, Field, Module, Prophecy, Site

NUMBERING: Final = 1
"""Version of the order below: raised when numbers of any set-up change."""

FLAGS: Final = "", " add"
SITES: Final = tuple(site.word for site in Site)


class Numbering:
    """Both ways between the text of an action, without its colour, and its number."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.texts: tuple[str, ...] = tuple(_texts(setup))
        self._numbers = {text: number for number, text in enumerate(self.texts)}

    def __len__(self) -> int:
        return len(self.texts)

    def number(self, text: str) -> int:
        """Number of the action `text`, in canonical form. Raises ``KeyError``."""
        return self._numbers[text]

    def action(self, number: int) -> Action:
        """The action with this number. Raises ``IndexError``."""
        if number < 0:
            raise IndexError(number)
        return read_action(self.texts[number].split())


@lru_cache(maxsize=64)
def numbering(setup: Setup) -> Numbering:
    """The numbering of `setup`, made once."""
    return Numbering(setup)


# --- inside -------------------------------------------------------------------


def _texts(setup: Setup) -> Iterator[str]:
    """All actions of `setup`, kind by kind."""
    rules = Rules(setup)
    tables = load_edition(setup.edition)
    boards = [tables[site.word][side.word] for site, side in zip(Site, setup.sides, strict=True)]
    market, crypt, obelisks = (
        boards[site] for site in (Site.MARKET, Site.BURIAL_CHAMBER, Site.OBELISKS)
    )
    ships = _capacities(rules)
    spaces = _upto(market["face_up"] + len(market.get("face_down", ())))
    path: list[str] = obelisks.get("path", [])
    yield from _turns(ships)
    yield from _cards(ships)
    yield from _answers(spaces)
    yield from (f"decline {tile}" for tile in _upto(len(path)))
    yield from _barrow_spaces(crypt.get("base", 0))
    yield from (f"tile {tile}" for tile in _upto(crypt.get("columns", 0) * crypt.get("rows", 0)))
    yield from (f"obelisk {place}" for place in _upto(len(obelisks.get("places", ()))))
    shapes = obelisks.get("shapes", {})
    tiles = [outlines(frozenset(map(tuple, shapes[name]))) for name in path]
    yield from _builds(tiles, obelisks.get("width", 0))
    for module, texts in MODULE_TEXTS.items():
        if module in setup.modules:
            yield from texts(setup, ships, spaces)


Ships = dict[int, set[int]]
"""By the number of a ship the capacities that it can have."""


def _capacities(rules: Rules) -> Ships:
    ships: Ships = {}
    for card in sorted(rules.round_cards):
        for number, capacity in enumerate(card, 1):
            ships.setdefault(number, set()).add(capacity)
    return ships


def _spaces(ships: Ships) -> list[str]:
    return [f"{ship}.{space}" for ship, sizes in ships.items() for space in _upto(max(sizes))]


def _upto(last: int) -> range:
    return range(1, last + 1)


def _joined(parts: Iterable[object], sign: str = " ") -> str:
    return sign.join(map(str, parts))


def _turns(ships: Ships) -> Iterator[str]:
    yield from ("take", "take move", "pass")
    yield from (f"load {space}" for space in _spaces(ships))
    yield from (f"sail {ship} {site}" for ship, site in product(ships, SITES))


def _cards(ships: Ships) -> Iterator[str]:
    """Blue cards."""
    spaces = _spaces(ships)
    yield from (f"play hammer {space}" for space in spaces)
    yield from (f"play sail {space} {site}" for space, site in product(spaces, SITES))
    yield from (f"play chisel {_joined(two)}" for two in combinations(spaces, 2))
    yield from (f"play raft {site}" for site in SITES)
    yield from (f"play loading_plank {ship} {site}" for ship, site in product(ships, SITES))
    for ship, sizes in ships.items():
        for count in _upto(max(sizes)):
            for site, order in product(SITES, permutations(_upto(max(sizes)), count)):
                yield f"play lever {ship} {site} {_joined(order, ',')}"


def _answers(market: range) -> Iterator[str]:
    """Answers to decisions that more than one board asks for."""
    yield from (f"card {space}" for space in market)
    yield from (f"card {_joined(two)}" for two in permutations(market, 2))
    yield from (f"keep {card.word}" for card in Card)
    yield from (f"pyramid {name}" for name in PYRAMIDS)
    yield from ("points", "stones", "decline")


def _barrow_spaces(base: int) -> Iterator[str]:
    """Spaces of the barrow: one fewer on each level."""
    for level in _upto(base):
        yield from (f"space {level}.{position}" for position in _upto(base - level + 1))


def _builds(tiles: list[Outlines], width: int) -> Iterator[str]:
    """Every place of every tile of the path of obelisks C, up to the height of all of them."""
    tops = sum(max(max(map(sum, zip(*turn, strict=True))) for turn in tile) for tile in tiles)
    places = {
        _cells(first, base, bottoms, counts)
        for tile in set(tiles)
        for bottoms, counts in tile
        for first, base in product(range(width - len(bottoms) + 1), range(tops))
    }
    yield from (f"build {_joined(f'{x}.{y}' for x, y in cells)}" for cells in sorted(places))


def _cells(
    first: int, base: int, bottoms: tuple[int, ...], counts: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    return tuple(
        (first + column + 1, base + bottom + row + 1)
        for column, (bottom, count) in enumerate(zip(bottoms, counts, strict=True))
        for row in range(count)
    )


def _private_ships(setup: Setup, ships: Ships, market: range) -> Iterator[str]:
    yield from (f"private_ship {site}" for site in SITES)


def _wagers(setup: Setup, ships: Ships, market: range) -> Iterator[str]:
    yield from (f"wager {site} {field.word}" for site, field in product(SITES, Field))


def _prophecies(setup: Setup, ships: Ships, market: range) -> Iterator[str]:
    yield from (f"prophecy {prophecy.word}" for prophecy in Prophecy)


def _favors(setup: Setup, ships: Ships, market: range) -> Iterator[str]:
    spaces, stays_or_sails = _spaces(ships), ["", *(f" {site}" for site in SITES)]
    for count in (1, 2):
        yield from (f"favor two_cards {_joined(order)}" for order in permutations(market, count))
    yield "favor place_and_fill_sled"
    yield from (f"favor place_and_fill_sled {space}" for space in spaces)
    stones = ["-", *(colour.word for colour in setup.seats)]
    for ship, sizes in ships.items():
        for size in sorted(sizes):
            for add, aboard, site in product(FLAGS, product(stones, repeat=size), stays_or_sails):
                yield f"favor place_reorder_sail {ship}{add} {','.join(aboard)}{site}"
    for ship, sizes in ships.items():
        for count in range(3):
            for places, site in product(combinations(_upto(max(sizes)), count), stays_or_sails):
                yield f"favor place_two_and_sail {ship} {_joined(places, ',') or '-'}{site}"
    for count in (1, 2, 3):
        yield from (
            f"favor place_three {_joined(places)}" for places in combinations(spaces, count)
        )


MODULE_TEXTS: Final[dict[Module, Callable[[Setup, Ships, range], Iterator[str]]]] = {
    Module.PRIVATE_SHIPS: _private_ships,
    Module.STONEMASONS_WAGER: _wagers,
    Module.PHARAOHS_FAVORS: _favors,
    Module.GOD_PROPHECIES: _prophecies,
}
"""Actions that modules add."""
