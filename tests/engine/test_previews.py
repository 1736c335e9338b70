"""What an action would do: as the game then goes on, and never more than its seat may know."""

from __future__ import annotations

import random

import pytest

from engine import (
    DealtGame,
    IllegalAction,
    Setup,
    apply,
    awaited,
    digest,
    legal_actions,
    parse_entry,
    start,
)
from engine.outlook import outlook
from engine.previews import preview
from engine.vocabulary import Card
from tests.table import Table

OPENING = "round 3 2 2 1", "market hammer statue pyramid_decoration lever"
LADEN = (*OPENING, "white load 1.1", "black load 1.2", "white load 1.3", "black take")
CERTAIN: frozenset[int] = frozenset()
BASE = Setup.of("white black", "AAAAA")


def after(*lines: str):
    s = start(BASE)
    for line in lines:
        apply(s, *parse_entry(BASE, line))
    return s


def tried(s, text: str):
    return preview(s, 0, parse_entry(BASE, f"white {text}").action)


def test_the_points_at_once_and_at_the_end():
    s = after(*LADEN)
    before = digest(s)
    assert tried(s, "sail 1 pyramid")[3:] == ((5, 1), (5, 1), (), CERTAIN)
    assert tried(s, "sail 1 obelisks")[3:] == ((0, 0), (10, 1), (), CERTAIN)
    assert tried(s, "sail 1 burial_chamber")[3:] == ((0, 0), (2, 1), (), CERTAIN)
    assert tried(s, "sail 1 temple").temple == (2, 1)
    assert (tried(s, "take")[3:], digest(s)) == (((0, 0), (0, 0), (), CERTAIN), before)


def test_what_is_not_allowed_is_refused():
    with pytest.raises(IllegalAction):
        tried(after(*OPENING), "sail 1 pyramid")


@pytest.mark.parametrize("sides", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_a_preview_is_what_happens_then(sides: str):
    every = "private_ships pharaohs_favors new_dynasty_cards god_prophecies"
    chance = random.Random(sides)
    game = DealtGame(Setup.of("white black brown", sides, every), chance)
    for _turn in range(60):
        decision = awaited(game.state)
        assert decision is not None
        action = chance.choice(list(legal_actions(game.state)))
        previewed = preview(game.state, decision.seat, action)
        real = game.state.copy()
        real.events = None
        apply(real, decision.seat, action)
        points = [player.points for player in real.players]
        was = [player.points for player in game.state.players]
        assert [
            points_of + gain for points_of, gain in zip(was, previewed.gained, strict=True)
        ] == points
        ended = [sum(points_of) for points_of in outlook(real).ended]
        totals_before = [sum(points_of) for points_of in outlook(game.state).ended]
        assert [a + b for a, b in zip(totals_before, previewed.prospects, strict=True)] == ended
        game.act(action)


def test_hidden_cards_of_others_change_nothing_of_it():
    setup = Setup.of("white black", "AAAAA", "hidden_market_cards")
    s = start(setup)
    for line in LADEN:
        apply(s, *parse_entry(setup, line))
    other = s.copy()
    other.players[1].cards[Card.OBELISK_DECORATION] += 1
    other.players[1].cards[Card.BURIAL_CHAMBER_DECORATION] += 1
    for action in legal_actions(s):
        first_preview, two = preview(s, 0, action), preview(other, 0, action)
        assert first_preview[2:] == two[2:]
        assert digest(first_preview.after) == digest(two.after)


def full_sled(modules: str) -> Table:
    """White's visible stone on temple B asks for points or stones; white's sled is full."""
    table = Table(sites="AABAA", modules=modules).opened().stock("white", sled=5)
    table.site("temple").stones = [1]
    table.state.harbour = {4: table.state.harbour[4]}
    table.load(4, "black")
    return table


@pytest.mark.parametrize(
    ("modules", "cards", "uncertain"),
    [
        ("hidden_market_cards new_dynasty_cards", ["statue"], {1}),
        ("hidden_market_cards new_dynasty_cards", ["cargo_sled"], {1}),
        ("hidden_market_cards new_dynasty_cards", [], set()),
        ("hidden_market_cards", ["statue"], set()),
        ("new_dynasty_cards", ["statue"], set()),
    ],
)
def test_points_of_a_full_sled_are_uncertain_if_a_cargo_sled_may_be_hidden(
    modules: str, cards: list[str], uncertain: set[int]
):
    """[R2.8, R7.3, R12.4, card cargo_sled] With a Cargo Sled white may take stones instead."""
    table = full_sled(modules).give("white", *cards)
    previewed = preview(table.state, 0, parse_entry(table.setup, "black sail 4 obelisks").action)
    assert previewed.gained == (0, 1)
    assert previewed.uncertain == uncertain
    table.play("black sail 4 obelisks")
    assert (table.actor == "white") is ("cargo_sled" in cards)
