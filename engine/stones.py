"""Stones and points: the small changes that every rule is made of."""

from __future__ import annotations

from engine.events import Scored, StonesReturned, StonesTaken
from engine.state import State
from engine.vocabulary import Card, Source


def sled_capacity(s: State, seat: int) -> int:
    """Stones that the sled can hold, Cargo Sleds included (R5.11)."""
    rules = s.rules
    return rules.sled_capacity + rules.cargo_sled_spaces * s.players[seat].cards[Card.CARGO_SLED]


def can_take(s: State, seat: int, count: int) -> int:
    """How many of `count` stones sled space and quarry allow (R2.2)."""
    player = s.players[seat]
    return min(count, sled_capacity(s, seat) - player.sled, player.quarry)


def take_stones(s: State, seat: int, count: int) -> int:
    """Up to `count` stones from the quarry onto the sled; how many they were."""
    taken = can_take(s, seat, count)
    if taken:
        player = s.players[seat]
        player.quarry -= taken
        player.sled += taken
        if s.events is not None:
            s.events.append(StonesTaken(seat, taken))
    return taken


def return_stones(s: State, seat: int, count: int) -> None:
    """`count` stones, already picked up, back to the owner's quarry."""
    s.players[seat].quarry += count
    if s.events is not None:
        s.events.append(StonesReturned(seat, count))


def score(s: State, seat: int, points: int, source: Source) -> None:
    """The one way in which points move."""
    if points:
        s.players[seat].scored[source] += points
        if s.events is not None:
            s.events.append(Scored(seat, points, source))
