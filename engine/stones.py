"""Stones and points: the small changes that every rule is made of."""

from __future__ import annotations

from typing import Final

from engine.events import Scored, StonesReturned, StonesTaken, make_event
from engine.state import State
from engine.vocabulary import Card, Origin, Source

CARGO_SLED: Final[int] = Card.CARGO_SLED
SOURCES: Final = tuple(Source)


def sled_capacity(s: State, seat: int) -> int:
    """Stones that the sled can hold, Cargo Sleds included (R5.11)."""
    rules = s.rules
    return rules.sled_capacity + rules.cargo_sled_spaces * s.players[seat].cards[CARGO_SLED]


def can_take(s: State, seat: int, count: int) -> int:
    """How many of `count` stones sled space and quarry allow (R2.2)."""
    player, rules = s.players[seat], s.rules
    capacity = rules.sled_capacity + rules.cargo_sled_spaces * player.cards[CARGO_SLED]
    room = capacity - player.sled
    if room < count:
        count = room
    return count if count < player.quarry else player.quarry


def take_stones(s: State, seat: int, count: int) -> int:
    """Up to `count` stones from the quarry onto the sled; how many they were."""
    moved = can_take(s, seat, count)
    if moved:
        player = s.players[seat]
        player.quarry -= moved
        player.sled += moved
        if s.events is not None:
            s.events.append(make_event(StonesTaken, (seat, moved)))
    return moved


def return_stones(s: State, seat: int, count: int, origin: Origin = Origin.DOCK) -> None:
    """`count` stones, already picked up from `origin`, back to the owner's quarry."""
    s.players[seat].quarry += count
    if s.events is not None:
        s.events.append(make_event(StonesReturned, (seat, count, origin)))


def pay_stones(s: State, seat: int, count: int) -> None:
    """`count` stones of the sled, which must hold them, back to the quarry."""
    s.players[seat].sled -= count
    return_stones(s, seat, count, Origin.SLED)


def stones_at(s: State, site: int) -> list[int]:
    """The owner of every stone at `site`."""
    return s.rules.boards[site].stones(s.sites[site])


def spread_of(ahead: int) -> float:
    """For computer players: by how many stones the players may still pass each other."""
    return 0.4 + 0.55 * ahead


def score_each(s: State, seats: list[int], points: list[int], source: int) -> None:
    """``score_points`` each of `seats` the points beside it; there may be more points than
    seats."""
    players = s.players
    for seat, value in zip(seats, points):  # noqa: B905 (a keyword would take half of the time)
        if s.events is None:
            scored = players[seat].scored
            scored[source] = scored[source] + value
        else:
            score_points(s, seat, value, source)


def score_points(s: State, seat: int, points: int, source: int) -> None:
    """The one way in which points move; `source` is the number of a ``Source``."""
    if points:
        scored = s.players[seat].scored
        scored[source] = scored[source] + points  # compiled, quicker than +=
        if s.events is not None:
            s.events.append(make_event(Scored, (seat, points, SOURCES[source])))
