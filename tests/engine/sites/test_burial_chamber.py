"""The burial chamber, sides A to D (docs/rules/burial-chamber.md)."""

import pytest

from engine.apply import apply
from engine.digest import digest
from engine.errors import Rule
from engine.events import CryptCleared, CryptRevealed, Event, Scored, StonePlaced
from engine.flow import end_game
from engine.log import parse_entry
from engine.state import Ship
from engine.view import view
from engine.vocabulary import EMPTY, Site, Source
from tests.table import Table, close, scored

FOUR = "black white brown gray"
THREE = "black white brown"
TWO = "black white"
BLACK, WHITE, BROWN, GRAY = range(4)
SEATS = {"K": BLACK, "W": WHITE, "N": BROWN, "G": GRAY, ".": EMPTY}
CRYPT = "1 2 3 4"


def chamber(side: str, seats: str = FOUR, **options: str) -> Table:
    """Round 1, with an empty burial chamber; on D the tiles 1 to 4 are open."""
    return Table(seats, f"AAA{side}A", **options).opened(crypt=CRYPT if side == "D" else "")


def rows(side: str, *pictured: str, seats: str = FOUR) -> Table:
    """A chamber A or B with these stones, pictured row by row from the top."""
    table = chamber(side, seats)
    table.site("burial_chamber").stones = [
        SEATS[row[column]]
        for column in range(len(pictured[0]))
        for row in pictured
        if column < len(row)
    ]
    return table


def barrow(*pictured: str, seats: str = FOUR) -> Table:
    """A barrow with these stones, pictured level by level from the ground."""
    table = chamber("C", seats)
    for level, stones in enumerate(pictured):
        table.site("burial_chamber").levels[level] = [SEATS[stone] for stone in stones]
    return table


def crypt(stones: dict[int, str], seats: str = FOUR) -> Table:
    """A crypt with these stones, by the number of the space."""
    table = chamber("D", seats)
    for tile, stone in stones.items():
        table.site("burial_chamber").spaces[tile - 1] = SEATS[stone]
    return table


def bring(table: Table, stones: str) -> list[Event]:
    """A ship with these stones, the front first, sails to the burial chamber."""
    return table.bring("burial_chamber", [SEATS[stone] for stone in stones])


def finish(table: Table) -> list[tuple[int, int]]:
    """Who scores what in the burial chamber at the end."""
    table.state.events = happened = []
    end_game(table.state)
    return scored(happened, "burial_chamber")


def points_of(seat: int, points: list[tuple[int, int]]) -> list[int]:
    """The points of a seat, the least first."""
    return sorted(value for owner, value in points if owner == seat)


def placed(happened: list[Event]) -> list[StonePlaced]:
    return [event for event in happened if isinstance(event, StonePlaced)]


# ---------------------------------------------------------------------------------------- A


@pytest.mark.parametrize("side", "AB")
def test_stones_are_placed_column_by_column(side):
    """[R8.1, R8.2, burial_chamber A, burial_chamber B, burial-chamber-A-1] In their order."""
    assert placed(bring(chamber(side), "KWGN")) == [
        StonePlaced(BLACK, Site.BURIAL_CHAMBER, 1, 0),
        StonePlaced(WHITE, Site.BURIAL_CHAMBER, 2, 0),
        StonePlaced(GRAY, Site.BURIAL_CHAMBER, 3, 0),
        StonePlaced(BROWN, Site.BURIAL_CHAMBER, 4, 0),
    ]


def test_a_column_has_three_rows():
    """[R8.1, burial_chamber A] The fourth stone lies beside the first, not below the third."""
    table = chamber("A")
    bring(table, "KWWK")
    assert points_of(BLACK, finish(table)) == [3]


def test_a_column_begins_again_at_the_top():
    """[R8.1, burial_chamber A] The last stone of a column does not touch the next one."""
    table = chamber("A")
    bring(table, "WWKK")
    assert points_of(BLACK, finish(table)) == [1, 1]


def test_the_chamber_has_no_end_to_the_right():
    """[R8.1, burial_chamber A] The sixty-first stone is placed like the first."""
    table = rows("A", "K" * 20, "W" * 20, "N" * 20)
    assert StonePlaced(GRAY, Site.BURIAL_CHAMBER, 61, 0) in bring(table, "G")


@pytest.mark.parametrize(
    ("stones", "points"),
    [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 17), (7, 19), (8, 21), (13, 31)],
)
def test_an_area_scores_by_its_number_of_stones(stones, points):
    """[R8.1, burial_chamber A] 1, 3, 6, 10, 15, and 2 for each further stone."""
    table = chamber("A")
    table.site("burial_chamber").stones = [WHITE] * stones
    assert finish(table) == [(WHITE, points)]


def test_every_area_of_a_player_scores():
    """[R8.1, burial_chamber A, burial-chamber-A-2] 3; 1; 6 + 1; 15 + 2."""
    points = finish(rows("A", "GGNWN", "GGNW", "GGNK"))
    assert (points_of(WHITE, points), points_of(BLACK, points)) == ([3], [1])
    assert (points_of(BROWN, points), points_of(GRAY, points)) == ([1, 6], [17])


def test_stones_that_touch_at_a_corner_are_not_joined():
    """[R8.1, burial_chamber A] Black's two stones are two areas."""
    points = finish(rows("A", "KW", "WK", "WW"))
    assert (points_of(BLACK, points), points_of(WHITE, points)) == ([1, 1], [1, 6])


def test_a_stone_may_join_two_areas():
    """[R8.1, burial_chamber A] Two rows of black meet in the last column."""
    points = finish(rows("A", "KKK", "WWK", "KKK"))
    assert (points_of(BLACK, points), points_of(WHITE, points)) == ([19], [3])


def test_a_stone_may_join_three_areas():
    """[R8.1, burial_chamber A] The middle stone of the second column touches them all."""
    points = finish(rows("A", "WKW", "KKK", "WKW"))
    assert (points_of(BLACK, points), points_of(WHITE, points)) == ([15], [1, 1, 1, 1])


def test_a_ring_is_one_area():
    """[R8.1, burial_chamber A] Its last stone touches the same area twice."""
    assert points_of(BLACK, finish(rows("A", "KKK", "KWK", "KKK"))) == [21]


def test_stones_of_different_players_are_not_joined():
    """[R8.1, burial_chamber A] No two neighbours have the same owner."""
    points = finish(rows("A", "KWK", "WKW", "KWK"))
    assert (points_of(BLACK, points), points_of(WHITE, points)) == ([1] * 5, [1] * 4)


def test_stones_of_both_colours_of_a_player_are_one_area():
    """[R8.1, P5, burial_chamber A, second-colour-1] All 59 stones of a player are alike."""
    table = Table(TWO, "AAAAC")
    assert table.player("black").quarry + table.player("black").sled == 59
    table.open()
    table.site("burial_chamber").stones = [BLACK] * 30 + [BLACK] * 29
    assert finish(table) == [(BLACK, 15 + 54 * 2)]


@pytest.mark.parametrize("side", "ABC")
def test_an_empty_chamber_scores_for_nobody(side):
    """[R8.1, R8.2, R8.3, burial_chamber A, burial_chamber B, burial_chamber C] No stone."""
    assert finish(chamber(side)) == []


@pytest.mark.parametrize("side", "ABCD")
def test_the_chamber_gives_nothing_before_the_end(side):
    """[R10.1, R8.1, burial_chamber A, burial_chamber B, burial_chamber C] Nor with a round."""
    table = chamber(side)
    happened = bring(table, "WW")
    while table.actor == "white":
        happened += table.play(f"white {table.options[0]}")
    assert scored(happened + close(table), "burial_chamber") == []


# ---------------------------------------------------------------------------------------- B

EXAMPLE_B = ("WNWGW", "KKWK", "GGGG")


def test_the_most_stones_in_a_row_are_worth_eight():
    """[R8.2, burial_chamber B, burial-chamber-B-1] White 8; brown and gray share 4 and 2."""
    assert finish(rows("B", *EXAMPLE_B))[:3] == [(WHITE, 8), (BROWN, 3), (GRAY, 3)]


def test_without_a_stone_in_the_row_there_is_no_place():
    """[R8.2, burial_chamber B, burial-chamber-B-2] Black 8, white 4, brown and gray nothing."""
    assert finish(rows("B", *EXAMPLE_B))[3:5] == [(BLACK, 8), (WHITE, 4)]


def test_who_is_alone_in_a_row_gets_the_first_place():
    """[R8.2, burial_chamber B, burial-chamber-B-3] Gray 8, the others nothing."""
    assert finish(rows("B", *EXAMPLE_B))[5:] == [(GRAY, 8)]


def test_each_row_is_assessed_on_its_own():
    """[R8.2, burial_chamber B] White is first in one row, and last or absent in the others."""
    points = finish(rows("B", "WWWK", "KKKW", "NNNN"))
    assert (points_of(WHITE, points), points_of(BLACK, points)) == ([4, 8], [4, 8])
    assert points_of(BROWN, points) == [8]


def test_the_stones_of_a_row_need_not_be_adjacent():
    """[R8.2, burial_chamber B] Three single black stones against two adjacent white ones."""
    assert finish(rows("B", "KWWKNK", "GGGGGG", "GGGGGG"))[:2] == [(BLACK, 8), (WHITE, 4)]


@pytest.mark.parametrize(
    ("seats", "stones", "points"),
    [
        (TWO, "KKW", [(BLACK, 8), (WHITE, 4)]),
        (THREE, "KKKWWN", [(BLACK, 8), (WHITE, 4), (BROWN, 2)]),
        (FOUR, "KKKKWWWNNG", [(BLACK, 8), (WHITE, 4), (BROWN, 2)]),
    ],
)
def test_the_places_are_worth_eight_four_two_and_nothing(seats, stones, points):
    """[R8.2, burial_chamber B] The table is cut to the number of players."""
    assert sorted(finish(rows("B", *[stones] * 3, seats=seats))) == sorted(points * 3)


@pytest.mark.parametrize(
    ("seats", "stones", "points"),
    [
        (TWO, "KW", [6, 6]),
        (THREE, "KKWWN", [6, 6, 2]),
        (THREE, "KKWN", [8, 3, 3]),
        (THREE, "KWN", [4, 4, 4]),
        (FOUR, "KKWWNG", [6, 6, 1, 1]),
        (FOUR, "KKWNG", [8, 2, 2, 2]),
        (FOUR, "KKWWNNG", [4, 4, 4, 0]),
        (FOUR, "KWNG", [3, 3, 3, 3]),
    ],
)
def test_tied_players_share_their_places_rounded_down(seats, stones, points):
    """[R8.2, burial_chamber B] The sum of the places, divided by the number of players."""
    table = rows("B", *[stones] * 3, seats=seats)
    finish(table)
    assert [table.points(colour) for colour in seats.split()] == [3 * value for value in points]


def test_an_empty_row_is_worth_nothing():
    """[R8.2, burial_chamber B] One stone lies in the top row, none in the two others."""
    assert finish(rows("B", "W", "", "")) == [(WHITE, 8)]


# ---------------------------------------------------------------------------------------- C


def test_the_lowest_level_has_five_spaces():
    """[R8.3, burial_chamber C] The owner of the first stone chooses one of them."""
    table = chamber("C")
    bring(table, "WW")
    assert table.actor == "white"
    assert table.options == [f"space 1.{position}" for position in range(1, 6)]


def test_a_stone_goes_on_the_space_that_its_owner_chooses():
    """[R8.3, R3.2, burial_chamber C] In black's turn, white chooses for the white stone."""
    table = chamber("C")
    bring(table, "W")
    assert placed(table.play("white space 1.4")) == [StonePlaced(WHITE, Site.BURIAL_CHAMBER, 4, 1)]
    assert table.site("burial_chamber").levels[0] == [EMPTY, EMPTY, EMPTY, WHITE, EMPTY]


def test_a_stone_may_rest_on_two_neighbours_of_any_owner():
    """[R8.3, burial_chamber C] A black and a gray stone carry the white one."""
    table = barrow("KG...")
    bring(table, "W")
    assert table.options == ["space 1.3", "space 1.4", "space 1.5", "space 2.1"]
    assert placed(table.play("white space 2.1")) == [StonePlaced(WHITE, Site.BURIAL_CHAMBER, 1, 2)]


def test_a_stone_does_not_rest_on_a_gap():
    """[R8.3, burial_chamber C, refusal NOT_AN_ANSWER] The stones below are no neighbours."""
    table = barrow("K.K.K")
    bring(table, "W")
    assert table.options == ["space 1.2", "space 1.4"]
    assert table.refused("white space 2.1") is Rule.NOT_AN_ANSWER


def test_a_taken_space_cannot_be_chosen():
    """[R8.3, burial_chamber C, refusal NOT_AN_ANSWER] Nor one that the barrow does not have."""
    table = barrow("KW...")
    bring(table, "W")
    assert table.refused("white space 1.1") is Rule.NOT_AN_ANSWER
    assert table.refused("white space 1.6") is Rule.NOT_AN_ANSWER
    assert table.refused("white space 6.1") is Rule.NOT_AN_ANSWER


@pytest.mark.parametrize("full", [0, 1, 2, 3])
def test_each_level_has_one_space_fewer(full):
    """[R8.3, burial_chamber C] Five, four, three, two, and one on top: fifteen in all."""
    table = barrow(*["K" * width for width in (5, 4, 3)[:full]])
    bring(table, "W")
    assert table.options == [f"space {full + 1}.{i}" for i in range(1, 6 - full)]


def test_the_only_space_left_is_taken_unasked():
    """[R8.3, R2.8, burial_chamber C] The top of the barrow."""
    table = barrow("KKKKK", "WWWW", "KKK", "WW")
    assert placed(bring(table, "G")) == [StonePlaced(GRAY, Site.BURIAL_CHAMBER, 1, 5)]
    assert table.forced == ["gray space 5.1"]


LADDER = ["KWWWW", "KNNN", "KWW", "KN"]
FULL = ("WKKKK", "WWKK", "WWK", "WK", "K")


def test_once_the_pile_is_full_a_stone_is_a_point_at_once():
    """[R8.3, burial_chamber C] It lies at the right edge, and is at the site all the same."""
    table = barrow(*FULL)
    assert bring(table, "G")[1:] == [
        StonePlaced(GRAY, Site.BURIAL_CHAMBER, 0, 0),
        Scored(GRAY, 1, Source.BURIAL_CHAMBER),
    ]
    assert table.stones_at("burial_chamber") == [9, 6, 0, 1]


def test_a_stone_at_the_right_edge_belongs_to_no_area():
    """[R8.3, burial_chamber C] At the end it is worth nothing more."""
    table = barrow(*FULL)
    bring(table, "GG")
    assert points_of(GRAY, finish(table)) == []


def test_an_area_counts_its_stones_times_its_levels():
    """[R8.3, burial_chamber C] Three black stones over two levels, two white ones on one."""
    points = finish(barrow("KKWW.", "K..."))
    assert (points_of(BLACK, points), points_of(WHITE, points)) == ([3 * 2], [2 * 1])


@pytest.mark.parametrize(
    ("seat", "levels", "points"),
    [
        # A stone on each level, one upon the other: up to four levels count.
        *((BLACK, LADDER[:height], [height * height]) for height in range(1, 5)),
        # Six stones over five levels are 6 x 4; the one apart is 1 x 1.
        (BLACK, ["KKWWK", "KNNN", "KWW", "KN", "K"], [1, 24]),
        # Levels count that the area spans, not those below it.
        (GRAY, ["KWKWK", "WKWK", "KWG"], [1]),
        # A stone touches both on which it rests, the left and the right.
        (BLACK, ["KW...", "K..."], [4]),
        (BLACK, ["WK...", "K..."], [4]),
        # One between them on a level or over two; 2.1 does not touch 1.3.
        (BLACK, ["KWK..", "WW..", "K.."], [1, 1, 1]),
        (BLACK, ["WWKWW", "K..."], [1, 1]),
        # 2.2 rests on 1.3, and has 2.1 beside it, which rests on 1.1: one area.
        (BLACK, ["KWK..", "KK.."], [4 * 2]),
        # It may join what are neighbours already.
        (BLACK, ["KK...", "K..."], [3 * 2]),
        # Areas of one, one and two stones.
        (WHITE, ["WKWKW", "KNKW"], [1, 1, 4]),
    ],
)
def test_an_area_of_the_barrow_is_what_touches(seat, levels, points):
    """[R8.3, burial_chamber C, burial-chamber-C-1, burial-chamber-C-2] Every area scores."""
    assert points_of(seat, finish(barrow(*levels))) == points


def test_nobody_else_may_choose_the_space():
    """[R8.3, R3.2, burial_chamber C, refusal NOT_YOUR_DECISION] The ship is black's to sail."""
    table = chamber("C")
    bring(table, "W")
    assert table.refused("black space 1.1") is Rule.NOT_YOUR_DECISION


def test_the_space_is_chosen_before_anything_else():
    """[R8.3, R3.1, burial_chamber C, refusal DECISION_PENDING] Also before the next stone."""
    table = chamber("C")
    bring(table, "WK")
    assert table.refused("white take") is Rule.DECISION_PENDING
    table.play("white space 1.1")
    assert table.actor == "black"
    assert "space 1.1" not in table.options


# ---------------------------------------------------------------------------------------- D


def test_four_tiles_are_revealed_at_the_start_of_a_round():
    """[R8.4, R13.1, burial_chamber D] After the market."""
    table = Table(FOUR, "AAADA").after("round 4 3 2 2", "market statue statue statue statue")
    assert table.play("crypt 3 9 17 24") == [CryptRevealed((3, 9, 17, 24))]
    assert table.actor == "black"


@pytest.mark.parametrize("tiles", ["1 2 3", "1 2 3 4 5"])
def test_neither_more_nor_fewer_than_four_tiles_are_revealed(tiles):
    """[R8.4, R13.1, burial_chamber D, refusal OUTCOME_COUNT] Four."""
    assert Table(FOUR, "AAADA").opened().refused(f"crypt {tiles}") is Rule.OUTCOME_COUNT


@pytest.mark.parametrize("tiles", ["1 2 3 3", "1 2 3 25"])
def test_there_are_twenty_four_different_tiles(tiles):
    """[R8.4, R13.1, burial_chamber D, refusal TILE_IMPOSSIBLE] No tile twice, no tile 25."""
    assert Table(FOUR, "AAADA").opened().refused(f"crypt {tiles}") is Rule.TILE_IMPOSSIBLE


def test_a_stone_takes_a_tile_and_goes_on_its_space():
    """[R8.4, R3.2, burial_chamber D] Its owner chooses among the open tiles."""
    table = chamber("D")
    bring(table, "W")
    assert (table.actor, table.options) == ("white", ["tile 1", "tile 2", "tile 3", "tile 4"])
    assert table.play("white tile 3") == [StonePlaced(WHITE, Site.BURIAL_CHAMBER, 3, 0)]
    assert table.site("burial_chamber").spaces[2] == WHITE


def test_a_tile_taken_is_gone():
    """[R8.4, burial_chamber D, refusal NOT_AN_ANSWER] The next stone has one tile fewer."""
    table = chamber("D")
    bring(table, "WK")
    table.play("white tile 3")
    assert (table.actor, table.options) == ("black", ["tile 1", "tile 2", "tile 4"])
    assert table.refused("black tile 3") is Rule.NOT_AN_ANSWER


def test_a_tile_that_is_not_open_cannot_be_taken():
    """[R8.4, burial_chamber D, refusal NOT_AN_ANSWER] Tile 5 has not been revealed."""
    table = chamber("D")
    bring(table, "W")
    assert table.refused("white tile 5") is Rule.NOT_AN_ANSWER


def test_nobody_else_may_choose_the_tile():
    """[R8.4, R3.2, burial_chamber D, refusal NOT_YOUR_DECISION] The stone is white's."""
    table = chamber("D")
    bring(table, "W")
    assert table.refused("black tile 1") is Rule.NOT_YOUR_DECISION
    assert table.refused("white take") is Rule.DECISION_PENDING


def test_the_last_tile_is_taken_unasked():
    """[R8.4, R2.8, burial_chamber D] Three of the four are gone."""
    table = chamber("D")
    bring(table, "WWWK")
    table.play("white tile 1", "white tile 2", "white tile 3")
    assert (table.forced, table.site("burial_chamber").spaces[3]) == (["black tile 4"], BLACK)


def test_without_a_tile_a_stone_is_a_point_at_once():
    """[R8.4, burial_chamber D] It lies at the right edge, and is at the site all the same."""
    table = chamber("D")
    table.site("burial_chamber").revealed = []
    assert bring(table, "W")[1:] == [
        StonePlaced(WHITE, Site.BURIAL_CHAMBER, 0, 0),
        Scored(WHITE, 1, Source.BURIAL_CHAMBER),
    ]
    assert table.stones_at("burial_chamber") == [0, 1, 0, 0]


def test_tiles_left_at_the_end_of_the_round_leave_the_game():
    """[R8.4, R13.2, burial_chamber D] Tile 2 was taken; 1, 3 and 4 go."""
    table = chamber("D")
    bring(table, "W")
    table.play("white tile 2")
    assert CryptCleared((1, 3, 4)) in close(table)
    assert table.site("burial_chamber").revealed == []


def test_if_no_tile_is_left_none_leaves_the_game():
    """[R8.4, R13.2, burial_chamber D] All four were taken in this round."""
    table = chamber("D")
    bring(table, "WWWW")
    table.play("white tile 1", "white tile 2", "white tile 3")
    assert [event for event in close(table) if isinstance(event, CryptCleared)] == []


def test_the_same_tile_never_comes_twice():
    """[R8.4, burial_chamber D, refusal TILE_IMPOSSIBLE] Neither a taken nor a cleared one."""
    table = chamber("D")
    bring(table, "W")
    table.play("white tile 2")
    close(table)
    table.open("4 3 3 2")
    assert table.refused("crypt 2 5 6 7") is Rule.TILE_IMPOSSIBLE
    assert table.refused("crypt 4 5 6 7") is Rule.TILE_IMPOSSIBLE
    assert CryptRevealed((5, 6, 7, 8)) in table.play("crypt 5 6 7 8")


def test_what_can_still_be_revealed_is_what_never_was():
    """[R8.4, burial_chamber D] In round 2, tiles 5 to 24."""
    table = chamber("D")
    close(table)
    table.open("4 3 3 2")
    tiles = " ".join(map(str, range(5, 25)))
    assert [pattern.rpartition("of: ")[2] for pattern in table.legal] == [tiles]


def test_in_the_first_round_every_tile_may_come():
    """[R8.4, burial_chamber D] Tiles 1 to 24."""
    table = Table(FOUR, "AAADA").opened()
    tiles = " ".join(map(str, range(1, 25)))
    assert [pattern.rpartition("of: ")[2] for pattern in table.legal] == [tiles]


def test_the_sixth_round_reveals_the_last_four_tiles():
    """[R8.4, burial_chamber D, refusal TILE_IMPOSSIBLE] Six rounds, four tiles each: 24."""
    table = Table(FOUR, "AAADA")
    table.state.round = 5
    table.open()
    table.site("burial_chamber").gone = list(range(1, 21))
    assert table.refused("crypt 20 21 22 23") is Rule.TILE_IMPOSSIBLE
    assert table.play("crypt 21 22 23 24") == [CryptRevealed((21, 22, 23, 24))]


def test_the_tiles_not_yet_revealed_are_in_no_view():
    """[R12.1, R8.4, burial_chamber D] The board shows the open ones, and those that are gone."""
    board = view(chamber("D").state, WHITE)["sites"]["burial_chamber"]["board"]
    assert (board["revealed"], board["gone"]) == ([1, 2, 3, 4], [1, 2, 3, 4])
    assert board["spaces"] == [EMPTY] * 24


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ([1], [1]),
        ([1, 2], [3]),
        ([1, 9], [3]),
        ([1, 9, 17], [6]),
        ([1, 10], [1, 1]),
        ([8, 9], [1, 1]),
        ([16, 17], [1, 1]),
        ([1, 2, 3, 4], [10]),
        ([1, 2, 9, 10, 17], [15]),
        ([1, 2, 9, 10, 17, 18], [17]),
        ([1, 3, 9, 10, 11], [15]),
        ([1, 2, 3, 9, 11, 17, 18, 19], [21]),
    ],
)
def test_the_areas_of_the_crypt_score_as_on_side_a(tiles, points):
    """[R8.4, R8.1, burial_chamber D] Rows of eight; edges join, corners do not."""
    assert points_of(WHITE, finish(crypt(dict.fromkeys(tiles, "W")))) == points


def test_a_player_without_a_stone_in_the_crypt_loses_four_points():
    """[R8.4, R10.1, burial_chamber D] Brown and gray have none, and fall below zero."""
    table = crypt({1: "K", 3: "W"})
    assert sorted(finish(table)) == [(BLACK, 1), (WHITE, 1), (BROWN, -4), (GRAY, -4)]
    assert table.points("brown") == -4


@pytest.mark.parametrize("seats", [TWO, THREE, FOUR])
def test_an_empty_crypt_costs_everybody_four_points(seats):
    """[R8.4, burial_chamber D] With two, three or four players."""
    assert [points for _, points in finish(crypt({}, seats))] == [-4] * len(seats.split())


def test_a_stone_at_the_right_edge_is_delivered():
    """[R8.4, burial_chamber D] White has its point, and does not lose four."""
    table = crypt({1: "K"}, TWO)
    table.site("burial_chamber").revealed = []
    bring(table, "W")
    assert (finish(table), table.points("white")) == ([(BLACK, 1)], 1)


def test_a_stone_at_the_right_edge_is_joined_to_nothing():
    """[R8.4, burial_chamber D] Two such stones are no area of two, nor part of another."""
    table = crypt({1: "W", 2: "W", 24: "K"}, TWO)
    table.site("burial_chamber").revealed = []
    bring(table, "WW")
    assert points_of(WHITE, finish(table)) == [3]


# --------------------------------------------------------------------------------- any side


SARCOPHAGUS = [("A", []), ("B", []), ("C", ["white space 1.3"]), ("D", ["white tile 2"])]


@pytest.mark.parametrize(("side", "answers"), SARCOPHAGUS)
def test_the_stone_of_a_sarcophagus_obeys_the_rules_of_the_side(side, answers):
    """[R3.3, R5.1, burial_chamber A, burial_chamber B, card sarcophagus] It is white's stone."""
    table = with_sarcophagus(side)
    quarry = table.player("white").quarry
    table.play("black sail 1 market", "white card 1", *answers)
    assert table.stones_at("burial_chamber") == [0, 1, 0, 0]
    assert table.player("white").quarry == quarry - 1 + 1  # one placed, one back from the market


@pytest.mark.parametrize(("side", "answers"), SARCOPHAGUS)
def test_the_stone_of_a_sarcophagus_is_placed_without_events_collected(side, answers):
    """[R3.3, R5.1, burial_chamber C, burial_chamber D, card sarcophagus] In the same way."""
    table = with_sarcophagus(side)
    table.state.events = None
    for entry in ("black sail 1 market", "white card 1", *answers):
        apply(table.state, *parse_entry(table.setup, entry))
    assert table.stones_at("burial_chamber") == [0, 1, 0, 0]


def with_sarcophagus(side: str) -> Table:
    """Market A has a sarcophagus on space 1; a ship with one white stone can sail."""
    table = Table(FOUR, f"AAA{side}A")
    table.open(market="sarcophagus statue lever sail", crypt=CRYPT if side == "D" else "")
    table.state.harbour[1] = ship = Ship(1, 1)
    ship.spaces = [WHITE]
    return table


@pytest.mark.parametrize(
    ("side", "answers"),
    [
        ("A", []),
        ("B", []),
        ("C", ["gray space 1.1", "white space 1.2", "brown space 2.1"]),
        ("D", ["gray tile 4", "white tile 2", "brown tile 1"]),
    ],
)
def test_the_position_is_the_same_without_events_collected(side, answers):
    """[burial_chamber A, burial_chamber B, burial_chamber C, burial_chamber D] In a round."""
    table_with, table_without = (chamber(side) for _ in range(2))
    entries = ["black sail 1 burial_chamber", *answers, "white sail 4 pyramid", "round 4 3 3 2"]
    for table in (table_with, table_without):
        table.state.harbour = {number: table.state.harbour[number] for number in (1, 4)}
        table.load(1, "gray", "white", "brown").load(4, "gray")
    table_with.play(*entries)
    table_without.state.events = None
    for entry in entries:
        apply(table_without.state, *parse_entry(table_without.setup, entry))
    assert table_without.state.events is None
    assert digest(table_with.state) == digest(table_without.state)


@pytest.mark.parametrize("side", "CD")
def test_a_stone_at_the_right_edge_is_a_point_without_events_collected(side):
    """[R8.3, R8.4, burial_chamber C, burial_chamber D] The barrow is full, no tile is open."""
    table = barrow(*FULL) if side == "C" else chamber("D")
    if side == "D":
        table.site("burial_chamber").revealed = []
    table.load(4, "white")
    table.state.events = None
    apply(table.state, *parse_entry(table.setup, "black sail 4 burial_chamber"))
    assert table.points("white") == 1


def test_tiles_are_revealed_without_events_collected():
    """[R8.4, R13.1, burial_chamber D] They are open, and never come again."""
    table = Table(FOUR, "AAADA").opened()
    table.state.events = None
    apply(table.state, *parse_entry(table.setup, "crypt 3 9 17 24"))
    assert table.site("burial_chamber").revealed == [3, 9, 17, 24]
    assert table.site("burial_chamber").gone == [3, 9, 17, 24]


# ------------------------------------------------------------------------ areas, for readers


def areas_of(table: Table) -> list[tuple[int, int]] | None:
    areas = table.state.rules.boards[Site.BURIAL_CHAMBER].areas(table.site("burial_chamber"))
    return None if areas is None else sorted(areas)


def test_areas_are_told_with_their_owners():
    assert areas_of(rows("A", "KKW", "KWW", "W.K")) == [
        (BLACK, 1),
        (BLACK, 3),
        (WHITE, 1),
        (WHITE, 3),
    ]
    assert areas_of(chamber("A")) == []


def test_a_chamber_of_rows_knows_no_areas():
    assert areas_of(rows("B", "KKW", "KWW", "WKK")) is None
    table = chamber("A")
    assert table.state.rules.boards[Site.MARKET].areas(table.site("market")) is None


def test_areas_of_a_barrow_and_a_crypt():
    assert areas_of(barrow("KKW..", "K...")) == [(BLACK, 3), (WHITE, 1)]
    areas = areas_of(crypt({1: "K", 2: "K", 20: "W"}))
    assert areas is not None
    assert sum(stones for _, stones in areas) == 3
    assert {seat for seat, _ in areas} == {BLACK, WHITE}
