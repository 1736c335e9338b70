"""What the boards may still bring: estimates, but with the right sign."""

from __future__ import annotations

import random

import pytest

from engine.computer.prospects import PROSPECTS, likely_places, reward_worth
from engine.dealer import DealtGame
from engine.flow import end_game
from engine.legal import awaited
from engine.players import random_player
from engine.setup import Setup
from engine.sites.board import Reward
from engine.state import State
from engine.vocabulary import Site
from tests.table import Table


def prospect(table: Table, site: str, ahead: int = 3) -> list[float]:
    return of_site(table.state, Site.read(site), ahead)


def of_site(s: State, site: Site, ahead: int) -> list[float]:
    expected_prospect = PROSPECTS[site][s.rules.setup.sides[site]]
    assert expected_prospect is not None
    return expected_prospect(s, s.rules.boards[site], ahead)


def opened(sites: str, seats: str = "black white") -> Table:
    table = Table(seats, sites)
    if sites[1] == "C":
        table.play("scaffold 1")
    table.open("4 3 2 1", crypt="1 2 3 10" if sites[3] == "D" else "")
    return table


def test_likely_places_share_what_is_not_decided() -> None:
    assert likely_places([2.0, 2.0], [10, 1], 1.0) == pytest.approx([5.5, 5.5])
    near, far = likely_places([3.0, 2.0], [10, 1], 2.0), likely_places([3.0, 2.0], [10, 1], 0.2)
    assert 5.5 < near[0] < far[0] < 10
    assert far[0] + far[1] == pytest.approx(11)


def test_who_has_nothing_is_not_placed_yet() -> None:
    assert likely_places([1.0, 0.0, 0.0], [12, 6, 1], 0.1)[1] == pytest.approx(1.75, abs=0.01)
    assert likely_places([5.0, 1.0, 1.0, 1.0], [15, 10, 5, 1], 0.1)[3] == pytest.approx(5.0)


def test_a_reward_is_worth_the_better_of_points_and_stones() -> None:
    assert reward_worth(Reward(points=2)) == 2
    assert reward_worth(Reward(points=1, or_stones=4)) == pytest.approx(2.4)
    assert reward_worth(Reward(cards=1)) < reward_worth(Reward(best_of=3))


def test_the_open_scaffold_tile_promises_its_majority() -> None:
    table = opened("ACAAA")
    table.state.sites[Site.PYRAMID].stones += [1, 1, 1, 1, 0, 1, 0]
    assert prospect(table, "pyramid") == [1.5, 0.75]


def test_new_temple_stones_cover_the_oldest() -> None:
    table = opened("AAAAA")
    stones = table.site("temple").stones
    stones += [0, 0, 0, 0]
    assert prospect(table, "temple")[1] == 0
    stones += [1]
    covered = prospect(table, "temple")
    assert covered[0] < 3 * covered[1] * 4  # white covered one of four, and lies longest
    assert covered[1] > covered[0] / 3


def test_the_temple_of_this_round_is_sure_when_its_ship_has_come() -> None:
    table = opened("AAAAA")
    table.site("temple").stones.append(0)
    before = prospect(table, "temple")[0]
    table.state.docks[Site.TEMPLE].append(1)
    assert prospect(table, "temple", 1)[0] == 1
    assert prospect(table, "temple")[0] > before


def test_the_arena_counts_track_and_lead() -> None:
    table = opened("AADAA")
    table.site("temple").chariots[:] = [8, 2]
    black, white = prospect(table, "temple")
    assert black > 5 + 2
    assert 1 <= white < 2


@pytest.mark.parametrize(
    ("stones", "larger"), [([0], [0, 0]), ([0, 1, 1], [0, 1, 1, 0]), ([1, 0, 1], [1, 0, 1, 1])]
)
def test_larger_areas_are_worth_more(stones: list[int], larger: list[int]) -> None:
    table = opened("AAAAA")
    table.site("burial_chamber").stones[:] = stones
    before = prospect(table, "burial_chamber")
    table.site("burial_chamber").stones[:] = larger
    after = prospect(table, "burial_chamber")
    grown = larger[-1]
    assert after[grown] > before[grown] + 1


def test_an_area_that_is_shut_in_promises_no_growth() -> None:
    table = opened("AAAAA")
    table.site("burial_chamber").stones[:] = [0, 1, 1, 1, 1, 1]
    assert prospect(table, "burial_chamber")[0] == 1
    table.site("burial_chamber").stones[:] = [1, 1, 0]
    assert prospect(table, "burial_chamber")[0] > 1


def test_a_very_large_area_goes_on_growing() -> None:
    table = opened("AAAAA")
    table.site("burial_chamber").stones[:] = [0] * 7
    assert prospect(table, "burial_chamber")[0] == 15 + 2 * 2 + 0.25 * 2 * 2


def test_rows_are_places() -> None:
    table = opened("AAABA")
    table.site("burial_chamber").stones[:] = [0, 1, 0, 0, 1, 1]
    black, white = prospect(table, "burial_chamber", 1)
    assert black == pytest.approx(white)
    table.site("burial_chamber").stones[:] = [0, 1, 0, 0]
    black, white = prospect(table, "burial_chamber", 1)
    assert black > white


def test_the_barrow_counts_levels() -> None:
    table = opened("AAACA")
    levels = table.site("burial_chamber").levels
    levels[0][:3] = [0, 0, 1]
    flat = prospect(table, "burial_chamber")
    levels[1][0] = 0
    assert prospect(table, "burial_chamber")[0] > flat[0] + 3


def test_the_crypt_wants_a_stone_of_everybody() -> None:
    table = opened("AAADA")
    table.site("burial_chamber").spaces[0] = 0
    assert prospect(table, "burial_chamber", 3)[1] == -0.5
    assert prospect(table, "burial_chamber", 0) == [1, -4]


def test_the_edge_of_the_crypt_is_shut() -> None:
    table = opened("AAADA")
    spaces = table.site("burial_chamber").spaces
    spaces[23] = 0
    spaces[22] = spaces[15] = 1
    assert prospect(table, "burial_chamber")[0] == 1


@pytest.mark.parametrize("neighbour", [1, 8, 10, 17])
def test_an_area_grows_where_a_free_space_lies_beside_it(neighbour: int) -> None:
    """In the crypt, three rows of eight."""
    table = opened("AAADA")
    spaces = table.site("burial_chamber").spaces
    spaces[:] = [1] * 24
    spaces[9] = 0
    assert prospect(table, "burial_chamber", 2)[0] == 1
    spaces[neighbour] = -1
    assert prospect(table, "burial_chamber", 2)[0] == 1 + 0.5 * 2


@pytest.mark.parametrize(("space", "free"), [(7, 8), (8, 7)])
def test_the_end_of_a_row_does_not_lie_beside_the_beginning_of_the_next(
    space: int, free: int
) -> None:
    table = opened("AAADA")
    spaces = table.site("burial_chamber").spaces
    spaces[:] = [1] * 24
    spaces[space], spaces[free] = 0, -1
    assert prospect(table, "burial_chamber", 2)[0] == 1


@pytest.mark.parametrize(
    ("stones", "value"), [(1, 1.5), (3, 7), (4, 10 + 5 / 4), (5, 15.5), (6, 17.5)]
)
def test_what_the_next_stone_adds_to_an_area(stones: int, value: float) -> None:
    """Areas are worth 1, 3, 6, 10, 15, and 2 more for each further stone."""
    table = opened("AAAAA")
    table.site("burial_chamber").stones[:] = [0] * stones
    assert prospect(table, "burial_chamber", 1)[0] == value


def test_obelisks_are_places() -> None:
    table = opened("AAAAA")
    table.site("obelisks").heights[:] = [3, 1]
    early, late = prospect(table, "obelisks", 6), prospect(table, "obelisks", 1)
    assert 5.5 < early[0] < late[0] < 10


def test_loose_stones_are_parts_of_a_tower() -> None:
    table = opened("AAAAB")
    table.site("obelisks").loose[:] = [2, 0]
    assert prospect(table, "obelisks", 3) == [8, 0]
    assert prospect(table, "obelisks", 0) == [2, 0]
    table.site("obelisks").towers[:] = [1] * 6
    assert prospect(table, "obelisks", 3) == [2, 0]


def test_pending_towers_count() -> None:
    table = Table(sites="AAAAB", profile="yucata").opened()
    table.site("obelisks").towers.append(1)
    assert prospect(table, "obelisks") == [0, 12]


def test_begun_rows_promise_something() -> None:
    table = opened("AAAAC")
    table.site("obelisks").tiles[0].append((1, ((1, 1), (2, 1))))
    early, late = prospect(table, "obelisks", 3), prospect(table, "obelisks", 0)
    assert early[0] > early[1] >= 0
    assert late[0] < early[0]


def test_a_begun_row_promises_less_than_its_cells_share_of_a_row() -> None:
    """[R9.3] Two cells of three are no more than two thirds of 2 points, and the bonus."""
    table = opened("AAAAC")
    board = table.state.rules.boards[Site.OBELISKS]
    table.site("obelisks").tiles[0].append((1, ((1, 1), (2, 1))))
    begun = prospect(table, "obelisks", 6)[0]
    assert 0 < begun <= 2 * 2 / 3 + board.bonus[0]
    table.site("obelisks").tiles[0].append((2, ((3, 1),)))
    assert begun < prospect(table, "obelisks", 6)[0] <= 2 + board.bonus[0]


def test_an_unfinished_obelisk_is_worth_more_the_sooner_it_can_be_finished() -> None:
    table = opened("AAAAD")
    avenue = table.site("obelisks")
    avenue.owners[0], avenue.heights[0] = 0, 2
    avenue.owners[7], avenue.heights[7] = 1, 2
    black, white = prospect(table, "obelisks", 2)
    assert black == 4
    assert 2 < white < 2 * 16 / 5
    assert prospect(table, "obelisks", 0) == [4, 2]


# ------------------------------------------------------------------------ worked out by hand


def test_three_ranks() -> None:
    """Beside a spread of 1, two stones ahead is 0.881 sure, one 0.731, three 0.953."""
    likely = likely_places([3.0, 1.0, 0.0], [12, 6, 1], 1.0)
    assert likely == pytest.approx([11.0002, 5.2513, 2.5818 / 2], abs=1e-4)


Laid = dict[str, list[int]]

BY_HAND: dict[str, tuple[str, str, Laid, dict[int, list[float]]]] = {
    # 4.5 of 6 parts sure to lie there at each end of a round
    "a new temple stone": ("AAAAA", "temple", {"stones": [0]}, {1: [0.75, 0], 2: [1.3125, 0]}),
    # the oldest of the visible stones, the third, has 1.5 parts, the others 2.5, 3.5 and 4.5
    "a full temple": (
        "AAAAA",
        "temple",
        {"stones": [0, 1, 1, 1, 1, 0]},
        {1: [0.75, 1.25], 2: [1.3125, 1.826389]},
    ),
    # 0.982 of the two points for the lead, at 0.8
    "the arena": ("AADAA", "temple", {"chariots": [8, 2]}, {1: [6.571222, 1.028778]}),
    # areas of two and one, and of one; a quarter of the steps 3 and 2 for each round, two at most
    "areas": (
        "AAAAA",
        "burial_chamber",
        {"stones": [0, 1, 0, 0]},
        {0: [4, 1], 1: [5.25, 1.5], 2: [6.5, 2], 6: [6.5, 2]},
    ),
    # 7.884, 2.295 and 7.410 of 8 and 4; 2.058, 7.410 and 2.295
    "rows": ("AAABA", "burial_chamber", {"stones": [0, 1, 0, 0]}, {1: [17.588756, 11.763138]}),
    # half of -4 for each round
    "the crypt": ("AAADA", "burial_chamber", {}, {0: [-4, -4], 1: [-2, -2], 2: [-1, -1]}),
    # two stones beside a spread of 0.95, and of 1.5
    "obelisks": (
        "AAAAA",
        "obelisks",
        {"heights": [3, 1]},
        {1: [9.022723, 1.977277], 2: [8.122523, 2.877477]},
    ),
    # a third of half of the next tower's 12 points; later a third of all
    "loose stones": ("AAAAB", "obelisks", {"loose": [2, 1]}, {0: [2, 1], 1: [4, 2], 2: [8, 4]}),
    # built to the end; two of five: 2 points and 0.15 of the 4.4 to its part of 16
    "the avenue": (
        "AAAAD",
        "obelisks",
        {"owners": [0, -1, -1, -1, -1, -1, -1, 1], "heights": [2, 0, 0, 0, 0, 0, 0, 2]},
        {0: [4, 2], 1: [4, 2.66], 2: [4, 3.32]},
    ),
}
"""Sides, a site, what lies there, and by rounds ahead what it promises."""


@pytest.mark.parametrize("name", BY_HAND)
def test_the_estimates_are_as_their_words_say(name: str) -> None:
    sites, site, laid, promised = BY_HAND[name]
    table = opened(sites)
    for field, values in laid.items():
        getattr(table.site(site), field)[:] = values
    for ahead, by_seat in promised.items():
        assert prospect(table, site, ahead) == pytest.approx(by_seat, abs=1e-5), ahead


def test_after_the_ship_the_temple_of_this_round_is_whole() -> None:
    table = opened("AAAAA")
    table.site("temple").stones += [0, 1, 1, 1, 1, 0]
    table.state.docks[Site.TEMPLE].append(1)
    assert prospect(table, "temple", 1) == pytest.approx([1, 3])
    assert prospect(table, "temple", 2) == pytest.approx([1.75, 4.25])


def test_an_area_of_the_barrow_may_still_rise_by_a_level() -> None:
    """Three stones on two levels, and one on one: 0.15 for each stone and round."""
    table = opened("AAACA")
    levels = table.site("burial_chamber").levels
    levels[0][:3] = [0, 0, 1]
    levels[1][0] = 0
    assert prospect(table, "burial_chamber", 0) == [6, 1]
    assert prospect(table, "burial_chamber", 2) == pytest.approx([6.9, 1.3])


def test_cells_of_a_row_that_is_not_whole() -> None:
    """In the last round 0.156 of a row, at 2 points; of the 4 for the most 2.233 and 0.884."""
    table = opened("AAAAC")
    table.site("obelisks").tiles[0].append((1, ((1, 1), (2, 1))))
    assert prospect(table, "obelisks", 1) == pytest.approx([2.543968, 0.883571], abs=1e-5)


@pytest.mark.parametrize("side", "ABCD")
def test_with_nothing_ahead_most_boards_promise_what_they_count(side: str) -> None:
    """At the end of the last round the estimate of a board is near what the board then counts."""
    setup = Setup.of("black white", side * 5)
    for seed in range(3):
        chance = random.Random(seed)
        game = DealtGame(setup, chance)
        last = game.state.copy()
        while awaited(game.state):
            last = game.state.copy()
            game.act(random_player(game.state, chance))
        for site in (Site.BURIAL_CHAMBER, Site.OBELISKS):
            board = last.rules.boards[site]
            estimate = of_site(last, site, 0)
            before = [player.scored[board.source] for player in last.players]
            end = last.copy()
            end_game(end)
            points = [player.scored[board.source] for player in end.players]
            gained = [b - a for a, b in zip(before, points, strict=True)]
            assert estimate == pytest.approx(gained, abs=5)
