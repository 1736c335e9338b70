"""What a card and a module would give if the game ended here."""

from __future__ import annotations

import pytest

from engine.outlook import card_worth, module_worth, outlook
from engine.scoring import result
from engine.state import State
from engine.vocabulary import Card, Module, Site, Source
from tests.table import Table

MODULES = "private_ships wrath_of_the_pharaoh"


def table(modules: str = "", **cards: int) -> Table:
    """Two players at the beginning; the first has `cards`."""
    table = Table("black white", modules=modules) if modules else Table("black white")
    for word, copies in cards.items():
        table.state.players[0].cards[Card.read(word)] = copies
    return table


@pytest.mark.parametrize(("copies", "points"), [(1, 1), (3, 6), (5, 15), (7, 19)])
def test_statues_are_worth_what_they_are_together(copies: int, points: int) -> None:
    assert card_worth(table(statue=copies).state, 0, Card.STATUE) == points


def test_a_decoration_is_worth_a_point_for_three_stones_of_all_players() -> None:
    s = table(temple_decoration=2).state
    s.sites[Site.TEMPLE].stones = [0, 1, 1, 0, 1, 1, 1]
    assert card_worth(s, 0, Card.TEMPLE_DECORATION) == 4
    assert (card_worth(s, 1, Card.TEMPLE_DECORATION), card_worth(s, 0, Card.STATUE)) == (0, 0)


def test_other_cards_do_not_count_with_it() -> None:
    s = table(lever=1, sail=2, statue=1).state
    assert (card_worth(s, 0, Card.SAIL), card_worth(s, 0, Card.ENTRANCE)) == (2, 0)


def test_a_module_is_worth_what_it_gives_each_seat() -> None:
    s = table(MODULES).state
    assert module_worth(s, Module.PRIVATE_SHIPS) == [1, 1]
    assert module_worth(s, Module.WRATH_OF_THE_PHARAOH) == [-5, -5]


def everything(s: State) -> tuple[object, ...]:
    return outlook(s), [player.cards.copy() for player in s.players], result(s)


def test_looking_changes_nothing() -> None:
    s = table(MODULES, statue=2, raft=1).state
    before = everything(s)
    for card in Card:
        card_worth(s, 0, card)
    for module in s.rules.setup.modules:
        module_worth(s, module)
    assert everything(s) == before


def test_cards_and_modules_make_up_the_rest_of_the_outlook() -> None:
    """What the final tally adds beside the boards is what the cards and the modules are worth."""
    s = table(MODULES, statue=4, pyramid_decoration=1, chisel=1).state
    prospects = outlook(s)
    of_boards = {Source.TEMPLE, Source.BURIAL_CHAMBER, Source.OBELISKS}
    for seat in range(2):
        added = sum(
            prospects.ended[seat][source] - prospects.scored[seat][source]
            for source in Source
            if source not in of_boards
        )
        cards = sum(card_worth(s, seat, card) for card in Card)
        modules = sum(module_worth(s, module)[seat] for module in s.rules.setup.modules)
        assert added == cards + modules
