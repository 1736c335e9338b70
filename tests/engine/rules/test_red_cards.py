"""Red cards: what they do at once, with and without stones in the quarry (R4.2, R5.1, R5.2)."""

import pytest

from engine.events import (
    CardDiscarded,
    CardTaken,
    Scored,
    StonePlaced,
    StoneSent,
    StonesReturned,
    StonesTaken,
)
from engine.vocabulary import Card, Origin, Site, Source
from tests.table import Table, scored


def at_market(card, sites="AAAAA", **options):
    """A stone of black is unloaded at the market, where `card` lies on space 1."""
    table = Table("black white", sites, **options).opened("4 3 2 2", f"{card} statue statue statue")
    table.load(3, "black").turn("white").play("white sail 3 market")
    return table


@pytest.mark.parametrize(
    ("card", "site"),
    [
        ("entrance", Site.PYRAMID),
        ("sarcophagus", Site.BURIAL_CHAMBER),
        ("paved_path", Site.OBELISKS),
    ],
)
def test_a_red_card_places_a_stone_of_the_quarry(card, site):
    """[R5.1, R4.2, card entrance, card sarcophagus, card paved_path] Before the other goes home."""
    table = at_market(card)
    happened = table.play("black card 1")
    assert happened[:3] == [
        CardTaken(0, 1, Card.read(card)),
        StoneSent(0, Origin.QUARRY, site),
        StonePlaced(0, site, 1, 0),
    ]
    assert happened[-2:] == [CardDiscarded(Card.read(card)), StonesReturned(0, 1)]
    assert table.stones_at(site.word) == [1, 0]
    assert (table.player("black").sled, table.player("black").quarry) == (2, 27)


def test_a_stone_by_a_red_card_earns_what_its_space_is_worth():
    """[R3.3, R5.1, card entrance] The fifth space of pyramid A: 4 points."""
    table = at_market("entrance")
    table.site("pyramid").stones = [1, 1, 1, 1]
    assert scored(table.play("black card 1")) == [(0, 4)]


def test_a_stone_by_a_red_card_makes_the_choices_of_its_side():
    """[R3.3, card entrance, card sarcophagus, card paved_path] Pyramid B, barrow, avenue."""
    table = at_market("entrance", "ABAAA").after("black card 1")
    assert table.options == ["pyramid left", "pyramid middle", "pyramid right"]
    table = at_market("sarcophagus", "AAACA").after("black card 1")
    assert table.options == [f"space 1.{n}" for n in (1, 2, 3, 4, 5)]
    table = at_market("paved_path", "AAAAD").after("black card 1")
    assert table.options == [f"obelisk {n}" for n in range(1, 9)]


def test_the_card_waits_for_its_effect():
    """[R13.5, R4.2, card entrance] Base game: discarded after the choice, then the stone home."""
    table = at_market("entrance", "ABAAA")
    assert CardDiscarded(Card.ENTRANCE) not in table.play("black card 1")
    happened = table.play("black pyramid left")
    assert happened[-2:] == [CardDiscarded(Card.ENTRANCE), StonesReturned(0, 1)]


def test_a_red_card_may_bring_another():
    """[R3.1, R4.2, R13.5, card entrance] By the bonus card of pyramid B; each after its effect."""
    table = at_market("entrance", "ABAAA")
    table.site("pyramid").pyramids[0] = [1, 1]
    table.play("black card 1", "black pyramid left")
    assert table.play("draw sarcophagus") == [
        CardTaken(0, 0, Card.SARCOPHAGUS),
        StoneSent(0, Origin.QUARRY, Site.BURIAL_CHAMBER),
        StonePlaced(0, Site.BURIAL_CHAMBER, 1, 0),
        CardDiscarded(Card.SARCOPHAGUS),
        CardDiscarded(Card.ENTRANCE),
        StonesReturned(0, 1),
    ]


@pytest.mark.parametrize("card", ["entrance", "sarcophagus", "paved_path"])
def test_with_an_empty_quarry_a_red_card_is_only_discarded(card):
    """[R4.2, card entrance, card sarcophagus, card paved_path] The delivered stone is not home."""
    table = at_market(card).stock("black", quarry=0)
    assert table.play("black card 1") == [
        CardTaken(0, 1, Card.read(card)),
        CardDiscarded(Card.read(card)),
        StonesReturned(0, 1),
    ]
    assert table.player("black").quarry == 1


# -------------------------------------------------------------------- private stone quarry


def quarried(sled, quarry):
    table = at_market("private_stone_quarry", modules="new_dynasty_cards")
    table.stock("black", sled=sled, quarry=quarry)
    return table, table.play("black card 1")


def test_private_stone_quarry_brings_a_point_and_three_stones():
    """[R5.2, card private_stone_quarry] Out of the quarry onto the sled."""
    table, happened = quarried(2, 20)
    assert happened == [
        CardTaken(0, 1, Card.PRIVATE_STONE_QUARRY),
        Scored(0, 1, Source.PRIVATE_STONE_QUARRY),
        StonesTaken(0, 3),
        StonesReturned(0, 1),
    ]
    assert table.player("black").sled == 5


@pytest.mark.parametrize(("sled", "quarry", "stones"), [(4, 9, 1), (0, 2, 2), (3, 20, 2)])
def test_private_stone_quarry_brings_as_many_stones_as_fit(sled, quarry, stones):
    """[R5.2, card private_stone_quarry] Up to three."""
    table, happened = quarried(sled, quarry)
    assert StonesTaken(0, stones) in happened
    assert table.player("black").sled == sled + stones


@pytest.mark.parametrize(("sled", "quarry"), [(2, 0), (5, 9)])
def test_private_stone_quarry_is_worth_its_point_without_a_stone(sled, quarry):
    """[R5.2, R4.2, card private_stone_quarry] Empty quarry, or full sled."""
    table, happened = quarried(sled, quarry)
    assert scored(happened, "private_stone_quarry") == [(0, 1)]
    assert not [e for e in happened if isinstance(e, StonesTaken)]
    assert table.player("black").sled == sled
