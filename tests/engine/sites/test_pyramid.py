"""The pyramids, sides A to D: which space a stone takes, and what it earns at once (R6)."""

import pytest

from engine.digest import digest
from engine.errors import Rule
from engine.events import (
    CardDiscarded,
    CardTaken,
    FigureMoved,
    GameEnded,
    PileReshuffled,
    ScaffoldFilled,
    ScaffoldRevealed,
    Scored,
    StoneLoaded,
    StonePlaced,
    StoneSent,
    StonesReturned,
    StonesTaken,
)
from engine.sites.board import Reward
from engine.state import Ship
from engine.view import view
from engine.vocabulary import EMPTY, Card, Origin, Site, Source
from tests.table import Table, WithoutEvents, leave, scored, throw

SEATS = "black white brown gray"
PYRAMID_A = [2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4]
PYRAMIDS_B = {"left": [2, 3, 1, 2, 4], "middle": [3, 1, 2, 1, 4], "right": [2, 1, 3, 1, 4]}
TILES_C = [
    [1, 3, "card", 2],
    [2, "stones", 3, 1],
    ["card", 2, 1, 3],
    [3, 1, 2, "stones"],
    [2, "card", 1, 3],
]
CORRIDOR_D = [1, 3, 2, 1, 4, 2, 3, 1, 2, 3, 1, 4, 2, 3]


def opened(side, tile=1):
    """The first round of a game with this side of the pyramids."""
    table = Table(SEATS, f"A{side}AAA")
    if side == "C":
        table.play(f"scaffold {tile}")
    table.open()
    return table


def build(table, left=0, middle=0, right=0, seat=3):
    """Stones on the first spaces of the pyramids of side B."""
    for stones, count in zip(table.site("pyramid").pyramids, (left, middle, right), strict=True):
        stones[:] = [seat] * count


def scaffold(table, tiles, stones):
    """The tiles of side C revealed so far, and the seats of the stones on them."""
    table.site("pyramid").tiles = list(tiles)
    table.site("pyramid").stones = list(stones)


def placed(happened):
    """(seat, part, space) of every stone that came to the pyramids."""
    return [
        (event.seat, event.part, event.space)
        for event in happened
        if isinstance(event, StonePlaced) and event.site is Site.PYRAMID
    ]


# --------------------------------------------------------------------------------- side A


@pytest.mark.parametrize(("space", "points"), list(enumerate(PYRAMID_A, start=1)))
def test_the_value_follows_the_order_of_the_spaces(space, points):
    """[R6.1, pyramid A] Base column by column, second level the same way, the top."""
    table = opened("A")
    table.site("pyramid").stones = [3] * (space - 1)
    assert table.sail("pyramid", "white")[1:] == [
        StonePlaced(1, Site.PYRAMID, space, 0),
        Scored(1, points, Source.PYRAMID),
    ]


def test_the_stones_of_a_ship_score_their_spaces_front_to_back():
    """[pyramids-A-1, R3.1, R6.1, pyramid A] Four stones on a new pyramid: 2, 1, 3 and 2."""
    table = opened("A")
    happened = table.sail("pyramid", "white", "black", "gray", "white")
    assert scored(happened, "pyramid") == [(1, 2), (0, 1), (3, 3), (1, 2)]
    assert (table.actor, table.forced) == ("white", [])


def test_a_complete_pyramid_has_fourteen_stones_on_three_levels():
    """[pyramids-A-2, R6.1, pyramid A] 21 points below, 9 on the second level, 4 on top."""
    table = opened("A")
    table.state.harbour[1] = Ship(14, minimum=14)
    points = [points for _, points in scored(table.sail("pyramid", *["white"] * 14))]
    assert [sum(points[:9]), sum(points[9:13]), sum(points[13:])] == [21, 9, 4]
    assert table.stones_at("pyramid") == [0, 14, 0, 0]


def test_a_stone_after_the_last_space_is_worth_a_point():
    """[R6.1, R5.3, pyramid A] It lies at the right edge and is at the site all the same."""
    table = opened("A")
    table.site("pyramid").stones = [3] * 13
    happened = table.sail("pyramid", "white", "black", "white")
    assert placed(happened) == [(1, 0, 14), (0, 0, 0), (1, 0, 0)]
    assert scored(happened) == [(1, 4), (0, 1), (1, 1)]
    assert table.stones_at("pyramid") == [1, 2, 0, 13]


# --------------------------------------------------------------------------------- side B


@pytest.mark.parametrize("name", PYRAMIDS_B)
@pytest.mark.parametrize("space", range(1, 6))
def test_each_space_of_the_three_pyramids_has_its_value(name, space):
    """[R6.2, pyramid B] In its own order: four below, then the stone on top, worth 4."""
    table = opened("B").stock("white", sled=0, quarry=0)
    build(table, **{name: space - 1})
    table.sail("pyramid", "white")
    happened = table.play(f"white pyramid {name}")
    part = list(PYRAMIDS_B).index(name) + 1
    assert happened[0] == StonePlaced(1, Site.PYRAMID, space, part)
    assert scored(happened) == [(1, PYRAMIDS_B[name][space - 1])]


def test_each_stone_may_go_to_another_pyramid():
    """[pyramids-B-1, R6.2, R3.2, pyramid B] Brown middle, black middle, brown middle, white
    left."""
    table = opened("B").sailed("pyramid", "brown", "black", "brown", "white")
    happened = table.play("brown pyramid middle", "black pyramid middle")
    happened += table.play("brown pyramid middle", "white pyramid left")
    assert placed(happened) == [(2, 2, 1), (0, 2, 2), (2, 2, 3), (1, 1, 1)]


def test_the_owner_of_the_stone_chooses_the_pyramid():
    """[R6.2, R3.2, refusal NOT_YOUR_DECISION, refusal DECISION_PENDING, pyramid B] Not the one
    who sails; and nothing else comes first."""
    table = opened("B").sailed("pyramid", "white")
    assert table.options == ["pyramid left", "pyramid middle", "pyramid right"]
    assert table.refused("black pyramid left") is Rule.NOT_YOUR_DECISION
    assert table.refused("white take") is Rule.DECISION_PENDING


def test_a_full_pyramid_cannot_be_chosen():
    """[R6.2, refusal NOT_AN_ANSWER, pyramid B] Five stones lie on the middle one."""
    table = opened("B")
    build(table, middle=5)
    table.sail("pyramid", "black")
    assert table.options == ["pyramid left", "pyramid right"]
    assert table.refused("black pyramid middle") is Rule.NOT_AN_ANSWER


def test_the_only_pyramid_that_is_not_full_is_taken_without_asking():
    """[R6.2, R2.8, pyramid B] Left and middle are full."""
    table = opened("B")
    build(table, left=5, middle=5)
    assert placed(table.sail("pyramid", "black")) == [(0, 3, 1)]
    assert (table.forced, table.actor) == (["black pyramid right"], "white")


def test_when_all_three_are_full_a_stone_is_worth_a_point():
    """[R6.2, R5.3, pyramid B] It lies at the right edge."""
    table = opened("B")
    build(table, 5, 5, 5)
    happened = table.sail("pyramid", "black", "white")
    assert (placed(happened), scored(happened)) == ([(0, 0, 0), (1, 0, 0)], [(0, 1), (1, 1)])
    assert table.stones_at("pyramid") == [1, 1, 0, 15]


def test_the_card_bonus_draws_the_top_card_of_the_pile():
    """[R6.2, R13.7, R12.3, pyramid B] Besides the point; the player is not asked."""
    table = opened("B")
    build(table, left=2)
    table.sail("pyramid", "white")
    assert (scored(table.play("white pyramid left")), table.actor) == ([(1, 1)], "bank")
    assert table.refused("white decline") is Rule.BANK_PENDING
    assert table.play("draw lever") == [CardTaken(1, 0, Card.LEVER)]
    assert view(table.state, 0)["seats"][1]["cards"] == {"lever": 1}


def test_the_bonus_draws_one_card_that_is_possible():
    """[R13.4, refusal OUTCOME_COUNT, refusal CARD_IMPOSSIBLE, refusal WRONG_OUTCOME, pyramid B]
    Not two, not a raft, and it is drawn, not refilled."""
    table = opened("B")
    build(table, left=2)
    table.sail("pyramid", "white")
    table.play("white pyramid left")
    assert table.refused("draw lever sail") is Rule.OUTCOME_COUNT
    assert table.refused("draw raft") is Rule.CARD_IMPOSSIBLE
    assert table.refused("refill lever") is Rule.WRONG_OUTCOME


def test_a_red_card_drawn_as_a_bonus_works_at_once():
    """[R6.2, R3.1, card entrance, pyramid B] Its stone is placed before the next of the ship."""
    table = opened("B")
    build(table, left=2)
    table.sail("pyramid", "white", "black")
    table.play("white pyramid left", "draw entrance")
    assert table.actor == "white"
    assert table.play("white pyramid left") == [
        StonePlaced(1, Site.PYRAMID, 4, 1),
        Scored(1, 2, Source.PYRAMID),
        CardDiscarded(Card.ENTRANCE),
    ]
    assert table.actor == "black"


def test_a_stone_placed_by_a_card_gets_its_bonus():
    """[R3.3, R5.1, R13.5, card entrance, pyramid B] Point and card come before the entrance is
    discarded and the stone sold goes home."""
    table = Table(SEATS, "ABAAA").opened(market="entrance statue statue statue")
    build(table, left=2)
    table.sail("market", "white")
    table.play("white card 1")
    assert scored(table.play("white pyramid left")) == [(1, 1)]
    assert table.play("draw lever") == [
        CardTaken(1, 0, Card.LEVER),
        CardDiscarded(Card.ENTRANCE),
        StonesReturned(1, 1),
    ]


def test_without_any_card_the_card_bonus_is_nothing():
    """[R4.3, R6.2, pyramid B] Draw and discard pile are empty; the point remains."""
    table = opened("B")
    leave(table)
    build(table, left=2)
    table.sail("pyramid", "white")
    assert (scored(table.play("white pyramid left")), table.actor) == ([(1, 1)], "white")


def test_the_card_bonus_may_need_a_reshuffle():
    """[R4.3, R6.2, pyramid B] The discard pile is all that is left."""
    table = opened("B")
    leave(table, "lever", "sail")
    throw(table, "lever", "sail")
    build(table, left=2)
    table.sail("pyramid", "white")
    table.play("white pyramid left")
    assert table.legal == ("draw lever", "draw sail")
    assert table.play("draw sail") == [PileReshuffled(2), CardTaken(1, 0, Card.SAIL)]


@pytest.mark.parametrize(
    ("sled", "quarry", "stones"),
    [(0, 9, 3), (2, 9, 3), (4, 9, 1), (5, 9, 0), (0, 2, 2), (1, 0, 0)],
)
def test_three_stones_takes_what_fits(sled, quarry, stones):
    """[R6.2, R13.7, pyramid B] As sled and quarry allow; the player is not asked."""
    table = opened("B")
    build(table, middle=3)
    table.stock("white", sled, quarry).sail("pyramid", "white")
    happened = table.play("white pyramid middle")
    assert happened[2:] == ([StonesTaken(1, stones)] if stones else [])
    assert (scored(happened), table.actor) == ([(1, 1)], "white")


def test_place_a_stone_loads_one_stone_on_any_empty_space():
    """[R6.2, pyramid B] Of any ship that has not sailed; or not at all."""
    table = opened("B")
    build(table, right=1)
    table.sail("pyramid", "white", "white")
    happened = table.play("white pyramid right")
    loads = ["load 1.1", "load 1.2", "load 1.3", "load 1.4"]
    loads += ["load 3.1", "load 3.2", "load 4.1", "load 4.2", "decline"]
    assert (scored(happened), table.options) == ([(1, 1)], loads)
    assert table.play("white load 3.2") == [StoneLoaded(1, 3, 2)]
    assert (table.player("white").sled, table.state.harbour[3].spaces) == (2, [-1, 1])
    assert table.options == ["pyramid left", "pyramid middle", "pyramid right"]


def test_place_a_stone_may_be_declined():
    """[R6.2, R13.7, pyramid B] Nothing is loaded, and the game goes on."""
    table = opened("B")
    build(table, right=1)
    table.sail("pyramid", "white")
    table.play("white pyramid right")
    assert table.play("white decline") == []
    assert (table.player("white").sled, table.actor) == (3, "white")


@pytest.mark.parametrize("space", ["1.2", "1.5", "2.1", "9.1"])
def test_the_stone_goes_to_an_empty_space_of_a_ship_in_the_harbour(space):
    """[R6.2, refusal NOT_AN_ANSWER, refusal DECISION_PENDING, pyramid B] Not on a stone, beside
    the ship, or on the ship that has just sailed."""
    table = opened("B")
    build(table, right=1)
    table.load(1, "-", "gray").sail("pyramid", "white", "black")
    table.play("white pyramid right")
    assert table.refused(f"white load {space}") is Rule.NOT_AN_ANSWER
    assert table.refused("white take") is Rule.DECISION_PENDING


@pytest.mark.parametrize("lacking", ["stone", "space", "ship"])
def test_place_a_stone_lapses_where_it_cannot_be_done(lacking):
    """[R6.2, R2.8, pyramid B] Without a stone on the sled, a free space, a ship: not asked."""
    table = opened("B")
    build(table, right=1)
    table.stock("white", sled=0 if lacking == "stone" else 3)
    for number in (1, 2, 4) if lacking == "space" else ():
        table.load(number, *["gray"] * len(table.state.harbour[number].spaces))
    if lacking == "ship":
        table.state.harbour = {3: table.state.harbour[3]}
    table.sail("pyramid", "white")
    happened = table.play("white pyramid right")
    assert (scored(happened), table.forced) == ([(1, 1)], ["white decline"])
    assert table.actor == ("bank" if lacking == "ship" else "white")


# --------------------------------------------------------------------------------- side C


def test_the_first_tile_is_revealed_before_the_first_round():
    """[R13.1, R6.3, refusal WRONG_OUTCOME, pyramid C] Any of the five."""
    table = Table(SEATS, "ACAAA")
    assert table.legal == ("scaffold 1", "scaffold 2", "scaffold 3", "scaffold 4", "scaffold 5")
    assert table.refused("round 4 3 2 2") is Rule.WRONG_OUTCOME
    assert table.refused("scaffold 6") is Rule.TILE_IMPOSSIBLE
    assert table.play("scaffold 4") == [ScaffoldRevealed(4)]
    assert table.legal[0].startswith("round ")


@pytest.mark.parametrize("tile", range(1, 6))
@pytest.mark.parametrize("space", range(1, 5))
def test_a_space_of_the_open_tile_gives_its_reward_at_once(tile, space):
    """[R6.3, R13.7, pyramid C] Points, the top card of the pile, or three stones."""
    table = opened("C", tile)
    scaffold(table, [tile], [2, 3, 3][: space - 1])
    happened = table.stock("white", sled=1).sail("pyramid", "white")
    reward = TILES_C[tile - 1][space - 1]
    assert placed(happened) == [(1, tile, space)]
    if reward == "card":
        happened = table.play("draw lever")
        assert happened == [CardTaken(1, 0, Card.LEVER)]
    elif reward == "stones":
        assert happened[2] == StonesTaken(1, 3)
    else:
        assert happened[2] == Scored(1, reward, Source.PYRAMID)


@pytest.mark.parametrize(("sled", "quarry", "stones"), [(4, 9, 1), (5, 9, 0), (0, 2, 2), (0, 0, 0)])
def test_three_stones_of_a_tile_are_what_fits(sled, quarry, stones):
    """[R6.3, R13.7, pyramid C] As sled and quarry allow."""
    table = opened("C", tile=2)
    scaffold(table, [2], [3])
    happened = table.stock("white", sled, quarry).sail("pyramid", "white")
    assert happened[2:] == ([StonesTaken(1, stones)] if stones else [])


def test_the_open_tile_is_filled_from_the_left():
    """[R6.3, pyramid C] Nobody is asked where a stone goes."""
    table = opened("C", tile=4)
    happened = table.sail("pyramid", "white", "black", "white")
    assert placed(happened) == [(1, 4, 1), (0, 4, 2), (1, 4, 3)]
    assert (scored(happened), table.actor) == ([(1, 3), (0, 1), (1, 2)], "white")


def test_without_any_card_the_card_space_gives_nothing():
    """[R4.3, R6.3, pyramid C] Draw and discard pile are empty."""
    table = opened("C", tile=3)
    leave(table)
    assert table.sail("pyramid", "white")[1:] == [StonePlaced(1, Site.PYRAMID, 1, 3)]
    assert table.actor == "white"


def test_a_red_card_of_a_tile_works_at_once():
    """[R6.3, R3.1, card entrance, pyramid C] Its stone comes before the next of the ship."""
    happened = opened("C", tile=3).sailed("pyramid", "white", "black").play("draw entrance")
    assert (placed(happened), scored(happened)) == ([(1, 3, 2), (0, 3, 3)], [(1, 2), (0, 1)])


@pytest.mark.parametrize(
    ("stones", "majority"),
    [
        ("white black white gray", [(1, 3)]),
        ("white white black black", [(0, 1), (1, 1)]),
        ("white black brown gray", [(0, 1), (1, 1), (2, 1), (3, 1)]),
        ("black black black black", [(0, 3)]),
    ],
)
def test_the_most_stones_on_a_full_tile_are_worth_three_points(stones, majority):
    """[R6.3, pyramid C] One point each if several have the most."""
    happened = opened("C", tile=2).sail("pyramid", *stones.split())
    filled = happened.index(ScaffoldFilled(2))
    assert sorted(scored(happened[filled:])) == majority


def test_the_majority_comes_after_the_reward_of_the_fourth_stone():
    """[R6.3, pyramid C] Then the next tile; the next stone waits for it."""
    table = opened("C", tile=4)
    scaffold(table, [4], [1, 1])
    assert table.stock("black", sled=0).sail("pyramid", "black", "black", "white")[1:] == [
        StonePlaced(0, Site.PYRAMID, 3, 4),
        Scored(0, 2, Source.PYRAMID),
        StonePlaced(0, Site.PYRAMID, 4, 4),
        StonesTaken(0, 3),
        ScaffoldFilled(4),
        Scored(0, 1, Source.PYRAMID),
        Scored(1, 1, Source.PYRAMID),
    ]
    assert table.legal == ("scaffold 1", "scaffold 2", "scaffold 3", "scaffold 5")
    assert table.play("scaffold 2")[:2] == [
        ScaffoldRevealed(2),
        StonePlaced(1, Site.PYRAMID, 5, 2),
    ]


def test_the_tile_counts_as_it_was_filled_in_several_rounds():
    """[pyramids-C-1, R6.3, pyramid C] Black has most stones on the tile and gets 3 points."""
    table = opened("C", tile=5)
    scaffold(table, [5], [0, 1, 0])
    assert scored(table.sail("pyramid", "gray")) == [(3, 3), (0, 3)]
    assert table.play("scaffold 1") == [ScaffoldRevealed(1)]


def test_only_the_stones_on_the_full_tile_count():
    """[R6.3, pyramid C] Gray filled the tile before."""
    table = opened("C", tile=5)
    scaffold(table, [1, 5], [3, 3, 3, 3, 1, 1, 3])
    happened = table.sail("pyramid", "black")
    assert scored(happened[happened.index(ScaffoldFilled(5)) :]) == [(1, 3)]


@pytest.mark.parametrize("tile", [1, 3, 6, 99])
def test_a_tile_is_revealed_once(tile):
    """[refusal TILE_IMPOSSIBLE, R13.1, pyramid C] Tiles 1 and 3 lie there; there are five."""
    table = opened("C")
    scaffold(table, [1, 3], [0] * 7)
    table.sail("pyramid", "black")
    assert table.refused(f"scaffold {tile}") is Rule.TILE_IMPOSSIBLE
    assert table.legal == ("scaffold 2", "scaffold 4", "scaffold 5")


def test_the_next_tile_is_revealed_by_the_bank_at_once():
    """[R13.13, refusal BANK_PENDING, refusal WRONG_OUTCOME, pyramid C] No turn comes first."""
    table = opened("C")
    scaffold(table, [1], [0] * 3)
    table.sail("pyramid", "black")
    assert table.refused("white take") is Rule.BANK_PENDING
    assert table.refused("draw lever") is Rule.WRONG_OUTCOME
    table.play("scaffold 5")
    assert table.actor == "white"


def test_the_next_tile_is_revealed_also_at_the_last_stone_of_the_game():
    """[R13.13, pyramid C] The bank writes it before the end."""
    table = opened("C")
    scaffold(table, [1], [0] * 3)
    table.state.round, table.state.harbour = 6, {3: table.state.harbour[3]}
    table.sail("pyramid", "black")
    assert table.actor == "bank"
    assert isinstance(table.play("scaffold 3")[-1], GameEnded)


def card_on_the_fourth_space(table, monkeypatch, tile):
    """Give the fourth space of a tile a card, as no tile of this edition has."""
    board = table.state.rules.boards[Site.PYRAMID]
    tiles = [list(rewards) for rewards in board.tiles]
    tiles[tile - 1][3] = Reward(cards=1)
    monkeypatch.setattr(board, "tiles", tiles)


def test_majority_and_next_tile_come_before_what_the_card_places(monkeypatch):
    """[R13.13, R6.3, card entrance, pyramid C] The stone of an entrance from the fourth space
    goes onto the next tile."""
    table = opened("C", tile=1)
    card_on_the_fourth_space(table, monkeypatch, tile=1)
    scaffold(table, [1], [0, 0, 1])
    assert scored(table.sail("pyramid", "white", "gray")) == []
    assert table.play("draw entrance") == [
        ScaffoldFilled(1),
        Scored(0, 1, Source.PYRAMID),
        Scored(1, 1, Source.PYRAMID),
    ]
    assert table.play("scaffold 4") == [
        ScaffoldRevealed(4),
        CardTaken(1, 0, Card.ENTRANCE),
        StoneSent(1, Origin.QUARRY, Site.PYRAMID),
        StonePlaced(1, Site.PYRAMID, 5, 4),
        Scored(1, 3, Source.PYRAMID),
        StonePlaced(3, Site.PYRAMID, 6, 4),
        Scored(3, 1, Source.PYRAMID),
    ]


def test_after_the_fifth_tile_the_card_places_at_the_right_edge(monkeypatch):
    """[R13.13, R6.3, card entrance, pyramid C] The majority first; no tile is left."""
    table = opened("C", tile=1)
    card_on_the_fourth_space(table, monkeypatch, tile=5)
    scaffold(table, [1, 2, 3, 4, 5], [3] * 16 + [0, 0, 0])
    table.sail("pyramid", "white")
    assert table.play("draw entrance") == [
        ScaffoldFilled(5),
        Scored(0, 3, Source.PYRAMID),
        CardTaken(1, 0, Card.ENTRANCE),
        StoneSent(1, Origin.QUARRY, Site.PYRAMID),
        StonePlaced(1, Site.PYRAMID, 0, 0),
        Scored(1, 1, Source.PYRAMID),
    ]


def test_without_any_card_the_fourth_space_still_fills_the_tile(monkeypatch):
    """[R4.3, R6.3, pyramid C] The majority comes, and the next tile."""
    table = opened("C", tile=1)
    card_on_the_fourth_space(table, monkeypatch, tile=1)
    leave(table)
    scaffold(table, [1], [0, 0, 0])
    assert scored(table.sail("pyramid", "white")) == [(0, 3)]
    assert table.play("scaffold 2") == [ScaffoldRevealed(2)]


def test_after_the_fifth_tile_a_stone_is_worth_a_point():
    """[R6.3, R5.3, pyramid C] The last tile has its majority, and nothing is revealed."""
    table = opened("C")
    scaffold(table, [1, 2, 3, 4, 5], [3] * 17 + [0, 0])
    happened = table.sail("pyramid", "black", "white", "white")
    assert placed(happened) == [(0, 5, 20), (1, 0, 0), (1, 0, 0)]
    assert scored(happened) == [(0, 3), (0, 3), (1, 1), (1, 1)]
    assert (table.actor, table.stones_at("pyramid")) == ("white", [3, 2, 0, 17])


# --------------------------------------------------------------------------------- side D


def test_the_first_stone_goes_to_the_space_after_the_figure():
    """[R6.4, pyramid D] The figure stands on space 0, the first in the corridor."""
    table = opened("D")
    assert table.site("pyramid").figure == 0
    assert table.sail("pyramid", "white")[1:] == [
        StonePlaced(1, Site.PYRAMID, 2, 0),
        Scored(1, 3, Source.PYRAMID),
    ]


@pytest.mark.parametrize("free", range(14))
def test_a_space_of_the_corridor_is_worth_its_value(free):
    """[R6.4, pyramid D] Wherever it lies; its own space is the last that the figure fills."""
    table = opened("D")
    spaces = table.site("pyramid").spaces
    spaces[:] = [3] * 14
    spaces[free] = -1
    happened = table.sail("pyramid", "white")
    assert placed(happened) == [(1, 0, free + 1)]
    assert scored(happened) == [(1, CORRIDOR_D[free])]


def test_stones_go_clockwise_to_the_first_free_space_after_the_figure():
    """[R6.4, pyramid D] Past taken spaces, round the corner, the figure's own space last."""
    table = opened("D")
    corridor = table.site("pyramid")
    corridor.figure = 11
    corridor.spaces[:] = [-1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, -1, 3, -1]
    happened = table.sail("pyramid", "white", "black", "gray", "gray")
    assert placed(happened) == [(1, 0, 14), (0, 0, 1), (3, 0, 12), (3, 0, 0)]
    assert scored(happened) == [(1, 3), (0, 1), (3, 4), (3, 1)]


def test_a_stone_in_a_full_corridor_is_worth_a_point():
    """[R6.4, R5.3, pyramid D] It lies at the right edge."""
    table = opened("D")
    table.site("pyramid").spaces[:] = [3] * 14
    happened = table.sail("pyramid", "white", "white")
    assert (placed(happened), scored(happened)) == ([(1, 0, 0)] * 2, [(1, 1)] * 2)
    assert table.stones_at("pyramid") == [0, 2, 0, 14]


def test_placing_a_stone_does_not_move_the_figure():
    """[R6.4, pyramid D] Four stones come; the figure stays on space 0."""
    table = opened("D")
    happened = table.sail("pyramid", "white", "black", "white", "black")
    assert [space for _, _, space in placed(happened)] == [2, 3, 4, 5]
    assert table.site("pyramid").figure == 0


def test_the_figure_may_start_elsewhere():
    """[R6.4, pyramid D] The first stones come after it; it moves from there, as in any game."""
    table = Table(sites="ADAAA", figure=12).opened()
    assert table.site("pyramid").figure == 12
    table.deliver("pyramid", "black", "white", "black")
    assert [i for i, seat in enumerate(table.site("pyramid").spaces) if seat != EMPTY] == [0, 1, 13]
    assert [table.points("black"), table.points("white")] == [3 + 3, 1]
    table.play("white take move")
    assert table.site("pyramid").figure == 2


def test_the_figure_stands_there_before_the_prophecies_are_named():
    """[R6.4, R13.1, pyramid D] As the position before the first entry shows."""
    table = Table(SEATS, "ADAAA", "god_prophecies", figure=5)
    assert table.actor == "bank"
    assert table.site("pyramid").figure == 5


def test_where_the_figure_started_is_in_the_digest():
    """[R6.4, pyramid D] Of any position; of an edition's own space it says nothing more."""
    tables = [Table(sites="ADAAA", figure=figure) for figure in (0, 12)]
    for table in tables:
        table.open()
        table.site("pyramid").figure = 3
    assert tables[0].state.key() == tables[1].state.key()
    assert digest(tables[0].state) != digest(tables[1].state)


def test_taking_stones_may_move_the_figure():
    """[R6.4, R2.9, R13.7, pyramid D] Or not, as the player likes; one entry says both."""
    table = opened("D")
    assert table.options[:2] == ["take", "take move"]
    assert table.play("black take") == [StonesTaken(0, 3)]
    assert table.play("white take move") == [StonesTaken(1, 2), FigureMoved(1, 2)]
    assert table.site("pyramid").figure == 1


def test_the_figure_moves_clockwise_to_the_first_free_space():
    """[R6.4, pyramid D] Past stones, also round the corner; the next stone follows it."""
    table = opened("D")
    corridor = table.site("pyramid")
    corridor.figure = 12
    corridor.spaces[13] = corridor.spaces[0] = 3
    assert table.play("black take move")[1] == FigureMoved(0, 2)
    assert placed(table.sail("pyramid", "gray")) == [(3, 0, 3)]


@pytest.mark.parametrize("free", [[], [0]])
def test_the_figure_needs_a_free_space_to_move_to(free):
    """[R6.4, refusal FIGURE_CANNOT_MOVE, pyramid D, R14.2] Other than its own; stones may
    be taken."""
    table = opened("D")
    table.site("pyramid").spaces[:] = [-1 if space in free else 3 for space in range(14)]
    assert table.refused("black take move") is Rule.FIGURE_CANNOT_MOVE
    assert "take move" not in table.options
    assert table.play("black take") == [StonesTaken(0, 3)]


@pytest.mark.parametrize("side", "ABC")
def test_there_is_a_figure_on_side_d_only(side):
    """[R6.4, refusal FIGURE_CANNOT_MOVE, pyramid A, pyramid B, pyramid C] Elsewhere nothing
    moves."""
    table = opened(side)
    assert table.refused("black take move") is Rule.FIGURE_CANNOT_MOVE
    assert "take move" not in table.options


def test_who_cannot_take_stones_does_not_move_the_figure():
    """[R6.4, R2.2, refusal SLED_FULL, refusal QUARRY_EMPTY, pyramid D] The move comes with the
    action only."""
    table = opened("D").stock("black", sled=5)
    assert table.refused("black take move") is Rule.SLED_FULL
    table.stock("black", sled=0, quarry=0)
    assert table.refused("black take move") is Rule.QUARRY_EMPTY


def test_stones_of_a_card_do_not_move_the_figure():
    """[R6.4, R5.6, card hammer, pyramid D] The hammer is not the action of taking stones."""
    table = opened("D").give("black", "hammer")
    happened = table.play("black play hammer 1.1")
    assert StonesTaken(0, 3) in happened
    assert not [event for event in happened if isinstance(event, FigureMoved)]
    assert (table.site("pyramid").figure, table.actor) == (0, "white")


# ----------------------------------------------------------------------- cards, other boards


@pytest.mark.parametrize(
    ("side", "space", "part", "points"), [("A", 1, 0, 2), ("C", 1, 1, 1), ("D", 2, 0, 3)]
)
def test_an_entrance_places_a_stone_by_the_rules_of_the_side(side, space, part, points):
    """[R3.3, R5.1, card entrance, pyramid A, pyramid C, pyramid D] From the quarry."""
    table = Table(SEATS, f"A{side}AAA")
    if side == "C":
        table.play("scaffold 1")
    table.open(market="entrance statue statue statue")
    table.sail("market", "white")
    happened = table.play("white card 1")
    assert (placed(happened), scored(happened)) == ([(1, part, space)], [(1, points)])
    assert happened[-1] == StonesReturned(1, 1)


# ------------------------------------------------------------------------ with and without events


def story_a(table_type):
    table = table_type(SEATS).opened()
    table.site("pyramid").stones = [3] * 13
    table.sail("pyramid", "white", "black", "white")
    return table


def story_b(table_type):
    table = table_type(SEATS, "ABAAA").opened()
    leave(table, "entrance")
    throw(table, "entrance")
    build(table, left=2, middle=3, right=1)
    table.sail("pyramid", "white", "black", "white", "gray")
    table.play("white pyramid left", "draw entrance", "white pyramid left")
    table.play("black pyramid middle", "white pyramid right", "white load 2.1", "gray pyramid left")
    build(table, 5, 5, 5)
    table.state.docks[Site.PYRAMID] = []
    table.sail("pyramid", "black")
    return table


def story_c(table_type):
    table = table_type(SEATS, "ACAAA").after("scaffold 4").opened()
    scaffold(table, [4], [1, 1, 0])
    table.sail("pyramid", "white", "black", "gray", "black")
    table.play("scaffold 3", "draw entrance", "scaffold 1")
    scaffold(table, [4, 3, 1, 2, 5], [1] * 20)
    table.state.docks[Site.PYRAMID] = []
    table.sail("pyramid", "white", "white")
    return table


def story_d(table_type):
    table = table_type(SEATS, "ADAAA").opened().after("black take move")
    table.site("pyramid").spaces[:] = [-1, -1, *[3] * 12]
    table.sail("pyramid", "white", "black", "white")
    return table


@pytest.mark.parametrize("story", [story_a, story_b, story_c, story_d])
def test_the_pyramids_are_the_same_with_and_without_events_collected(story):
    """[pyramid A, pyramid B, pyramid C, pyramid D] Events say what happened; they do nothing."""
    assert digest(story(Table).state) == digest(story(WithoutEvents).state)
