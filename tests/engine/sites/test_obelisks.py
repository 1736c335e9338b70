"""The obelisks, sides A to D (docs/rules/obelisks.md)."""

from itertools import product

import pytest

from engine.apply import apply
from engine.digest import digest
from engine.errors import Rule
from engine.events import Event, Scored, StonePlaced, TileBuilt, TowerBuilt
from engine.flow import end_game
from engine.log import parse_entry
from engine.sites.obelisks import fits, outlines
from engine.state import Ship
from engine.view import view
from engine.vocabulary import EMPTY, Site, Source
from tests.table import Table, scored

FOUR = "black white brown gray"
THREE = "black white brown"
TWO = "black white"
BLACK, WHITE, BROWN, GRAY = range(4)
SEATS = {"K": BLACK, "W": WHITE, "N": BROWN, "G": GRAY}


def obelisks(side: str, seats: str = FOUR, **options: str) -> Table:
    """Round 1, with no stone at the obelisks."""
    return Table(seats, f"AAAA{side}", **options).opened()


def bring(table: Table, stones: str) -> list[Event]:
    """A ship with these stones, the front first, sails to the obelisks."""
    return table.bring("obelisks", [SEATS[stone] for stone in stones])


def placed(happened: list[Event]) -> list[StonePlaced]:
    return [event for event in happened if isinstance(event, StonePlaced)]


def finish(table: Table) -> list[int]:
    """What each seat scores at the obelisks at the end."""
    table.state.events = happened = []
    end_game(table.state)
    points = [0] * len(table.state.players)
    for seat, value in scored(happened, "obelisks"):
        points[seat] += value
    return points


# ---------------------------------------------------------------------------------------- A


def test_each_stone_goes_on_the_tower_of_its_colour():
    """[R9.1, obelisks A, obelisks-A-1] A three-space ship unloads."""
    assert placed(bring(obelisks("A"), "WKW")) == [
        StonePlaced(WHITE, Site.OBELISKS, 1, 0),
        StonePlaced(BLACK, Site.OBELISKS, 1, 0),
        StonePlaced(WHITE, Site.OBELISKS, 2, 0),
    ]


def test_a_delivered_stone_scores_nothing_yet():
    """[R9.1, R10.1, obelisks A] The towers count at the end."""
    assert scored(bring(obelisks("A"), "WKWN")) == []


@pytest.mark.parametrize(
    ("seats", "heights", "points"),
    [
        (TWO, [3, 5], [1, 10]),
        (THREE, [3, 5, 4], [1, 12, 6]),
        (FOUR, [3, 5, 4, 6], [1, 10, 5, 15]),
    ],
)
def test_places_are_given_by_height(seats, heights, points):
    """[R9.1, obelisks A] The tallest obelisk gets the most."""
    table = obelisks("A", seats)
    table.site("obelisks").heights = heights
    assert finish(table) == points


@pytest.mark.parametrize(
    ("seats", "heights", "points"),
    [
        (TWO, [2, 2], [5, 5]),
        (THREE, [2, 2, 1], [9, 9, 1]),
        (THREE, [2, 1, 1], [12, 3, 3]),
        (THREE, [2, 2, 2], [6, 6, 6]),
        (FOUR, [3, 3, 2, 1], [12, 12, 5, 1]),
        (FOUR, [3, 2, 1, 1], [15, 10, 3, 3]),
        (FOUR, [3, 3, 1, 1], [12, 12, 3, 3]),
        (FOUR, [1, 1, 1, 1], [7, 7, 7, 7]),
    ],
)
def test_tied_players_share_their_places_rounded_down(seats, heights, points):
    """[R9.1, obelisks A] The sum of the places, divided by the number of players."""
    table = obelisks("A", seats)
    table.site("obelisks").heights = heights
    assert finish(table) == points


def test_two_may_share_the_second_place():
    """[R9.1, obelisks A, obelisks-A-2] White 4, black and gray 3 each, brown none."""
    table = obelisks("A")
    table.site("obelisks").heights = [3, 4, 0, 3]
    assert finish(table) == [7, 15, 0, 7]


def test_three_may_share_the_second_place():
    """[R9.1, obelisks A, obelisks-A-3] They share 10, 5 and 1."""
    table = obelisks("A")
    table.site("obelisks").heights = [2, 5, 2, 2]
    assert finish(table) == [5, 15, 5, 5]


@pytest.mark.parametrize(("seats", "first"), [(TWO, 10), (THREE, 12), (FOUR, 15)])
def test_without_a_stone_there_is_no_place(seats, first):
    """[R9.1, obelisks A] White alone has an obelisk; nobody is second."""
    table = obelisks("A", seats)
    bring(table, "W")
    assert finish(table) == [0, first] + [0] * (len(seats.split()) - 2)


# ---------------------------------------------------------------------------------------- B


def towers(loose: list[int], built: str = "", seats: str = FOUR, **options: str) -> Table:
    """So many loose stones by seat, and these towers, the highest value first."""
    table = obelisks("B", seats, **options)
    table.site("obelisks").loose = loose.copy()
    table.site("obelisks").towers = [SEATS[stone] for stone in built]
    return table


def test_a_stone_first_stands_loose():
    """[R9.2, obelisks B] The second stone of a player as well."""
    assert bring(obelisks("B"), "WKW")[1:] == [
        StonePlaced(WHITE, Site.OBELISKS, 1, 0),
        StonePlaced(BLACK, Site.OBELISKS, 1, 0),
        StonePlaced(WHITE, Site.OBELISKS, 2, 0),
    ]


def test_the_third_stone_makes_a_tower():
    """[R9.2, P1, obelisks B, obelisks-B-1] White's joins two others: 9 points at once."""
    assert bring(towers([0, 2, 0, 1], "N"), "KWG")[1:] == [
        StonePlaced(BLACK, Site.OBELISKS, 1, 0),
        StonePlaced(WHITE, Site.OBELISKS, 3, 0),
        TowerBuilt(WHITE, 2),
        Scored(WHITE, 9, Source.OBELISKS),
        StonePlaced(GRAY, Site.OBELISKS, 2, 0),
    ]


def test_the_stones_of_a_tower_are_not_loose():
    """[R9.2, obelisks B] The next stone of the player is the first loose one again."""
    table = towers([0, 2, 0, 0])
    assert placed(bring(table, "WW"))[-1] == StonePlaced(WHITE, Site.OBELISKS, 1, 0)
    assert table.site("obelisks").loose == [0, 1, 0, 0]


@pytest.mark.parametrize(("space", "points"), list(enumerate([12, 9, 7, 5, 4, 3], 1)))
def test_a_tower_takes_the_free_space_with_the_highest_value(space, points):
    """[R9.2, P1, obelisks B] Those before it are taken."""
    happened = bring(towers([0, 2, 0, 0], "KGNKG"[: space - 1]), "W")
    assert TowerBuilt(WHITE, space) in happened
    assert scored(happened) == [(WHITE, points)]


def test_when_all_spaces_are_taken_stones_stay_loose():
    """[R9.2, obelisks B] Three loose stones make no tower any more, nor do four."""
    happened = bring(towers([0, 2, 0, 0], "KGNKGN"), "WW")
    assert placed(happened) == [
        StonePlaced(WHITE, Site.OBELISKS, 3, 0),
        StonePlaced(WHITE, Site.OBELISKS, 4, 0),
    ]
    assert [event for event in happened if isinstance(event, TowerBuilt | Scored)] == []


def test_each_loose_stone_is_a_point_at_the_end():
    """[R9.2, R10.1, obelisks B] Also where three or more stayed loose."""
    assert finish(towers([2, 4, 1, 0], "KGNKGN")) == [2, 4, 1, 0]


def test_a_towers_points_come_at_once():
    """[P1, R9.2, obelisks B] Under `official`; nothing is left for the end but loose stones."""
    table = towers([0, 2, 0, 0])
    bring(table, "WW")
    assert (table.points("white"), finish(table)) == (12, [0, 1, 0, 0])


def test_nothing_is_pending_where_a_tower_scores_at_once():
    """[P1, obelisks B] Under `official`."""
    table = towers([0, 2, 0, 0])
    bring(table, "W")
    assert view(table.state, BLACK)["sites"]["obelisks"]["board"]["pending"] == [0, 0, 0, 0]


def test_a_towers_points_come_at_the_end():
    """[P1, R9.2, R10.1, obelisks B, obelisks-B-1] Under `yucata`."""
    table = towers([0, 2, 0, 1], "N", profile="yucata")
    happened = bring(table, "KWG")
    assert TowerBuilt(WHITE, 2) in happened
    assert (scored(happened), finish(table)) == ([], [1, 9, 12, 2])


def test_until_the_end_a_towers_points_are_pending():
    """[P1, obelisks B] Under `yucata` everybody sees them, each tower by its space."""
    table = towers([0, 0, 0, 0], "WKW", profile="yucata")
    for viewer in (BLACK, WHITE, None):
        snapshot = view(table.state, viewer)
        assert snapshot["sites"]["obelisks"]["board"]["pending"] == [9, 12 + 7, 0, 0]
        assert [seat["points"] for seat in snapshot["seats"]] == [0, 0, 0, 0]


def test_all_stones_are_at_the_site():
    """[R5.3, R9.2, obelisks B] Three for each tower, and the loose ones."""
    assert towers([2, 0, 1, 4], "WKW").stones_at("obelisks") == [3 + 2, 6, 1, 4]


# ---------------------------------------------------------------------------------------- C

TILES = ["L3", "I2", "O4", "I3", "L4", "P5", "I2", "T4", "L3", "S4", "I3", "L4", "O4", "P5", "I3"]
SHAPES = {
    "I2": [(0, 0), (1, 0)],
    "I3": [(0, 0), (1, 0), (2, 0)],
    "L3": [(0, 0), (1, 0), (0, 1)],
    "O4": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "L4": [(0, 0), (1, 0), (2, 0), (0, 1)],
    "T4": [(0, 0), (1, 0), (2, 0), (1, 1)],
    "S4": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "P5": [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)],
}


def built(*heights: int) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """An obelisk with columns of these heights, as if it were one tile."""
    cells = [(x, y) for x, height in enumerate(heights, 1) for y in range(1, height + 1)]
    return [(1, tuple(cells))] if cells else []


def path(tile: int, heights: tuple[int, int, int] = (0, 0, 0), seats: str = FOUR) -> Table:
    """The next stone takes the tile of path space `tile`; white's obelisk has these columns."""
    table = obelisks("C", seats)
    table.site("obelisks").path = [BLACK] * (tile - 1)
    table.site("obelisks").tiles[WHITE] = built(*heights)
    return table


def builds(table: Table) -> list[str]:
    """Where white may build the tile of a white stone that is delivered now."""
    bring(table, "W")
    return [option.removeprefix("build ") for option in table.options if "build" in option]


def test_a_stone_takes_the_tile_of_the_next_path_space():
    """[R9.3, obelisks C] The second stone stands on the second space."""
    table = path(2)
    assert placed(bring(table, "W")) == [StonePlaced(WHITE, Site.OBELISKS, 2, 0)]
    assert table.play("white build 2.1 3.1") == [TileBuilt(WHITE, 2, ((2, 1), (3, 1)))]


def test_each_stone_has_its_own_tile():
    """[R9.3, R3.1, obelisks C] Black's stone comes after white's tile is settled."""
    table = path(2)
    bring(table, "WK")
    assert "decline 2" in table.options
    table.play("white build 1.1 1.2")
    assert (table.actor, "decline 3" in table.options) == ("black", True)


def test_the_owner_may_decline_the_tile():
    """[R9.3, R13.15, R13.7, obelisks C] It is gone; the obelisk stays as it is."""
    table = path(2)
    bring(table, "W")
    assert table.play("white decline 2") == [TileBuilt(WHITE, 2, ())]
    assert table.site("obelisks").tiles[WHITE] == []
    assert placed(bring(table, "W")) == [StonePlaced(WHITE, Site.OBELISKS, 3, 0)]


@pytest.mark.parametrize(
    ("tile", "heights", "ways"),
    [
        # L3 on the ground: the corner left or right, in two places.
        (1, (0, 0, 0), ["1.1 1.2 2.1", "1.1 2.1 2.2", "2.1 2.2 3.1", "2.1 3.1 3.2"]),
        # S4 on steps: lying, or standing on a step.
        (10, (0, 0, 1), ["1.1 2.1 2.2 3.2", "2.1 2.2 3.2 3.3"]),
        (10, (1, 0, 0), ["1.2 1.3 2.1 2.2", "1.2 2.1 2.2 3.1"]),
        # T4 over a lower column: its stem fills the middle.
        (8, (1, 0, 1), ["1.2 2.1 2.2 2.3", "1.2 2.1 2.2 3.2", "2.1 2.2 2.3 3.2"]),
        # Column 1 is three high; O4 lies on the ground in 2 and 3.
        (3, (3, 0, 0), ["2.1 2.2 3.1 3.2"]),
    ],
)
def test_a_tile_may_be_turned_and_flipped(tile, heights, ways):
    """[R9.3, R13.15, obelisks C] It rests on steps, and fills the columns that it covers."""
    assert builds(path(tile, heights)) == ways


@pytest.mark.parametrize(
    ("tile", "ways"), [(2, 5), (4, 4), (1, 4), (3, 2), (5, 6), (8, 1), (6, 6), (10, 0)]
)
def test_every_shape_has_its_ways_to_lie_on_the_ground(tile, ways):
    """[R9.3, R13.15, obelisks C] I2, I3, L3, O4, L4, T4, P5; S4 does not lie flush."""
    assert len(builds(path(tile))) == ways


def reference(shape: str, heights: tuple[int, ...]) -> set[str]:
    """Every placement of a shape by the words of R9.3: turned and flipped, within the three
    columns, on no filled cell, each column filled without a gap."""
    placements = set()
    filled = {(x, y) for x, height in enumerate(heights) for y in range(height)}
    for turns, flip, left, up in product(range(4), (1, -1), range(-5, 6), range(-5, 12)):
        cells = [(flip * x, y) for x, y in SHAPES[shape]]
        for _ in range(turns):
            cells = [(-y, x) for x, y in cells]
        laid = {(x + left, y + up) for x, y in cells}
        if all(0 <= x < 3 and y >= 0 for x, y in laid) and not laid & filled:
            filled_area = laid | filled
            if all(y == 0 or (x, y - 1) in filled_area for x, y in laid):
                placements.add(" ".join(f"{x + 1}.{y + 1}" for x, y in sorted(laid)))
    return placements


@pytest.mark.parametrize("shape", SHAPES)
def test_a_tile_lies_flush_in_every_column_that_it_covers(shape):
    """[R9.3, R13.15, obelisks C] Every shape on every obelisk up to three rows high."""
    for heights in product(range(4), repeat=3):
        builds_legal = builds(path(TILES.index(shape) + 1, heights))
        assert sorted(builds_legal) == sorted(reference(shape, heights)), heights


@pytest.mark.parametrize(("tile", "shape"), list(enumerate(TILES, 1)))
def test_the_path_has_fifteen_tiles(tile, shape):
    """[R9.3, obelisks C] Each path space has its shape, here on columns of 0, 1 and 2."""
    assert set(builds(path(tile, (0, 1, 2)))) == reference(shape, (0, 1, 2))


def test_an_obelisk_has_no_limit_of_height():
    """[R13.15, obelisks C] Thirty rows are complete, and I3 makes another."""
    assert "1.31 2.31 3.31" in builds(path(4, (30, 30, 30)))


def test_a_column_of_a_tile_has_no_gap():
    """[R9.3, R13.15, obelisks C] A tile like a U lies upright or upside down, never sideways."""
    shape = frozenset([(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)])
    assert fits(outlines(shape), (0, 0, 0)) == (((1, 1), (1, 2), (2, 1), (3, 1), (3, 2)),)
    assert fits(outlines(shape), (0, 1, 0)) == (((1, 1), (1, 2), (2, 2), (3, 1), (3, 2)),)
    assert fits(outlines(shape), (0, 1, 3)) == ()


def test_no_gap_may_be_left():
    """[R9.3, R13.15, obelisks C, refusal NOT_AN_ANSWER] Below 2.2 nothing would lie."""
    table = path(2, (1, 0, 0))
    bring(table, "W")
    assert table.refused("white build 1.2 2.2") is Rule.NOT_AN_ANSWER
    assert table.refused("white build 2.2 2.3") is Rule.NOT_AN_ANSWER


def test_a_tile_stays_within_the_three_columns():
    """[R9.3, obelisks C, refusal NOT_AN_ANSWER] There is no fourth column."""
    table = path(2)
    bring(table, "W")
    assert table.refused("white build 3.1 4.1") is Rule.NOT_AN_ANSWER


def test_only_the_tile_of_the_path_can_be_built():
    """[R9.3, obelisks C, refusal NOT_AN_ANSWER] I2 has two cells, side by side."""
    table = path(2)
    bring(table, "W")
    assert table.refused("white build 1.1") is Rule.NOT_AN_ANSWER
    assert table.refused("white build 1.1 3.1") is Rule.NOT_AN_ANSWER
    assert table.refused("white build 1.1 2.1 3.1") is Rule.NOT_AN_ANSWER


def test_a_filled_cell_is_not_built_on_again():
    """[R9.3, obelisks C, refusal NOT_AN_ANSWER] White has built on 1.1."""
    table = path(2, (1, 0, 0))
    bring(table, "W")
    assert table.refused("white build 1.1 2.1") is Rule.NOT_AN_ANSWER


def test_only_the_tile_that_was_taken_can_be_declined():
    """[R9.3, obelisks C, refusal NOT_AN_ANSWER] It is named by its path space."""
    table = path(3)
    bring(table, "W")
    assert table.refused("white decline 2") is Rule.NOT_AN_ANSWER
    assert table.refused("white decline") is Rule.NOT_AN_ANSWER


def test_nobody_else_may_build_the_tile():
    """[R9.3, R3.2, obelisks C, refusal NOT_YOUR_DECISION] The stone is white's."""
    table = path(2)
    bring(table, "W")
    assert table.refused("black build 1.1 2.1") is Rule.NOT_YOUR_DECISION
    assert table.refused("white take") is Rule.DECISION_PENDING


def test_a_tile_that_fits_nowhere_is_declined():
    """[R9.3, R2.8, obelisks C] O4 on columns of 0, 2 and 0, and S4 on the ground."""
    table = path(3, (0, 2, 0))
    assert TileBuilt(WHITE, 3, ()) in bring(table, "W")
    assert table.forced == ["white decline 3"]
    table = path(10)
    bring(table, "W")
    assert table.forced == ["white decline 10"]


def test_each_player_has_an_obelisk_of_his_own():
    """[R9.3, obelisks C] Black's column does not carry white's tile."""
    table = path(2, (0, 0, 0))
    table.site("obelisks").tiles[BLACK] = built(5, 5, 5)
    assert "1.1 2.1" in builds(table)


def test_once_the_path_is_full_a_stone_is_a_point_at_once():
    """[R9.3, obelisks C] It lies at the right edge, and is at the site all the same."""
    table = path(16)
    assert bring(table, "W")[1:] == [
        StonePlaced(WHITE, Site.OBELISKS, 0, 0),
        Scored(WHITE, 1, Source.OBELISKS),
    ]
    assert table.stones_at("obelisks") == [15, 1, 0, 0]


def finished(*heights: tuple[int, int, int]) -> list[int]:
    """The points of a game with these obelisks, by seat."""
    table = obelisks("C", " ".join(FOUR.split()[: len(heights)]))
    table.site("obelisks").tiles = [built(*columns) for columns in heights]
    return finish(table)


NONE = (0, 0, 0)


@pytest.mark.parametrize(
    ("heights", "points"),
    [
        # A complete row is two points; the most of them have a bonus: 4, 5 and 2, or 6, 4 and 2.
        ([(3, 3, 3), (1, 4, 2)], [3 * 2 + 4, 1 * 2]),
        ([(2, 2, 2), (1, 1, 1)], [4 + 4, 2 + 0]),
        ([(2, 2, 2), (1, 1, 1), (3, 3, 3)], [4 + 2, 2 + 0, 6 + 5]),
        ([(2, 2, 2), (1, 1, 1), (3, 3, 3), (4, 4, 4)], [4 + 2, 2 + 0, 6 + 4, 8 + 6]),
        # Ties are broken by begun rows: white has begun three more.
        ([(2, 3, 2), (2, 2, 5)], [4 + 0, 4 + 4]),
        # Two cells in one row are no more than one.
        ([(1, 2, 2), (1, 1, 2)], [2 + 2, 2 + 2]),
        # White has begun nine rows, but completed one fewer.
        ([(2, 2, 2), (1, 1, 10)], [4 + 4, 2 + 0]),
        # Still tied: the sum of the places, divided by the players and rounded down.
        ([(1, 1, 2), (1, 2, 1)], [2 + 2, 2 + 2]),
        ([(2, 2, 2), (2, 2, 2), (1, 1, 1)], [4 + 3, 4 + 3, 2 + 0]),
        ([(2, 2, 2), (1, 1, 1), (1, 1, 1)], [4 + 5, 2 + 1, 2 + 1]),
        ([(1, 1, 1)] * 3, [2 + 2] * 3),
        ([(1, 1, 1)] * 4, [2 + 3] * 4),
        ([(2, 2, 2), (1, 1, 1), (1, 1, 1), (1, 1, 1)], [4 + 6, 2 + 2, 2 + 2, 2 + 2]),
        ([(2, 2, 2), (2, 2, 2), (2, 2, 2), (1, 1, 1)], [4 + 4, 4 + 4, 4 + 4, 2 + 0]),
        # Without a complete row there is no place, however many are begun.
        ([(1, 1, 0), (0, 0, 5)], [0, 0]),
        ([(1, 1, 1), (5, 5, 0), NONE, NONE], [2 + 6, 0, 0, 0]),
        ([(1, 1, 1), (5, 5, 0), (2, 2, 2)], [2 + 2, 0, 4 + 5]),
    ],
)
def test_complete_rows_score_and_the_most_of_them_have_a_bonus(heights, points):
    """[R9.3, R13.18, obelisks C] By complete rows, then by begun ones."""
    assert finished(*heights) == points


def test_stones_at_the_right_edge_build_no_row():
    """[R9.3, obelisks C] They have had their point."""
    table = path(16)
    bring(table, "WWW")
    assert finish(table) == [0, 0, 0, 0]


# ---------------------------------------------------------------------------------------- D

PLACES = [(2, 4), (2, 4), (3, 7), (3, 7), (3, 7), (4, 11), (4, 11), (5, 16)]


def avenue(owners: str = "........", heights: str = "00000000", seats: str = FOUR) -> Table:
    """Who has begun the places, and how high their obelisks are."""
    table = obelisks("D", seats)
    table.site("obelisks").owners = [SEATS.get(owner, EMPTY) for owner in owners]
    table.site("obelisks").heights = list(map(int, heights))
    return table


def test_the_first_stone_chooses_a_place():
    """[R9.4, R3.2, obelisks D] White chooses among all eight, in black's turn."""
    table = avenue()
    bring(table, "W")
    assert (table.actor, table.options) == ("white", [f"obelisk {i}" for i in range(1, 9)])
    assert table.play("white obelisk 8") == [StonePlaced(WHITE, Site.OBELISKS, 1, 8)]


def test_every_other_stone_goes_on_the_unfinished_obelisk():
    """[R9.4, obelisks D] Nothing is asked."""
    table = avenue("......W.", "00000020")
    assert bring(table, "WW")[1:] == [
        StonePlaced(WHITE, Site.OBELISKS, 3, 7),
        StonePlaced(WHITE, Site.OBELISKS, 4, 7),
    ]
    assert table.forced == []


def test_the_first_stone_after_a_finished_obelisk_chooses_again():
    """[R9.4, obelisks D] White's obelisk on place 1 needed one more stone."""
    table = avenue("W.......", "10000000")
    assert placed(bring(table, "WW")) == [StonePlaced(WHITE, Site.OBELISKS, 2, 1)]
    assert (table.actor, table.options) == ("white", [f"obelisk {i}" for i in range(2, 9)])


def test_a_place_that_is_begun_is_not_chosen():
    """[R9.4, obelisks D, refusal NOT_AN_ANSWER] Neither a finished nor an unfinished one."""
    table = avenue("K.G.W...", "20103000")
    bring(table, "W")
    assert table.options == [f"obelisk {place}" for place in (2, 4, 6, 7, 8)]
    assert table.refused("white obelisk 1") is Rule.NOT_AN_ANSWER
    assert table.refused("white obelisk 3") is Rule.NOT_AN_ANSWER
    assert table.refused("white obelisk 9") is Rule.NOT_AN_ANSWER


def test_each_player_builds_an_obelisk_of_his_own():
    """[R9.4, obelisks D] Black's unfinished one does not take white's stone."""
    table = avenue("K.......", "10000000")
    bring(table, "WK")
    assert table.actor == "white"
    assert placed(table.play("white obelisk 2")) == [
        StonePlaced(WHITE, Site.OBELISKS, 1, 2),
        StonePlaced(BLACK, Site.OBELISKS, 2, 1),
    ]


def test_nobody_else_may_choose_the_place():
    """[R9.4, R3.2, obelisks D, refusal NOT_YOUR_DECISION] The stone is white's."""
    table = avenue()
    bring(table, "W")
    assert table.refused("black obelisk 1") is Rule.NOT_YOUR_DECISION
    assert table.refused("white take") is Rule.DECISION_PENDING


def test_the_last_place_is_taken_unasked():
    """[R9.4, R2.8, obelisks D] Only place 4 is left."""
    table = avenue("KKK.KKKK", "22303445")
    assert placed(bring(table, "W")) == [StonePlaced(WHITE, Site.OBELISKS, 1, 4)]
    assert table.forced == ["white obelisk 4"]


def test_when_no_place_is_left_a_stone_is_a_point_at_once():
    """[R9.4, obelisks D] It lies at the right edge, and is at the site all the same."""
    table = avenue("KKKKKKKW", "22333445")
    assert bring(table, "W")[1:] == [
        StonePlaced(WHITE, Site.OBELISKS, 0, 0),
        Scored(WHITE, 1, Source.OBELISKS),
    ]
    assert table.stones_at("obelisks") == [21, 6, 0, 0]


def test_when_no_place_is_left_an_unfinished_obelisk_is_built_on():
    """[R9.4, obelisks D] White finishes it; the stone after it has no place."""
    assert bring(avenue("KKKKKKKW", "22333444"), "WW")[1:] == [
        StonePlaced(WHITE, Site.OBELISKS, 5, 8),
        StonePlaced(WHITE, Site.OBELISKS, 0, 0),
        Scored(WHITE, 1, Source.OBELISKS),
    ]


@pytest.mark.parametrize(("place", "value"), list(enumerate(PLACES, 1)))
def test_a_finished_obelisk_scores_its_points(place, value):
    """[R9.4, R10.1, obelisks D] So many stones were needed."""
    table = avenue(seats=TWO)
    height, points = value
    bring(table, "W" * height)
    assert (scored(table.play(f"white obelisk {place}")), finish(table)) == ([], [0, points])


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_an_unfinished_obelisk_is_a_point_a_stone(height):
    """[R9.4, R10.1, obelisks D] Place 8 needs five stones."""
    assert finish(avenue(".......W", f"0000000{height}", TWO)) == [0, height]


def test_all_obelisks_of_a_player_score():
    """[R9.4, obelisks D] White has finished places 1 and 3, and begun place 8."""
    assert finish(avenue("WKW....W", "22300002")) == [4, 4 + 7 + 2, 0, 0]


def test_a_stone_at_the_right_edge_scores_no_more_at_the_end():
    """[R9.4, obelisks D] It has had its point."""
    table = avenue("KKKKKKKK", "22333445")
    bring(table, "WW")
    assert (finish(table)[WHITE], table.points("white")) == (0, 2)


# --------------------------------------------------------------------------------- any side


@pytest.mark.parametrize("side", "ABCD")
def test_obelisks_without_a_stone_score_for_nobody(side):
    """[R9.1, R9.2, R9.3, R9.4, obelisks A, obelisks B, obelisks C, obelisks D] No stone."""
    assert finish(obelisks(side)) == [0, 0, 0, 0]


PAVED_PATH = [("A", []), ("B", []), ("C", ["white decline 1"]), ("D", ["white obelisk 3"])]


@pytest.mark.parametrize(("side", "answers"), PAVED_PATH)
def test_the_stone_of_a_paved_path_obeys_the_rules_of_the_side(side, answers):
    """[R3.3, R5.1, obelisks A, obelisks B, obelisks C, obelisks D, card paved_path] White's."""
    table = Table(FOUR, f"AAAA{side}").opened(market="paved_path statue lever sail")
    table.state.harbour[1] = ship = Ship(1, 1)
    ship.spaces = [WHITE]
    table.play("black sail 1 market", "white card 1", *answers)
    assert table.stones_at("obelisks") == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("side", "profile", "answers"),
    [
        ("A", "official", []),
        ("B", "official", []),
        ("B", "yucata", []),
        ("C", "official", ["white build 1.1 1.2 2.1", "gray decline 2", "white decline 4"]),
        ("D", "official", ["white obelisk 3", "gray obelisk 4"]),
    ],
)
def test_the_position_is_the_same_without_events_collected(side, profile, answers):
    """[obelisks A, obelisks B, obelisks C, obelisks D] Telling what happened changes nothing."""
    table_with, table_without = (obelisks(side, profile=profile) for _ in range(2))
    entries = ["black sail 1 obelisks", *answers]
    for table in (table_with, table_without):
        table.load(1, "white", "gray", "white", "white")
    table_without.state.events = None
    for entry in entries:
        table_with.play(entry)
        apply(table_without.state, *parse_entry(table_without.setup, entry))
    assert table_without.state.events is None
    assert digest(table_with.state) == digest(table_without.state)
