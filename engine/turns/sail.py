"""Sail a ship, and unload it (R2.4, R3.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.agenda import Step
from engine.entries import Sail
from engine.errors import IllegalAction, Rule
from engine.events import ShipSailed, make_event
from engine.state import Ship, State
from engine.turns.load import no_ship
from engine.turns.turn import Turn
from engine.vocabulary import EMPTY, Site


class Unload(Step):
    """The stones of `cargo`, one by one, each resolved completely before the next (R3.1)."""

    facts: ClassVar[tuple[str, ...]] = ("site", "cargo")
    __slots__ = facts

    def __init__(self, site: Site, cargo: tuple[int, ...]) -> None:
        self.site = site
        self.cargo = cargo

    def run(self, s: State) -> None:
        unload(s, self.site, self.cargo)


class SailTurn(Turn):
    """A ship with enough stones to a free dock."""

    def do(self, s: State, seat: int, action: Sail) -> None:
        site = action.site
        index: int = site
        number = action.ship
        ship = s.harbour.get(number)
        if ship is None:
            raise no_ship(s, number)
        if s.docks[index]:
            raise dock_refusal(site)
        spaces = ship.spaces
        cargo = tuple([stone for stone in spaces if stone >= 0])
        if len(cargo) < ship.minimum:
            raise too_light(ship, ship.load)
        put_to_sea(s, seat, number, site, cargo, () if s.events is None else _laden(spaces, None))

    def options(self, s: State, seat: int) -> Iterator[Sail]:
        for number, ship in s.harbour.items():
            if ship.load >= ship.minimum:
                for site in open_docks(s):
                    yield Sail(number, site)


def open_docks(s: State) -> list[Site]:
    """The sites where no ordinary ship has docked in this round."""
    return [site for site in Site if not s.docks[site]]


def check_dock(s: State, site: Site) -> None:
    if s.docks[site]:
        raise dock_refusal(site)


def dock_refusal(site: Site) -> IllegalAction:
    return IllegalAction(Rule.DOCK_TAKEN, site.word)


def check_load(ship: Ship, stones: int) -> None:
    if stones < ship.minimum:
        raise too_light(ship, stones)


def too_light(ship: Ship, stones: int) -> IllegalAction:
    return IllegalAction(Rule.SHIP_TOO_LIGHT, f"{stones} of {ship.minimum}")


def sail_away(
    s: State, seat: int, number: int, site: Site, order: tuple[int, ...] | None = None
) -> None:
    """Sail and unload: front to back, or by the spaces of `order` (R5.5)."""
    spaces = s.harbour[number].spaces
    laden = () if s.events is None else _laden(spaces, order)
    if order is not None:
        spaces = [spaces[space - 1] for space in order]
    put_to_sea(s, seat, number, site, tuple([stone for stone in spaces if stone >= 0]), laden)


def put_to_sea(
    s: State, seat: int, number: int, site: Site, cargo: tuple[int, ...], laden: tuple[int, ...]
) -> None:
    """The ship leaves with `cargo`, which lay on the spaces `laden`, and unloads it."""
    index: int = site  # compiled, a plain int finds its place sooner than a member of an enum
    s.harbour.pop(number)
    s.docks[index].append(number)
    s.last_sailor = seat
    if s.events is not None:
        s.events.append(make_event(ShipSailed, (seat, number, site, cargo, laden)))
    board = s.rules.boards[index]
    if board.asks:
        unload(s, site, cargo)
    else:
        board.deliver_all(s, cargo)


def _laden(spaces: list[int], order: tuple[int, ...] | None) -> tuple[int, ...]:
    """The spaces with stones, from 1, in the order in which they unload."""
    numbers = range(1, len(spaces) + 1) if order is None else order
    return tuple([space for space in numbers if spaces[space - 1] != EMPTY])


def deliver_stone(s: State, seat: int, site: Site) -> None:
    """One stone to `site`; before the round's ordinary ship the market is refilled (R4.9)."""
    unload(s, site, (seat,))
    if not s.docks[site]:
        s.rules.boards[site].served(s)


def serving(s: State) -> list[Site]:
    """The sites at which a stone would get something (R4.10)."""
    return [site for site in Site if s.rules.boards[site].serves(s)]


def check_serves(s: State, site: Site) -> None:
    if not s.rules.boards[site].serves(s):
        raise IllegalAction(Rule.MARKET_WITHOUT_CARDS)


def unload(s: State, site: Site, cargo: tuple[int, ...]) -> None:
    """Deliver until a stone has to wait for something; the rest then waits below it."""
    depth = len(s.agenda)
    index: int = site
    arrived = s.rules.boards[index].deliver_all(s, cargo)
    if arrived < len(cargo):
        s.agenda.insert(depth, Unload(site, cargo[arrived:]))
