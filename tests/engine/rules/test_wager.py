"""The Stonemason's Wager: which site will have the most stones (R11.2, R13.17)."""

import pytest

from engine.errors import Rule
from engine.events import WagerMade
from engine.flow import end_game
from engine.vocabulary import Field, Site
from tests.table import Table, scored

BUILDING_SITES = ("pyramid", "temple", "burial_chamber", "obelisks")


def lodge(seats="black white brown gray", modules="stonemasons_wager"):
    return Table(seats, modules=modules).opened()


def wagers(table):
    return [option for option in table.options if option.startswith("wager")]


def outcome(stones, **fields):
    """The points of wagers: `stones` by building site; `fields` name seats, left then right."""
    table = lodge()
    pyramid, temple, chamber, obelisks = stones
    table.site("pyramid").stones = [3] * pyramid
    table.site("temple").stones = [2] * temple
    table.site("burial_chamber").stones = [1] * chamber
    table.site("obelisks").heights = [0, 0, 0, obelisks]
    for site, seats in fields.items():
        table.kept("stonemasons_wager").fields[Site.read(site)] = list(seats)
    table.state.events = []
    end_game(table.state)
    return scored(table.state.events, "stonemasons_wager")


def test_without_the_module_nobody_wagers():
    """[R11.2, refusal MODULE_NOT_IN_PLAY] Neither as an action nor at the end."""
    table = lodge(modules="")
    assert table.refused("black wager temple left") is Rule.MODULE_NOT_IN_PLAY
    assert wagers(table) == []


def test_a_wager_is_a_stone_of_the_quarry_on_a_field():
    """[R11.2, module stonemasons_wager] The sled is not touched; it is the whole action."""
    table = lodge()
    assert table.play("black wager temple right") == [WagerMade(0, Site.TEMPLE, Field.RIGHT)]
    assert (table.player("black").sled, table.player("black").quarry) == (2, 26)
    assert table.actor == "white"


def test_with_four_players_there_are_two_fields_a_building_site():
    """[R11.2, module stonemasons_wager] Eight fields; the market has none."""
    options = [f"wager {site} {field}" for site in BUILDING_SITES for field in ("left", "right")]
    assert wagers(lodge()) == options


@pytest.mark.parametrize("seats", ["black white", "black white brown"])
def test_with_two_or_three_players_only_the_left_fields_exist(seats):
    """[R11.2, module stonemasons_wager, refusal WAGER_FIELD] Four fields."""
    table = lodge(seats)
    assert wagers(table) == [f"wager {site} left" for site in BUILDING_SITES]
    assert table.refused("black wager temple right") is Rule.WAGER_FIELD


def test_a_field_takes_one_stone():
    """[R11.2, module stonemasons_wager, refusal WAGER_FIELD] Any empty field."""
    table = lodge().after("black wager temple left")
    assert table.refused("white wager temple left") is Rule.WAGER_FIELD
    assert "wager temple left" not in table.options
    assert "wager temple right" in table.options


def test_nobody_wagers_on_the_market():
    """[R11.2, module stonemasons_wager, refusal WAGER_FIELD, R14.3] It is no building site."""
    assert lodge().refused("black wager market left") is Rule.WAGER_FIELD


def test_a_player_wagers_once_a_game():
    """[R11.2, module stonemasons_wager, refusal WAGER_MADE] Also where another field is free."""
    table = lodge("black white").after("black wager temple left", "white take")
    assert table.refused("black wager pyramid left") is Rule.WAGER_MADE
    assert wagers(table) == []


def test_a_wager_needs_a_stone_in_the_quarry():
    """[R11.2, module stonemasons_wager, refusal QUARRY_EMPTY] Those on the sled do not do."""
    table = lodge().stock("black", sled=5, quarry=0)
    assert table.refused("black wager temple left") is Rule.QUARRY_EMPTY
    assert wagers(table) == []


# --------------------------------------------------------------------------------- the end


def test_the_most_and_the_second_most_stones_pay():
    """[R11.2, wager-1, module stonemasons_wager] 5 and 3 for the first, 3 and 0 for the second."""
    points = outcome((5, 4, 1, 2), pyramid=(0, 1), temple=(2, 3))
    assert sorted(points) == [(0, 5), (1, 3), (2, 3)]


def test_several_sites_with_the_most_stones_pay_three_on_the_left():
    """[R11.2, wager-2, module stonemasons_wager] 0 on the right, and the second gets nothing."""
    points = outcome((5, 5, 4, 1), pyramid=(0, 1), temple=(2, -1), burial_chamber=(3, -1))
    assert sorted(points) == [(0, 3), (2, 3)]


def test_several_sites_with_the_second_most_stones_pay_nothing():
    """[R11.2, wager-3, module stonemasons_wager] The first pays as ever."""
    points = outcome((5, 3, 3, 1), pyramid=(0, 1), temple=(2, -1), burial_chamber=(3, -1))
    assert sorted(points) == [(0, 5), (1, 3)]


def test_a_losing_wager_costs_nothing_more():
    """[R11.2, module stonemasons_wager] Third and fourth are worth nothing."""
    assert outcome((5, 4, 3, 2), burial_chamber=(0, 1), obelisks=(2, 3)) == []


def test_a_site_without_stones_is_neither_most_nor_second():
    """[R13.17, module stonemasons_wager] One site has stones: there is no second."""
    assert outcome((0, 0, 0, 0), pyramid=(0, 1)) == []
    assert outcome((4, 0, 0, 0), pyramid=(0, -1), temple=(1, -1)) == [(0, 5)]
    assert outcome((4, 1, 0, 0), pyramid=(0, -1), temple=(1, -1)) == [(0, 5), (1, 3)]


def test_stones_at_the_right_edge_count():
    """[R11.2, R5.3, module stonemasons_wager] 14 and 2 stones against 15."""
    table = lodge("black white")
    table.site("pyramid").stones = [0] * 14
    table.site("pyramid").further = [1, 1]
    table.site("temple").stones = [0] * 15
    table.kept("stonemasons_wager").fields[Site.PYRAMID] = [0]
    table.kept("stonemasons_wager").fields[Site.TEMPLE] = [1]
    table.state.events = []
    end_game(table.state)
    assert scored(table.state.events, "stonemasons_wager") == [(0, 5), (1, 3)]


def test_stones_on_the_card_are_at_no_site():
    """[R5.3, R11.2, module stonemasons_wager] Two stones bet on the temple do not fill it."""
    assert outcome((1, 0, 0, 0), temple=(0, 1)) == []
