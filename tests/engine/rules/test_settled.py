"""What was settled while building (R14), where no other test shows it."""

import pytest

from engine.view import EVERYTHING, view
from tests.table import Table

BLACK, WHITE, SPECTATOR = 0, 1, None
HIDDEN = "hidden_market_cards"


def pile_knowledge(table, viewer):
    """What `viewer` knows of the first pile of market D."""
    return view(table.state, viewer)["sites"]["market"]["board"]["face_down"][0]["known"]


def unloading_at_a_pile(*colours, modules=""):
    """A ship with stones of `colours` has come to market D."""
    table = Table("black white", "DAAAA", modules).opened(market="lever sail")
    table.load(1, *colours).play("black sail 1 market")
    return table


def test_ships_are_numbered_as_they_are_written():
    """[R14.1] The largest is ship 1; of the same size the first is the lower number."""
    table = Table().opened("4 3 2 2")
    sizes = {number: len(ship.spaces) for number, ship in table.state.harbour.items()}
    assert sizes == {1: 4, 2: 3, 3: 2, 4: 2}


def test_the_figure_stays_when_only_its_own_space_is_free():
    """[R14.2, pyramid D] With another space free it may be moved."""
    table = Table(sites="ADAAA").opened()
    spaces = table.site("pyramid").spaces
    spaces[1:] = [1] * (len(spaces) - 1)
    assert table.options[0] == "take"
    assert "take move" not in table.options
    spaces[5] = -1
    assert "take move" in table.options


def test_a_copy_left_is_known_to_those_who_knew_all_copies():
    """[R14.4, market D] Black has seen both statues, white too; one of them is taken."""
    table = unloading_at_a_pile("black", "white", "black")
    table.play("black card 3", "look statue statue sail", "black keep sail", "white card 3")
    assert (table.forced, pile_knowledge(table, BLACK)) == (["white keep statue"], ["statue"])
    assert pile_knowledge(table, WHITE) == ["statue"]
    assert pile_knowledge(table, SPECTATOR) == []


def test_a_secret_card_out_of_cards_all_alike_is_no_secret_to_who_knew_them():
    """[R14.4, module hidden_market_cards, market D] Both lie there as statues; one is left."""
    table = unloading_at_a_pile("black", "white", "black", modules=HIDDEN)
    table.play("black card 3", "look statue statue sail", "black keep sail", "white card 3")
    assert pile_knowledge(table, BLACK) == ["statue"]


def test_a_secret_card_out_of_different_ones_leaves_the_others_in_doubt():
    """[R14.4, module hidden_market_cards, market D] A statue or the sail: black cannot tell."""
    table = unloading_at_a_pile("black", "white", "black", modules=HIDDEN)
    table.play("black card 3", "look statue chisel sail", "black keep sail")
    table.play("white card 3", "white keep chisel")
    assert (pile_knowledge(table, BLACK), pile_knowledge(table, WHITE)) == ([], ["statue"])


@pytest.mark.parametrize("viewer", [BLACK, WHITE, SPECTATOR, EVERYTHING])
@pytest.mark.parametrize("modules", ["", HIDDEN])
def test_which_spaces_of_the_market_are_empty_is_open(viewer, modules):
    """[R14.6] As is the size of the pile, also where cards are hidden."""
    table = Table(modules=modules).opened(market="statue lever sail chisel")
    table.load(3, "black").play("black sail 3 market", "black card 2")
    snapshot = view(table.state, viewer)
    assert snapshot["sites"]["market"]["board"]["face_up"] == ["statue", None, "sail", "chisel"]
    assert snapshot["pile"] == {"draw": 30, "discard": {}, "unseen": 0}
