"""Every thing of the game has its sentence: short, plain, with the numbers of its rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import cast

import pytest

from drawing.cards import DRAWINGS, card_effect
from drawing.cards.faces import card_band
from drawing.language.sentences import LONGEST
from drawing.modules import DRAWINGS as MODULES
from drawing.modules import module_effect
from drawing.modules.god_prophecies import SENTENCES as PROPHECIES
from drawing.modules.pharaohs_favors import SENTENCES as FAVORS
from drawing.text.reasons import ACTIONS
from drawing.text.rules.sides import SIDES, side_rules
from drawing.text.rules.things import THINGS
from engine import Rules, Setup
from engine.editions import DEFAULT_EDITION, load_edition
from engine.editions.shapes import CardValues
from engine.rules import rules_for
from engine.vocabulary import Card, Favor, Module, Prophecy, Side, Site

SEATS = ("black white", "black white brown", "black white brown gray")


def rules_of(side: Side, seats: str = SEATS[-1], modules: str = "") -> Rules:
    return rules_for(Setup.of(seats, side.word * len(Site), modules))


def every_sentence() -> Iterator[tuple[str, str]]:
    for seats in SEATS:
        for side in Side:
            rules = rules_of(side, seats)
            yield from ((f"{site.word} {side.word}", side_rules(rules, site)) for site in Site)
        yield from ((card.word, card_effect(rules, card)) for card in Card)
        yield from ((module.word, module_effect(rules, module)) for module in Module)
        yield from ((favor.word, FAVORS[favor](rules)) for favor in Favor)
        yield from ((prophecy.word, PROPHECIES[prophecy](rules)) for prophecy in Prophecy)
        yield from ((word, words_of(rules)) for word, words_of in ACTIONS.items())


def test_nothing_is_left_out():
    assert set(DRAWINGS) == set(Card)
    assert set(SIDES) == {(site, side) for site in Site for side in Side}
    assert (set(MODULES), set(FAVORS)) == (set(Module), set(Favor))
    assert set(PROPHECIES) == set(Prophecy)


def test_the_card_band_a_card_says_what_it_gives_by_its_rules():
    rules = rules_of(Side.A)
    assert card_band(rules, Card.PYRAMID_DECORATION) == "1 per 3"
    assert card_band(rules, Card.STONE_ORNAMENT) == "1 each"
    assert card_band(rules, Card.STATUE) == "set"
    numbers = {**load_edition(DEFAULT_EDITION)["card_values"], "decoration_stones_per_point": 2}
    another = type(rules.cards[Card.PYRAMID_DECORATION])(cast("CardValues", numbers))
    assert DRAWINGS[Card.PYRAMID_DECORATION].band(another) == "1 per 2"


@pytest.mark.parametrize(("name", "sentence"), list(dict.fromkeys(every_sentence())))
def test_a_sentence_is_short_and_whole(name: str, sentence: str):
    assert 10 < len(sentence) <= LONGEST
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    assert "%" not in sentence
    assert "_" not in sentence


def test_the_numbers_are_those_of_the_rules():
    rules = rules_of(Side.A)
    assert "1, 3, 6, 10, 15 points for 1 to 5 statues, and 2 for each" in card_effect(
        rules, Card.STATUE
    )
    assert "15, 10, 5, 1 points" in side_rules(rules, Site.OBELISKS)
    assert "10, 1 points" in side_rules(rules_of(Side.A, SEATS[0]), Site.OBELISKS)


def test_sentences_on_ships_depend_on_the_modules_in_play():
    """[R2.4, R5.10, R11.1] Private ships and Loading Plank may come where a ship lies."""
    base = rules_of(Side.A)
    private = rules_of(Side.A, modules="private_ships")
    plank = rules_of(Side.A, modules="private_ships new_dynasty_cards")
    docked = THINGS["docked"].sentence
    assert docked(base).endswith("no other ship may come.")
    assert docked(private).endswith("no other ordinary ship may come.")
    assert docked(plank).endswith("except by the card Loading Plank.")
    assert ACTIONS["sail"](base).endswith("without a ship.")
    assert ACTIONS["sail"](private).endswith("without an ordinary ship.")


def test_words_of_the_c_sides_are_those_of_the_rules():
    """[R4.6, R9.3] One card above the other shares an edge too; tiles build an obelisk."""
    rules = rules_of(Side.C)
    assert "two that share an edge" in side_rules(rules, Site.MARKET)
    assert "tile for your obelisk" in side_rules(rules, Site.OBELISKS)


def test_another_number_makes_another_sentence(monkeypatch: pytest.MonkeyPatch):
    rules = Rules(dataclasses.replace(Setup.of(SEATS[0])))
    monkeypatch.setattr(rules, "stones_per_take", 7)
    monkeypatch.setattr(rules.cards[Card.TEMPLE_DECORATION], "stones_per_point", 9)
    assert "Take 7 stones" in ACTIONS["take"](rules)
    assert "every 9 stones" in card_effect(rules, Card.TEMPLE_DECORATION)
