"""Private Ships: one stone, once a game, straight to a site (R11.1, R4.9, R4.10)."""

import pytest

from engine.errors import Rule
from engine.events import (
    CardsLaid,
    CardsRevealed,
    CardTaken,
    PrivateShipSailed,
    Scored,
    StonePlaced,
    StonesReturned,
)
from engine.flow import end_game
from engine.vocabulary import EMPTY, Card, Site, Source
from tests.table import Table, scored


def fleet(seats="black white", sites="AAAAA", market="statue lever sail chisel"):
    return Table(seats, sites, "private_ships").opened("4 3 2 2", market)


def ships(table):
    return [option for option in table.options if option.startswith("private_ship")]


def test_without_the_module_there_are_no_private_ships():
    """[R11.1, refusal MODULE_NOT_IN_PLAY] Neither as an action nor at the end."""
    table = Table().opened()
    assert table.refused("black private_ship pyramid") is Rule.MODULE_NOT_IN_PLAY
    assert ships(table) == []


def test_a_private_ship_sails_at_once_with_one_stone():
    """[R11.1, module private_ships] It is the whole action; the stone comes from the sled."""
    table = fleet()
    assert table.play("black private_ship pyramid") == [
        PrivateShipSailed(0, Site.PYRAMID),
        StonePlaced(0, Site.PYRAMID, 1, 0),
        Scored(0, 2, Source.PYRAMID),
    ]
    assert (table.player("black").sled, table.player("black").quarry) == (1, 27)
    assert table.actor == "white"


def test_a_private_ship_may_go_to_any_of_the_five_sites():
    """[R11.1, module private_ships] All docks for private ships are free."""
    sites = ("market", "pyramid", "temple", "burial_chamber", "obelisks")
    assert ships(fleet()) == [f"private_ship {site}" for site in sites]


def test_a_private_ship_sails_once_a_game():
    """[R11.1, module private_ships, refusal PRIVATE_SHIP_USED] In a later round neither."""
    table = fleet().after("black private_ship pyramid", "white take")
    assert table.refused("black private_ship temple") is Rule.PRIVATE_SHIP_USED
    assert ships(table) == []


def test_a_private_ship_needs_a_stone_of_the_sled():
    """[R11.1, module private_ships, refusal SLED_EMPTY] The quarry does not do."""
    table = fleet().stock("black", sled=0)
    assert table.refused("black private_ship pyramid") is Rule.SLED_EMPTY
    assert ships(table) == []


def test_a_site_takes_one_private_ship_a_round():
    """[R11.1, module private_ships, refusal PRIVATE_DOCK_TAKEN] In the next round it is free."""
    table = fleet().after("black private_ship pyramid")
    assert table.refused("white private_ship pyramid") is Rule.PRIVATE_DOCK_TAKEN
    assert "private_ship pyramid" not in table.options
    table.state.harbour = {1: table.state.harbour[1]}
    table.deliver("temple", "black", "black", "black")
    table.open("3 3 2 2")
    table.turn("white")
    assert "private_ship pyramid" in table.options


def test_a_private_ship_blocks_no_ordinary_ship():
    """[R11.1, module private_ships] It is not one of the four."""
    table = fleet().after("black private_ship temple")
    assert len(table.state.harbour) == 4
    table.load(3, "white").play("white sail 3 temple")
    assert table.stones_at("temple") == [1, 1]


def test_a_private_ship_goes_where_an_ordinary_ship_lies():
    """[R11.1, module private_ships] Ordinary docks do not matter to it."""
    table = fleet()
    table.deliver("temple", "black", "black", "black")
    table.play("white private_ship temple")
    assert table.stones_at("temple") == [3, 1]


def test_a_private_ships_stone_obeys_the_side():
    """[R3.3, module private_ships] Its owner chooses a pyramid of side B."""
    table = fleet(sites="ABAAA").after("black private_ship pyramid")
    assert table.options == ["pyramid left", "pyramid middle", "pyramid right"]
    table.play("black pyramid right")
    assert table.points("black") == 2


# ------------------------------------------------------------------------------ the market


def test_before_the_ordinary_ship_the_space_used_is_refilled():
    """[R4.9, R13.6, module private_ships] When the stone is completely resolved."""
    table = fleet()
    happened = table.play("black private_ship market", "black card 3")
    assert happened[-2:] == [CardTaken(0, 3, Card.SAIL), StonesReturned(0, 1)]
    assert table.refused("refill sail sail") is Rule.OUTCOME_COUNT
    assert table.play("refill hammer") == [CardsRevealed((3,), (Card.HAMMER,))]
    assert table.actor == "white"
    assert table.site("market").up == [Card.STATUE, Card.LEVER, Card.HAMMER, Card.CHISEL]


def test_after_the_ordinary_ship_the_market_is_not_refilled():
    """[R4.9, module private_ships] Nor by one that comes later."""
    table = fleet().load(4, "black")
    table.play("black sail 4 market", "black card 1", "white private_ship market", "white card 2")
    assert table.actor == "black"
    assert table.site("market").up == [EMPTY, EMPTY, Card.SAIL, Card.CHISEL]


def test_both_cards_of_a_coin_are_refilled():
    """[R4.9, R4.6, R13.6, module private_ships] Spaces 2 and 4, ascending."""
    table = fleet(sites="CAAAA").after("black private_ship market", "black card 4 2")
    assert table.play("refill hammer statue") == [CardsRevealed((2, 4), (Card.HAMMER, Card.STATUE))]


@pytest.mark.parametrize(
    ("side", "market", "space", "look", "laid"),
    [
        ("B", "statue lever sail", 4, "look hammer chisel", 2),
        ("D", "statue lever", 4, "look hammer chisel chisel", 1),
    ],
)
def test_face_down_spaces_are_brought_back_to_their_full_state(side, market, space, look, laid):
    """[R4.9, module private_ships] A pair on B; three cards in the pile on D."""
    table = fleet(sites=f"{side}AAAA", market=market)
    happened = table.play(
        "black private_ship market", f"black card {space}", look, "black keep hammer"
    )
    assert (happened[-1], table.actor) == (CardsLaid(space, laid), "white")


def test_a_private_ship_does_not_go_to_a_market_without_cards():
    """[R11.1, R4.10, module private_ships, refusal MARKET_WITHOUT_CARDS] An ordinary ship may."""
    table = fleet()
    table.site("market").up = [EMPTY] * 4
    assert table.refused("black private_ship market") is Rule.MARKET_WITHOUT_CARDS
    assert "private_ship market" not in table.options
    table.load(4, "black")
    assert StonesReturned(0, 1) in table.play("black sail 4 market")


def test_on_market_c_a_private_ship_may_draw_from_the_pile():
    """[R4.10, R4.6, R4.9, module private_ships] No space was used, so none is refilled."""
    table = fleet(sites="CAAAA")
    table.site("market").up = [EMPTY] * 4
    table.play("black private_ship market", "draw hammer")
    assert (table.player("black").cards[Card.HAMMER], table.actor) == (1, "white")


# --------------------------------------------------------------------------------- the end


def test_an_unused_private_ship_is_a_point():
    """[R11.1, module private_ships] A used one is none."""
    table = fleet().after("black private_ship burial_chamber")
    table.state.events = []
    end_game(table.state)
    assert scored(table.state.events, "private_ship") == [(1, 1)]
