"""The Pharaoh's Favors: five special actions, each once (R11.3, P3, P4, R13.6–R13.8, R13.20)."""

import re
from pathlib import Path

import pytest

from engine.errors import Rule
from engine.events import (
    CardDiscarded,
    CardsRevealed,
    CardTaken,
    FavorUsed,
    Scored,
    ShipRearranged,
    ShipSailed,
    StoneLoaded,
    StonePlaced,
    StoneSent,
    StonesTaken,
)
from engine.vocabulary import EMPTY, Card, Favor, Origin, Site, Source
from tests.table import Table

RULES = Path(__file__).resolve().parents[3] / "docs" / "rules"
MARKET = "statue lever sail chisel"
FAVORS = {
    "two_cards": "two_cards 1 2",
    "place_and_fill_sled": "place_and_fill_sled 3.1",
    "place_reorder_sail": "place_reorder_sail 3 add black,- pyramid",
    "place_two_and_sail": "place_two_and_sail 3 1,2 pyramid",
    "place_three": "place_three 1.1",
}


def court(
    seats="black white", sites="AAAAA", market=MARKET, profile="official", modules="pharaohs_favors"
):
    return Table(seats, sites, modules, profile).opened("4 3 2 2", market)


def favors(table, favor=""):
    return [option for option in table.options if option.startswith(f"favor {favor}")]


# ---------------------------------------------------------------------------- all of them


@pytest.mark.parametrize("favor", FAVORS)
def test_without_the_module_there_are_no_favours(favor):
    """[R11.3, refusal MODULE_NOT_IN_PLAY] None of the five."""
    table = court(modules="")
    assert table.refused(f"black favor {FAVORS[favor]}") is Rule.MODULE_NOT_IN_PLAY
    assert favors(table) == []


@pytest.mark.parametrize("favor", FAVORS)
def test_a_favour_costs_a_stone_of_the_quarry(favor):
    """[R11.3, module pharaohs_favors, favor two_cards, favor place_three] Not of the sled."""
    table = court().stock("black", sled=5, quarry=10)
    assert FavorUsed(0, Favor.read(favor)) in table.play(f"black favor {FAVORS[favor]}")
    assert table.kept("pharaohs_favors").by[Favor.read(favor)] == 0
    stones = 1 if favor == "place_and_fill_sled" else 0
    assert table.player("black").quarry == 10 - 1 - stones


@pytest.mark.parametrize("favor", FAVORS)
def test_a_favour_needs_a_stone_in_the_quarry(favor):
    """[R11.3, module pharaohs_favors, refusal QUARRY_EMPTY] One must be there."""
    table = court().stock("black", sled=5, quarry=0)
    assert table.refused(f"black favor {FAVORS[favor]}") is Rule.QUARRY_EMPTY
    assert favors(table, favor) == []


@pytest.mark.parametrize("favor", FAVORS)
def test_each_favour_is_used_once_in_the_game(favor):
    """[R11.3, module pharaohs_favors, refusal FAVOR_USED] Whoever used it."""
    table = court()
    table.kept("pharaohs_favors").by[Favor.read(favor)] = 1
    assert table.refused(f"black favor {FAVORS[favor]}") is Rule.FAVOR_USED
    assert favors(table, favor) == []
    assert len({option.split()[1] for option in favors(table)}) == 4


def test_each_player_uses_one_favour_in_the_game():
    """[R11.3, module pharaohs_favors, refusal FAVOR_USED] The others are for the others."""
    table = court().after("black favor place_three 1.1")
    assert favors(table)
    table.play("white take")
    for entry in FAVORS.values():
        assert table.refused(f"black favor {entry}") is Rule.FAVOR_USED
    assert favors(table) == []


# ------------------------------------------------------------------------------ two cards


def test_two_cards_takes_two_face_up_cards_and_refills_their_spaces():
    """[R11.3, R13.6, favor two_cards] Without any stone at the market."""
    table = court()
    happened = table.play("black favor two_cards 3 1")
    assert happened[1:] == [CardTaken(0, 3, Card.SAIL), CardTaken(0, 1, Card.STATUE)]
    assert table.actor == "bank"
    happened = table.play("refill hammer lever")
    assert happened == [CardsRevealed((1, 3), (Card.HAMMER, Card.LEVER))]
    assert table.actor == "white"


def test_two_cards_may_be_named_in_either_order():
    """[R13.9, favor two_cards] Four cards: twelve ordered pairs."""
    table = court()
    assert len(favors(table, "two_cards")) == 12
    assert {"favor two_cards 1 2", "favor two_cards 2 1"} <= set(table.options)


@pytest.mark.parametrize("spaces", ["1 1", "1 5", "5"])
def test_two_cards_takes_cards_that_lie_there(spaces):
    """[R11.3, favor two_cards, refusal TWO_CARDS_SPACES] Two different ones."""
    assert court().refused(f"black favor two_cards {spaces}") is Rule.TWO_CARDS_SPACES


def test_red_cards_work_in_the_order_taken():
    """[R11.3, R13.9, favor two_cards, card entrance, card sarcophagus] Each before the next."""
    table = court(market="entrance sarcophagus statue statue")
    assert table.play("black favor two_cards 2 1")[1:] == [
        CardTaken(0, 2, Card.SARCOPHAGUS),
        StoneSent(0, Origin.QUARRY, Site.BURIAL_CHAMBER),
        StonePlaced(0, Site.BURIAL_CHAMBER, 1, 0),
        CardDiscarded(Card.SARCOPHAGUS),
        CardTaken(0, 1, Card.ENTRANCE),
        StoneSent(0, Origin.QUARRY, Site.PYRAMID),
        StonePlaced(0, Site.PYRAMID, 1, 0),
        Scored(0, 2, Source.PYRAMID),
        CardDiscarded(Card.ENTRANCE),
    ]


def test_the_second_card_waits_for_the_first():
    """[R3.1, R13.6, favor two_cards, card entrance] Choice, second card, then the refill."""
    table = court(sites="ABAAA", market="entrance statue statue statue")
    table.play("black favor two_cards 1 2")
    assert table.actor == "black"
    assert table.play("black pyramid left")[-1] == CardTaken(0, 2, Card.STATUE)
    assert table.legal[0].startswith("refill CARD CARD,")


def test_the_stone_for_the_favour_is_gone_when_a_red_card_works():
    """[R11.3, R4.2, favor two_cards, card entrance] It was the last of the quarry."""
    table = court(market="entrance statue statue statue").stock("black", quarry=1)
    happened = table.play("black favor two_cards 1 2")
    assert not [event for event in happened if isinstance(event, StonePlaced)]
    assert CardDiscarded(Card.ENTRANCE) in happened


@pytest.mark.parametrize(("side", "lying"), [("B", "statue lever sail"), ("D", "statue lever")])
def test_two_cards_takes_face_up_cards_only(side, lying):
    """[R11.3, favor two_cards, refusal TWO_CARDS_SPACES] No pair of B, no pile of D."""
    table = court(sites=f"{side}AAAA", market=lying)
    assert table.refused("black favor two_cards 1 4") is Rule.TWO_CARDS_SPACES
    assert "favor two_cards 1 2" in table.options


def test_two_cards_needs_a_face_up_card():
    """[R13.20, favor two_cards, refusal TWO_CARDS_SPACES] Under both profiles."""
    for profile in ("official", "yucata"):
        table = court(sites="DAAAA", market="statue lever", profile=profile)
        table.site("market").up = [EMPTY, EMPTY]
        assert favors(table, "two_cards") == []
        assert table.refused("black favor two_cards 1") is Rule.TWO_CARDS_SPACES


def test_two_cards_refills_also_after_the_rounds_ordinary_ship():
    """[R13.6, favor two_cards] Only the spaces used: 1 stays empty."""
    table = court().load(4, "black")
    table.play("black sail 4 market", "black card 1", "white favor two_cards 2 4")
    table.play("refill hammer hammer")
    assert table.site("market").up == [EMPTY, Card.HAMMER, Card.SAIL, Card.HAMMER]
    assert table.actor == "black"


def test_the_refill_after_two_cards_goes_as_far_as_cards_go():
    """[R4.3, R13.6, favor two_cards] One card is left: the lowest space gets it."""
    table = court()
    table.state.pile.draw = 1
    table.play("black favor two_cards 2 1", "refill hammer")
    assert table.site("market").up == [Card.HAMMER, EMPTY, Card.SAIL, Card.CHISEL]


# ------------------------------------------------------------------------- place and fill


def test_place_and_fill_sled_places_a_stone_and_fills_the_sled():
    """[R11.3, favor place_and_fill_sled] 2 - 1, then up to 5."""
    table = court()
    assert table.play("black favor place_and_fill_sled 2.3") == [
        FavorUsed(0, Favor.PLACE_AND_FILL_SLED),
        StoneLoaded(0, 2, 3),
        StonesTaken(0, 4),
    ]
    assert table.player("black").sled == 5


def test_the_placing_of_place_and_fill_sled_is_optional():
    """[R11.3, R13.7, favor place_and_fill_sled] The sled is filled all the same."""
    table = court()
    assert "favor place_and_fill_sled" in table.options
    assert table.play("black favor place_and_fill_sled")[1:] == [StonesTaken(0, 3)]


def test_spaces_of_cargo_sleds_are_filled_too():
    """[R11.3, favors-fill-sled-1, favor place_and_fill_sled, card cargo_sled] More than five."""
    table = court(modules="pharaohs_favors new_dynasty_cards")
    table.give("black", "cargo_sled", "cargo_sled")
    assert StonesTaken(0, 7) in table.play("black favor place_and_fill_sled")
    assert table.player("black").sled == 9


def test_with_too_few_stones_the_sled_gets_as_many_as_there_are():
    """[R11.3, favors-fill-sled-2, favor place_and_fill_sled] After the favour's own stone."""
    table = court().stock("black", quarry=3)
    assert StonesTaken(0, 2) in table.play("black favor place_and_fill_sled")
    assert (table.player("black").sled, table.player("black").quarry) == (4, 0)


@pytest.mark.parametrize("profile", ["official", "yucata"])
def test_place_and_fill_sled_may_be_used_with_a_full_sled(profile):
    """[R13.8, favor place_and_fill_sled] For little: nothing is taken."""
    table = court(profile=profile).stock("black", sled=5)
    assert table.play("black favor place_and_fill_sled") == [
        FavorUsed(0, Favor.PLACE_AND_FILL_SLED)
    ]


@pytest.mark.parametrize("profile", ["official", "yucata"])
def test_place_two_and_sail_may_place_no_stone(profile):
    """[R13.8, P3, favor place_two_and_sail] On a ship with its minimum aboard."""
    table = court(profile=profile).load(3, "white")
    assert "favor place_two_and_sail 3 - temple" in table.options


@pytest.mark.parametrize("page", ["modules.md", "rulings.md"])
def test_the_rules_name_no_profile_for_what_both_allow(page):
    """[R13.8] ``official`` alone is only said of what is one of P1–P6."""
    text = " ".join((RULES / page).read_text("utf-8").split())
    phrases = ("used with a full sled", "used with no stone", "used for little")
    sentences = [s for s in re.split(r"(?<=[.:]) ", text) if any(words in s for words in phrases)]
    assert sentences
    assert not [sentence for sentence in sentences if "`official`" in sentence]


def test_place_and_fill_sled_places_before_it_fills():
    """[R11.3, favor place_and_fill_sled, refusal SLED_EMPTY] From an empty sled nothing."""
    table = court().stock("black", sled=0)
    assert favors(table, "place_and_fill_sled") == ["favor place_and_fill_sled"]
    assert table.refused("black favor place_and_fill_sled 1.1") is Rule.SLED_EMPTY


# -------------------------------------------------------------------- place, reorder, sail


def test_place_reorder_sail_adds_rearranges_and_sails():
    """[R11.3, R13.8, R2.9, favor place_reorder_sail] Black comes first: 2 on pyramid A."""
    table = court().load(2, "white", "-", "-")
    entry = "favor place_reorder_sail 2 add -,black,white pyramid"
    assert entry in table.options
    assert table.play(f"black {entry}") == [
        FavorUsed(0, Favor.PLACE_REORDER_SAIL),
        StoneLoaded(0, 2, 2),
        ShipRearranged(2, (EMPTY, 0, 1)),
        ShipSailed(0, 2, Site.PYRAMID, (0, 1), (2, 3)),
        StonePlaced(0, Site.PYRAMID, 1, 0),
        Scored(0, 2, Source.PYRAMID),
        StonePlaced(1, Site.PYRAMID, 2, 0),
        Scored(1, 1, Source.PYRAMID),
    ]
    assert table.player("black").sled == 1


def test_the_placing_of_place_reorder_sail_is_optional():
    """[R11.3, R13.7, favor place_reorder_sail] An empty sled does."""
    table = court().stock("black", sled=0).load(3, "white", "black")
    assert len(favors(table, "place_reorder_sail 3")) == 2 * 5
    happened = table.play("black favor place_reorder_sail 3 black,white temple")
    assert ShipSailed(0, 3, Site.TEMPLE, (0, 1), (1, 2)) in happened
    assert table.player("black").sled == 0


def test_place_reorder_sail_adds_a_stone_of_the_sled():
    """[R11.3, favor place_reorder_sail, refusal SLED_EMPTY] There has to be one."""
    table = court().stock("black", sled=0)
    entry = "black favor place_reorder_sail 3 add black,- pyramid"
    assert table.refused(entry) is Rule.SLED_EMPTY


def test_place_reorder_sail_adds_nothing_to_a_full_ship():
    """[R11.3, favor place_reorder_sail, refusal SPACE_TAKEN] It may still be rearranged."""
    table = court().load(3, "white", "white")
    entry = "black favor place_reorder_sail 3 add white,white pyramid"
    assert table.refused(entry) is Rule.SPACE_TAKEN
    assert {option.split()[3] for option in favors(table, "place_reorder_sail 3")} == {
        "white,white"
    }


@pytest.mark.parametrize("stones", ["black,white", "white,-", "white,white,-", "gray,-,-"])
def test_the_arrangement_holds_exactly_the_stones_of_the_ship(stones):
    """[R13.8, favor place_reorder_sail, refusal REORDER_STONES] One of white on three spaces."""
    table = court().load(2, "white")
    assert table.refused(f"black favor place_reorder_sail 2 {stones}") is Rule.REORDER_STONES


def test_arrangements_are_told_apart_by_colours():
    """[R2.8, favor place_reorder_sail] White, white, nothing: three arrangements."""
    table = court().stock("black", sled=0).load(2, "white", "white")
    parts = {option.split()[3] for option in favors(table, "place_reorder_sail 2")}
    assert parts == {"white,white,-", "white,-,white", "-,white,white"}


# ------------------------------------------------------------------------- place two, sail


def test_place_two_and_sail_places_two_stones_and_sails():
    """[R11.3, favor place_two_and_sail] Both unload in their places."""
    table = court().load(2, "-", "white")
    assert "favor place_two_and_sail 2 1,3 pyramid" in table.options
    assert table.play("black favor place_two_and_sail 2 1,3 pyramid")[1:4] == [
        StoneLoaded(0, 2, 1),
        StoneLoaded(0, 2, 3),
        ShipSailed(0, 2, Site.PYRAMID, (0, 1, 0), (1, 2, 3)),
    ]
    assert table.player("black").sled == 0


def test_place_two_and_sail_places_up_to_two():
    """[R11.3, R13.7, favor place_two_and_sail] Two, one or none."""
    table = court().load(3, "white")
    spaces = {option.split()[3] for option in favors(table, "place_two_and_sail 3")}
    assert spaces == {"-", "2"}
    happened = table.play("black favor place_two_and_sail 3 - temple")
    assert ShipSailed(0, 3, Site.TEMPLE, (1,), (1,)) in happened
    assert table.player("black").sled == 2


def test_place_two_and_sail_places_what_the_sled_has():
    """[R11.3, favor place_two_and_sail, refusal SLED_EMPTY] One stone, not two."""
    table = court().stock("black", sled=1)
    assert table.refused("black favor place_two_and_sail 2 1,2 temple") is Rule.SLED_EMPTY
    assert "favor place_two_and_sail 3 1 temple" in table.options
    assert "favor place_two_and_sail 3 1,2 temple" not in table.options


def test_place_two_and_sail_uses_no_space_twice():
    """[R11.3, favor place_two_and_sail, refusal SAME_SPACE_TWICE] Two stones, two spaces."""
    table = court()
    entry = "black favor place_two_and_sail 3 1,1 temple"
    assert table.refused(entry) is Rule.SAME_SPACE_TWICE
    assert table.refused("black favor place_two_and_sail 5 - temple") is Rule.NO_SUCH_SHIP


@pytest.mark.parametrize("profile", ["official", "yucata"])
@pytest.mark.parametrize(
    "entry", ["place_reorder_sail 3 add white,black", "place_two_and_sail 3 2"]
)
def test_a_ship_with_its_minimum_must_sail(profile, entry):
    """[R13.8, P3, favor place_two_and_sail, refusal FAVOR_MUST_SAIL] Under both profiles."""
    table = court(profile=profile).load(3, "white")
    assert table.refused(f"black favor {entry}") is Rule.FAVOR_MUST_SAIL
    assert f"favor {entry}" not in table.options
    assert f"favor {entry} temple" in table.options


@pytest.mark.parametrize(
    "entry", ["place_reorder_sail 3 add white,black temple", "place_two_and_sail 3 2 temple"]
)
def test_a_favours_ship_needs_an_open_dock(entry):
    """[R2.4, favor place_reorder_sail, refusal DOCK_TAKEN] As every ordinary ship."""
    table = court().load(3, "white")
    table.state.docks[Site.TEMPLE] = [9]
    assert table.refused(f"black favor {entry}") is Rule.DOCK_TAKEN
    assert f"favor {entry}" not in table.options


# ------------------------------------------------------------------------------ place three


@pytest.mark.parametrize("spaces", ["1.1", "1.1 1.3", "1.2 2.1 3.1", "1.1 1.2 1.4"])
def test_place_three_places_one_to_three_stones_on_any_ships(spaces):
    """[R11.3, favor place_three] On one, two or three ships; none of them sails."""
    table = court().stock("black", sled=3)
    assert f"favor place_three {spaces}" in table.options
    happened = table.play(f"black favor place_three {spaces}")
    loaded = [f"{e.ship}.{e.space}" for e in happened if isinstance(e, StoneLoaded)]
    assert (loaded, len(table.state.harbour), table.actor) == (spaces.split(), 4, "white")


def test_place_three_needs_a_stone_on_the_sled():
    """[R13.20, favor place_three, refusal SLED_EMPTY] Its placing is not optional."""
    table = court().stock("black", sled=0)
    assert table.refused("black favor place_three 1.1") is Rule.SLED_EMPTY
    assert favors(table, "place_three") == []


def test_place_three_places_what_the_sled_has():
    """[R11.3, favor place_three, refusal SLED_EMPTY] Two stones, not three."""
    table = court()
    assert table.refused("black favor place_three 1.1 1.2 1.3") is Rule.SLED_EMPTY
    assert max(len(option.split()) for option in favors(table, "place_three")) == 4


def test_place_three_uses_empty_spaces_each_once():
    """[R11.3, favor place_three, refusal SPACE_TAKEN, refusal SAME_SPACE_TWICE] As every load."""
    table = court().load(1, "white")
    assert table.refused("black favor place_three 1.1") is Rule.SPACE_TAKEN
    assert table.refused("black favor place_three 1.2 1.2") is Rule.SAME_SPACE_TWICE
