"""Cards that count at the end: decorations, statues, ornament, unused blue cards; cargo sleds."""

import pytest

from engine.events import CardTaken, StonesTaken
from engine.flow import end_game
from engine.view import view
from engine.vocabulary import Card, Favor, Site
from tests.table import Table, scored


def table_with(*cards, sites="AAAAA", seats="black white", modules="new_dynasty_cards"):
    """Black owns `cards`."""
    return Table(seats, sites, modules).opened().give("black", *cards)


def final(table, source=""):
    """(seat, points) of the final scoring, of one source if it is named."""
    table.state.events = []
    end_game(table.state)
    return scored(table.state.events, source)


# ----------------------------------------------------------------------------- decorations


def test_thirteen_stones_in_the_burial_chamber_are_four_points():
    """[R5.3, cards-decoration-1, card burial_chamber_decoration] A point for every three."""
    table = table_with("burial_chamber_decoration")
    table.site("burial_chamber").stones = [1] * 13
    assert final(table, "decorations") == [(0, 4)]


@pytest.mark.parametrize(
    ("card", "site"), [("pyramid_decoration", "pyramid"), ("temple_decoration", "temple")]
)
def test_a_decoration_counts_everybodys_stones(card, site):
    """[R5.3, card pyramid_decoration, card temple_decoration] Black's two and white's four."""
    table = table_with(card)
    table.site(site).stones = [0, 1, 1, 1, 1, 0]
    assert final(table, "decorations") == [(0, 2)]


def test_the_obelisk_decoration_counts_the_stones_of_all_towers():
    """[R5.3, card obelisk_decoration] 4 + 5 are nine stones."""
    table = table_with("obelisk_decoration")
    table.site("obelisks").heights = [4, 5]
    assert final(table, "decorations") == [(0, 3)]


def test_a_decoration_counts_covered_stones():
    """[R5.3, R7.1, card temple_decoration] Two players: nine stones lie on four spaces."""
    table = table_with("temple_decoration")
    table.site("temple").stones = [0, 1] * 4 + [1]
    assert final(table, "decorations") == [(0, 3)]


def test_a_decoration_counts_stones_at_the_right_edge():
    """[R5.3, card pyramid_decoration] 14 in the pyramid and one beside it."""
    table = table_with("pyramid_decoration")
    table.site("pyramid").stones = [1] * 14
    table.site("pyramid").further = [0]
    assert final(table, "decorations") == [(0, 5)]


@pytest.mark.parametrize(("stones", "points"), [(2, []), (3, [(0, 1)]), (5, [(0, 1)])])
def test_less_than_three_stones_are_nothing(stones, points):
    """[R5.3, card temple_decoration] Full threes only."""
    table = table_with("temple_decoration")
    table.site("temple").stones = [1] * stones
    assert final(table, "decorations") == points


def test_each_copy_of_a_decoration_scores():
    """[R5.3, card pyramid_decoration] Two copies: twice; one with each player: both."""
    table = table_with("pyramid_decoration", "pyramid_decoration")
    table.site("pyramid").stones = [1] * 6
    assert final(table, "decorations") == [(0, 4)]
    table = table_with("pyramid_decoration").give("white", "pyramid_decoration")
    table.site("pyramid").stones = [1] * 6
    assert final(table, "decorations") == [(0, 2), (1, 2)]


def test_stones_on_the_wager_and_the_favour_card_are_at_no_site():
    """[R5.3, card obelisk_decoration, module stonemasons_wager] Two at the obelisks, no more."""
    table = table_with("obelisk_decoration", modules="stonemasons_wager pharaohs_favors")
    table.site("obelisks").heights = [2, 0]
    table.kept("stonemasons_wager").fields[Site.OBELISKS] = [0]
    table.kept("pharaohs_favors").by[Favor.PLACE_THREE] = 1
    assert final(table, "decorations") == []


# -------------------------------------------------------------------------------- statues


def test_three_statues_are_six_points():
    """[R10.1, cards-statue-1, card statue] The table of the card."""
    assert final(table_with("statue", "statue", "statue"), "statues") == [(0, 6)]


@pytest.mark.parametrize(
    ("count", "points"), [(1, 1), (2, 3), (4, 10), (5, 15), (6, 17), (7, 19), (10, 25)]
)
def test_each_statue_beyond_five_is_two_points(count, points):
    """[R10.1, card statue] 1, 3, 6, 10, 15, and 2 for each further one."""
    assert final(table_with(*["statue"] * count), "statues") == [(0, points)]


# ----------------------------------------------------------------------------- cargo sled


@pytest.mark.parametrize(("copies", "capacity"), [(0, 5), (1, 7), (2, 9)])
def test_a_cargo_sled_has_two_more_spaces(copies, capacity):
    """[R5.11, cards-cargo-sled-1, cards-cargo-sled-2, card cargo_sled] 7 with one, 9 with two."""
    table = table_with(*["cargo_sled"] * copies).stock("black", sled=capacity - 1)
    assert table.play("black take") == [StonesTaken(0, 1)]
    assert table.player("black").sled == capacity
    assert view(table.state, 0)["seats"][0]["sled_capacity"] == capacity
    table.turn("black")
    assert "take" not in table.options


def test_a_cargo_sled_works_at_once():
    """[R5.11, card cargo_sled, card private_stone_quarry] The very next stone has its space."""
    table = Table(modules="new_dynasty_cards")
    table.open("4 3 2 2", "cargo_sled private_stone_quarry statue statue")
    table.stock("black", sled=5).load(3, "black", "black")
    happened = table.play("black sail 3 market", "black card 1", "black card 2")
    assert CardTaken(0, 1, Card.CARGO_SLED) in happened
    assert StonesTaken(0, 2) in happened
    assert table.player("black").sled == 7


def test_a_cargo_sled_is_no_blue_card():
    """[R5.11, R5.12, card cargo_sled] It stays for good, and scores nothing."""
    table = table_with("cargo_sled")
    assert not [option for option in table.options if option.startswith("play")]
    assert final(table) == []


# ------------------------------------------------------------------------- stone ornament


def test_a_stone_ornament_is_a_point_for_each_stone_on_the_sled():
    """[R5.11, card stone_ornament] Own stones only."""
    table = table_with("stone_ornament").stock("black", sled=4)
    assert final(table, "stone_ornament") == [(0, 4)]


def test_a_stone_ornament_counts_the_spaces_of_cargo_sleds():
    """[R5.11, card stone_ornament, card cargo_sled] Nine stones; two copies count twice."""
    table = table_with("stone_ornament", "cargo_sled", "cargo_sled").stock("black", sled=9)
    assert final(table, "stone_ornament") == [(0, 9)]
    table = table_with("stone_ornament", "stone_ornament", "cargo_sled", "cargo_sled")
    table.stock("black", sled=8)
    assert final(table, "stone_ornament") == [(0, 16)]


# ---------------------------------------------------------------------- unused blue cards


@pytest.mark.parametrize("card", ["lever", "hammer", "sail", "chisel", "raft", "loading_plank"])
def test_an_unused_blue_card_is_a_point(card):
    """[R5.12, card lever, card hammer, card sail, card chisel, card raft, card loading_plank]"""
    assert final(table_with(card)) == [(0, 1)]


def test_every_unused_blue_card_counts():
    """[R5.12, card sail] Also two of a kind; cards of other colours do not."""
    table = table_with("sail", "sail", "raft", "pyramid_decoration", "entrance")
    assert final(table, "unused_blue_cards") == [(0, 3)]


def test_a_blue_card_that_was_played_counts_no_more():
    """[R5.12, R5.4, card hammer] It has been used."""
    table = table_with("hammer").after("black play hammer 1.1")
    assert final(table, "unused_blue_cards") == []


def test_a_card_is_quiet_about_what_it_does_not_do() -> None:
    """A Cargo Sled is no turn, and gives no points at the end."""
    table = Table(modules="new_dynasty_cards")
    sled = table.state.rules.cards[Card.CARGO_SLED]
    assert (sled.action, sled.source) == (None, None)
    assert (list(sled.options(table.state, 0)), sled.points(table.state, 0, 2)) == ([], 0)
