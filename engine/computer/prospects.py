"""Site estimates: expected points of the stones at each board, by seat.

A board that counts at the end counts here for what it is likely to bring, since the leader of the
moment is not the winner yet. `ahead` is how many rounds have not ended. The numbers are ours,
found by playing; nothing of the rules depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import Any, Final

from engine.sites.board import Reward
from engine.sites.burial_chamber import grid, joined_areas
from engine.state import State
from engine.stones import spread_of
from engine.vocabulary import EMPTY, Site

STONE: Final = 0.6
"""Worth of a stone on the sled."""
PILE_CARD_POINTS: Final = 2.5
"""Worth of the top card of the pile."""
BEST_CARD: Final = 3.5
"""Worth of the best of three cards."""
GROWTH: Final = 0.25
"""How much of the step to the next size of an area each round ahead is worth, twice at most."""

REMEMBERED: Final = 1 << 14
"""How many answers each estimate keeps: in playouts the same stones lie at a site again and again.
"""

Numbers = Any
"""A board, for the numbers that its side has: the table below says which side that is."""

Prospect = Callable[[State, Numbers, int], list[float]]


def likely_places(ranks: Sequence[float], points: Sequence[int], spread: float) -> list[float]:
    """Expected points of places by rank: the higher rank gets ahead the more surely, the
    greater the difference beside `spread`. Who has nothing is counted for half."""
    return list(_likely_places(tuple(ranks), tuple(points), spread))


@lru_cache(maxsize=REMEMBERED)
def _likely_places(ranks: tuple[float, ...], points: tuple[int, ...], spread: float) -> list[float]:
    table = [*points, *[0] * len(ranks)]
    worth = []
    for seat, rank in enumerate(ranks):
        place = sum(1 / (1 + exp((rank - other) / spread)) for other in ranks) - 0.5
        better = int(place)
        value = table[better] + (table[better + 1] - table[better]) * (place - better)
        worth.append(value if ranks[seat] else value / 2)
    return worth


# -------------------------------------------------------------------------------- the sites


def scaffold(s: State, board: Numbers, ahead: int) -> list[float]:
    """The majority of the open tile, by the share of its stones."""
    stones = s.sites[Site.PYRAMID].stones
    on_tile = stones[len(stones) // board.size * board.size :]
    return [on_tile.count(seat) * board.majority / board.size for seat in range(len(s.players))]


def reward_worth(reward: Reward) -> float:
    """Worth of a reward in points."""
    points = max(reward.points, STONE * max(reward.stones, reward.or_stones))
    return points + PILE_CARD_POINTS * reward.cards + BEST_CARD * bool(reward.best_of)


def temple_prospects(s: State, board: Numbers, ahead: int) -> list[float]:
    """The visible stones as long as they are likely to lie there: new ones cover the oldest."""
    storage = s.sites[Site.TEMPLE]
    lying, visible = len(storage.stones), tuple(board.visible(storage))
    docked = bool(s.docks[Site.TEMPLE])
    rewards = tuple(board.rewards)
    return list(_temple(rewards, board.spaces, len(s.players), lying, visible, ahead, docked))


@lru_cache(maxsize=REMEMBERED)
def _temple(
    rewards: tuple[Reward, ...],
    spaces: int,
    players: int,
    lying: int,
    visible: tuple[int, ...],
    ahead: int,
    docked: bool,
) -> list[float]:
    worth = [0.0] * players
    oldest = lying % spaces
    for space, seat in enumerate(visible):
        free = spaces - len(visible)
        waits = (space - oldest) % spaces if lying >= spaces else space + free
        stays = min(0.9, (waits + 1.5) / (spaces + 2))
        times = stays * (1 - stays**ahead) / (1 - stays)
        if docked:  # this round's assessment is sure
            times = 1 + stays * (1 - stays ** (ahead - 1)) / (1 - stays)
        worth[seat] += times * reward_worth(rewards[space])
    return worth


def arena(s: State, board: Numbers, ahead: int) -> list[float]:
    """The track, and the lead at the end of the rounds."""
    chariots = s.sites[Site.TEMPLE].chariots
    lead = likely_places([float(space) for space in chariots], board.round_points, 1.5)
    return [
        board.track[space] + points * ahead * 0.8
        for space, points in zip(chariots, lead, strict=True)
    ]


def area_values(s: State, board: Numbers, owners: list[int], line: int, ahead: int) -> list[float]:
    """The areas, and a part of what the next stone would add to each."""
    chance = GROWTH * min(ahead, 2)
    spaces, points = tuple(owners), tuple(board.area_points)
    return list(_areas(spaces, len(s.players), points, board.area_further, line, chance))


@lru_cache(maxsize=REMEMBERED)
def _areas(
    spaces: tuple[int, ...],
    players: int,
    points: tuple[int, ...],
    further: int,
    line: int,
    chance: float,
) -> list[float]:
    worth, owners = [0.0] * players, list(spaces)
    for area in joined_areas(owners, grid(line, len(owners))):
        seat = owners[area[0]]
        size = len(area)
        listed = min(size, len(points))
        value = points[listed - 1] + further * (size - listed)
        step = points[size] - points[size - 1] if size < len(points) else further
        worth[seat] += value + (chance * step if _open(owners, area, line) else 0)
    return worth


def _open(owners: list[int], area: list[int], line: int) -> bool:
    """True if a free space lies next to `area`."""
    for space in area:
        neighbours = [space + line, space - line]
        neighbours += [space + 1] if (space + 1) % line else []
        neighbours += [space - 1] if space % line else []
        if any(0 <= near < len(owners) and owners[near] == EMPTY for near in neighbours):
            return True
    return False


def chamber(s: State, board: Numbers, ahead: int) -> list[float]:
    """The areas; behind the last stone there is always room."""
    owners = s.sites[Site.BURIAL_CHAMBER].stones + [EMPTY] * board.rows
    return area_values(s, board, owners, board.rows, ahead)


def row_prospects(s: State, board: Numbers, ahead: int) -> list[float]:
    """The likely places in each row."""
    worth = [0.0] * len(s.players)
    stones = s.sites[Site.BURIAL_CHAMBER].stones
    for row in range(board.rows):
        in_row = stones[row :: board.rows]
        counts = [float(in_row.count(seat)) for seat in range(len(worth))]
        likely = likely_places(counts, board.row_points, 0.6 * spread_of(ahead))
        worth = [value + gain for value, gain in zip(worth, likely, strict=True)]
    return worth


def barrow(s: State, board: Numbers, ahead: int) -> list[float]:
    """The areas as they are, and a little for what may still rise on them."""
    worth = [0.0] * len(s.players)
    owners = [stone for level in s.sites[Site.BURIAL_CHAMBER].levels for stone in level]
    for area in joined_areas(owners, board.rests_on):
        spanned = len({board.level_of[space] for space in area})
        growth = 0.15 * ahead * (spanned < board.most)
        worth[owners[area[0]]] += len(area) * (min(spanned, board.most) + growth)
    return worth


def crypt(s: State, board: Numbers, ahead: int) -> list[float]:
    """The areas; a player without a stone there may still deliver one."""
    storage = s.sites[Site.BURIAL_CHAMBER]
    worth = area_values(s, board, storage.spaces, board.columns, ahead)
    delivered = set(board.stones(storage))
    missing = board.nothing_delivered * 0.5**ahead
    return [value + (0 if seat in delivered else missing) for seat, value in enumerate(worth)]


def heights(s: State, board: Numbers, ahead: int) -> list[float]:
    """The likely places by height."""
    ranks = [float(height) for height in s.sites[Site.OBELISKS].heights]
    return likely_places(ranks, board.points, spread_of(ahead))


def towers(s: State, board: Numbers, ahead: int) -> list[float]:
    """Pending towers, and loose stones as parts of the next tower."""
    storage = s.sites[Site.OBELISKS]
    built = len(storage.towers)
    following = board.tower_points[built] if built < len(board.tower_points) else 0
    part = max(board.loose_points, following / board.height * min(1, ahead / 2))
    pending = board.pending(storage)
    return [points + loose * part for points, loose in zip(pending, storage.loose, strict=True)]


def great_obelisks(s: State, board: Numbers, ahead: int) -> list[float]:
    """Rows, begun ones by their cells while there is time to complete them."""
    ranks = []
    later = min(1, ahead / 3)
    for seat in range(len(s.players)):
        columns = board.heights(s.sites[Site.OBELISKS], seat)
        ranks.append(min(columns) + later * 0.7 * (sum(columns) / board.width - min(columns)))
    likely = likely_places(ranks, board.bonus, 0.7 * spread_of(ahead))
    return [rank * board.row_points + gain for rank, gain in zip(ranks, likely, strict=True)]


def avenue(s: State, board: Numbers, ahead: int) -> list[float]:
    """Finished obelisks, and the others by what they lack while there is time."""
    worth = [0.0] * len(s.players)
    storage = s.sites[Site.OBELISKS]
    for place, (height, points) in enumerate(board.places):
        built = storage.heights[place]
        if not built:
            continue
        least = built * board.unfinished
        hope = min(1.0, 0.45 * ahead / (height - built)) if built < height else 1.0
        worth[storage.owners[place]] += least + (points * built / height - least) * hope
    return worth


PROSPECTS: Final[Mapping[Site, tuple[Prospect | None, ...]]] = {
    Site.MARKET: (None, None, None, None),
    Site.PYRAMID: (None, None, scaffold, None),
    Site.TEMPLE: (temple_prospects, temple_prospects, temple_prospects, arena),
    Site.BURIAL_CHAMBER: (chamber, row_prospects, barrow, crypt),
    Site.OBELISKS: (heights, towers, great_obelisks, avenue),
}
"""By site and side; boards without one give their points at once."""

BY_SITE: Final = list(PROSPECTS.values())


def prospects(s: State, ahead: int) -> list[list[float]]:
    """Expected points of the stones at each site, by seat."""
    sides = zip(s.rules.boards, BY_SITE, s.rules.setup.sides, strict=True)
    board_prospects = [(board, by_side[side]) for board, by_side, side in sides]
    return [
        prospect(s, board, ahead) for board, prospect in board_prospects if prospect is not None
    ]
