"""Blue cards: lever, hammer, sail, chisel, raft, loading plank (R5.4–R5.10, R13.5, R13.10–12)."""

import pytest

from engine.errors import Rule
from engine.events import (
    CardDiscarded,
    CardPlayed,
    CardsLaid,
    CardsRevealed,
    CardTaken,
    FigureMoved,
    RoundEnded,
    Scored,
    ShipSailed,
    StoneLoaded,
    StonePlaced,
    StoneSent,
    StonesReturned,
    StonesTaken,
)
from engine.vocabulary import EMPTY, Card, Origin, Site, Source
from tests.table import Table, scored


def holding(
    *cards, seats="black white", sites="AAAAA", market="statue lever sail chisel", modules=""
):
    """Black holds `cards`, and it is black's turn."""
    table = Table(seats, sites, modules=f"new_dynasty_cards {modules}").opened("4 3 2 2", market)
    table.give("black", *cards)
    return table


def plays(table, card):
    return [option for option in table.options if option.startswith(f"play {card} ")]


# ------------------------------------------------------------------------------ all of them


def test_a_blue_card_is_played_in_a_later_turn_than_the_one_it_was_taken_in():
    """[R5.4, R2.1] After the taking the turn passes; the card works next time."""
    table = holding(market="lever statue statue statue").load(3, "black")
    table.play("black sail 3 market", "black card 1")
    assert table.actor == "white"
    table.play("white take")
    table.load(1, "black", "black", "black")
    assert plays(table, "lever")


@pytest.mark.parametrize(
    "entry",
    [
        "lever 1 temple 1,2,3",
        "hammer 1.1",
        "sail 1.1 temple",
        "chisel 1.1 1.2",
        "raft temple",
        "loading_plank 1 temple",
    ],
)
def test_who_plays_a_card_has_it(entry):
    """[R5.4, refusal CARD_NOT_OWNED] One's own; another's are of no use."""
    table = holding().give("white", entry.split()[0])
    assert table.refused(f"black play {entry}") is Rule.CARD_NOT_OWNED
    assert not [option for option in table.options if option.startswith("play")]


def test_one_card_is_played_a_turn():
    """[R2.1, card hammer, card sail] Then it is the next player's turn."""
    table = holding("hammer", "sail").after("black play hammer 3.1")
    assert table.refused("black play sail 3.2 temple") is Rule.NOT_YOUR_TURN


def test_a_played_card_is_gone():
    """[R5.4, card hammer] Each works once."""
    table = holding("hammer")
    happened = table.play("black play hammer 3.1")
    assert happened[0] == CardPlayed(0, Card.HAMMER)
    assert happened[-1] == CardDiscarded(Card.HAMMER)
    assert table.player("black").cards[Card.HAMMER] == 0
    assert table.state.pile.discard[Card.HAMMER] == 1


def test_a_played_card_is_discarded_after_its_whole_action():
    """[R13.5, card sail] Not before the last stone of the cargo is resolved."""
    table = holding("sail").load(3, "white")
    happened = table.play("black play sail 3.2 market", "white card 1")
    assert CardDiscarded(Card.SAIL) not in happened
    assert table.play("black card 2")[-1] == CardDiscarded(Card.SAIL)


def test_a_played_card_is_discarded_before_the_temple():
    """[R13.5, card lever] When it sailed the fourth ship."""
    table = holding("lever")
    table.state.harbour = {3: table.state.harbour[3]}
    happened = table.load(3, "white", "black").play("black play lever 3 temple 2,1")
    assert happened.index(CardDiscarded(Card.LEVER)) < happened.index(RoundEnded(1, False))
    assert scored(happened, "temple") == [(0, 1), (1, 1)]


# ----------------------------------------------------------------------------------- lever


def test_lever_unloads_in_the_order_that_the_player_names():
    """[R5.5, card lever] Pyramid A: 2, 1, 3 for the first three stones."""
    table = holding("lever").load(1, "black", "white", "-", "white")
    happened = table.play("black play lever 1 pyramid 4,1,2")
    assert happened[1] == ShipSailed(0, 1, Site.PYRAMID, (1, 0, 1), (4, 1, 2))
    assert scored(happened) == [(1, 2), (0, 1), (1, 3)]


@pytest.mark.parametrize("order", ["1,2", "1,2,2", "1,2,3", "1,2,4,4", "1,2,5", "1,2,3,4"])
def test_levers_order_names_each_loaded_space_once(order):
    """[R5.5, R13.10, card lever, refusal LEVER_ORDER] Spaces 1, 2 and 4 are loaded."""
    table = holding("lever").load(1, "black", "white", "-", "white")
    assert table.refused(f"black play lever 1 pyramid {order}") is Rule.LEVER_ORDER


def test_orders_that_come_to_the_same_are_all_legal():
    """[R13.10, card lever] Three stones of one colour: six orders for each of five sites."""
    assert len(plays(holding("lever").load(1, "white", "white", "white"), "lever")) == 6 * 5


def test_with_lever_the_sailing_player_sets_the_order_and_nothing_else():
    """[R3.2, card lever] White's stone comes first and chooses first, in white's interest."""
    table = holding("lever").load(3, "black", "white").after("black play lever 3 market 2,1")
    assert table.actor == "white"
    assert table.refused("black card 1") is Rule.NOT_YOUR_DECISION
    table.play("white card 1")
    assert table.actor == "black"


def test_lever_sails_a_ship_without_own_stones():
    """[R5.5, R2.4, card lever] To the benefit, or the harm, of others."""
    table = holding("lever", seats="black white brown").load(3, "white", "brown")
    assert scored(table.play("black play lever 3 pyramid 2,1")) == [(2, 2), (1, 1)]


def test_lever_keeps_both_conditions_of_sailing():
    """[R5.5, R2.4, card lever, refusal SHIP_TOO_LIGHT, refusal DOCK_TAKEN] Minimum and dock."""
    table = holding("lever").load(1, "black", "black").load(3, "black")
    table.state.docks[Site.TEMPLE] = [9]
    assert table.refused("black play lever 1 pyramid 1,2") is Rule.SHIP_TOO_LIGHT
    assert table.refused("black play lever 3 temple 1") is Rule.DOCK_TAKEN
    assert table.refused("black play lever 9 pyramid 1") is Rule.NO_SUCH_SHIP
    sites = ("market", "pyramid", "burial_chamber", "obelisks")
    assert plays(table, "lever") == [f"play lever 3 {site} 1" for site in sites]


# ---------------------------------------------------------------------------------- hammer


def test_hammer_takes_three_stones_and_places_one():
    """[R5.6, card hammer] 2 + 3 - 1."""
    table = holding("hammer")
    happened = table.play("black play hammer 2.3")
    assert happened[1:3] == [StonesTaken(0, 3), StoneLoaded(0, 2, 3)]
    assert table.player("black").sled == 4
    assert table.state.harbour[2].spaces == [EMPTY, EMPTY, 0]


@pytest.mark.parametrize(
    ("sled", "quarry", "stones", "left"),
    [(4, 9, 1, 4), (5, 9, 0, 4), (2, 0, 0, 1), (0, 1, 1, 0), (1, 2, 2, 2)],
)
def test_hammer_takes_what_sled_and_quarry_allow_perhaps_none(sled, quarry, stones, left):
    """[R5.6, card hammer] With an empty quarry, and with a full sled, one stone is placed still."""
    table = holding("hammer").stock("black", sled=sled, quarry=quarry)
    happened = table.play("black play hammer 3.1")
    assert sum(e.number for e in happened if isinstance(e, StonesTaken)) == stones
    assert (table.player("black").sled, table.player("black").quarry) == (
        left,
        quarry - stones,
    )


def test_hammer_needs_a_stone_to_place():
    """[R5.6, card hammer, refusal SLED_EMPTY] Neither on the sled nor in the quarry."""
    table = holding("hammer").stock("black", sled=0, quarry=0)
    assert table.refused("black play hammer 3.1") is Rule.SLED_EMPTY
    assert table.options == ["pass"]


def test_hammer_needs_a_space():
    """[R5.6, card hammer, refusal SPACE_TAKEN] Ships that are full, or gone, have none."""
    table = holding("hammer")
    table.state.harbour = {3: table.state.harbour[3]}
    table.load(3, "white", "white")
    assert plays(table, "hammer") == []
    assert table.refused("black play hammer 3.1") is Rule.SPACE_TAKEN
    assert table.refused("black play hammer 1.1") is Rule.SHIP_HAS_SAILED


def test_hammer_is_not_the_action_of_taking_stones():
    """[R5.6, R6.4, card hammer] The figure of pyramid D does not move."""
    table = holding("hammer", sites="ADAAA")
    assert len(plays(table, "hammer")) == 11
    assert not [e for e in table.play("black play hammer 3.1") if isinstance(e, FigureMoved)]
    assert table.site("pyramid").figure == 0


# ------------------------------------------------------------------------------------ sail


def test_sail_places_a_stone_and_sails_that_ship():
    """[R5.7, R2.9, card sail] Ship, space and site are one entry; the stone keeps its place."""
    table = holding("sail").load(3, "-", "white")
    happened = table.play("black play sail 3.1 pyramid")
    assert happened[1:3] == [StoneLoaded(0, 3, 1), ShipSailed(0, 3, Site.PYRAMID, (0, 1), (1, 2))]
    assert (scored(happened), table.player("black").sled) == ([(0, 2), (1, 1)], 1)


def test_sails_minimum_is_checked_after_the_placing():
    """[R5.7, card sail, refusal SHIP_TOO_LIGHT] Two of three spaces: the own stone counts."""
    table = holding("sail")
    assert table.refused("black play sail 2.1 temple") is Rule.SHIP_TOO_LIGHT
    table.load(2, "white")
    assert "play sail 2.2 temple" in table.options
    table.play("black play sail 2.2 temple")


def test_the_card_sail_needs_a_stone_a_space_and_a_dock():
    """[R5.7, card sail, refusal SLED_EMPTY, refusal SPACE_TAKEN, refusal DOCK_TAKEN] All three."""
    table = holding("sail").load(3, "white")
    table.state.docks[Site.TEMPLE] = [9]
    assert table.refused("black play sail 3.1 pyramid") is Rule.SPACE_TAKEN
    assert table.refused("black play sail 3.2 temple") is Rule.DOCK_TAKEN
    table.stock("black", sled=0)
    assert table.refused("black play sail 3.2 pyramid") is Rule.SLED_EMPTY
    assert plays(table, "sail") == []


def test_the_card_sail_offers_each_ship_that_reaches_its_minimum():
    """[R5.7, card sail] Empty ships of two spaces do, the larger ones do not."""
    table = holding("sail")
    ships = {option.split()[2] for option in plays(table, "sail")}
    assert ships == {"3.1", "3.2", "4.1", "4.2"}


# ---------------------------------------------------------------------------------- chisel


@pytest.mark.parametrize("spaces", ["1.2 1.4", "2.1 3.2"])
def test_chisel_places_two_stones_on_one_ship_or_on_two(spaces):
    """[R5.8, R2.9, card chisel] Both stones are one entry."""
    table = holding("chisel")
    assert f"play chisel {spaces}" in table.options
    happened = table.play(f"black play chisel {spaces}")
    loaded = [f"{e.ship}.{e.space}" for e in happened if isinstance(e, StoneLoaded)]
    assert (loaded, table.player("black").sled, table.actor) == (spaces.split(), 0, "white")


def test_chisel_uses_no_space_twice():
    """[R5.8, card chisel, refusal SAME_SPACE_TWICE] Two stones, two spaces."""
    assert holding("chisel").refused("black play chisel 1.2 1.2") is Rule.SAME_SPACE_TWICE


def test_chisel_is_not_played_with_fewer_stones():
    """[R5.8, card chisel, refusal SLED_EMPTY] Exactly two."""
    table = holding("chisel").stock("black", sled=1)
    assert table.refused("black play chisel 1.1 1.2") is Rule.SLED_EMPTY
    assert plays(table, "chisel") == []


def test_chisel_is_not_played_with_fewer_spaces():
    """[R5.8, card chisel, refusal SPACE_TAKEN] One space is left on one ship."""
    table = holding("chisel")
    table.state.harbour = {3: table.state.harbour[3]}
    table.load(3, "white")
    assert plays(table, "chisel") == []
    assert table.refused("black play chisel 3.1 3.2") is Rule.SPACE_TAKEN
    assert table.refused("black play chisel 3.2 3.3") is Rule.NO_SUCH_SPACE


# ------------------------------------------------------------------------------------ raft


def test_raft_returns_two_stones_and_delivers_one():
    """[R5.9, R3.3, card raft] Straight to the pyramid, which is worth 2 there."""
    table = holding("raft").stock("black", sled=4, quarry=20)
    assert table.play("black play raft pyramid") == [
        CardPlayed(0, Card.RAFT),
        StonesReturned(0, 2, Origin.SLED),
        StoneSent(0, Origin.SLED, Site.PYRAMID),
        StonePlaced(0, Site.PYRAMID, 1, 0),
        Scored(0, 2, Source.PYRAMID),
        CardDiscarded(Card.RAFT),
    ]
    assert (table.player("black").sled, table.player("black").quarry) == (1, 22)


def test_raft_needs_three_stones_on_the_sled():
    """[R5.9, card raft, refusal SLED_EMPTY] Two do not do."""
    table = holding("raft")
    assert table.refused("black play raft pyramid") is Rule.SLED_EMPTY
    assert plays(table, "raft") == []
    table.stock("black", sled=3)
    assert len(plays(table, "raft")) == 5
    table.play("black play raft temple")
    assert table.player("black").sled == 0


def test_a_raft_goes_where_ships_have_docked_and_blocks_no_dock():
    """[R5.9, R13.11, card raft] It needs no dock of its own."""
    table = holding("raft", "raft", modules="private_ships").stock("black", sled=5)
    table.state.docks[Site.TEMPLE] = [9]
    table.kept("private_ships").docks[Site.TEMPLE] = 1
    table.play("black play raft temple")
    table.stock("black", sled=3).turn("black").play("black play raft pyramid")
    table.load(3, "white")
    assert "sail 3 pyramid" in table.options
    assert "sail 3 temple" not in table.options


def test_a_rafts_stone_obeys_the_side_that_it_goes_to():
    """[R3.3, card raft] Its owner chooses the pyramid of side B."""
    table = holding("raft", sites="ABAAA").stock("black", sled=3).after("black play raft pyramid")
    assert table.options == ["pyramid left", "pyramid middle", "pyramid right"]
    assert table.play("black pyramid middle")[-1] == CardDiscarded(Card.RAFT)


def test_a_rafts_payment_is_back_before_the_delivery():
    """[R13.11, R4.2, card raft, card entrance] The empty quarry has two stones for the red card."""
    table = holding("raft", market="entrance statue statue statue").stock("black", sled=3, quarry=0)
    happened = table.play("black play raft market", "black card 1")
    assert StonePlaced(0, Site.PYRAMID, 1, 0) in happened
    assert table.player("black").quarry == 2


def test_a_raft_does_not_go_to_a_market_without_cards():
    """[R5.9, R4.10, card raft, refusal MARKET_WITHOUT_CARDS] A stone would get nothing."""
    table = holding("raft").stock("black", sled=3)
    table.site("market").up = [EMPTY] * 4
    assert table.refused("black play raft market") is Rule.MARKET_WITHOUT_CARDS
    sites = ("pyramid", "temple", "burial_chamber", "obelisks")
    assert plays(table, "raft") == [f"play raft {site}" for site in sites]


@pytest.mark.parametrize(("side", "cards"), [("B", 3), ("D", 2)])
def test_face_down_cards_count_as_cards(side, cards):
    """[R13.12, R4.10, card raft] The pair of B, the piles of D."""
    table = holding("raft", sites=f"{side}AAAA", market=" ".join(["statue"] * cards))
    table.stock("black", sled=3)
    table.site("market").up = [EMPTY] * cards
    assert "play raft market" in table.options
    table.play("black play raft market")


def test_on_market_c_a_raft_may_draw_from_the_pile():
    """[R4.6, R4.10, card raft] The board is empty, the pile is not."""
    table = holding("raft", sites="CAAAA").stock("black", sled=3)
    table.site("market").up = [EMPTY] * 4
    assert CardTaken(0, 0, Card.SAIL) in table.play("black play raft market", "draw sail")
    assert table.actor == "white"


def test_on_market_c_draw_and_discard_pile_have_to_be_empty_too():
    """[R4.10, R13.12, card raft, refusal MARKET_WITHOUT_CARDS] The raft itself does not count."""
    table = holding("raft", sites="CAAAA").stock("black", sled=3)
    table.site("market").up = [EMPTY] * 4
    table.state.pile.draw = 0
    assert table.refused("black play raft market") is Rule.MARKET_WITHOUT_CARDS
    table.state.pile.discard[Card.STATUE] = 1
    assert "play raft market" in table.options


def test_before_the_ordinary_ship_the_space_that_a_raft_used_is_refilled():
    """[R4.9, R13.6, card raft] Space 2 only, when the stone is resolved; then the discard."""
    table = holding("raft").stock("black", sled=3)
    assert table.play("black play raft market", "black card 2")[-1] == StonesReturned(0, 1)
    assert table.legal[0].startswith("refill ")
    assert table.play("refill chisel") == [
        CardsRevealed((2,), (Card.CHISEL,)),
        CardDiscarded(Card.RAFT),
    ]


@pytest.mark.parametrize(
    ("side", "market", "space", "visible", "laid"),
    [
        ("B", "statue lever sail", 4, "statue chisel", 2),
        ("D", "statue lever", 3, "statue chisel hammer", 1),
    ],
)
def test_a_face_down_space_is_brought_back_to_its_full_state(side, market, space, visible, laid):
    """[R4.9, R4.5, R4.7, card raft] A pair on B, three cards in a pile of D."""
    table = holding("raft", sites=f"{side}AAAA", market=market).stock("black", sled=3)
    table.play("black play raft market", f"black card {space}")
    happened = table.play(f"look {visible}", "black keep statue")
    assert CardsLaid(space, laid) in happened
    assert table.site("market").down[0].size == len(visible.split())


def test_after_the_ordinary_ship_nothing_is_refilled():
    """[R4.9, card raft] Only before it."""
    table = holding("raft").stock("black", sled=3)
    table.state.docks[Site.MARKET] = [9]
    table.play("black play raft market", "black card 2")
    assert (table.actor, table.site("market").up[1]) == ("white", EMPTY)


def test_the_raft_is_not_there_yet_for_its_own_refill():
    """[R13.5, R4.3, card raft] Pile and discard pile are empty: no refill."""
    table = holding("raft").stock("black", sled=3)
    table.state.pile.draw = 0
    happened = table.play("black play raft market", "black card 1")
    assert (happened[-1], table.actor) == (CardDiscarded(Card.RAFT), "white")
    assert table.site("market").up[0] == EMPTY


# --------------------------------------------------------------------------- loading plank


def planked(site="pyramid", **options):
    """Black holds a plank; a ship with a stone of black has its minimum; one ship is at `site`."""
    table = holding("loading_plank", **options)
    table.state.docks[Site.read(site)] = [9]
    table.load(2, "white", "black")
    return table


def test_loading_plank_sails_a_second_ship_to_a_site():
    """[R5.10, card loading_plank] One stone goes to the quarry first."""
    table = planked().stock("black", sled=2, quarry=20)
    assert table.play("black play loading_plank 2 pyramid") == [
        CardPlayed(0, Card.LOADING_PLANK),
        StonesReturned(0, 1, Origin.SLED),
        ShipSailed(0, 2, Site.PYRAMID, (1, 0), (1, 2)),
        StonePlaced(1, Site.PYRAMID, 1, 0),
        Scored(1, 2, Source.PYRAMID),
        StonePlaced(0, Site.PYRAMID, 2, 0),
        Scored(0, 1, Source.PYRAMID),
        CardDiscarded(Card.LOADING_PLANK),
    ]
    assert (table.player("black").sled, table.player("black").quarry) == (1, 21)


def test_loading_plank_takes_a_stone_of_the_sled():
    """[R5.10, card loading_plank, refusal SLED_EMPTY] Without one it is not played."""
    table = planked().stock("black", sled=0)
    assert table.refused("black play loading_plank 2 pyramid") is Rule.SLED_EMPTY
    assert plays(table, "loading_plank") == []


def test_loading_plank_needs_an_own_stone_aboard():
    """[R5.10, card loading_plank, refusal NO_OWN_STONE] White's alone are not enough."""
    table = planked().load(2, "white", "white")
    assert table.refused("black play loading_plank 2 pyramid") is Rule.NO_OWN_STONE
    assert plays(table, "loading_plank") == []


def test_loading_plank_needs_the_minimum_before():
    """[R5.10, card loading_plank, refusal SHIP_TOO_LIGHT] Nothing is placed by the card."""
    table = planked().load(2, "black", "-")
    assert table.refused("black play loading_plank 2 pyramid") is Rule.SHIP_TOO_LIGHT
    assert plays(table, "loading_plank") == []
    assert table.refused("black play loading_plank 7 pyramid") is Rule.NO_SUCH_SHIP


def test_loading_plank_goes_where_exactly_one_ordinary_ship_has_docked():
    """[R5.10, card loading_plank, refusal DOCK_NOT_SHARED] Not none; private ships do not count."""
    table = planked(modules="private_ships")
    table.kept("private_ships").docks[Site.TEMPLE] = 1
    assert table.refused("black play loading_plank 2 temple") is Rule.DOCK_NOT_SHARED
    assert plays(table, "loading_plank") == ["play loading_plank 2 pyramid"]


def test_a_site_takes_no_third_ordinary_ship():
    """[R5.10, card loading_plank, refusal DOCK_NOT_SHARED, refusal DOCK_TAKEN] By no means."""
    table = planked().after("black play loading_plank 2 pyramid")
    table.give("white", "loading_plank").load(3, "white")
    assert table.refused("white play loading_plank 3 pyramid") is Rule.DOCK_NOT_SHARED
    assert table.refused("white sail 3 pyramid") is Rule.DOCK_TAKEN
    assert plays(table, "loading_plank") == []


def test_loading_plank_does_not_go_to_a_market_without_cards():
    """[R5.10, R4.10, card loading_plank, refusal MARKET_WITHOUT_CARDS] Not one card is left."""
    table = planked("market")
    table.site("market").up = [EMPTY] * 4
    assert table.refused("black play loading_plank 2 market") is Rule.MARKET_WITHOUT_CARDS
    assert plays(table, "loading_plank") == []


def test_surplus_stones_of_a_loading_plank_get_nothing():
    """[R5.10, R4.4, card loading_plank] One card for two stones; nothing is refilled (R4.9)."""
    table = planked("market")
    table.site("market").up = [Card.STATUE, EMPTY, EMPTY, EMPTY]
    happened = table.play("black play loading_plank 2 market")
    assert [e for e in happened if isinstance(e, CardTaken)] == [CardTaken(1, 1, Card.STATUE)]
    assert happened[-2:] == [StonesReturned(0, 1), CardDiscarded(Card.LOADING_PLANK)]
    assert (table.site("market").up, table.actor) == ([EMPTY] * 4, "white")


def test_on_market_c_surplus_stones_draw_from_the_pile():
    """[R5.10, R4.6, card loading_plank] As any stone does there."""
    table = planked("market", sites="CAAAA")
    table.site("market").up = [Card.STATUE, EMPTY, EMPTY, EMPTY]
    happened = table.play("black play loading_plank 2 market", "draw sail")
    assert CardTaken(0, 0, Card.SAIL) in happened
    assert table.actor == "white"


def test_a_loading_planks_payment_is_back_before_the_delivery():
    """[R13.11, R4.2, card loading_plank, card sarcophagus] The quarry was empty before."""
    table = planked("market").stock("black", sled=1, quarry=0).load(2, "black", "black")
    table.site("market").up = [Card.SARCOPHAGUS, EMPTY, EMPTY, EMPTY]
    happened = table.play("black play loading_plank 2 market")
    assert StonePlaced(0, Site.BURIAL_CHAMBER, 1, 0) in happened
