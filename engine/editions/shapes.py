"""The shapes of the tables in an edition's file, one for each board and module that has numbers.

Nothing is looked up here when a game is played: they are for type checkers and readers.
"""

from __future__ import annotations

from typing import TypedDict


class BoardTable(TypedDict, total=False):
    """Keys that every board's table may have."""

    further: int
    """Stones that find no place: how many lie at the right edge, before the first."""


class RewardTable(TypedDict, total=False):
    """Reward of a space; ``engine.sites.board.Reward`` explains each."""

    points: int
    stones: int
    cards: int
    load: int
    or_stones: int
    best_of: int


class MarketTable(BoardTable):
    face_up: int


class CoveredMarketTable(MarketTable, total=False):
    face_down: list[int]
    neighbours: list[list[int]]
    coins: int


class StepsTable(BoardTable):
    """The points of the stones, in their order."""

    points: list[int]
    levels: list[int]


class PyramidsTable(BoardTable):
    left: list[RewardTable]
    middle: list[RewardTable]
    right: list[RewardTable]


class TilesTable(BoardTable):
    tiles: list[list[RewardTable]]
    majority: int
    majority_tied: int


class CorridorTable(BoardTable):
    corridor: list[int]
    figure: int


class TempleTable(BoardTable):
    spaces: dict[str, int]
    """By the number of players, as every mapping from text to numbers here."""
    rewards: list[RewardTable]


class ChariotTable(BoardTable):
    arrows: list[int]
    track: list[int]
    round_points: dict[str, list[int]]
    further_steps: int
    on_goal: int


class RowsTable(BoardTable):
    rows: int


class AreasTable(RowsTable, total=False):
    area_points: list[int]
    area_further: int


class RowPointsTable(AreasTable):
    row_points: dict[str, list[int]]


class NeighboursTable(BoardTable):
    base: int
    most_points_per_stone: int


class CryptTable(RowsTable):
    columns: int
    revealed: int
    area_points: list[int]
    area_further: int
    nothing_delivered: int


class ObelisksTable(BoardTable):
    points: dict[str, list[int]]


class TowersTable(BoardTable):
    tower_height: int
    tower_points: list[int]
    loose_points: int


class ShapesTable(BoardTable):
    width: int
    shapes: dict[str, list[list[int]]]
    path: list[str]
    row_points: int
    bonus: dict[str, list[int]]


class PlacesTable(BoardTable):
    places: list[list[int]]
    unfinished: int


CardTable = dict[str, object]
"""`colour`; by column of the deck, `base` or the word of a module, the number of copies."""


class CardValues(TypedDict):
    """The numbers of the market cards."""

    statue_points: list[int]
    statue_further: int
    decoration_stones_per_point: int
    unused_blue_points: int
    private_stone_quarry_points: int
    private_stone_quarry_stones: int
    stone_ornament_points_per_stone: int
    cargo_sled_spaces: int
    hammer_stones: int
    raft_payment: int
    loading_plank_payment: int


class PrivateShipsTable(TypedDict):
    unused: int


class WagerTable(TypedDict):
    fields: dict[str, list[str]]
    most: dict[str, int]
    most_tied: dict[str, int]
    second: dict[str, int]


class FavorsTable(TypedDict):
    favors: list[str]
    two_cards: int
    place_two: int
    place_three: int


class WrathTable(TypedDict):
    points: int


class PropheciesTable(TypedDict):
    in_play: int
    scarabs: int
    periods: list[list[int]]
    points: list[list[int]]
    amun_red_cards: int
    thoth_statues: int
    ptah_stones: int
