"""The boards: whose stones are seen, what covers what, how large the words are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from drawing.board.sites import SIDES
from drawing.board.sites.board import SiteDrawing
from drawing.export.style import light_rules
from drawing.svg.pieces import COURSE, MINI, StoneSpot
from engine import EVERYTHING, Setup, read_log, start, steps, view
from engine.state import State
from engine.vocabulary import Card, Side, Site
from tests.drawing import dealt

Corners = tuple[tuple[float, float], ...]

STONE: Corners = ((-15, 0), (-15, -22), (-9, -35), (21, -35), (21, -13), (15, 0))
LOW: Corners = ((-15, 0), (-15, -10), (15, -10), (21, -23), (21, -13), (15, 0))
TILE: Corners = ((-8, 8), (-8, -8), (8, -8), (8, 8))

SMALLEST = 15
"""Units of a word on a board: 12 pixels on a screen of 1280 x 720, where a unit is 0.81."""


def corners(spot: StoneSpot) -> Corners:
    """What is seen of a stone, if nothing covers it."""
    shape = {COURSE: LOW, MINI: TILE}.get(spot.size, STONE)
    return tuple((spot.x + x, spot.y + y) for x, y in shape)


def inside(x: float, y: float, shape: Corners) -> bool:
    """True if (x, y) lies within `shape`, which is convex or nearly so."""
    found = False
    for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def sign(spot: StoneSpot) -> Iterator[tuple[float, float]]:
    """Points of the sign carved into a stone."""
    middle, reach = {COURSE: (-5, 3), MINI: (0, 4)}.get(spot.size, (-11, 6))
    for across in range(-2, 3):
        for down in range(-2, 3):
            yield spot.x + across * reach / 2, spot.y + middle + down * reach / 2


def seen(spot: StoneSpot, others: list[StoneSpot]) -> float:
    """How much of the sign of a stone is not covered by those in front of it."""
    shapes = [corners(other) for other in others if other.depth > spot.depth]
    points = list(sign(spot))
    return sum(not any(inside(x, y, shape) for shape in shapes) for x, y in points) / len(points)


@cache
def positions(seats: str, side: str) -> tuple[State, ...]:
    """Some positions of a game, the last one among them."""
    log = read_log(dealt.text(seats, side * 5, seed=7))
    states = [step.state for step in steps(log)]
    return (*states[20::35], states[-1])


def drawings(seats: str, side: str) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Each site on `side`, with its board at some positions."""
    found = positions(seats, side)
    last = view(found[-1], EVERYTHING)
    for site in Site:
        made = SIDES[site]["ABCD".index(side)]
        drawing: SiteDrawing[Any] = made(found[-1].rules, last["sites"][site.word]["board"])
        for s in found:
            yield drawing, view(s, EVERYTHING)["sites"][site.word]["board"]


ALL = pytest.mark.parametrize(
    ("seats", "side"), [(seats, side) for seats in dealt.SEATS for side in "ABCD"]
)


@ALL
def test_of_every_stone_it_is_seen_whose_it_is(seats: str, side: str):
    met = 0
    for drawing, board in drawings(seats, side):
        spots = list(drawing.stones(board))
        for spot in spots:
            assert seen(spot, spots) >= 0.6, (drawing.label, spot)
            met += 1
    assert met > 50


@ALL
def test_stones_that_cover_each_other_have_an_order(seats: str, side: str):
    for drawing, board in drawings(seats, side):
        spots = list(drawing.stones(board))
        assert max((spot.depth for spot in spots), default=0) < drawing.depths
        for one, other in combinations(spots, 2):
            if one.depth != other.depth or one.size == MINI or other.size == MINI:
                continue
            front = tuple((x, y) for x, y in corners(one) if x <= one.x + 15)
            hidden = [point for point in front if inside(*point, corners(other))]
            assert not hidden, (drawing.label, one, other)


@ALL
def test_boards_stay_within_their_frames(seats: str, side: str):
    for drawing, board in drawings(seats, side):
        for spot in drawing.stones(board):
            for x, y in corners(spot):
                assert -1 <= x <= drawing.width + 1, (drawing.label, spot)
                assert 0 <= y <= drawing.height, (drawing.label, spot)
        for key, piece in drawing.things(board):
            assert 0 <= piece.x <= drawing.width, (drawing.label, key)
            assert 0 <= piece.y <= drawing.height, (drawing.label, key)


def sizes() -> dict[str, float]:
    """The size of the words of each class, in units."""
    found = {}
    for rule in light_rules():
        size = dict(rule.declarations).get("font-size", "")
        for selector in rule.selectors:
            if size.endswith("px") and re.fullmatch(r"text\.[\w-]+", selector):
                found[selector[5:]] = float(size[:-2])
    return found


@ALL
def test_words_on_boards_are_large_enough(seats: str, side: str):
    known = sizes()
    for drawing, board in drawings(seats, side):
        words = set(re.findall(r'<text class="([\w-]+)"', drawing.ground()))
        words |= {piece.symbol[1:] for _, piece in drawing.things(board) if piece.symbol[0] == "."}
        for look in words:
            assert known[look] >= SMALLEST, (drawing.label, look)


def shown_numbers(drawing: Any) -> list[str]:
    return re.findall(r">([+\N{MINUS SIGN}]?\d+)</text>", drawing.ground())


def made(site: Site, side: str, seats: str = "black white") -> Any:
    """A drawing of an empty board."""
    s = start(Setup.of(seats, side * 5))
    board = view(s, EVERYTHING)["sites"][site.word]["board"]
    return SIDES[site]["ABCD".index(side)](s.rules, board)


def test_numbers_are_those_of_the_edition(monkeypatch: pytest.MonkeyPatch):
    pyramid = made(Site.PYRAMID, "A")
    assert sorted(shown_numbers(pyramid)) == sorted(
        [*map(str, pyramid.board.points), f"+{pyramid.board.further}"]
    )
    corridor = made(Site.PYRAMID, "D")
    monkeypatch.setattr(corridor.board, "points", [5] * len(corridor.board.points))
    assert shown_numbers(corridor).count("5") == len(corridor.board.points)
    towers = made(Site.OBELISKS, "B")
    assert shown_numbers(towers) == list(map(str, towers.board.tower_points))
    assert "\N{MINUS SIGN}4" in shown_numbers(made(Site.BURIAL_CHAMBER, "D"))


def test_with_two_players_what_is_not_in_play_is_not_drawn():
    for seats, bays in (("black white", 4), ("black white gray", 5)):
        assert made(Site.TEMPLE, "A", seats).ground().count('class="bay"') == bays
        assert made(Site.OBELISKS, "A", seats).ground().count('class="ob-f"') == len(seats.split())


def test_a_tile_on_the_path_has_its_own_shape():
    drawing = made(Site.OBELISKS, "C")
    shapes = re.findall(r'<path class="shape" d="([^"]+)"', drawing.ground())
    cells = [sum(counts) for counts in (outline[0][1] for outline in drawing.board.path)]
    assert [shape.count("M") for shape in shapes] == cells
    assert len(set(cells)) > 2


LONG = {
    (Site.TEMPLE, "A"): {"stones": [index % 2 for index in range(110)], "further": []},
    (Site.BURIAL_CHAMBER, "A"): {"stones": [index % 2 for index in range(45)], "further": []},
    (Site.BURIAL_CHAMBER, "B"): {"stones": [index % 2 for index in range(45)], "further": []},
    (Site.OBELISKS, "A"): {"heights": [29, 12]},
    (Site.OBELISKS, "B"): {"loose": [9, 2], "towers": [0, 1] * 3, "pending": []},
}


@pytest.mark.parametrize(("site", "side"), LONG, ids=lambda one: getattr(one, "word", one))
def test_long_games_stay_within_the_frame_and_tell_owners(site: Site, side: str):
    board = LONG[site, side]
    rules_of = start(Setup.of("black white", side * 5)).rules
    drawing = SIDES[site]["ABCD".index(side)](rules_of, board)
    spots = list(drawing.stones(board))
    assert len({(spot.x, spot.y) for spot in spots}) == len(spots)
    for spot in spots:
        assert spot.depth < drawing.depths
        for x, y in corners(spot):
            assert -1 <= x <= drawing.width + 1
            assert 0 <= y <= drawing.height
    if (site, side) not in {(Site.OBELISKS, "A"), (Site.TEMPLE, "A")}:
        assert min(seen(spot, spots) for spot in spots) >= 0.5


def test_who_has_looked_sees_the_faces_before_the_back():
    drawing = made(Site.MARKET, "B")
    board = {
        "face_up": [None, None, None],
        "face_down": [{"count": 2, "known": [Card.LEVER.word, Card.STATUE.word]}],
    }
    pieces = dict(drawing.things(board))
    faces = {piece.symbol for key, piece in pieces.items() if key.startswith("market4.")}
    assert faces == {f"k{Card.LEVER.value}", f"k{Card.STATUE.value}"}
    assert (pieces["market4"].symbol, pieces["market4n"].text) == ("cx", "×2")
    board["face_down"][0]["known"] = []
    assert [key for key, _ in drawing.things(board)] == ["market4", "market4n"]


def targets(drawing: Any) -> Iterator[Any]:
    """Outlines of what may be pointed at."""
    board = drawing.board
    which: dict[str, list[tuple[int, ...]]] = {
        "MarketA": [(1,), (4,)],
        "MarketC": [(1,), (4,)],
        "MarketD": [(1,), (4,)],
        "PyramidB": [(0,), (2,)],
        "BurialChamberC": [(1, 1), (5, 1)],
        "BurialChamberD": [(1,), (24,)],
        "ObelisksC": [(0, 1, 1), (1, 3, 6)],
        "ObelisksD": [(1,), (8,)],
    }
    assert board is not None
    yield drawing.outline()
    for one in which.get(type(drawing).__name__, ()):
        yield drawing.target(*one)


@pytest.mark.parametrize("site", Site, ids=lambda site: site.word)
@pytest.mark.parametrize("side", Side, ids=lambda side: side.word)
def test_what_may_be_pointed_at_has_a_shape_within_its_frame(site: Site, side: Side):
    drawing = made(site, side.word)
    for x, y, wide, high, d in targets(drawing):
        assert 0 <= x < x + wide <= drawing.width
        assert 0 <= y < y + high <= drawing.height
        numbers = [float(one) for one in re.findall(r"-?[\d.]+", d)]
        assert min(numbers[0::2]) == pytest.approx(x, abs=0.1)
        assert max(numbers[1::2]) == pytest.approx(y + high, abs=0.11)
