"""Private Ships: one stone, once, to any site (R11.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from engine.entries import Action
from engine.entries.forms import SITE, Form
from engine.errors import IllegalAction, Rule
from engine.events import PrivateShipSailed
from engine.modules.module import ModuleRules
from engine.shown import View
from engine.state import Facts, State
from engine.stones import score_points
from engine.turns.sail import check_serves, deliver_stone, serving
from engine.turns.turn import FunctionTurn, Turn
from engine.vocabulary import EMPTY, Module, Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import PrivateShipsTable
    from engine.profiles import ProfileRules


POINTS: Final[int] = Source.PRIVATE_SHIP
SHIP_WORTH: Final = 1.5
"""For a computer player: the points of a ship that waits."""


@dataclass(frozen=True)
class SailPrivateShip(Action):
    """One stone, on the private ship, to a site (R11.1)."""

    site: Site


SailPrivateShip.form = Form("private_ship", SITE)


SITES: Final = len(Site)


class Fleet(Facts):
    """`unused`: by seat whether the private ship waits; `docks`: by site the seat whose private
    ship docked there in this round, or ``EMPTY``."""

    facts: ClassVar[tuple[str, ...]] = ("docks", "unused")
    __slots__ = facts

    def __init__(self, players: int) -> None:
        self.unused = [True] * players
        self.docks = [EMPTY] * SITES

    def copy(self) -> Fleet:
        new = Fleet(0)
        new.unused = self.unused.copy()
        new.docks = self.docks.copy()
        return new


class PrivateShips(ModuleRules[Fleet]):
    """A ship of one space for each player."""

    module = Module.PRIVATE_SHIPS
    entries = (SailPrivateShip,)

    def __init__(self, table: PrivateShipsTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.unused_points: int = table["unused"]

    def storage(self) -> Fleet:
        return Fleet(self.players)

    def turns(self) -> Mapping[type[Action], Turn]:
        return {SailPrivateShip: FunctionTurn(self.sail, self.sails)}

    def sail(self, s: State, seat: int, action: SailPrivateShip) -> None:
        fleet: Fleet = s.modules[self.index]
        player = s.players[seat]
        if not fleet.unused[seat]:
            raise IllegalAction(Rule.PRIVATE_SHIP_USED)
        if not player.sled:
            raise IllegalAction(Rule.SLED_EMPTY)
        if fleet.docks[action.site] != EMPTY:
            raise IllegalAction(Rule.PRIVATE_DOCK_TAKEN, action.site.word)
        check_serves(s, action.site)
        fleet.unused[seat] = False
        player.sled -= 1
        fleet.docks[action.site] = seat
        if s.events is not None:
            s.events.append(PrivateShipSailed(seat, action.site))
        deliver_stone(s, seat, action.site)

    def sails(self, s: State, seat: int) -> Iterator[SailPrivateShip]:
        fleet: Fleet = s.modules[self.index]
        if fleet.unused[seat] and s.players[seat].sled:
            for site in serving(s):
                if fleet.docks[site] == EMPTY:
                    yield SailPrivateShip(site)

    def end_of_round(self, s: State) -> None:
        fleet: Fleet = s.modules[self.index]
        fleet.docks = [EMPTY] * SITES

    def end_of_game(self, s: State) -> None:
        fleet: Fleet = s.modules[self.index]
        for seat, unused in enumerate(fleet.unused):
            if unused:
                score_points(s, seat, self.unused_points, POINTS)

    def promise(self, s: State, ahead: int) -> list[float]:
        """A ship that waits."""
        storage: Fleet = s.modules[self.index]
        return [SHIP_WORTH * unused for unused in storage.unused]

    def show(self, s: State, viewer: int | None, game_view: View) -> None:
        fleet: Fleet = s.modules[self.index]
        for seat, unused in enumerate(fleet.unused):
            game_view["seats"][seat]["private_ship"] = unused
        for site, seat in zip(Site, fleet.docks, strict=True):
            game_view["sites"][site.word]["private_ship"] = None if seat == EMPTY else seat
