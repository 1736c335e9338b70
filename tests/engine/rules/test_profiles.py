"""The profiles official and yucata, row by row (P1–P6)."""

import pytest

from engine.cli.table import render
from engine.errors import Rule, SetupError
from engine.events import CardDiscarded, CardTaken, ShipRearranged, StoneLoaded, TowerBuilt
from engine.flow import end_game
from engine.setup import Setup
from engine.view import EVERYTHING, view
from engine.vocabulary import EMPTY, Card, Module
from tests.table import Table, scored

OFFICIAL, YUCATA = "official", "yucata"
PROFILES = (OFFICIAL, YUCATA)
SITES = ("market", "pyramid", "temple", "burial_chamber", "obelisks")


def final(table, source):
    table.state.events = []
    end_game(table.state)
    return scored(table.state.events, source)


# --------------------------------------------------------------------- P1: obelisks B, towers


def third_stone(profile):
    """Black's third stone comes to obelisks B: a tower on the best space, 12."""
    table = Table(sites="AAAAB", profile=profile).opened()
    table.site("obelisks").loose = [2, 0]
    table.load(3, "black")
    return table, table.play("black sail 3 obelisks")


def test_official_scores_a_tower_at_once():
    """[P1, R9.2] And not again at the end."""
    table, happened = third_stone(OFFICIAL)
    assert TowerBuilt(0, 1) in happened
    assert scored(happened) == [(0, 12)]
    assert view(table.state, None)["sites"]["obelisks"]["board"]["pending"] == [0, 0]
    assert final(table, "obelisks") == []


def test_yucata_counts_a_tower_at_the_end():
    """[P1, R9.2] Until then its points are pending."""
    table, happened = third_stone(YUCATA)
    assert TowerBuilt(0, 1) in happened
    assert scored(happened) == []
    assert view(table.state, None)["sites"]["obelisks"]["board"]["pending"] == [12, 0]
    assert final(table, "obelisks") == [(0, 12)]


def test_nothing_is_pending_once_the_totals_have_it():
    """[P1] `pending` is said meanwhile: not after the end, by nobody's view and not in words."""
    table, _ = third_stone(YUCATA)
    assert "pending: 12 0" in render(view(table.state, None), ("Ana", "Ben"), 0, "")
    final(table, "obelisks")
    for viewer in (0, 1, None, EVERYTHING):
        after = view(table.state, viewer)
        assert after["over"]
        assert after["seats"][0]["scored"]["obelisks"] == 12
        assert after["sites"]["obelisks"]["board"]["pending"] == [0, 0]
        assert "pending: 12 0" not in render(after, ("Ana", "Ben"), 0, "")


@pytest.mark.parametrize("profile", PROFILES)
def test_loose_stones_count_at_the_end_under_both(profile):
    """[P1, R9.2] A point each; the row is about towers only."""
    table = Table(sites="AAAAB", profile=profile).opened()
    table.site("obelisks").loose = [2, 1]
    assert final(table, "obelisks") == [(0, 2), (1, 1)]


# ------------------------------------------------------------------------- P2: red cards


MARKETS = {"A": "entrance statue lever sail", "B": "entrance statue lever", "D": "entrance statue"}
MARKETS["C"] = MARKETS["A"]


def red_card(profile, sites="AAAAA", modules="", prophecies=""):
    """Black takes an entrance: is it kept, or is it on the discard pile?"""
    table = Table("black white", sites, modules, profile)
    if prophecies:
        table.play(f"prophecies {prophecies}")
    table.open("4 3 2 2", MARKETS[sites[0]])
    happened = table.load(3, "black").play("black sail 3 market", "black card 1")
    assert CardTaken(0, 1, Card.ENTRANCE) in happened
    keeps_card = table.player("black").cards[Card.ENTRANCE] == 1
    assert (CardDiscarded(Card.ENTRANCE) in happened) is not keeps_card
    assert table.state.pile.discard[Card.ENTRANCE] == (0 if keeps_card else 1)
    return keeps_card


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("sites", ["AAAAA", "BABBB"])
def test_without_new_dynasty_red_cards_are_discarded(profile, sites):
    """[P2, card entrance] Under both profiles, on A and on B sides."""
    assert not red_card(profile, sites, modules="private_ships pharaohs_favors")


PARTS = [
    {"sites": "CAAAA"},
    {"sites": "DAAAA"},
    {"sites": "AAAAD"},
    {"modules": "new_dynasty_cards"},
    {"modules": "god_prophecies", "prophecies": "ra isis thoth"},
    {"modules": "god_prophecies", "prophecies": "amun isis thoth"},
]


@pytest.mark.parametrize("part", PARTS)
def test_official_keeps_red_cards_with_any_part_of_new_dynasty(part):
    """[P2, card entrance] A C or D side, the cards, or the prophecies."""
    assert red_card(OFFICIAL, **part)


@pytest.mark.parametrize("part", PARTS[:-1])
def test_yucata_discards_red_cards_without_amun(part):
    """[P2, card entrance] Whatever else of A New Dynasty is in play."""
    assert not red_card(YUCATA, **part)


def test_yucata_keeps_red_cards_with_amun():
    """[P2, card entrance, prophecy amun] He has to be one of the three."""
    assert red_card(YUCATA, **PARTS[-1])


@pytest.mark.parametrize(("profile", "copies"), [(OFFICIAL, False), (YUCATA, True)])
def test_kept_red_cards_leave_the_cycle_of_the_deck(profile, copies):
    """[P2, R4.3, R13.4, card entrance] A reshuffle brings back what was discarded only."""
    table = Table(modules="new_dynasty_cards", profile=profile)
    table.open("4 3 2 2", "entrance entrance statue statue")
    table.state.harbour = {1: table.state.harbour[1]}
    table.deliver("market", "black", "black", "white")
    table.state.pile.draw = 0
    table.play("black card 1", "black card 2", "white card 3", "round 3 2 2 1")
    assert ("entrance" in table.legal[0].split()) is copies


# ------------------------------------------------------------- P3: favours for light ships


def court(profile, market="statue lever sail chisel", sites="AAAAA"):
    return Table("black white", sites, "pharaohs_favors", profile).opened("4 3 2 2", market)


def test_official_may_reorder_a_ship_that_stays():
    """[P3, favor place_reorder_sail] Two of three stones: rearranged, not sailed."""
    table = court(OFFICIAL).load(1, "white")
    happened = table.play("black favor place_reorder_sail 1 add black,-,white,-")
    assert happened[-1] == ShipRearranged(1, (0, EMPTY, 1, EMPTY))
    assert (table.state.harbour[1].spaces, table.actor) == ([0, EMPTY, 1, EMPTY], "white")


def test_official_may_place_two_on_a_ship_that_stays():
    """[P3, favor place_two_and_sail] Two of three stones."""
    table = court(OFFICIAL)
    assert "favor place_two_and_sail 1 2,3" in table.options
    happened = table.play("black favor place_two_and_sail 1 2,3")
    assert happened[1:] == [StoneLoaded(0, 1, 2), StoneLoaded(0, 1, 3)]
    assert 1 in table.state.harbour


@pytest.mark.parametrize(
    "entry", ["place_reorder_sail 1 add black,-,white,-", "place_two_and_sail 1 3"]
)
def test_yucata_uses_these_favours_only_for_a_ship_that_sails(entry):
    """[P3, favor place_reorder_sail, favor place_two_and_sail, refusal SHIP_TOO_LIGHT] Not 1."""
    table = court(YUCATA).load(1, "white")
    assert table.refused(f"black favor {entry}") is Rule.SHIP_TOO_LIGHT
    assert table.refused(f"black favor {entry} temple") is Rule.SHIP_TOO_LIGHT
    offered = [o.split() for o in table.options if o.startswith(f"favor {entry.split()[0]}")]
    assert offered
    assert {words[-1] for words in offered} == set(SITES)


@pytest.mark.parametrize("entry", ["place_reorder_sail 1 white,-,-,-", "place_two_and_sail 1 -"])
@pytest.mark.parametrize("profile", PROFILES)
def test_a_ship_without_its_minimum_never_sails(profile, entry):
    """[P3, R2.4, favor place_two_and_sail, refusal SHIP_TOO_LIGHT] Under neither profile."""
    table = court(profile).load(1, "white")
    assert table.refused(f"black favor {entry} temple") is Rule.SHIP_TOO_LIGHT
    assert (f"favor {entry}" in table.options) is (profile == OFFICIAL)


def test_official_may_use_place_two_and_sail_with_no_stone():
    """[R13.8, P3, favor place_two_and_sail] For nothing but the stone it costs."""
    table = court(OFFICIAL).stock("black", sled=0)
    assert len(table.play("black favor place_two_and_sail 1 -")) == 1


def test_yucata_offers_no_such_favour_where_no_ship_can_sail():
    """[P3, favor place_reorder_sail, favor place_two_and_sail] No stone, and no loaded ship."""
    table = court(YUCATA).stock("black", sled=0)
    favors = {option.split()[1] for option in table.options if option.startswith("favor")}
    assert favors == {"two_cards", "place_and_fill_sled"}


# ---------------------------------------------------------------------- P4: two cards


def lying(profile, *spaces):
    """Only the cards of these spaces lie face up."""
    table = court(profile)
    for space in {1, 2, 3, 4} - set(spaces):
        table.site("market").up[space - 1] = EMPTY
    return table


def two_cards(table):
    favors = [option for option in table.options if option.startswith("favor two_cards")]
    return [favor.removeprefix("favor two_cards ") for favor in favors]


def test_official_takes_two_cards_where_two_lie():
    """[P4, favor two_cards, refusal TWO_CARDS_SPACES] Not one."""
    table = lying(OFFICIAL, 1, 3)
    assert two_cards(table) == ["1 3", "3 1"]
    assert table.refused("black favor two_cards 3") is Rule.TWO_CARDS_SPACES


def test_official_takes_one_card_where_only_one_lies():
    """[P4, favor two_cards] Space 3."""
    table = lying(OFFICIAL, 3)
    assert two_cards(table) == ["3"]
    table.play("black favor two_cards 3", "refill statue")
    assert table.player("black").cards[Card.SAIL] == 1


def test_yucata_takes_one_or_two_cards():
    """[P4, favors-two-cards-1, favor two_cards] As the player likes."""
    table = lying(YUCATA, 1, 3)
    assert two_cards(table) == ["1", "3", "1 3", "3 1"]
    table.play("black favor two_cards 3", "refill hammer")
    assert (sum(table.player("black").cards), table.actor) == (1, "white")


def test_yucata_takes_one_card_where_only_one_lies():
    """[P4, favor two_cards, refusal TWO_CARDS_SPACES] Space 3."""
    table = lying(YUCATA, 3)
    assert two_cards(table) == ["3"]
    assert table.refused("black favor two_cards 1 3") is Rule.TWO_CARDS_SPACES


# ------------------------------------------------------------------ P5: two players' stones


def stones(seats, profile, sites="AAAAA", modules=""):
    table = Table(seats, sites, modules, profile)
    return {player.sled + player.quarry for player in table.state.players}


NEW_DYNASTY = [
    {"sites": "AACAA"},
    {"sites": "DAAAA"},
    {"modules": "new_dynasty_cards"},
    {"modules": "god_prophecies"},
]


@pytest.mark.parametrize("part", NEW_DYNASTY)
def test_official_gives_two_players_59_stones_with_any_part_of_new_dynasty(part):
    """[P5] 29, and the 30 of the second colour."""
    assert stones("black white", OFFICIAL, **part) == {59}


@pytest.mark.parametrize("part", NEW_DYNASTY)
def test_yucata_gives_two_players_29_stones_without_the_option(part):
    """[P5] There is no second colour."""
    assert stones("black white", YUCATA, **part) == {29}


@pytest.mark.parametrize("profile", PROFILES)
def test_only_two_players_with_new_dynasty_have_more_than_29_stones(profile):
    """[P5] Neither three, nor two without it."""
    assert stones("black white brown", profile, sites="CCCCC") == {29}
    assert stones("black white", profile, sites="BBBBB") == {29}
    assert stones("black white", profile, modules="private_ships") == {29}


def test_yucata_has_the_option_unlimited_stones():
    """[P5, R13.20, module unlimited_stones] Official has not."""
    setup = Setup.of("black white", "AACAA", "unlimited_stones", YUCATA)
    assert Module.UNLIMITED_STONES in setup.modules
    with pytest.raises(SetupError):
        Setup.of("black white", "AACAA", "unlimited_stones", OFFICIAL)


# ------------------------------------------------------------------ P6: hidden market cards


def test_official_may_choose_hidden_market_cards():
    """[P6, module hidden_market_cards] With or without A New Dynasty."""
    for sites in ("AAAAA", "CAAAA"):
        setup = Setup.of("black white", sites, "hidden_market_cards", OFFICIAL)
        assert Module.HIDDEN_MARKET_CARDS in setup.modules


def test_yucata_refuses_hidden_market_cards():
    """[P6, module hidden_market_cards] At set-up, by the line of the modules."""
    with pytest.raises(SetupError) as refusal:
        Setup.of("black white", "CAAAA", "hidden_market_cards", YUCATA)
    assert refusal.value.field == "modules"
    assert "hidden_market_cards" in refusal.value.message


# ------------------------------------------------------------- what is the same under both


@pytest.mark.parametrize("profile", PROFILES)
def test_the_pass_and_the_empty_quarry_hold_under_both(profile):
    """[R2.5, R4.2, card entrance] Yucata's additions where the rulebooks are silent."""
    table = Table(profile=profile).opened("4 3 2 2", "entrance statue statue statue")
    table.load(3, "black")
    for player in table.state.players:
        player.sled = player.quarry = 0
    assert CardDiscarded(Card.ENTRANCE) in table.play("black sail 3 market", "black card 1")
    table.stock("black", quarry=0)
    assert table.options == ["pass"]
