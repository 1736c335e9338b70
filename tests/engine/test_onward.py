"""Games that go on from entries which were dealt elsewhere."""

from __future__ import annotations

import random

import pytest

from engine import DealtGame, Entry, IllegalAction, Setup, legal_actions
from engine.dealer import deal
from engine.entries import Take
from engine.fairness import CommittedShuffler
from engine.log import Header, Log, entry_text
from engine.replay import play
from engine.vocabulary import BANK, Colour

SECRET = bytes(range(32))
SETUPS = [
    Setup.of("black white", "AAAAA"),
    Setup.of("white gray brown black", "DCBDC", "new_dynasty_cards god_prophecies"),
]


def shuffler(setup: Setup, first: int = 0) -> CommittedShuffler:
    return CommittedShuffler(setup, bytes([first, *SECRET[1:]]), {}, {}, terms=2)


def to_its_end(game: DealtGame, seed: int) -> list[Entry]:
    chance = random.Random(seed)
    while not game.state.over:
        game.act(chance.choice(list(legal_actions(game.state))))
    return game.entries


@pytest.mark.parametrize("setup", SETUPS, ids=["A", "expansion"])
@pytest.mark.parametrize("at", [1, 30, 55])
def test_it_goes_on_to_a_legal_end_and_is_resumed(setup: Setup, at: int):
    begun = list(deal(setup, seed=4, play="random").entries[:at])
    entries = to_its_end(DealtGame(setup, shuffler(setup), begun=begun), 1)
    assert entries[:at] == begun
    played = play(Log(Header(setup), tuple(entries)))
    assert played.error is None
    assert played.state.over
    for plies in (at, at + 20, len(entries)):
        resumed = DealtGame.resume(setup, shuffler(setup), entries[:plies], begun)
        assert resumed.entries[:plies] == entries[:plies]
        assert resumed.entries == entries[: len(resumed.entries)]


def test_what_was_hidden_is_dealt_anew():
    """The first game's own deck decides nothing: other secrets, other cards."""
    setup = SETUPS[0]
    begun = deal(setup, seed=4, play="random").entries[:20]
    ends = []
    for first in range(4):
        game = DealtGame(setup, shuffler(setup, first), begun=begun)
        ends.append(tuple(entry for entry in to_its_end(game, 1) if entry.seat == BANK))
    assert len(set(ends)) == 4


def test_a_witness_sees_all_of_it():
    setup = SETUPS[0]
    begun = list(deal(setup, seed=4, play="random").entries[:20])
    entries: list[Entry] = []
    game = DealtGame(setup, random.Random(1), lambda _s, entry: entries.append(entry), begun)
    assert entries == game.entries


def test_what_cannot_stand_is_refused():
    with pytest.raises(IllegalAction):
        DealtGame(SETUPS[0], random.Random(1), begun=[Entry(Colour.BLACK, Take())])


def test_what_follows_from_a_secret_stays():
    """A table that plays on is dealt again by the next release, from the same secret."""
    setup = SETUPS[0]
    begun = deal(setup, seed=4, play="random").entries[:20]
    game = DealtGame(setup, shuffler(setup), begun=begun)
    entries = to_its_end(game, 1)[20:]
    texts = [entry_text(setup, entry) for entry in entries if entry.seat == BANK]
    assert texts[:4] == [
        "round 4 3 3 1",
        "market chisel pyramid_decoration sail statue",
        "round 3 3 2 2",
        "market sail statue sarcophagus lever",
    ]
