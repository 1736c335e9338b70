"""The printed numbers of a board in groups, rows and cells, as the edition's schema has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, NamedTuple, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from drawing.language.words import PYRAMIDS, SITES
from drawing.text.names import MODULES
from engine.editions import ByPlayers, ManyShapes, Number, RewardShape, Shape, Tables, shape_of
from engine.vocabulary import Module, Site
from games.editions.services.proposals import PROPHECIES

LABELS: Final[Mapping[str, str | Promise]] = {
    "further": gettext_lazy("Points for a stone that finds no space"),
    "face_up": gettext_lazy("Cards face up"),
    "face_down": gettext_lazy("Cards of each pile, face down"),
    "coins": gettext_lazy("Coins of a player"),
    "pyramid.A.points": gettext_lazy("Points of the levels, from the ground up"),
    **PYRAMIDS,
    "tiles": gettext_lazy("Tile %(number)s"),
    "majority": gettext_lazy("Points for the most stones on a full tile"),
    "majority_tied": gettext_lazy("If tied: points for each tied player"),
    "corridor": gettext_lazy("The corridor, clockwise from the top left space"),
    "rewards": gettext_lazy("Rewards of the spaces, from the left"),
    "track": gettext_lazy("Points of the track, from the start"),
    "arrows": gettext_lazy("Number of arrows at each stone space"),
    "round_points": gettext_lazy("Points at the end of a round: foremost chariot, second chariot"),
    "further_steps": gettext_lazy("Steps for a stone that finds no space"),
    "on_goal": gettext_lazy("Points for a stone when the chariot is on the goal"),
    "area_points": gettext_lazy("Points for an area of 1, 2, 3 … stones"),
    "area_further": gettext_lazy("Points for each further stone"),
    "burial_chamber.B.row_points": gettext_lazy(
        "Points for first, second … place by stones in each row"
    ),
    "base": gettext_lazy("Spaces of the lowest level"),
    "most_points_per_stone": gettext_lazy("Maximum points for a stone"),
    "rows": gettext_lazy("Rows of tiles"),
    "columns": gettext_lazy("Columns of tiles"),
    "revealed": gettext_lazy("Tiles revealed in a round"),
    "nothing_delivered": gettext_lazy("Points for a player without a stone here"),
    "obelisks.A.points": gettext_lazy("Points for first, second … place by height"),
    "tower_points": gettext_lazy("Points of the spaces for towers, highest first"),
    "tower_height": gettext_lazy("Stones of a tower"),
    "loose_points": gettext_lazy("Points for a loose stone at the end"),
    "path": gettext_lazy("Tiles of the path, from its beginning"),
    "width": gettext_lazy("Columns of an obelisk"),
    "obelisks.C.row_points": gettext_lazy("Points for a complete row"),
    "bonus": gettext_lazy("Bonus for the most rows"),
    "places": gettext_lazy("Height and points of each place"),
    "unfinished": gettext_lazy("Points for each stone of an unfinished obelisk"),
    f"{PROPHECIES}.points": gettext_lazy(
        "Points for a prophecy in rounds 1–2, 3–4, 5–6: fulfilled, failed"
    ),
    "amun_red_cards": gettext_lazy("Amun: red cards needed"),
    "thoth_statues": gettext_lazy("Thoth: statues needed"),
    "ptah_stones": gettext_lazy("Ptah: stones needed at each building site"),
}
"""By the key of a table, after its board where boards differ. A key without a label is not printed
as a number (``figure``, ``shapes``) and stays as it is."""

REWARDS: Final[Mapping[str, str | Promise]] = {
    "cards": gettext_lazy("a card"),
    "stones": gettext_lazy("stones from the quarry"),
    "load": gettext_lazy("a stone loaded onto a ship"),
    "or_stones": gettext_lazy("stones instead of the points"),
    "best_of": gettext_lazy("cards, of which you keep one"),
}


class BoardCell(NamedTuple):
    """A space of a board: its key (``corridor.3``), its shape in the schema, its value."""

    key: str
    shape: Shape
    value: object

    @property
    def number(self) -> str:
        """Its place in its row, from 1."""
        return self.key.rpartition(".")[2]

    def __str__(self) -> str:
        return value_text(self.value)


class CellRow(NamedTuple):
    """Cells in a line, for one number of players if `players` is not empty."""

    cells: tuple[BoardCell, ...]
    players: str = ""

    @property
    def head(self) -> str:
        return _("%(players)s players") % {"players": self.players} if self.players else ""


class CellGroup(NamedTuple):
    """The numbers of one key of the table."""

    title: str
    rows: tuple[CellRow, ...]


def board_title(board: str) -> str:
    """``pyramid.D`` in the reader's language."""
    site, point, side = board.partition(".")
    if not point:
        return str(MODULES[Module.GOD_PROPHECIES])
    return _("%(site)s, side %(side)s") % {"site": SITES[Site.read(site)], "side": side}


def board_groups(board: str, table: Tables) -> list[CellGroup]:
    """The printed numbers of `table`, in the order of the schema."""
    return [
        group
        for key, shape, label in _printed_keys(board)
        if key in table
        for group in _groups(key, shape, label, table[key])
    ]


def groups_for(board: str, table: Tables, players: int) -> list[CellGroup]:
    """As ``board_groups``, with the numbers for so many players alone: the rewards of a temple are
    those of its spaces that so many use (R7.1)."""
    used = cast(Mapping[str, int], table.get("spaces", {})).get(str(players))
    return [
        CellGroup(
            group.title,
            tuple(
                CellRow(row.cells[:used] if _are_rewards(row.cells) else row.cells)
                for row in group.rows
                if row.players in ("", str(players))
            ),
        )
        for group in board_groups(board, table)
    ]


def board_cells(board: str, table: Tables) -> list[BoardCell]:
    return [
        cell for group in board_groups(board, table) for row in group.rows for cell in row.cells
    ]


def value_text(value: object) -> str:
    """The value of a cell in words: ``1 + 3 × stones from the quarry``."""
    if isinstance(value, list):
        return " · ".join(map(value_text, value))
    if isinstance(value, dict):
        words = [str(value["points"])] if "points" in value else []
        for kind, count in value.items():
            if kind in REWARDS:
                words.append(f"{count} × {REWARDS[kind]}" if count != 1 else str(REWARDS[kind]))
        return " + ".join(words) or "0"
    return "" if value is None else str(value)


def with_values(table: Tables, values: Mapping[str, object]) -> Tables:
    """A copy of `table` with other `values` by the keys of their cells."""
    copy = deepcopy(table)
    for key, value in values.items():
        *path, last = key.split(".")
        parent: Any = copy
        for word in path:
            parent = parent[_index(parent, word)]
        parent[_index(parent, last)] = value
    return copy


# --- spaces ---------------------------------------------------------------------


def growing_rows(board: str) -> dict[str, ManyShapes]:
    """The rows with as many spaces as the box has, by their keys."""
    return {
        key: shape
        for key, shape, _label in _printed_keys(board)
        if isinstance(shape, ManyShapes)
        and shape.fewest < shape.most
        and board != PROPHECIES
        and not _is_tile(shape.inner)
    }


def resized(board: str, table: Tables, sizes: Mapping[str, str]) -> Tables:
    """A copy of `table` with as many spaces as `sizes` says (``corridor``: ``16``), within the
    limits of the schema; further spaces repeat the first."""
    copy = dict(table)
    for key, shape in growing_rows(board).items():
        typed, values = sizes.get(key, ""), cast(list[object], table[key])
        if typed.isascii() and typed.isdecimal() and len(typed) < 4:
            size = min(max(int(typed), shape.fewest), shape.most)
            size += size % 2 if shape.even else 0
            copy[key] = [*values, *[values[0]] * shape.most][:size]
    return copy


# --- inside -----------------------------------------------------------------------


def _are_rewards(cells: Sequence[BoardCell]) -> bool:
    return cells[0].key.startswith("rewards.")


def _printed_keys(board: str) -> Iterator[tuple[str, Shape, str]]:
    """Each key with a printed number, its shape, its label."""
    for key, shape in shape_of(board).shapes.items():
        label = LABELS.get(f"{board}.{key}") or LABELS.get(key)
        if label and not (isinstance(shape, Number) and shape.low == shape.high):
            yield key, shape, str(label)


def _groups(key: str, shape: Shape, label: str, value: Any) -> Iterator[CellGroup]:
    if isinstance(shape, ByPlayers):
        rows = (
            CellRow(_cells(f"{key}.{players}", inner, value[players]), players)
            for players, inner in shape.shapes.items()
        )
        yield CellGroup(label, tuple(rows))
    elif isinstance(shape, ManyShapes) and _is_tile(shape.inner):
        for number, tile in enumerate(value, 1):
            row = CellRow(_cells(f"{key}.{number}", shape.inner, tile))
            yield CellGroup(label % {"number": number}, (row,))
    elif isinstance(shape, ManyShapes):
        yield CellGroup(label, (CellRow(_cells(key, shape, value)),))
    else:
        yield CellGroup(label, (CellRow((BoardCell(key, shape, value),)),))


def _cells(key: str, shape: Shape, values: list[object]) -> tuple[BoardCell, ...]:
    inner = cast(ManyShapes, shape).inner
    return tuple(BoardCell(f"{key}.{index}", inner, value) for index, value in enumerate(values, 1))


def _is_tile(shape: Shape) -> bool:
    return isinstance(shape, ManyShapes) and isinstance(shape.inner, RewardShape)


def _index(parent: object, word: str) -> str | int:
    return int(word) - 1 if isinstance(parent, list) else word


ROWS: Final = {
    "I2": "xx", "I3": "xxx", "L3": "xx x", "I4": "xxxx", "L4": "xxx x", "O4": "xx xx",
    "S4": "xx .xx", "T4": "xxx .x", "F5": ".xx xx .x", "I5": "xxxxx", "L5": "xxxx x",
    "N5": "xxx ..xx", "P5": "xx xx x", "T5": "xxx .x .x", "U5": "xxx x.x", "V5": "xxx x x",
    "W5": "xx .xx ..x", "X5": ".x xxx .x", "Y5": "xxxx .x", "Z5": "xx .x .xx",
}  # fmt: skip
"""Rows from below, each from the left."""

CELLS: Final = {
    name: [
        [column, row]
        for row, line in enumerate(rows.split())
        for column, sign in enumerate(line)
        if sign == "x"
    ]
    for name, rows in ROWS.items()
}


def shape_outline(name: str) -> str:
    """A path of SVG in units of cells, 5 x 3, upside down like all of SVG."""
    return "".join(f"M{x} {3 - y}h1v-1h-1z" for x, y in CELLS[name])
