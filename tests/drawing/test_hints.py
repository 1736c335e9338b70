"""What a table says of itself: all that is in play, and nothing that is not to be known."""

from __future__ import annotations

import re
from functools import cache

import pytest

from drawing.language.sentences import LONGEST
from drawing.text.rules.hints import all_hints, current_hints
from drawing.text.rules.things import THINGS
from engine import EVERYTHING, Rules, Setup, State, read_log, steps, view
from engine.outlook import outlook
from engine.vocabulary import Card, Favor, Module, Prophecy, Side, Site
from tests.drawing import dealt

MODULES = dealt.EVERYTHING_ADDED
NAMES = ("@ana", "@ben")
COPIES = Rules(Setup.of("black white", "DDDDD", MODULES)).copies
DECK = [card for card in Card if COPIES[card]]


def keys(modules: str = "", side: Side = Side.A) -> set[str]:
    rules = Rules(Setup.of("black white", side.word * len(Site), modules))
    return {hint.key for hint in all_hints(rules)}


def test_everything_in_play_has_a_hint():
    found = keys(MODULES, Side.D)
    assert {f"site-{site.word}" for site in Site} <= found
    assert {f"card-{card.word}" for card in DECK} <= found
    assert {f"module-{word}" for word in MODULES.split()} <= found
    assert {f"favor-{favor.word}" for favor in Favor} <= found
    assert {f"prophecy-{prophecy.word}" for prophecy in Prophecy} <= found
    assert {"figure", "chariot", "tile", "scarab", "private-ship"} <= found


def test_what_is_not_in_play_has_none():
    found = keys()
    assert not [key for key in found if key.startswith(("module-", "favor-", "prophecy-"))]
    assert not found & {"figure", "chariot", "tile", "coin", "scarab", "private-ship", "card-raft"}
    assert "coin" in keys(side=Side.C)


@pytest.mark.parametrize("side", Side)
def test_a_hint_names_one_thing(side: Side):
    found = all_hints(Rules(Setup.of("black white brown", side.word * len(Site), MODULES)))
    for names in (
        [hint.key for hint in found],
        [name for hint in found for name in hint.symbols],
        [name for hint in found for name in hint.blocks],
    ):
        assert len(names) == len(set(names))
    for hint in found:
        assert hint.title
        assert len(hint.sentence) <= LONGEST
        assert hint.address.startswith("/rules/")


def test_the_things_of_the_drawing_are_spoken_of():
    """Ships, stones and what lies around are named as the drawing names them."""
    drawing = dealt.cached_replay("black white", "DDDDD", MODULES).drawing
    symbols = set(re.findall(r' id="i-([\w-]+)"', drawing.symbols()))
    names = {name for hint in all_hints(drawing.rules) for name in hint.symbols}
    assert {f"c{card.value}" for card in DECK} <= symbols & names
    blocks = {block.name for block in drawing.blocks}
    spoken = {name for hint in all_hints(drawing.rules) for name in hint.blocks}
    assert blocks - spoken <= {"land"}


def test_every_thing_has_its_place_in_some_game():
    found = set().union(*(keys(MODULES, side) for side in Side))
    assert set(THINGS) <= found


# --- at present -------------------------------------------------------------------------


@cache
def ended(modules: str = "") -> State:
    """The position shortly before the end of a game."""
    every = list(steps(read_log(dealt.text("black white", "AAAAA", modules))))
    log = read_log(dealt.text("black white", "AAAAA", modules))
    state: State | None = None
    for step in steps(log):
        if step.ply == len(every) - 5:
            state = step.state.copy()
    assert state is not None
    return state


def test_the_worth_of_a_site_is_that_of_the_engine():
    s = ended()
    found = current_hints(s, EVERYTHING, NAMES)
    for site, points in outlook(s).worth.items():
        stones = view(s, EVERYTHING)["sites"][site.word]["stones"]
        for name, number, worth in zip(NAMES, stones, points, strict=True):
            if number > 1 and worth > 1:
                said = f"{name}, {number} stones: {worth} points"
                assert said in found[f"site-{site.word}"]


def test_nothing_is_said_of_what_is_worth_nothing():
    s = State.copy(ended())
    for player in s.players:
        player.cards = [0] * len(Card)
    assert not [key for key in current_hints(s, EVERYTHING, NAMES) if key.startswith("card-")]
    s.players[1].cards[Card.STATUE] = 1
    assert current_hints(s, EVERYTHING, NAMES)["card-statue"] == "Now: @ben, 1 card: 1 point."


def test_a_penalty_has_its_sign():
    s = ended("wrath_of_the_pharaoh").copy()
    s.sites[Site.PYRAMID] = s.rules.boards[Site.PYRAMID].storage()
    said = current_hints(s, EVERYTHING, NAMES)[f"module-{Module.WRATH_OF_THE_PHARAOH.word}"]
    assert said == "Now: @ana: \N{MINUS SIGN}5 points; @ben: \N{MINUS SIGN}5 points."


def test_hidden_cards_stay_hidden():
    s = ended("hidden_market_cards god_prophecies").copy()
    s.players[0].cards[Card.STATUE] = 3
    s.players[1].cards[Card.STATUE] = 0
    assert "3 cards: 6 points" in current_hints(s, 0, NAMES)["card-statue"]
    for viewer in (1, None):
        found = current_hints(s, viewer, NAMES)
        assert "card-statue" not in found
        assert not [key for key in found if key.startswith("module-")]
    assert "card-statue" in current_hints(s, EVERYTHING, NAMES)
