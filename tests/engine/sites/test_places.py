"""Places by rank, and what a board answers that has nothing to say."""

import pytest

from engine.agenda import Chance, Decision
from engine.apply import apply
from engine.digest import digest
from engine.entries import DrawCard, Pass
from engine.log import parse_entry
from engine.sites.board import Board
from engine.sites.places import shared_places
from engine.state import Facts
from engine.view import view
from engine.vocabulary import Site, Source
from tests.table import Table

TABLE = [15, 10, 5, 1]


@pytest.mark.parametrize(
    ("ranks", "table", "points"),
    [
        # The highest rank takes the first place, whatever the order of the seats.
        ({0: 2, 1: 7, 2: 1, 3: 4}, TABLE, {1: 15, 3: 10, 0: 5, 2: 1}),
        # Two first: (15 + 10) / 2, rounded down; the next one is third.
        ({0: 3, 1: 3, 2: 1}, TABLE, {0: 12, 1: 12, 2: 5}),
        # Three second: (10 + 5 + 1) / 3, rounded down.
        ({0: 1, 1: 4, 2: 1, 3: 1}, TABLE, {0: 5, 1: 15, 2: 5, 3: 5}),
        # Three tied for second, in a table of two places.
        ({0: 9, 1: 4, 2: 4, 3: 4}, [8, 4], {0: 8, 1: 1, 2: 1, 3: 1}),
        # Four players, two places.
        ({0: 9, 1: 4, 2: 3, 3: 2}, [8, 4], {0: 8, 1: 4, 2: 0, 3: 0}),
        # Seats 0 and 2 have no rank.
        ({1: 1, 3: 2}, TABLE, {3: 15, 1: 10}),
        ({}, TABLE, {}),
        # The second part of a rank decides where the first is equal.
        ({0: (2, 0), 1: (2, 1), 2: (1, 9), 3: (2, 0)}, TABLE, {1: 15, 0: 7, 3: 7, 2: 1}),
    ],
)
def test_places_go_by_rank_and_are_shared_by_the_tied(ranks, table, points):
    """[R8.2, R9.1, R9.3, R13.18, obelisks-A-3] Places beyond the table are worth nothing."""
    assert shared_places(ranks, table) == points


@pytest.mark.parametrize(
    ("tied", "each"), [(1, 15), (2, (15 + 10) // 2), (3, (15 + 10 + 5) // 3), (4, 31 // 4)]
)
def test_all_may_be_tied(tied, each):
    """[R8.2, R9.1] They share all the places that they cover."""
    assert shared_places(dict.fromkeys(range(tied), 2), TABLE) == dict.fromkeys(range(tied), each)


# ------------------------------------------------------------------------------------ boards


@pytest.fixture
def table() -> Table:
    return Table("black white").opened()


@pytest.fixture
def board(table: Table, monkeypatch: pytest.MonkeyPatch) -> Board:
    """A board that answers nothing of its own."""
    monkeypatch.setattr(Board, "site", Site.MARKET, raising=False)
    monkeypatch.setattr(Board, "source", Source.STATUES, raising=False)
    return Board({}, 2, table.state.rules.profile)


@pytest.mark.parametrize(
    "hook", ["before_first_round", "start_of_round", "end_of_round", "end_of_game"]
)
def test_a_board_need_not_do_anything_at_a_time(table, board, hook):
    """[R13.1, R13.2, R10.1] By itself it changes nothing."""
    before = digest(table.state)
    getattr(board, hook)(table.state)
    assert digest(table.state) == before


def test_every_board_has_stones_and_answers_of_its_own(table, board):
    """[R3.3] What a board has to know, it cannot leave out."""
    questions = [
        lambda: board.storage(),
        lambda: board.deliver(table.state, 0),
        lambda: board.answer(table.state, Decision(0, Site.MARKET, ()), Pass()),
        lambda: board.outcome(table.state, Chance(DrawCard, 1), Pass()),
        lambda: board.stones(Facts()),
        lambda: Facts().copy(),
        lambda: board.move_figure(table.state, 0),
    ]
    for question in questions:
        with pytest.raises(NotImplementedError):
            question()


def test_a_ship_waits_while_a_stone_has_to_be_settled():
    """[R3.1, temple A, burial_chamber C] The second stone arrives after the first is placed."""
    table = Table("black white", "AAACA").opened()
    table.deliver("burial_chamber", "white", "black", "white")
    assert table.stones_at("burial_chamber") == [0, 0]
    table.play("white space 1.1")
    assert (table.stones_at("burial_chamber"), table.actor) == ([0, 1], "black")


def test_a_ship_waits_as_well_without_events_collected():
    """[R3.1, burial_chamber C] Each stone is placed before the next one arrives."""
    table = Table("black white", "AAACA").opened().load(1, "white", "black", "white")
    table.state.events = None
    for entry in ("black sail 1 burial_chamber", "white space 1.1", "black space 1.2"):
        apply(table.state, *parse_entry(table.setup, entry))
    assert table.stones_at("burial_chamber") == [1, 1]
    assert (table.actor, "space 2.1" in table.options) == ("white", True)


def test_everything_on_the_boards_is_open():
    """[R12.1, temple A, burial_chamber A, obelisks A] All see the stones, by their seats."""
    table = Table("black white").opened()
    table.site("temple").stones = [1, 0]
    table.site("obelisks").heights = [0, 2]
    for viewer in (0, 1, None):
        sites = view(table.state, viewer)["sites"]
        assert sites["temple"]["board"]["stones"] == [1, 0]
        assert sites["burial_chamber"]["board"]["stones"] == []
        assert sites["obelisks"]["board"] == {"heights": [0, 2]}
