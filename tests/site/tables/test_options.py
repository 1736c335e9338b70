"""Legal entries by their words: every one can be reached, and the words say where they lie."""

import random
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawing.board.scene import Drawing
from drawing.play.options import WORDS, option, option_groups, options_of, question
from drawing.play.room import Room, roomy
from drawing.play.spots import KINDS, spots
from drawing.replay.replay import ReplayWriter
from drawing.text.narration import Narrator
from engine import DealtGame, Setup, State, awaited, legal_actions
from engine.actions import ACTIONS
from engine.entries import Outcome
from engine.entries.turn import Resign
from engine.players import random_player
from tests.worlds.tables import EVERY_MODULE

COLOURS = "black white brown gray"


def game(seed: int, sites: str = "", modules: str = EVERY_MODULE) -> DealtGame:
    """A game with all modules on sides by chance, before its first turn."""
    chance = random.Random(seed)
    seats = " ".join(COLOURS.split()[: chance.choice([2, 3, 4])])
    sides = sites or "".join(chance.choice("ABCD") for _site in range(5))
    return DealtGame(Setup.of(seats, sides, modules), chance)


def positions(seed: int, sites: str = "", apart: int = 6) -> list[State]:
    """Positions of a game played at random, `apart` moves from each other."""
    dealt_game, chance = game(seed, sites), random.Random(seed)
    positions = []
    for number in count():
        if dealt_game.state.over:
            return positions
        if number % apart == 0:
            positions.append(dealt_game.state.copy())
        dealt_game.act(random_player(dealt_game.state, chance))
    raise AssertionError


@settings(max_examples=5)
@given(st.integers(0, 10_000))
def test_every_legal_entry_is_one_option_and_no_two_have_the_same_words(seed: int):
    for s in positions(seed):
        options = options_of(s)
        assert [offer.entry for offer in options] == [action.text for action in legal_actions(s)]
        ways = {
            (
                tuple(word.key for word in offer.words[: offer.ordered]),
                frozenset(word.key for word in offer.words[offer.ordered :]),
            )
            for offer in options
        }
        assert len(ways) == len(options)
        assert len({offer.sentence for offer in options}) == len(options)
        labels = {word.key: word.label for offer in options for word in offer.words}
        assert all(labels.values())
        assert len(option_groups(options)) <= len(options)
        assert question(s)


def test_words_do_not_try_the_entry_out():
    """Whoever could see what an entry does would see what lies face down."""
    for s in positions(3, "BDCCD"):
        before = s.key()
        for offer in options_of(s):
            assert offer.sentence
        assert s.key() == before


def test_every_kind_of_entry_of_a_player_has_words():
    """But resigning: it is no choice of a turn, and has a button of its own."""
    kinds = {kind for kind in ACTIONS if not issubclass(kind, Outcome)}
    assert kinds - {Resign} == set(WORDS)


@pytest.mark.parametrize("sites", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_spots_lie_on_their_blocks(sites: str):
    met = set()
    for seed in (1, 2):
        for s in positions(seed, sites):
            decision = awaited(s)
            assert decision is not None
            names = [colour.word for colour in s.rules.setup.seats]
            drawing = Drawing(s, roomy(s, Room().with_space_for(s)), names)
            writer = ReplayWriter(drawing, Narrator(names), s, decision.seat)
            words = [word for option in options_of(s) for word in option.words]
            met |= {str(word.place_key[0]) for word in words if word.place_key}
            sizes = {block.name: (block.width, block.height) for block in drawing.blocks}
            for block, x, y, width, height, *shape in spots(
                words, drawing, writer.scene.table, s, decision.seat
            ).values():
                across, down = sizes[block]
                assert -1 <= x <= x + width <= across + 1
                assert -1 <= y <= y + height <= down + 1
                assert all(word.startswith("M") for word in shape)
    assert {"ship", "space", "site", "hand", "private", "favour", "god", "field"} <= met
    assert met <= set(KINDS)


def test_a_card_in_hand_is_pointed_at_where_it_is_drawn():
    for s in positions(5, apart=1):
        decision = awaited(s)
        assert decision is not None
        if decision.item is not None or not any(o.entry.startswith("play") for o in options_of(s)):
            continue
        names = [colour.word for colour in s.rules.setup.seats]
        drawing = Drawing(s, roomy(s, Room().with_space_for(s)), names)
        table = ReplayWriter(drawing, Narrator(names), s, decision.seat).scene.table
        words = [
            word
            for option in options_of(s)
            for word in option.words
            if word.place_key[:1] == ("hand",)
        ]
        for word in words:
            _, _, x, y, *_ = table[f"{decision.seat}.d{word.place_key[1]}"]
            spot = spots([word], drawing, table, s, decision.seat)[word.key]
            block, left, top, width, height = spot[:5]
            assert block == f"seat{decision.seat}"
            assert left < x < left + width
            assert top < y < top + height
        return
    raise AssertionError("nobody had a card to play")


def test_a_set_of_spaces_may_be_said_in_any_order():
    dealt_game = DealtGame(Setup.of("black white"), random.Random(1))
    for action in legal_actions(dealt_game.state):
        offer = option(action, dealt_game.state, 0)
        assert offer.ordered == len(offer.words)
