"""Where the printed numbers stand: each once, on the drawing, and where the drawing has it."""

from __future__ import annotations

import re
from itertools import count
from math import hypot
from typing import Any

import pytest

from drawing.blank import Blank, blank, drawing_of
from drawing.printed import printed
from engine import DEFAULT_EDITION
from engine.vocabulary import Side, Site
from games.rules.drawn import ground_of
from games.rules.printed import SPECS, parts
from games.services.numbers import BOARDS, table_of

TEXT = re.compile(r'<text class="[^"]*" x="([^"]+)" y="([^"]+)">[^<\d]*(\d+)</text>')
NEAR = 13
"""From the middle of a number's place to the base line of its text, in units of the drawing."""

NOT_DRAWN = {"temple.D": {"further_steps"}}
"""What our drawing has no place for."""

AS_TEXT = {
    "pyramid.A": 10, "pyramid.B": 13, "pyramid.D": 15, "temple.A": 5, "temple.D": 14,
    "burial_chamber.C": 1, "burial_chamber.D": 2, "obelisks.B": 6, "obelisks.C": 1, "obelisks.D": 9,
}  # fmt: skip
"""Numbers that the drawing has as a text of their own, at least."""


def blank_of(board: str, table: dict[str, Any]) -> Blank:
    return ground_of(board, table, {})


@pytest.mark.parametrize("board", BOARDS)
def test_every_number_has_one_place_on_the_drawing(board: str) -> None:
    table = table_of(DEFAULT_EDITION, board)
    found = blank_of(board, table)
    titles = {one.key for one in found.where if one.how == "title"}
    keys = [one.key for one in found.where if one.how != "title"]
    assert len(keys) == len(set(keys))
    placed = set(keys)
    for part in parts(board, table):
        if part.key in titles:
            titles.remove(part.key)
        if part.key in placed and any(cell.head for cell in part.cells):
            placed.remove(part.key)
            continue
        for cell in part.cells:
            names = {cell.key} if cell.key in placed else {one.name for one in cell.inputs}
            missing = names - placed
            assert missing <= NOT_DRAWN.get(board, set())
            placed -= names
    assert not placed
    assert not titles
    assert all(10 <= one.x <= found.width - 10 for one in found.where)
    assert all(8 <= one.y <= found.height - 8 for one in found.where)


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_that_is_printed_is_left_on_it(board: str) -> None:
    found = blank_of(board, table_of(DEFAULT_EDITION, board))
    assert not re.search('<text|<title|little-card|little-cube|class="shape"', found.markup)
    used = set(re.findall(r'(?:href="#|url\(#)(i-[\w-]+)', found.markup))
    assert used <= set(re.findall(r'id="(i-[\w-]+)"', found.symbols))


def numbered(value: Any, key: str, numbers: count[int], known: dict[int, str]) -> Any:
    """The same with another number at every place; `known` says which is whose."""
    if isinstance(value, dict) and "points" in value:
        known[points := next(numbers)] = key
        return {"points": points}
    if isinstance(value, dict):
        return {k: numbered(one, f"{key}.{k}", numbers, known) for k, one in value.items()}
    if isinstance(value, list):
        return [numbered(one, f"{key}.{i}", numbers, known) for i, one in enumerate(value, 1)]
    known[number := next(numbers)] = key
    return number


@pytest.mark.parametrize("board", AS_TEXT)
def test_each_place_is_where_the_drawing_writes_the_number(board: str) -> None:
    known: dict[int, str] = {}
    numbers = count(101)
    kept = ("spaces", "rows", "columns", "base", "width", "tower_height", "figure", "shapes",
            "path", "levels", "revealed", "arrows", "most_points_per_stone")  # fmt: skip
    table: dict[str, Any] = {}
    for spec, value in table_of(DEFAULT_EDITION, board).items():
        table[spec] = value if spec in kept else numbered(value, spec, numbers, known)
    if board == "obelisks.D":
        table["places"] = [[3, points] for _height, points in table["places"]]
    if board == "obelisks.B":  # the engine has the best first
        first = min(number for number, key in known.items() if key.startswith("tower"))
        table["tower_points"] = table["tower_points"][::-1]
        for index in range(len(table["tower_points"])):
            known[first + index] = f"tower_points.{len(table['tower_points']) - index}"
    site, _point, side = board.partition(".")
    drawing = drawing_of(Site.read(site), Side.read(side), table)
    where = {one.key: one for one in printed(drawing)}
    met = 0
    for x, y, said in TEXT.findall(drawing.ground()):
        if (key := known.get(int(said))) in where:
            assert hypot(where[key].x - float(x), where[key].y - float(y)) <= NEAR, key
            met += 1
    assert met >= AS_TEXT[board]


def test_more_spaces_move_the_others() -> None:
    few, many = (
        blank(Site.PYRAMID, Side.D, {"corridor": [1] * size, "figure": 0, "further": 1})
        for size in (8, 24)
    )
    assert len(few.where) == 9
    assert len(many.where) == 25
    assert few.where[4] != many.where[4]


def test_every_part_that_can_grow_is_drawn_small_and_large() -> None:
    for board, specs in SPECS.items():
        table = table_of(DEFAULT_EDITION, board)
        for spec in (one for one in specs if one.most and one.of != "tiles"):
            value: Any = table[spec.key]
            for size in (spec.least, spec.most):
                other = {**table, spec.key: (value * spec.most)[:size]}
                keys = [one.key for one in blank_of(board, other).where]
                assert sum(key.startswith(f"{spec.key}.") for key in keys) >= size
