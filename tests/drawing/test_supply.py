"""The sky names every module that nothing else on the table shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import combinations, pairwise

import pytest

from drawing.board.scene import READABLE, Drawing, Piles, placed_piece
from drawing.modules import DRAWINGS
from drawing.replay.plates import pile_sizes
from drawing.text.names import MODULES
from engine import EVERYTHING, Setup, SetupError, start, view
from engine.shown import PileView
from engine.vocabulary import Card, Module, Profile
from tests.drawing.dealt import SEATS

HILLS = 92
"""The top of the farthest hills."""

UNSEEN = tuple(module for module, drawing in DRAWINGS.items() if drawing.notice)


def setups() -> Iterator[Setup]:
    """Every choice of modules with two, three and four players that the rules allow."""
    for profile in Profile:
        for seats in SEATS:
            for number in range(len(Module) + 1):
                for modules in combinations(Module, number):
                    try:
                        yield Setup.of(seats, "CCCCC", modules, profile)
                    except SetupError:
                        continue


def drawing(setup: Setup) -> Drawing:
    state = start(setup)
    return Drawing(state, view(state, EVERYTHING), [f"Player {n}" for n in range(len(setup.seats))])


@pytest.fixture(scope="module")
def setups_with_lines() -> list[tuple[Setup, str]]:
    """Every set-up with the land as it is drawn for it."""
    lines = []
    for setup in setups():
        picture = drawing(setup)
        index = [block.name for block in picture.blocks].index("land")
        lines.append((setup, unescape(picture.block_markup(index))))
    return lines


def test_every_module_that_is_nowhere_else_is_named_once(
    setups_with_lines: list[tuple[Setup, str]],
):
    for setup, markup in setups_with_lines:
        for module in UNSEEN:
            named = markup.count(f">{MODULES[module]}")
            assert named == (module in setup.modules), (setup, module)


def test_they_stand_below_each_other_above_the_hills(setups_with_lines: list[tuple[Setup, str]]):
    several = 0
    for setup, markup in setups_with_lines:
        heights = [float(y) for y in re.findall(r'class="sky-line" x="10" y="([\d.]+)"', markup)]
        assert len(heights) == len(set(heights)) == len(setup.modules & set(UNSEEN)), setup
        assert all(0 < y < HILLS for y in heights)
        several += len(heights) > 1
    assert several


@pytest.mark.parametrize(
    ("kinds", "counts"), [(4, [2] * 4), (8, [2] * 8), (9, [2] * 9), (12, [24])]
)
def test_counts_of_discarded_cards_stand_apart(kinds: int, counts: list[int]) -> None:
    """The cards of more kinds than have room for their counts are one pile with one count."""
    state = start(Setup.of(SEATS[0], "AAAAA"))
    discard = {card.word: 2 for card in list(Card)[:kinds]}
    pile: PileView = {"draw": 5, "discard": discard, "unseen": 0}
    pieces = dict(Piles(state.rules).pieces({**view(state, EVERYTHING), "pile": pile}))
    numbers = sorted((piece.x, piece.text) for key, piece in pieces.items() if key[-1] == "n")
    assert [int(text) for _x, text in numbers] == counts
    assert all(right[0] - left[0] >= READABLE for left, right in pairwise(numbers))
    assert all(piece.x < Piles.width - 10 for piece in pieces.values())
    table = {key: placed_piece(0, piece) for key, piece in pieces.items()}
    assert pile_sizes(table) == {"draw": "5", "discard": 2 * kinds}
