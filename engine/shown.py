"""The shapes of a view: what ``engine.view.view`` answers, part by part, as JSON has it.

Players are seats, from 0. Colours, cards, sites and the like are the words of the log.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class AwaitedView(TypedDict):
    """The next entry awaited: `seat` is ``None`` for the bank; `kind` is ``turn``, or the verb
    of what is to be written; `options` the entries, for the one who is to write one."""

    seat: int | None
    site: str | None
    kind: str
    options: list[str] | None


class ShipView(TypedDict):
    """A ship of the round. `spaces`, seats from the front, is ``None`` for one that sailed."""

    number: int
    capacity: int
    minimum: int
    spaces: list[int | None] | None
    site: str | None


class SeatView(TypedDict):
    """A player. What the viewer may not know, or what has no end, is ``None``."""

    colour: str
    points: int
    scored: dict[str, int]
    sled: int
    sled_capacity: int | None
    quarry: int | None
    cards: dict[str, int]
    card_count: int
    coins: int
    private_ship: bool
    resigned: bool


class SiteView(TypedDict):
    """A site. `stones` are counted by seat. What `board` is depends on the site and its side: one
    of the shapes below, or what the board's ``describe`` says."""

    side: str
    confidence: str
    ships: list[int]
    private_ship: int | None
    stones: list[int]
    wagers: dict[str, int | None]
    board: Any
    worth: NotRequired[list[int]]
    """Present worth of the stones, by seat: for the reader to add."""


class PileView(TypedDict):
    """The draw pile by size; the discard pile by card, and how many lie there unseen."""

    draw: int
    discard: dict[str, int]
    unseen: int


class ProphecyView(TypedDict):
    """`scarabs`: by seat the period for which one was laid."""

    prophecy: str
    scarabs: list[int | None]


class View(TypedDict):
    """A position as a viewer may see it."""

    edition: str
    profile: str
    modules: list[str]
    round: int
    rounds: int
    over: bool
    turn: int
    opener: int
    awaited: AwaitedView | None
    round_cards: list[list[int]]
    ships: list[ShipView]
    seats: list[SeatView]
    sites: dict[str, SiteView]
    pile: PileView
    prophecies: list[ProphecyView]
    favors: dict[str, int | None]
    kept: dict[str, object]
    """By the word of a module what else it shows."""
    standing: NotRequired[list[list[int | None]]]
    """By seat the points of its cards, of each building site, and of all, if the game ended here;
    ``None`` where the viewer may not know: for the reader to add."""
    waiting: NotRequired[dict[str, list[tuple[int, int, int]]]]
    """By site the stones that wait at its docks, each as seat, ship and space: for the reader to
    add."""


# ------------------------------------------------------------------- boards; -1 is an empty space


class FaceDownView(TypedDict):
    """How many cards lie there, and those of them that the viewer knows."""

    count: int
    known: list[str]


class MarketView(TypedDict):
    face_up: list[str | None]
    face_down: list[FaceDownView]


class HeightsView(TypedDict):
    heights: list[int]


class TowersView(TypedDict):
    loose: list[int]
    towers: list[int]
    pending: list[int]


class FurtherView(TypedDict):
    """`further`: the stones at the right edge."""

    further: list[int]


class StonesView(FurtherView):
    stones: list[int]


class ScaffoldView(StonesView):
    tiles: list[int]


class ArenaView(StonesView):
    chariots: list[int]


class PyramidsView(FurtherView):
    pyramids: list[list[int]]


class CorridorView(FurtherView):
    figure: int
    spaces: list[int]


class BarrowView(FurtherView):
    levels: list[list[int]]


class CryptView(FurtherView):
    spaces: list[int]
    revealed: list[int]
    gone: list[int]


class TilesView(FurtherView):
    """`tiles`: by seat those laid, each as its space of the path and its cells."""

    path: list[int]
    tiles: list[list[tuple[int, list[tuple[int, int]]]]]


class AvenueView(FurtherView):
    owners: list[int]
    heights: list[int]
