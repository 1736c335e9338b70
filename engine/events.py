"""Events: one frozen class a kind, in the order in which they happened.

Points move only as ``Scored``. A card that a viewer may not see is ``None`` after
``engine.view.view_events``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.vocabulary import Card, Favor, Field, Origin, Prophecy, Site, Source

make_event: Final = tuple.__new__
"""``make_event(Passed, (seat,))`` is ``Passed(seat)`` in half of the time: the class of a named
tuple makes its objects by interpreted code. For the events that happen most."""


class RoundBegan(NamedTuple):
    """Round `number` (from 1) with ships of these capacities; `seat` starts."""

    number: int
    ships: tuple[int, ...]
    seat: int


class RoundEnded(NamedTuple):
    """The round is over; `stuck` if everybody had passed (R2.6)."""

    number: int
    stuck: bool


class GameEnded(NamedTuple):
    """The final tally is done."""


class Passed(NamedTuple):
    seat: int


class Resigned(NamedTuple):
    """`seat` gave the game up (R2.10)."""

    seat: int


class StonesTaken(NamedTuple):
    """`number` stones went from the quarry to the sled."""

    seat: int
    number: int


class StonesReturned(NamedTuple):
    """`number` stones went back to the quarry, from `origin`: the dock of the market, the sled
    that paid with them, or a ship that never sailed."""

    seat: int
    number: int
    origin: Origin = Origin.DOCK


class StoneSent(NamedTuple):
    """A card sent a stone from `origin`, the sled or the quarry, to the dock of `site`."""

    seat: int
    origin: Origin
    site: Site


class StoneLoaded(NamedTuple):
    seat: int
    ship: int
    space: int


class ShipRearranged(NamedTuple):
    """`spaces`: the seats of the stones by space, ``EMPTY`` for none."""

    ship: int
    spaces: tuple[int, ...]


class ShipSailed(NamedTuple):
    """`cargo`: the seats of the stones in the order in which they unload; `spaces`: the spaces,
    from 1, on which these stones lay."""

    seat: int
    ship: int
    site: Site
    cargo: tuple[int, ...]
    spaces: tuple[int, ...]


class PrivateShipSailed(NamedTuple):
    """With one stone of the sled."""

    seat: int
    site: Site


class StonePlaced(NamedTuple):
    """A stone reached a site.

    `space` counts from 1 along the board, 0 is the right edge; where a board has parts, `part`
    counts them from 1, else it is 0: the pyramid (B) or the scaffold tile (C), the level (temple
    A–C, barrow), the place (avenue). On the obelisks A and D `space` is the height that the
    obelisk reaches, on B the number of loose stones that it makes.
    """

    seat: int
    site: Site
    space: int
    part: int


class Scored(NamedTuple):
    """Points for `seat`, possibly negative."""

    seat: int
    points: int
    source: Source


class CardsRevealed(NamedTuple):
    """Face-up cards laid on market `spaces`."""

    spaces: tuple[int, ...]
    cards: tuple[Card, ...]


class CardsLaid(NamedTuple):
    """`number` face-down cards laid on a market space."""

    space: int
    number: int


class CardsSeen(NamedTuple):
    """`seat` looked at cards: of market `space`, or of the pile (0)."""

    seat: int
    space: int
    cards: tuple[Card | None, ...]


class CardTaken(NamedTuple):
    """A card came to `seat` from market `space`, or from the pile (0)."""

    seat: int
    space: int
    card: Card | None


class CardPlayed(NamedTuple):
    """A blue card."""

    seat: int
    card: Card


class CoinSpent(NamedTuple):
    seat: int


class CardDiscarded(NamedTuple):
    """A card went face up on the discard pile."""

    card: Card


class CardsDiscardedUnseen(NamedTuple):
    """The face-down cards of a market space went to the discard pile unseen."""

    space: int
    number: int


class PileReshuffled(NamedTuple):
    """`number` discarded cards became the draw pile."""

    number: int


class FigureMoved(NamedTuple):
    """The figure of pyramid D, to a space from 1."""

    seat: int
    space: int


class ScaffoldRevealed(NamedTuple):
    tile: int


class ScaffoldFilled(NamedTuple):
    tile: int


class CryptRevealed(NamedTuple):
    tiles: tuple[int, ...]


class CryptCleared(NamedTuple):
    """Tiles that were not taken leave the game."""

    tiles: tuple[int, ...]


class ChariotMoved(NamedTuple):
    """To a space of the track; the start is 0."""

    seat: int
    space: int


class TowerBuilt(NamedTuple):
    """Obelisks B: the tower on space `space`, the highest value first."""

    seat: int
    space: int


class TileBuilt(NamedTuple):
    """Obelisks C: the tile of path space `path` laid on `cells`; none if declined."""

    seat: int
    path: int
    cells: tuple[tuple[int, int], ...]


class PropheciesRevealed(NamedTuple):
    prophecies: tuple[Prophecy, ...]


class ScarabLaid(NamedTuple):
    """`period` counts from 1."""

    seat: int
    prophecy: Prophecy
    period: int


class WagerMade(NamedTuple):
    seat: int
    site: Site
    field: Field


class FavorUsed(NamedTuple):
    seat: int
    favor: Favor


Event = (
    RoundBegan
    | RoundEnded
    | GameEnded
    | Passed
    | Resigned
    | StonesTaken
    | StonesReturned
    | StoneSent
    | StoneLoaded
    | ShipRearranged
    | ShipSailed
    | PrivateShipSailed
    | StonePlaced
    | Scored
    | CardsRevealed
    | CardsLaid
    | CardsSeen
    | CardTaken
    | CardPlayed
    | CoinSpent
    | CardDiscarded
    | CardsDiscardedUnseen
    | PileReshuffled
    | FigureMoved
    | ScaffoldRevealed
    | ScaffoldFilled
    | CryptRevealed
    | CryptCleared
    | ChariotMoved
    | TowerBuilt
    | TileBuilt
    | PropheciesRevealed
    | ScarabLaid
    | WagerMade
    | FavorUsed
)
