"""Red cards: what they do at once (R5.1, R5.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.events import StoneSent
from engine.state import State
from engine.stones import score, take_stones
from engine.vocabulary import Card, Origin, Site, Source

RedEffect = Callable[[State, int], None]


def entrance(s: State, seat: int) -> None:
    place_from_quarry(s, seat, Site.PYRAMID)


def sarcophagus(s: State, seat: int) -> None:
    place_from_quarry(s, seat, Site.BURIAL_CHAMBER)


def paved_path(s: State, seat: int) -> None:
    place_from_quarry(s, seat, Site.OBELISKS)


def place_from_quarry(s: State, seat: int, site: Site) -> None:
    """One stone straight to `site`, by all its rules; nothing with an empty quarry (R4.2)."""
    player = s.players[seat]
    if player.quarry:
        player.quarry -= 1
        if s.events is not None:
            s.events.append(StoneSent(seat, Origin.QUARRY, site))
        s.rules.boards[site].deliver(s, seat)


def private_stone_quarry(s: State, seat: int) -> None:
    """A point, also with an empty quarry, and stones as far as they go (R5.2)."""
    score(s, seat, s.rules.private_stone_quarry_points, Source.PRIVATE_STONE_QUARRY)
    take_stones(s, seat, s.rules.private_stone_quarry_stones)


RED_CARDS: Final[Mapping[Card, RedEffect]] = {
    Card.ENTRANCE: entrance,
    Card.SARCOPHAGUS: sarcophagus,
    Card.PAVED_PATH: paved_path,
    Card.PRIVATE_STONE_QUARRY: private_stone_quarry,
}
