"""Private Ships: one stone, once, to any site (R11.1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards.blue import check_market, deliver_one, market_has_cards
from engine.entries import SailPrivateShip
from engine.errors import IllegalAction, Rule
from engine.events import PrivateShipSailed
from engine.state import State
from engine.stones import score
from engine.vocabulary import EMPTY, Site, Source


def private_ship(s: State, seat: int, action: SailPrivateShip) -> None:
    player = s.players[seat]
    if not s.rules.private_ships:
        raise IllegalAction(Rule.MODULE_NOT_IN_PLAY, "private_ships")
    if not player.private_ship:
        raise IllegalAction(Rule.PRIVATE_SHIP_USED)
    if not player.sled:
        raise IllegalAction(Rule.SLED_EMPTY)
    if s.private_docks[action.site] != EMPTY:
        raise IllegalAction(Rule.PRIVATE_DOCK_TAKEN, action.site.word)
    check_market(s, action.site)
    player.private_ship = False
    player.sled -= 1
    s.private_docks[action.site] = seat
    if s.events is not None:
        s.events.append(PrivateShipSailed(seat, action.site))
    deliver_one(s, seat, action.site)


def private_ships(s: State, seat: int) -> Iterator[SailPrivateShip]:
    player = s.players[seat]
    if player.private_ship and player.sled:
        for site in Site:
            if s.private_docks[site] == EMPTY and market_has_cards(s, site):
                yield SailPrivateShip(site)


def unused_private_ships(s: State) -> None:
    for seat, player in enumerate(s.players):
        if player.private_ship:
            score(s, seat, s.rules.unused_private_ship_points, Source.PRIVATE_SHIP)
