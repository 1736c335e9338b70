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

OPENING = "round 3 2 2 1", "market hammer statue pyramid_decoration lever"
LADEN = (*OPENING, "white load 1.1", "black load 1.2", "white load 1.3", "black take")
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
    assert tried(s, "sail 1 pyramid")[3:] == ((5, 1), (5, 1), ())
    assert tried(s, "sail 1 obelisks")[3:] == ((0, 0), (10, 1), ())
    assert tried(s, "sail 1 burial_chamber")[3:] == ((0, 0), (2, 1), ())
    assert tried(s, "sail 1 temple").temple == (2, 1)
    assert tried(s, "take")[3:] == ((0, 0), (0, 0), ())
    assert digest(s) == before


def test_what_is_not_allowed_is_refused():
    with pytest.raises(IllegalAction):
        tried(after(*OPENING), "sail 1 pyramid")


@pytest.mark.parametrize("sides", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_a_preview_is_what_happens_then(sides: str):
    every = "private_ships pharaohs_favors new_dynasty_cards god_prophecies"
    chance = random.Random(sides)
    game = DealtGame(Setup.of("white black brown", sides, every), chance)
    for _turn in range(60):
        now = awaited(game.state)
        assert now is not None
        action = chance.choice(list(legal_actions(game.state)))
        shown = preview(game.state, now.seat, action)
        real = game.state.copy()
        real.events = None
        apply(real, now.seat, action)
        points = [player.points for player in real.players]
        was = [player.points for player in game.state.players]
        assert [one + more for one, more in zip(was, shown.gained, strict=True)] == points
        ended = [sum(one) for one in outlook(real).ended]
        now_ended = [sum(one) for one in outlook(game.state).ended]
        assert [a + b for a, b in zip(now_ended, shown.prospects, strict=True)] == ended
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
        one, two = preview(s, 0, action), preview(other, 0, action)
        assert one[2:] == two[2:]
        assert digest(one.after) == digest(two.after)
