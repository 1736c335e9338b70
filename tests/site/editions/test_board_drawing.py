"""Letters on the drawing of a board: each once, where the drawing has its number."""

import re

import pytest

from engine import DEFAULT_EDITION
from engine.editions import ManyShapes, Number
from games.editions.board_drawing import lettered_board
from games.editions.board_layout import board_cells, growing_rows, resized
from games.editions.services.proposals import BOARDS, PROPHECIES, board_numbers

SITES = [board for board in BOARDS if board != PROPHECIES]
NOT_DRAWN = {"temple.D": {"further_steps"}}
"""Numbers that are no text on our drawing, and for four players."""


def words_of(markup: str) -> list[str]:
    return re.findall(r"<text\b[^>]*>(.*?)</text>", markup)


@pytest.mark.parametrize("board", SITES)
def test_every_number_of_points_has_a_letter_on_the_drawing(board: str) -> None:
    cells = board_cells(board, board_numbers(DEFAULT_EDITION, board))
    drawing = lettered_board(board, board_numbers(DEFAULT_EDITION, board))
    assert drawing is not None
    points = {
        cell.key
        for cell in cells
        if not re.search(r"\.[23]\.\d$", cell.key) or board.startswith("pyramid")
        if not isinstance(cell.shape, Number) or cell.shape.low <= 0
    }
    assert points - NOT_DRAWN.get(board, set()) <= drawing.letters.keys()
    matches = re.findall(r"\b[a-z]{1,2}\b", " ".join(words_of(drawing.markup)))
    for letter in drawing.letters.values():
        assert letter in matches, letter
    assert len(set(drawing.letters.values())) == len(drawing.letters)
    assert list(drawing.letters) == [c.key for c in cells if c.key in drawing.letters]


@pytest.mark.parametrize("board", SITES)
def test_no_number_of_ours_is_left_on_the_drawing(board: str) -> None:
    drawing = lettered_board(board, board_numbers(DEFAULT_EDITION, board))
    assert drawing is not None
    assert not re.search(r"\d", " ".join(words_of(drawing.markup)))
    assert not re.search('<title|little-card|little-cube|class="shape"', drawing.markup)
    used = set(re.findall(r'(?:href="#|url\(#)(i-[\w-]+)', drawing.markup))
    assert used <= set(re.findall(r'id="(i-[\w-]+)"', drawing.symbols))


def test_a_letter_stands_where_the_number_stood() -> None:
    """Two tables that differ in one number differ on the drawing at one letter."""
    table = board_numbers(DEFAULT_EDITION, "pyramid.D")
    drawing = lettered_board("pyramid.D", table)
    assert drawing is not None
    places = re.findall(r'<text[^>]*x="([^"]+)" y="([^"]+)">(\+?[a-z])</text>', drawing.markup)
    from_left = [letter for x, y, letter in places if y == min((p[1] for p in places), key=float)]
    assert from_left == sorted(from_left)
    assert places[-1][2] == "+o"


@pytest.mark.parametrize("board", SITES)
def test_a_row_that_can_grow_is_drawn_small_and_large(board: str) -> None:
    table = board_numbers(DEFAULT_EDITION, board)
    for key, shape in growing_rows(board).items():
        for size in (shape.fewest, shape.most):
            drawing = lettered_board(board, resized(board, table, {key: str(size)}))
            assert drawing is not None
            cells = [cell for cell in drawing.letters if cell.startswith(f"{key}.")]
            assert len(cells) == size, key


def test_the_prophecies_lie_on_no_board() -> None:
    assert lettered_board(PROPHECIES, board_numbers(DEFAULT_EDITION, PROPHECIES)) is None
    assert isinstance(board_cells(PROPHECIES, {"points": [[8, -4]]})[0].shape, ManyShapes)
