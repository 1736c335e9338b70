"""Variants: wrath of the Pharaoh, hidden market cards, second colour, unlimited stones."""

import pytest

from engine.errors import Rule, SetupError
from engine.events import CardPlayed, StonesTaken
from engine.flow import end_game
from engine.setup import Setup
from engine.view import view
from engine.vocabulary import Card
from tests.table import Table, scored

BUILDING_SITES = ("pyramid", "temple", "burial_chamber", "obelisks")


def wrath(stones, modules="wrath_of_the_pharaoh", sites="AAAAA", prepare=None):
    """What wrath costs black, who has so many stones at each building site; white has plenty."""
    table = Table("black white", sites, modules)
    if sites == "AAAAA":
        for site, count in zip(BUILDING_SITES, stones, strict=True):
            if site == "obelisks":
                table.site(site).heights = [count, 2]
            else:
                table.site(site).stones = [0] * count + [1, 1]
    if prepare:
        prepare(table)
    table.state.events = []
    end_game(table.state)
    return scored(table.state.events, "wrath_of_the_pharaoh")


# ----------------------------------------------------------------------------------- wrath


@pytest.mark.parametrize("stones", [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)])
def test_a_player_without_a_stone_at_a_building_site_loses_five_points(stones):
    """[R11.5, module wrath_of_the_pharaoh] Any of the four."""
    assert wrath(stones) == [(0, -5)]


@pytest.mark.parametrize("stones", [(0, 0, 1, 1), (0, 0, 0, 0)])
def test_wrath_comes_once(stones):
    """[R11.5, module wrath_of_the_pharaoh] Also for two or four sites."""
    assert wrath(stones) == [(0, -5)]


def test_one_stone_at_each_building_site_is_enough():
    """[R11.5, module wrath_of_the_pharaoh] The market does not count."""
    assert wrath((1, 1, 1, 1)) == []


def test_without_the_variant_there_is_no_wrath():
    """[R11.5] Whoever stayed away."""
    assert wrath((0, 0, 0, 0), modules="") == []


def test_stones_at_the_right_edge_are_at_the_site():
    """[R11.5, R8.4, module wrath_of_the_pharaoh] Black came when everything was full."""

    def prepare(table):
        table.site("pyramid").further = [0]
        table.site("temple").further = [0]
        table.site("burial_chamber").further = [0]
        table.site("obelisks").further = [0]

    assert wrath((), sites="ADDDD", prepare=prepare) == [(1, -5)]


# ---------------------------------------------------------------------- hidden market cards


def hidden():
    table = Table("black white", modules="hidden_market_cards")
    table.open(market="lever sail statue entrance")
    table.load(3, "black")
    return table


def test_cards_taken_are_known_to_their_owner_alone():
    """[R12.4, module hidden_market_cards] How many they are is open."""
    table = hidden().after("black sail 3 market", "black card 1")
    assert view(table.state, 0)["seats"][0]["cards"] == {"lever": 1}
    seat = view(table.state, 1)["seats"][0]
    assert (seat["cards"], seat["card_count"]) == ({}, 1)


def test_a_hidden_blue_card_is_open_once_it_is_played():
    """[R12.4, module hidden_market_cards, card hammer] It works as ever, and is discarded."""
    table = hidden().give("black", "hammer")
    assert table.play("black play hammer 1.1")[0] == CardPlayed(0, Card.HAMMER)
    assert view(table.state, 1)["pile"]["discard"] == {"hammer": 1}


def test_hidden_cards_are_open_at_the_end():
    """[R12.4, module hidden_market_cards] And they count."""
    table = hidden().give("black", "statue", "statue")
    end_game(table.state)
    assert view(table.state, 1)["seats"][0]["cards"] == {"statue": 2}
    assert table.points("black") == 3


# ---------------------------------------------------------------------------- second colour


def test_two_players_with_new_dynasty_have_a_second_colour():
    """[P5] 29 stones and the 30 of the second colour, the starting stones among them."""
    table = Table(modules="new_dynasty_cards")
    assert [(p.sled, p.quarry) for p in table.state.players] == [(2, 57), (3, 56)]


def test_a_second_colour_counts_as_the_same():
    """[P5, R8.1, second-colour-1] 31 joined stones, more than one colour has: one area."""
    table = Table(sites="CAAAA")
    table.site("burial_chamber").stones = [0] * 31
    table.state.events = []
    end_game(table.state)
    assert scored(table.state.events, "burial_chamber") == [(0, 15 + 26 * 2)]


# ------------------------------------------------------------------------- unlimited stones


def test_an_unlimited_quarry_never_runs_out():
    """[P5, module unlimited_stones] A hundred stones, and three more."""
    table = Table(sites="AAAAD", modules="unlimited_stones", profile="yucata").opened()
    for _ in range(50):
        for colour in ("black", "white"):
            table.stock(colour, sled=0)
            assert table.play(f"{colour} take")[0].number == 3
    table.stock("black", sled=0)
    assert table.play("black take") == [StonesTaken(0, 3)]


def test_nobody_counts_an_unlimited_quarry():
    """[P5, module unlimited_stones] A view says that there is no number."""
    table = Table(sites="AAAAD", modules="unlimited_stones", profile="yucata")
    assert [seat["quarry"] for seat in view(table.state, 0)["seats"]] == [None, None]
    assert [seat["quarry"] for seat in view(Table().state, 0)["seats"]] == [27, 26]


def test_the_sled_keeps_its_limit_under_unlimited_stones():
    """[P5, R2.2, module unlimited_stones, refusal SLED_FULL] Only the quarry is without end."""
    table = Table(modules="unlimited_stones new_dynasty_cards", profile="yucata").opened()
    table.stock("black", sled=5)
    assert table.refused("black take") is Rule.SLED_FULL


@pytest.mark.parametrize(
    ("seats", "sites", "modules", "profile"),
    [
        ("black white", "AAAAD", "", "official"),
        ("black white", "AAAAA", "", "yucata"),
        ("black white", "BBBBB", "private_ships", "yucata"),
        ("black white brown", "AAAAD", "", "yucata"),
        ("black white brown gray", "AAAAA", "new_dynasty_cards", "yucata"),
    ],
)
def test_unlimited_stones_are_refused_without_their_condition(seats, sites, modules, profile):
    """[R13.20, P5, module unlimited_stones] Yucata, two players, a part of A New Dynasty."""
    with pytest.raises(SetupError) as refusal:
        Setup.of(seats, sites, f"{modules} unlimited_stones", profile)
    assert refusal.value.field == "modules"
