"""Motion of a step that its pieces do not say: the way of a ship, the order in which
its stones are unloaded, what each of them brought, and the seats that cards came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from drawing.board.harbour import course, dock, private_dock
from drawing.svg.pieces import STONES, STRIDE
from drawing.text.narration import AT_ONCE, direct_and_scored
from engine import events as ev
from engine.events import Event
from engine.vocabulary import Source

if TYPE_CHECKING:
    from drawing.board.scene import Scene
    from engine.shown import View

Point = tuple[float, float]


class Voyage(NamedTuple):
    """A ship sails. `ship`: what its pieces are called after ``ship`` and ``bow``; `place`: where
    its hull lies at the dock (``STRIDE``); `cargo`: the names of its stones, the first to be
    unloaded first; `course`: the points of its way in the harbour's units, the dock last; a
    private ship has the dock only."""

    ship: str
    place: int
    cargo: tuple[str, ...]
    course: tuple[Point, ...]


class Gain(NamedTuple):
    """Points for `seat` from `source`; `stone`: the one that brought them, or empty."""

    seat: int
    points: int
    source: Source
    stone: str = ""


class Fetched(NamedTuple):
    """A card came to `seat` from market `space`, or from the pile (0)."""

    space: int
    seat: int


class Motion(NamedTuple):
    """Motion of a step in addition to its pieces, each in its order. `gains` leaves out the final
    scoring."""

    voyage: Voyage | None = None
    gains: tuple[Gain, ...] = ()
    cards: tuple[Fetched, ...] = ()


NO_MOTION: Final = Motion()
MOVING: Final = frozenset[type]({ev.ShipSailed, ev.PrivateShipSailed, ev.Scored, ev.CardTaken})
"""Events without which nothing moves beside its pieces."""


def motion_of(scene: Scene, events: Sequence[Event], before: View) -> Motion:
    """Motion by `events`, which the stones of `scene` have followed already; `before`: the
    position as it was."""
    if MOVING.isdisjoint(map(type, events)):
        return NO_MOTION
    direct, _ = direct_and_scored(events)
    voyages = [event for event in direct if isinstance(event, ev.ShipSailed | ev.PrivateShipSailed)]
    voyage = _voyage(scene, voyages[0], before) if voyages else None
    gains = tuple(_gains(direct, [name for name, _seat, _site in scene.stones.arrived]))
    cards = tuple(
        [Fetched(fetch.space, fetch.seat) for fetch in direct if isinstance(fetch, ev.CardTaken)]
    )
    if voyage or gains or cards:
        return Motion(voyage, gains, cards)
    return NO_MOTION


def _voyage(scene: Scene, event: ev.ShipSailed | ev.PrivateShipSailed, before: View) -> Voyage:
    drawing = scene.drawing
    block = STRIDE * drawing.blocks.index(drawing.harbour) + STONES
    cargo = tuple(scene.stones.aboard)
    if isinstance(event, ev.PrivateShipSailed):
        x, y, depth = private_dock(event.site)
        return Voyage(f"private{event.seat}", block + depth, cargo, ((x, y),))
    rank = len(before["sites"][event.site.word]["ships"])
    x, y, depth = dock(event.site, min(rank, 1))
    way = course(drawing.harbour.y(event.ship), (x, y))
    return Voyage(str(event.ship), block + depth, cargo, way)


def _gains(events: Sequence[Event], stones: Sequence[str]) -> Iterator[Gain]:
    """The points of `events`, with the stones that brought them; `stones`: the names of those that
    were placed, in their order."""
    placed = iter(stones)
    stone, seat, gives = "", -1, None
    for event in events:
        if isinstance(event, ev.StonePlaced):
            stone, seat, gives = next(placed), event.seat, AT_ONCE.get(event.site)
        elif isinstance(event, ev.Scored):
            of_seat = event.seat == seat and event.source is gives
            yield Gain(event.seat, event.points, event.source, stone if of_seat else "")
